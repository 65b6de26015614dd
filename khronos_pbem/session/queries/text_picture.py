"""The picture of a table in plain text, for letters, saves and pipes."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.canvas.frames import to_ascii
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Drawing, PositionToDraw
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import Translate, untranslated
from khronos_pbem.session.replay.table import Table

WIDTH = 110
"""Columns that the pictures of saves may have: three boards side by side."""


def picture_lines(
    table: Table, events: Iterable[Event] = (), speak: Translate = untranslated, width: int = WIDTH
) -> list[str]:
    """The public picture of a table with its legend; what the events changed is marked.

    `width` is in columns. It begins with an empty line. Empty before the game begins, and in a game without
    pictures.
    """
    drawing = feature_or_none(table.game, Drawing)
    if table.position is None or drawing is None:
        return []
    drawn = drawing.lines(PositionToDraw(table.position, None, events, speak), width)
    return ["", *drawn, *map(to_ascii, drawing.legend(table.position, width, speak))]
