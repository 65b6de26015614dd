"""Data that this machine stores in the home: keyring, settings, caches, and notes on each game."""
