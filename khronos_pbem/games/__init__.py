"""The games of this program: the registry and one package for each game."""
