"""Set-up positions (FORMATS 3): read, check and write them, and try orders on them."""
