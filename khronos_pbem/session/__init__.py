"""Operations on one game: replay, commands, queries, turns, bots.

Functions return values and print nothing.
"""
