"""What a game may offer beside its contract: small protocols, asked for by `games.registry.feature`."""
