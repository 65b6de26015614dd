"""A sheet of squared paper for pictures in text: each character with a style, runs of one style as spans."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from khronos_pbem.canvas.spans import Line, Span


class Sheet:
    """Rows of characters, blank at first; whoever draws writes over what is there."""

    def __init__(self, rows: int, columns: int) -> None:
        self._rows = [[(" ", "")] * columns for _ in range(rows)]

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write a text from a place on. It has to end before its row does."""
        for place, character in enumerate(text, column):
            self._rows[row][place] = (character, style)

    def over(self, row: int, column: int, style: str, sign: str = "") -> None:
        """Add a style to the characters from a place on; `sign` stands in their place, else it is one."""
        for place in range(column, column + max(1, len(sign))):
            there, before = self._rows[row][place]
            self._rows[row][place] = (sign[place - column] if sign else there, f"{before} {style}".strip())

    def line(self, row: int) -> Line:
        """A row as spans."""
        runs = groupby(self._rows[row], key=itemgetter(1))
        return [Span("".join(character for character, _ in run), style) for style, run in runs]
