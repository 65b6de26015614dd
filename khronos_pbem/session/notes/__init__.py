"""Private texts of players: notes, messages, and how they are disclosed after the game."""
