"""Markdown as plain text, for pipes, files and simple terminals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap

_EMPHASIS = re.compile(r"(\*\*|\*)(?=\S)(.+?)(?<=\S)\1")
_CODE = re.compile(r"`[^`]*`")
_ITEM = re.compile(r"(?:[*-] |\d+\. )")
_CELL = re.compile(r"(?<!\\)\|")
_SIGN = re.compile(r" (?=[:;!?»])")
_NO_BREAK = "\N{NO-BREAK SPACE}"
_BETWEEN = "  "
_NARROWEST = 8
"""The minimum width of a table column, in characters."""


def plain_lines(markdown: str, width: int) -> list[str]:
    """Markdown as lines of at most `width` columns: no emphasis, tables aligned, code unchanged."""
    lines: list[str] = []
    for kind, found in groupby(_lines_with_kind(markdown), key=lambda each: each[0]):
        rows = [row for _, row in found]
        if kind == "table":
            lines += _table(rows, width)
        elif kind == "text":
            lines += [line for text in _paragraphs(rows) for line in _wrapped(text, width)]
        else:
            lines += [row for row in rows if not row.startswith("```")]
    return lines


def _lines_with_kind(markdown: str) -> Iterator[tuple[str, str]]:
    """Each line with its kind: `code`, `table`, `text` or `blank`."""
    inside = False
    for line in markdown.splitlines():
        fence = line.startswith("```")
        inside ^= fence
        if inside or fence:
            yield "code", line
        elif line.startswith("|"):
            yield "table", line
        else:
            yield ("text", line) if line.strip() else ("blank", "")


def _paragraphs(rows: list[str]) -> Iterator[str]:
    """Yield the rows joined into paragraphs; each list item begins a new one."""
    text = ""
    for row in rows:
        if _ITEM.match(row) and text:
            yield text
            text = ""
        text = f"{text} {row.strip()}".strip()
    yield text


def _wrapped(text: str, width: int) -> list[str]:
    item = _ITEM.match(text)
    indent = " " * len(item[0]) if item else ""
    return _wrap(without_emphasis(text), width, indent)


def _wrap(text: str, width: int, indent: str = "") -> list[str]:
    """The lines of a paragraph. Short commands are not broken, and no line begins with `:` or `!`."""
    room = max(width, _NARROWEST)
    whole = _CODE.sub(
        lambda code: _without_breaks(code[0]) if 3 * len(code[0]) <= 2 * room else code[0], text
    )
    broken = wrap(_SIGN.sub(_NO_BREAK, whole), room, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace(_NO_BREAK, " ") for line in broken] or [""]


def _without_breaks(text: str) -> str:
    return text.replace(" ", _NO_BREAK)


def without_emphasis(text: str) -> str:
    r"""A line of Markdown without emphasis marks; code keeps its backticks, `\|` becomes `|`."""
    kept: list[str] = _CODE.findall(text)
    bare = _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", _CODE.sub("\0", text)))
    return re.sub("\0", lambda _: kept.pop(0), bare).replace("\\|", "|")


def _table(rows: list[str], width: int) -> list[str]:
    cells = [[without_emphasis(cell.strip()) for cell in _CELL.split(row.strip())[1:-1]] for row in rows]
    cells = [row for row in cells if not all(set(cell) <= set("-:") and cell for cell in row)]
    widths = _column_widths(cells, width)
    lines: list[str] = []
    for row in cells:
        broken = [_wrap(cell, wide) for cell, wide in zip(row, widths, strict=True)]
        for number in range(max(map(len, broken))):
            parts = [cell[number] if number < len(cell) else "" for cell in broken]
            padded = (f"{part:<{wide}}" for part, wide in zip(parts, widths, strict=True))
            lines.append(_BETWEEN.join(padded).rstrip())
    return lines


def _column_widths(cells: list[list[str]], width: int) -> list[int]:
    """Return the column widths of a table: as wide as the cells, the widest reduced until all fit."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    room = width - len(_BETWEEN) * (len(widths) - 1)
    while sum(widths) > room and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths
