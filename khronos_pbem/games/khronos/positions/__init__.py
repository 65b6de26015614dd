"""Set-up positions in and out, what is wrong with one, and trying orders on it (FORMATS 3)."""
