"""The user's games as files: library, file of each game, inbox rows, contacts, watched folders."""
