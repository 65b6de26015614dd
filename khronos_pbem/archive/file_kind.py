"""What a file is, by how it begins: without what reads it."""

from __future__ import annotations

from khronos_pbem.games.registry import GAMES

LONGEST_START = 64
"""So many bytes are enough to know a text record."""


def is_notated(data: bytes) -> bool:
    """Whether a file begins like a text record."""
    start = data.lstrip(b"\xef\xbb\xbf")
    return any(start.startswith(f'[{head_word(name)} "'.encode()) for name in GAMES)


def head_word(game: str) -> str:
    """The word with which the text records of a game begin, by its name: `Khronos`."""
    return "".join(part.capitalize() for part in game.replace("-", "_").split("_"))
