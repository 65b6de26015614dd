"""My Village positions as text, for commands and e-mails (`features.Drawing`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from khronos_pbem.canvas.spans import Line, plain_ascii, plain_text, to_rich
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import Drawing, PositionToDraw
from khronos_pbem.games.my_village.drawing.text.ascii import legend_lines, position_lines
from khronos_pbem.games.my_village.drawing.text.below import event_lines
from khronos_pbem.games.my_village.drawing.text.facts import fact_lines
from khronos_pbem.games.my_village.drawing.text.page import changed_places, page_of
from khronos_pbem.games.my_village.model.boards import BOARDS
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.view import view
from khronos_pbem.messages import Translate, untranslated

if TYPE_CHECKING:
    from rich.text import Text


class VillageDrawing(Drawing[Position]):
    """The main board, the villages and the graves as text.

    Every audience sees the same text, because nothing is hidden (VILLAGE 1.1).
    """

    parts = BOARDS
    parts_rule = "VILLAGE 16"

    def lines(self, shown: PositionToDraw[Position], width: int) -> list[str]:
        """The position, or one board of it, as plain lines (VILLAGE 16)."""
        return plain_ascii(_position_lines(shown, width))

    def coloured(self, shown: PositionToDraw[Position], width: int) -> Text:
        """The position, or one board of it, as coloured text for a terminal."""
        return to_rich(_position_lines(shown, width))

    def legend(self, position: Position, width: int, speak: Translate = untranslated) -> list[str]:
        """The meanings of the signs, in lines of at most this width."""
        return [plain_text(line) for line in legend_lines(width, speak)]

    def sentences(self, shown: PositionToDraw[Position]) -> list[str]:
        """The position as facts, one per line, for screen readers (VILLAGE 16)."""
        return fact_lines(view(shown.position), changed_places(shown.events), shown.speak, shown.part)

    def event_lines(self, events: Iterable[Event], width: int, speak: Translate = untranslated) -> list[str]:
        """The events in words, in lines of at most this width (VILLAGE 16)."""
        return event_lines(events, width, speak)


def _position_lines(shown: PositionToDraw[Position], width: int) -> list[Line]:
    return position_lines(page_of(shown, width), shown.part)
