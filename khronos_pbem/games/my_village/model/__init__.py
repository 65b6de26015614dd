"""The values of My Village: cards, position, orders (VILLAGE 1)."""
