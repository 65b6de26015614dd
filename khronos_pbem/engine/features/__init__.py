"""What a game can offer besides its contract: small protocols, looked up by `games.registry.feature`."""
