"""Computer players in a game: their seats, settings, turns, and solo games."""
