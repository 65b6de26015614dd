"""Orders as text, in three languages (FORMATS 2)."""
