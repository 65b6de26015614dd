"""How the constants of the bots were fitted to games of the bots against themselves."""
