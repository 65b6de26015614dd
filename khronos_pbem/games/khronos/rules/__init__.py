"""The rules: the legal orders and their effects (RULES)."""
