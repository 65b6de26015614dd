"""The rules: which orders are legal, and what they change (RULES)."""
