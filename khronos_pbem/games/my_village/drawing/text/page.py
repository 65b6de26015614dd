"""A page of text: the view, its changes, the language, and the layout of items in lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from khronos_pbem.canvas.spans import HEAD, Line, Span, flow, line_width
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.model.boards import VILLAGES
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.view import View, view
from khronos_pbem.messages import Message, Translate, message

Marks = frozenset[tuple[str, str]]
"""The changed places, each with the colour of its village ("" for the main board).

A mark is a pair (colour, place).
"""

Item = tuple[int, Line]
"""A column and the text that should begin there."""

WIDE = 78
"""The width of the display in columns (VILLAGE 16); the heading is two columns wider."""

ROOMY, _MOST = 120, 160
"""The page width from which nothing is shortened, and the largest width used, in columns."""

_ROOM, _ROOM_FOR_WORDS, _LARGEST = 24, 32, 50
"""The normal width of a village, the smallest for words in full, and the largest, in columns.

The star and the line beside a village are not included.
"""


def changed_places(events: Iterable[Event]) -> Marks:
    """The places that these events changed, each with the colour of its village (VILLAGE 16)."""
    found = set[tuple[str, str]]()
    for event in events:
        who = event.seat if event.board == VILLAGES else ""
        found.update((who, place) for place in event.squares)
        if event.event in ("bought", "monk"):
            found.add(("", event.squares[0]))
        elif event.event == "travelled":
            found.add(("", f"travel {event.squares[1]}"))
        elif event.event in ("hand", "chronicle"):
            found.add((event.seat, "tree"))
        elif event.event == "took" and isinstance(event.text, Message) and event.text.parts["paid"]:
            found.update({(event.seat, "coins"), (event.seat, "square")})
    return frozenset(found)


class Page(NamedTuple):
    """A view to draw, with the changed places `marks`, the `width` in columns and the language `speak`."""

    view: View
    marks: Marks
    width: int
    speak: Translate

    @property
    def is_roomy(self) -> bool:
        """Whether the page is wide enough for words in full."""
        return self.width >= ROOMY

    @property
    def display_width(self) -> int:
        """The width of the display in columns."""
        return min(self.width, _MOST) - 2 if self.is_roomy else WIDE

    @property
    def village_width(self) -> int:
        """The width of a village in columns.

        A wide page is divided equally among all villages, up to a maximum width.
        """
        if not self.is_roomy:
            return _ROOM
        return min(_LARGEST, (self.display_width + 4) // len(self.view.villages) - 3)

    def column(self, narrow: int, roomy: int) -> int:
        """Return the column where words begin: `roomy` on a wide page, otherwise `narrow` (VILLAGE 16)."""
        return roomy if self.is_roomy else narrow

    def changed(self, *places: str, seat: str = "") -> bool:
        """Return whether one of these places changed.

        The places are on the main board or, if `seat` is given, in the village of that colour.
        """
        return any((seat, place) in self.marks for place in places)

    def cost(self, time: int, coins: int = 0) -> str:
        """A price in time and coins: `2t 1c`, or in full on a wide page."""
        return short.cost_text(time, coins, self.speak, full=self.is_roomy)

    def village_cost(self, time: int) -> str:
        """A price in time for a village, in full if the village is wide enough."""
        return short.cost_text(time, 0, self.speak, full=self.village_width >= _ROOM_FOR_WORDS)

    def name(self, colour: str) -> str:
        """The name of the player of a colour, in the form for headings."""
        return self.speak(message("{who}:", who=colour)).rstrip(": \u00a0")

    def star(self, *places: str, seat: str = "") -> str:
        """A star if one of these places changed, else a blank."""
        return "*" if self.changed(*places, seat=seat) else " "

    def label(self, word: str, *places: str) -> Line:
        """A word of the main board, starred and bold if one of these places changed."""
        return [Span(f"{self.speak(word)}{self.star(*places)}", HEAD if self.changed(*places) else "")]


def span_line(words: str, style: str = "") -> Line:
    """A line of one span."""
    return [Span(words, style)]


def placed_lines(items: Sequence[Item], width: int, indent: int = 2) -> list[Line]:
    """Items in one line, each at its column or further right, or wrapped if they do not fit."""
    line = _placed_line(items)
    if line_width(line) <= width:
        return [line]
    return flow([_word_lines(words) for _, words in items], width, indent)


def packed_lines(items: Sequence[Item], width: int) -> list[Line]:
    """Items in one line as in `placed_lines`, or wrapped if they do not fit.

    If the line is too long, the gaps are closed first; only then is it wrapped.
    """
    line = _placed_line(items)
    if line_width(line) > width:
        line = _placed_line([(0, words) for _, words in items])
    return [line] if line_width(line) <= width else flow([_word_lines(words) for _, words in items], width, 1)


def _placed_line(items: Sequence[Item]) -> Line:
    line: Line = []
    for column, words in items:
        gap = max(1 if line else 0, column - line_width(line))
        line += [Span(" " * gap), *words] if gap else words
    return line


def _word_lines(line: Line) -> list[Line]:
    """The words of a line, each as a line with its style."""
    return [span_line(word, span.style) for span in line for word in span.text.split(" ") if word]


def page_of(shown: PositionToDraw[Position], width: int = 0) -> Page:
    """The page for a position; `width` is in columns, and pictures need none."""
    return Page(view(shown.position), changed_places(shown.events), width, shown.speak)
