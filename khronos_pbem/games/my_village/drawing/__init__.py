"""The display of a position: as text, as facts, as pictures and as tables (VILLAGE 16)."""
