"""Votes to continue without a player, forks, and the choice between two versions of a game (DECK 9)."""
