"""Characters for frames and fills in text pictures, and their replacement by ASCII."""

from __future__ import annotations

LIGHT, HEAVY = "┌─┐│└┘", "┏━┓┃┗┛"
"""The parts of a frame: top left, horizontal, top right, vertical, bottom left, bottom right."""

RUBBLE = "░"
"""The character that replaces the frame of a ruin."""

_ASCII = str.maketrans("┌─┐│└┘┏━┓┃┗┛░·█●◐○", "+-+|+++-+|++%.#@%o")


def to_ascii(text: str) -> str:
    """Return a text picture with its box-drawing characters replaced by ASCII; the width stays the same."""
    return text.translate(_ASCII)


def for_encoding(text: str, encoding: str | None) -> str:
    """Return a text picture that an output in this encoding can show: unchanged, or in ASCII.

    An encoding of None, or an unknown one, counts as ASCII.
    """
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return to_ascii(text)
    return text
