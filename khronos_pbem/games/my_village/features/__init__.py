"""Features of the game besides its rules: options, statistics, warnings, turn screen and what-if."""
