"""The card and dice protocol (DECK): all players shuffle a deck that none of them can read.

The package does not depend on the games.
"""
