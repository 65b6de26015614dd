"""Data that this machine stores on each game: newest version, other versions and unsent blocks."""
