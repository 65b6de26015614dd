"""Operations on one game: replay, commands, queries, turns, and bots.

Functions return values and print nothing.
"""
