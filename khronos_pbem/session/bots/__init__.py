"""Computer players at the table: their seats, settings, turns, and solo games."""
