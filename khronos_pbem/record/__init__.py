"""The save file: blocks, chain, signatures, votes and forks (FORMATS 4).

It knows neither game rules nor the deck protocol.
"""
