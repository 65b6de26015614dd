"""Analysis of a game, statistics of many, leagues."""
