"""Use cases that return values: open, check, commit, join, assist, verify, look. They print nothing."""
