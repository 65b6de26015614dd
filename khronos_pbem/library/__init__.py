"""Your games as files: one home for each game, inbox rows, contacts, watched folders."""
