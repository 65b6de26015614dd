"""Lines of characters with Rich styles, and their layout within a width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich import cells
from rich import text as rich_text

from khronos_pbem.canvas.frames import to_ascii

HEAD, DIM = "bold", "dim"
_BETWEEN, _DEEPER = 2, 2


class Span(NamedTuple):
    """A part of a line with one Rich style."""

    text: str
    style: str = ""


Line = list[Span]


def screen_width(text: str) -> int:
    """Return the width of text in screen columns: wide characters take two, combining accents none."""
    return len(text) if text.isascii() or to_ascii(text).isascii() else cells.cell_len(text)


def line_width(line: Line) -> int:
    """Return the width of a line in screen columns."""
    text = "".join(span.text for span in line)
    if text.isascii() or to_ascii(text).isascii():
        return len(text)
    return sum(screen_width(span.text) for span in line)


def plain_text(line: Line) -> str:
    """Return the text of a line, without its styles or trailing spaces."""
    return "".join(span.text for span in line).rstrip()


def plain_ascii(lines: Iterable[Line]) -> list[str]:
    """Return the texts of lines with their box-drawing characters replaced by ASCII."""
    return [to_ascii(plain_text(line)) for line in lines]


def aligned_rows(rows: Sequence[Sequence[str]], right_from: int | None = None) -> list[str]:
    """Return the rows of a table as lines, with two spaces between columns.

    The columns from `right_from` on (None: no column) are aligned to the right.
    """
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = len(wide) if right_from is None else right_from
    signs = ["<" if number < right else ">" for number in range(len(wide))]
    form = [f"{sign}{width}" for sign, width in zip(signs, wide, strict=True)]
    return ["  ".join(map(format, row, form)).rstrip() for row in rows]


def to_rich(lines: Iterable[Line]) -> rich_text.Text:
    """Return lines as one text for a terminal, with their styles."""
    text = rich_text.Text(no_wrap=True, overflow="crop")
    for line in lines:
        for span in line:
            text.append(span.text, style=span.style or None)
        text.append("\n")
    text.right_crop(1)
    return text


def side_by_side(parts: Iterable[Line], widths: Iterable[int]) -> Line:
    """Join several parts into one line, with each part padded to its width."""
    line: Line = []
    for part, width in zip(parts, widths, strict=True):
        line += [*part, Span(" " * (width - line_width(part)))]
    return line


def words(text: str, style: str = "") -> list[Line]:
    """Split text into words, each as a line of its own, which `flow` never breaks."""
    return [[Span(word, style)] for word in text.split()]


def flow(items: Iterable[Sequence[Line]], width: int, indent: int = 0) -> list[Line]:
    """Lay out items side by side, as many as fit a width; every line but the first is indented.

    An item is a sequence of words. It stays on one line if it fits, and is otherwise broken between words.
    """
    lines: list[Line] = []
    for item in items:
        whole = _joined(item)
        if lines and line_width(lines[-1]) + _BETWEEN + line_width(whole) <= width:
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
        if begun and line_width(lines[-1]) + 1 + line_width(word) > width:
            lines.append([Span(" " * deeper), *word])
        else:
            lines[-1] += [Span(" "), *word] if begun else word
        begun = True
    return lines
