"""Orders of My Village as text and back (VILLAGE 14)."""
