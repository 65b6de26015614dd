"""Commands that play a turn."""
