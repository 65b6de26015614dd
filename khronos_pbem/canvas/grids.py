"""Boards as tables of cells: what a page can show that may hold no picture, like a letter."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.canvas.player_styles import INK


class Cell(NamedTuple):
    """A cell with its fill and ink (`#rrggbb`); `wide` columns and `high` rows are its size.

    The `lines` stand one under the other. `edges` are the player colours of those whom it belongs to;
    `marked` is what changed.
    """

    lines: tuple[str, ...] = ()
    fill: str = ""
    ink: str = INK
    wide: int = 1
    high: int = 1
    edges: tuple[str, ...] = ()
    marked: bool = False


class Row(NamedTuple):
    """A row of cells with its label; a cell that reaches down from above is not in it."""

    label: str
    cells: tuple[Cell, ...]


class Grid(NamedTuple):
    """A board: its title, all that is on it in words, labelled columns and rows, notes to stand below.

    A head of the columns is shown if one of them has a label.
    """

    title: str
    words: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
