"""The card and dice protocol (DECK): all players shuffle a deck that none of them can read.

It knows nothing of the games.
"""
