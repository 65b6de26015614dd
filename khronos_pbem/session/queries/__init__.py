"""What is asked of a game without changing it: summaries, documents, deadlines, votes."""
