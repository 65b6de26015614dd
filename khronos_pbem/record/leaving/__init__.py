"""Runs of votes and forks in a record, and which of two versions counts (DECK 9)."""
