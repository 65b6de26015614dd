"""The save file: blocks, chain, signatures, votes and forks (FORMATS 4).

This package depends neither on game rules nor on the deck protocol.
"""
