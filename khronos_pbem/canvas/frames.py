"""Frames and fills of pictures in text: drawn with box characters, written in ASCII where there are none."""

from __future__ import annotations

LIGHT, HEAVY = "┌─┐│└┘", "┏━┓┃┗┛"
"""The parts of a frame: top left, horizontal, top right, vertical, bottom left, bottom right."""

RUBBLE = "░"
"""What a frame is made of that has fallen down."""

_ASCII = str.maketrans("┌─┐│└┘┏━┓┃┗┛░·█●◐○", "+-+|+++-+|++%.#@%o")


def in_ascii(text: str) -> str:
    """A picture without box characters, as wide as before."""
    return text.translate(_ASCII)


def readable(text: str, encoding: str | None) -> str:
    """A picture as an output of this encoding can show it: as it is, or in ASCII."""
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return in_ascii(text)
    return text
