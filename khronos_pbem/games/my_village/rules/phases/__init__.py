"""The phases of a game: set-up, rounds, rat, death, choices, leaving and score."""
