"""What tournaments of bots need: opponents, the games that were played, ratings and tables."""
