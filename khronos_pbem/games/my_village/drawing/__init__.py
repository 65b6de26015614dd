"""How a position looks: in text, as a list of facts, in pictures, as tables (VILLAGE 16)."""
