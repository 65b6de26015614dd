"""What this machine stores in the home: keyring, settings, caches, and what it remembers of each game."""
