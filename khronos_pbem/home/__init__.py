"""What this machine keeps: keyring, settings, caches, paths of games."""
