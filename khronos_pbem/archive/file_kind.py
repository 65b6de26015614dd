"""Recognize text records by their first bytes, without importing the reader."""

from __future__ import annotations

from khronos_pbem.games.registry import game_names

LONGEST_START = 64
"""The number of bytes that are enough to recognize a text record."""


def is_text_record(data: bytes) -> bool:
    """Return whether a file begins like a text record of a game."""
    start = data.lstrip(b"\xef\xbb\xbf")
    if not start.startswith(b"["):
        return False
    return any(start.startswith(f'[{game_header_key(name)} "'.encode()) for name in game_names())


def game_header_key(game: str) -> str:
    """The key of the first header of a game's text records: `Khronos` for the game `khronos`."""
    return "".join(part.capitalize() for part in game.replace("-", "_").split("_"))
