"""The feature for the screen that composes turns: places for the cursor and targets of orders.

A panel is a drawn grid of places: a board, or a list in which each line is a place. The screen itself
contains no words of a game. Verbs, tools and targets come from the game; legality and effects come
from `session.turns.turn_draft` and `session.turns.order_effects`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.canvas.spans import HEAD, Line, Span
from khronos_pbem.engine.contract import AnyOrder, Choice, Event, ListedOrder
from khronos_pbem.messages import Translate

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)


class Panel(NamedTuple):
    """A grid of places: its name (English) and its size."""

    name: str
    rows: int
    columns: int


class Spot(NamedTuple):
    """A place of a panel: its row and column, from 0."""

    panel: str
    row: int
    column: int


class Highlight(Enum):
    """The ways to highlight a place while an order is being chosen."""

    LEGAL = "legal"
    DEAR = "dear"
    """A legal place where the order costs more than at other places."""


LIT_SIGNS = {
    Highlight.LEGAL: ("o", "bold #000000 on #5fd75f"),
    Highlight.DEAR: ("+", "bold #000000 on #ffd75f"),
}
REFUSED_SIGN = ("x", "bold #ffffff on #af0000")
"""The sign and the style of places for which an order was refused.

`LIT_SIGNS` has the signs and styles of highlighted places.
"""


class VerbKey(NamedTuple):
    """A key of the keyboard: the first words of its orders, its label in the footer, and what it does."""

    key: str
    verbs: tuple[str, ...]
    words: str
    does: str


class Tool(NamedTuple):
    """A choice made with a digit key after a verb: legal orders that begin with the same words.

    `label` and `price` are sentences.
    """

    words: tuple[str, ...]
    label: str
    orders: tuple[ListedOrder, ...]
    price: str = ""


class AimedOrder(NamedTuple):
    """The order that a place suggests, legal or not: its text, and the places that it would cover."""

    text: str
    covers: frozenset[Spot] = frozenset()


@dataclass(frozen=True)
class Overlay:
    """What is drawn over a position: cursor, highlighted and refused places, changes, and an open choice."""

    cursor: Spot
    lit: Mapping[Spot, Highlight] = field(default_factory=dict)
    refused: frozenset[Spot] = frozenset()
    events: tuple[Event, ...] = ()
    choice: Choice | None = None


class PanelArea(NamedTuple):
    """The area of a panel in a picture: its first line and column, and the characters per place."""

    panel: Panel
    top: int
    left: int
    wide: int = 1

    def spot(self, line: int, column: int) -> Spot | None:
        """Return the place at a line and column of the picture; None if it is outside this panel."""
        row, place = line - self.top, (column - self.left) // self.wide
        inside = 0 <= row < self.panel.rows and 0 <= place < self.panel.columns
        return Spot(self.panel.name, row, place) if inside and column >= self.left else None


class DrawnPanels(NamedTuple):
    """A picture of panels: its lines, and the area of each panel."""

    lines: list[Line]
    areas: tuple[PanelArea, ...]


def panel_title(title: str, here: bool) -> Span:
    """Return the title of a panel; if the cursor is there, in brackets and with reversed colours."""
    return Span(f"[{title}]", f"{HEAD} reverse") if here else Span(f" {title} ", HEAD)


@runtime_checkable
class Composing(Protocol[P]):
    """A game's part in the screen for composing turns. Words in lines are already translated."""

    verb_keys: Sequence[VerbKey]
    """The keys for the orders of a turn, in the sequence in which the footer shows them."""
    answers: frozenset[str]
    """The verbs that answer open choices."""
    signs: Sequence[str] = ()
    """Explanations, as sentences, of those of the game's own signs that no legend explains."""
    overview: str
    """A description of the page that shows the game's reports, for the help on its key."""
    linked: bool
    """Whether the panels are boards of the same size, so the cursor keeps its place between them."""
    compared: Sequence[tuple[str, str]]
    """The values shown for every player before and after the orders.

    Each is a name in `features.Columns` with a short heading.
    """

    def min_columns(self, position: P) -> int:
        """Return the columns needed to show all panels side by side; with fewer, one panel is shown alone."""

    def preferred_columns(self, position: P) -> int:
        """Return the columns needed to show all panels at their largest; 0 if there is only one size."""
        return 0

    def panels(self, position: P, seat: int) -> tuple[Panel, ...]:
        """Return the panels, in their order."""

    def tools(self, position: P, seat: int, orders: Sequence[ListedOrder]) -> Sequence[Tool]:
        """Return the tools for the legal orders of one verb key; each order belongs to one tool.

        Either all orders of a tool have targets, or none of them do.
        """

    def targets(self, position: P, order: AnyOrder) -> tuple[Spot, ...]:
        """Return the places where the cursor can choose a legal order; empty if the order has no place."""

    def is_expensive(self, position: P, order: AnyOrder) -> bool:
        """Return whether a legal order costs more than the same order would at other places."""

    def aimed_order(self, position: P, seat: int, words: Sequence[str], spot: Spot) -> AimedOrder | None:
        """Return the order with these first words that a place suggests; None if there is none."""

    def about(self, position: P, seat: int, spot: Spot) -> str:
        """Return a sentence about the contents of a place, beginning with its name."""

    def draw(
        self, position: P, seat: int, marks: Overlay, columns: int, panel: str | None, speak: Translate
    ) -> DrawnPanels:
        """Draw the panels, or only `panel` if it is given, as this seat can see them.

        Several panels are drawn side by side within `columns`.
        """

    def side_lines(self, position: P, seat: int, width: int, speak: Translate) -> list[Line]:
        """Return lines of a given width with other information for the seat's turn, such as its pieces."""

    def possible_positions(self, position: P, seat: int) -> Iterable[P]:
        """Return the possible positions of a seat at its turn, one for each possible hidden hand.

        They are used to find out what the seat could do.
        """
