"""The phases of a game: setup, rounds, rat, death, choices, score."""
