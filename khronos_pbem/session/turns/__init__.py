"""Turns that are not signed yet: drafts, trials, hints and puzzles."""
