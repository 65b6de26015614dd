"""Analysis of one game, statistics of many games, league tables and pairings."""
