"""What changes a game: blocks written, taken back, seats taken, versions chosen."""
