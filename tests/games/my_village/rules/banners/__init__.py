"""Tests of the banners of My Village."""
