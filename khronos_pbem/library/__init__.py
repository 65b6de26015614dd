"""The user's games as files: library, files of games, inbox rows, contacts and watched folders."""
