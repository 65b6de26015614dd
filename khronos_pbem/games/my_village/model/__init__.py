"""The values of My Village: cards, boards, orders and positions (VILLAGE 1)."""
