"""Turns composed on the screen."""
