"""The picture of a table in plain lines: for letters, saves and pipes."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.canvas.frames import in_ascii
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.games.registry import optional
from khronos_pbem.messages import Speak, as_it_is
from khronos_pbem.session.replay.table import Table

WIDTH = 110
"""Columns that the pictures of saves may have: three boards side by side."""


def picture(
    table: Table, events: Iterable[Event] = (), speak: Speak = as_it_is, width: int = WIDTH
) -> list[str]:
    """The table as everybody may see it, what the events changed marked, and its legend, below an empty line.

    Empty before the game has begun, and where the game has no pictures.
    """
    drawing = optional(table.game, Drawing)
    if table.position is None or drawing is None:
        return []
    drawn = drawing.lines(table.position, None, width, events, speak)
    return ["", *drawn, *map(in_ascii, drawing.legend(table.position, width, speak))]
