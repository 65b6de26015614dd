"""Banners and what they do, one file each."""
