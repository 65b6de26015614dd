"""Set-up positions (FORMATS 3): reading, checking and writing them, and trying orders on them."""
