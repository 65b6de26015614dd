"""Use cases that return values: open, check, commit, join, assist, verify, look. Printing is not done here."""
