"""The pictures of Khronos in text, as commands and letters ask for them (`features.Drawing`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from khronos_pbem.canvas.spans import plain
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Audience, Drawing
from khronos_pbem.games.khronos.drawing.text.ascii import draw_all, draw_one, rich_all
from khronos_pbem.games.khronos.drawing.text.captions import legend_lines
from khronos_pbem.games.khronos.drawing.text.facts import facts_of
from khronos_pbem.games.khronos.model.pieces import BOARDS
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.view import marks_of, view
from khronos_pbem.messages import Speak, as_it_is

if TYPE_CHECKING:
    from rich.text import Text


class Pictures(Drawing[Position]):
    """The three boards, the players and who rules what; the parts are the boards."""

    parts = tuple(BOARDS)
    parts_rule = "1.1"

    def lines(
        self,
        position: Position,
        audience: int | Audience | None,
        width: int,
        events: Iterable[Event] = (),
        speak: Speak = as_it_is,
        part: str | None = None,
    ) -> list[str]:
        """The boards beside each other as far as `width` columns allow, or one board; players and cards."""
        seen = view(position, audience, marks_of(events))
        return draw_all(seen, width, speak) if part is None else draw_one(seen, part, width, speak)

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
        return rich_all(view(position, audience, marks_of(events)), width, part, speak)

    def facts(
        self,
        position: Position,
        audience: int | Audience | None,
        events: Iterable[Event] = (),
        speak: Speak = as_it_is,
        part: str | None = None,
    ) -> list[str]:
        """The turn, the players, and domain by domain what stands where, who rules and what it pays."""
        return facts_of(view(position, audience, marks_of(events)), speak, part)

    def legend(self, position: Position, width: int, speak: Speak = as_it_is) -> list[str]:
        """The letters of buildings and players, what the land looks like, how to read a domain."""
        return [plain(line) for line in legend_lines(width, speak)]
