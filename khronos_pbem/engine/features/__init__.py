"""Optional features of a game: small protocols, looked up by `games.registry.feature`."""
