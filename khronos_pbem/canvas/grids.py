"""Boards as tables of cells, for places that cannot show pictures, such as letters to players."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.canvas.player_styles import INK


class Cell(NamedTuple):
    """A table cell with fill and ink colours (`#rrggbb`), `wide` columns by `high` rows in size.

    `lines` are its lines of text, top to bottom. `edges` are the colours of the players who own it.
    `marked` is true if the cell has changed.
    """

    lines: tuple[str, ...] = ()
    fill: str = ""
    ink: str = INK
    wide: int = 1
    high: int = 1
    edges: tuple[str, ...] = ()
    marked: bool = False


class Row(NamedTuple):
    """A labelled row of cells. A cell that reaches down from a row above is not repeated."""

    label: str
    cells: tuple[Cell, ...]


class Grid(NamedTuple):
    """A board as a table: title, description in words, column labels, rows, and notes below the table.

    The row of column labels is shown only if at least one label is not empty.
    """

    title: str
    words: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
