"""Private texts of players: notes and messages, and their disclosure after the game."""
