"""The pictures of My Village in text, as commands and letters ask for them (`features.Drawing`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from khronos_pbem.canvas.spans import plain
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Audience, Drawing
from khronos_pbem.games.my_village.drawing.text.ascii import draw, legend_lines, rich_draw
from khronos_pbem.games.my_village.drawing.text.below import told
from khronos_pbem.games.my_village.drawing.text.facts import facts_of
from khronos_pbem.games.my_village.drawing.text.page import Page, marks_of
from khronos_pbem.games.my_village.model.boards import BOARDS
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.messages import Speak, as_it_is

if TYPE_CHECKING:
    from rich.text import Text


class Pictures(Drawing[Position]):
    """Market, villages, graves: all of it is open, so every audience sees the same (VILLAGE 1.1)."""

    parts = BOARDS
    parts_rule = "VILLAGE 16"

    def lines(
        self,
        position: Position,
        audience: int | Audience | None,
        width: int,
        events: Iterable[Event] = (),
        speak: Speak = as_it_is,
        part: str | None = None,
    ) -> list[str]:
        """The display of VILLAGE 16, or one board of it."""
        return draw(Page(position, marks_of(events), width, speak), part)

    def coloured(
        self,
        position: Position,
        audience: int | Audience | None,
        width: int,
        events: Iterable[Event] = (),
        speak: Speak = as_it_is,
        part: str | None = None,
    ) -> Text:
        """The same for a terminal with colours."""
        return rich_draw(Page(position, marks_of(events), width, speak), part)

    def legend(self, position: Position, width: int, speak: Speak = as_it_is) -> list[str]:
        """What the signs mean."""
        return [plain(line) for line in legend_lines(width, speak)]

    def facts(
        self,
        position: Position,
        audience: int | Audience | None,
        events: Iterable[Event] = (),
        speak: Speak = as_it_is,
        part: str | None = None,
    ) -> list[str]:
        """One fact a line, for those who have it read to them (VILLAGE 16)."""
        return facts_of(position, marks_of(events), speak, part)

    def told(self, events: Iterable[Event], width: int, speak: Speak = as_it_is) -> list[str]:
        """The last turn in words (VILLAGE 16)."""
        return told(events, width, speak)
