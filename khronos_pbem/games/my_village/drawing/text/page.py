"""What is drawn in text: the position, its marks, the language, and how items are placed in lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from khronos_pbem.canvas.spans import HEAD, Line, Span, flow, length
from khronos_pbem.engine.contract import Event
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.model.boards import VILLAGES
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.messages import Message, Speak, message

Marks = frozenset[tuple[str, str]]
"""What changed: a place, with the colour whose village it is in ("" on the main board)."""

Item = tuple[int, Line]
"""Words with the column they want to begin at."""

WIDE = 78
"""The columns of the display (VILLAGE 16); the heading takes two more."""

ROOMY, _MOST = 120, 160
"""From so many columns on nothing is shortened; so many are used at most."""

_ROOM, _ROOM_FOR_WORDS, _LARGEST = 24, 32, 50
"""The columns of a village, a star and a line beside it; how many it takes for words in full."""


def marks_of(events: Iterable[Event]) -> Marks:
    """The places that these events changed (VILLAGE 16)."""
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
    """What is drawn, in how many columns, in which language."""

    position: Position
    marks: Marks
    width: int
    speak: Speak

    @property
    def roomy(self) -> bool:
        """Whether there is room for words in full."""
        return self.width >= ROOMY

    @property
    def across(self) -> int:
        """The columns of the display."""
        return min(self.width, _MOST) - 2 if self.roomy else WIDE

    @property
    def room(self) -> int:
        """The columns of a village: where there is room as many as all beside each other have."""
        if not self.roomy:
            return _ROOM
        return min(_LARGEST, (self.across + 4) // len(self.position.players) - 3)

    def column(self, narrow: int, roomy: int) -> int:
        """Where words begin in the display of VILLAGE 16, and where words are in full."""
        return roomy if self.roomy else narrow

    def changed(self, *places: str, seat: str = "") -> bool:
        """Whether one of these places changed, on the main board or in a player's village."""
        return any((seat, place) in self.marks for place in places)

    def cost(self, time: int, coins: int = 0) -> str:
        """Time and coins: `2t 1c`; in full where there is room."""
        return short.cost(time, coins, self.speak, full=self.roomy)

    def village_cost(self, time: int) -> str:
        """Time in the column of a village: in full where the column is wide."""
        return short.cost(time, 0, self.speak, full=self.room >= _ROOM_FOR_WORDS)

    def name(self, colour: str) -> str:
        """A colour as the name of its player, as headings have it."""
        return self.speak(message("{who}:", who=colour)).rstrip(": \u00a0")

    def star(self, *places: str, seat: str = "") -> str:
        """A star if one of these places changed, else a blank."""
        return "*" if self.changed(*places, seat=seat) else " "

    def label(self, word: str, *places: str) -> Line:
        """A word of the main board, starred and bold if one of these places changed."""
        return [Span(f"{self.speak(word)}{self.star(*places)}", HEAD if self.changed(*places) else "")]


def text(words: str, style: str = "") -> Line:
    """Words as a line of one span."""
    return [Span(words, style)]


def laid(items: Sequence[Item], width: int, indent: int = 2) -> list[Line]:
    """Items at their columns, or further right where there is no room; in several lines if need be."""
    line = _placed(items)
    if length(line) <= width:
        return [line]
    return flow([_words(words) for _, words in items], width, indent)


def packed(items: Sequence[Item], width: int) -> list[Line]:
    """The same, but items move together before a second line is begun."""
    line = _placed(items)
    if length(line) > width:
        line = _placed([(0, words) for _, words in items])
    return [line] if length(line) <= width else flow([_words(words) for _, words in items], width, 1)


def _placed(items: Sequence[Item]) -> Line:
    line: Line = []
    for column, words in items:
        gap = max(1 if line else 0, column - length(line))
        line += [Span(" " * gap), *words] if gap else words
    return line


def _words(line: Line) -> list[Line]:
    """A line cut at its blanks."""
    return [text(word, span.style) for span in line for word in span.text.split(" ") if word]
