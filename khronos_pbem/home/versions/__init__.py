"""What this machine remembers of each game: newest version seen, other versions, unsent blocks."""
