"""Lines of a picture: characters with a Rich style, and how they flow into a width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich import cells

from khronos_pbem.canvas.frames import in_ascii

HEAD, DIM = "bold", "dim"
_BETWEEN, _DEEPER = 2, 2


class Span(NamedTuple):
    """Some characters of a line with a Rich style."""

    text: str
    style: str = ""


Line = list[Span]


def screen_width(text: str) -> int:
    """The columns that a text takes on a screen: wide characters take two, accents of their own none."""
    return len(text) if in_ascii(text).isascii() else cells.cell_len(text)


def length(line: Line) -> int:
    """The columns that a line takes."""
    text = "".join(span.text for span in line)
    if text.isascii() or in_ascii(text).isascii():
        return len(text)
    return sum(screen_width(span.text) for span in line)


def plain(line: Line) -> str:
    """The line without its styles."""
    return "".join(span.text for span in line).rstrip()


def words(text: str, style: str = "") -> list[Line]:
    """The words of a text, each a line that is not broken."""
    return [[Span(word, style)] for word in text.split()]


def flow(items: Iterable[Sequence[Line]], width: int, indent: int = 0) -> list[Line]:
    """Items beside each other, as many as fit; later lines begin `indent` further right.

    An item is its words. It is kept together where a line can hold it, else broken between its words.
    """
    lines: list[Line] = []
    for item in items:
        whole = _joined(item)
        if lines and length(lines[-1]) + _BETWEEN + length(whole) <= width:
            lines[-1] += [Span(" " * _BETWEEN), *whole]
        else:
            lines += _broken(item, width, indent if lines else 0, indent + _DEEPER)
    return lines


def _joined(item: Sequence[Line]) -> Line:
    line: Line = []
    for word in item:
        line += [Span(" "), *word] if line else word
    return line


def _broken(item: Sequence[Line], width: int, indent: int, deeper: int) -> list[Line]:
    lines: list[Line] = [[Span(" " * indent)]]
    begun = False
    for word in item:
        if begun and length(lines[-1]) + 1 + length(word) > width:
            lines.append([Span(" " * deeper), *word])
        else:
            lines[-1] += [Span(" "), *word] if begun else word
        begun = True
    return lines
