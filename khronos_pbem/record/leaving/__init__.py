"""Votes to continue without a player, forks, and which of two versions of a game counts (DECK 9)."""
