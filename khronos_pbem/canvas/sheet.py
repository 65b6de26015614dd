"""A grid of styled characters for text pictures; its rows can be read as spans."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from khronos_pbem.canvas.spans import Line, Span


class Sheet:
    """Rows of styled characters, blank at first; later writes replace earlier ones."""

    def __init__(self, rows: int, columns: int) -> None:
        self._rows = [[(" ", "")] * columns for _ in range(rows)]

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write text with a style, starting at a row and column (from 0). The text must fit into the row."""
        for place, character in enumerate(text, column):
            self._rows[row][place] = (character, style)

    def over(self, row: int, column: int, style: str, sign: str = "") -> None:
        """Add a style to the characters that start at a row and column; any `sign` replaces their text.

        Without `sign`, only one character is styled.
        """
        for place in range(column, column + max(1, len(sign))):
            there, before = self._rows[row][place]
            self._rows[row][place] = (sign[place - column] if sign else there, f"{before} {style}".strip())

    def line(self, row: int) -> Line:
        """Return a row as spans, one for each run of characters of the same style."""
        runs = groupby(self._rows[row], key=itemgetter(1))
        return [Span("".join(character for character, _ in run), style) for style, run in runs]
