"""Tests of the letters to a telephone."""
