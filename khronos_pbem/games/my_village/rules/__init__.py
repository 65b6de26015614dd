"""The rules of My Village: legal orders and their effects (VILLAGE 2 to 13)."""
