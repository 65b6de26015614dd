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
"""The maximum width of pictures in saves, in columns: three boards side by side."""


def picture_lines(
    table: Table, events: Iterable[Event] = (), speak: Translate = untranslated, width: int = WIDTH
) -> list[str]:
    """Return the public picture of a table with its legend; the changes by the events are marked.

    `width` is in columns. The picture begins with an empty line. The result is empty before the game begins,
    and in a game without pictures.
    """
    drawing = feature_or_none(table.game, Drawing)
    if table.position is None or drawing is None:
        return []
    drawn = drawing.lines(PositionToDraw(table.position, None, events, speak), width)
    return ["", *drawn, *map(to_ascii, drawing.legend(table.position, width, speak))]
