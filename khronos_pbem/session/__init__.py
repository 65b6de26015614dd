"""A game at the table: replay, commands, queries, turns, bots. Functions return values, print nothing."""
