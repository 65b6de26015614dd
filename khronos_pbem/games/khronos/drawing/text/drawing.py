"""The feature `Drawing` of Khronos: its boards as text for commands and letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khronos_pbem.canvas.spans import plain_text
from khronos_pbem.engine.features.protocols import Drawing, PositionToDraw
from khronos_pbem.games.khronos.drawing.text.ascii import draw_all, draw_one, draw_rich
from khronos_pbem.games.khronos.drawing.text.captions import legend_lines
from khronos_pbem.games.khronos.drawing.text.descriptions import description_lines
from khronos_pbem.games.khronos.model.pieces import BOARDS
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.view import shown_view
from khronos_pbem.messages import Translate, untranslated

if TYPE_CHECKING:
    from rich.text import Text


class KhronosDrawing(Drawing[Position]):
    """The three boards, the players and the domains as text; each board is a part."""

    parts = tuple(BOARDS)
    parts_rule = "1.1"

    def lines(self, shown: PositionToDraw[Position], width: int) -> list[str]:
        """Return one board or all boards as lines, with players and cards.

        As many boards as fit into `width` columns are placed side by side.
        """
        seen = shown_view(shown)
        if shown.part is None:
            return draw_all(seen, width, shown.speak)
        return draw_one(seen, shown.part, width, shown.speak)

    def coloured(self, shown: PositionToDraw[Position], width: int) -> Text:
        """Return the same boards as rich text, with colours and frames for a terminal."""
        return draw_rich(shown_view(shown), width, shown.part, shown.speak)

    def sentences(self, shown: PositionToDraw[Position]) -> list[str]:
        """Return the position as sentences, one per line.

        They describe the turn, the players, the cards, and then the domains with their buildings.
        """
        return description_lines(shown_view(shown), shown.speak, shown.part)

    def legend(self, position: Position, width: int, speak: Translate = untranslated) -> list[str]:
        """Return the legend: letters of buildings and players, signs of the land, and domain notation."""
        return [plain_text(line) for line in legend_lines(width, speak)]
