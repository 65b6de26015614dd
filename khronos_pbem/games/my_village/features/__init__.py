"""What the game offers beside its contract: options, statistics, warnings, trials."""
