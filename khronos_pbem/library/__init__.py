"""Your games as files: the library, the file of each game, inbox rows, contacts, watched folders."""
