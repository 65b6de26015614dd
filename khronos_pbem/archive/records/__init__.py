"""Text records of games, their reader, and publications for spectators."""
