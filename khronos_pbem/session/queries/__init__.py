"""Queries on a game that change nothing: summaries, documents, deadlines, votes."""
