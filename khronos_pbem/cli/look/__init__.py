"""Commands that show a game."""
