"""Data that this machine stores on each game: newest version seen, other versions, unsent blocks."""
