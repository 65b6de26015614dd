"""Set-up positions of My Village: reading, writing, checking and playing them (VILLAGE 15)."""
