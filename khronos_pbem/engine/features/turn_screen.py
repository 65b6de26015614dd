"""What a game offers to the screen on which turns are composed: places for a cursor, and what orders aim at.

A panel is a grid of places that is drawn: a board, or a list of things of which each line is a place. The
screen knows no word of a game: verbs, tools and targets are the game's, legality and effects are those of
`session.turns.turn_draft` and `session.turns.order_effects`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.canvas.spans import Line
from khronos_pbem.engine.contract import Choice, Event
from khronos_pbem.messages import Speak

P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)

Orders = Sequence[tuple[str, Any]]
"""Legal orders as `session.turns.turn_draft.NextOrders` has them: each with its canonical text."""


class Panel(NamedTuple):
    """A grid of places by its name (English) and its size."""

    name: str
    rows: int
    columns: int


class Spot(NamedTuple):
    """A place of a panel: its row and column, from 0."""

    panel: str
    row: int
    column: int


class Light(Enum):
    """How a place is lit while something is chosen."""

    LEGAL = "legal"
    DEAR = "dear"
    """Legal, and it costs more than the same elsewhere."""


class VerbKey(NamedTuple):
    """A key with the first words of the orders that it begins, its word for the footer, and what it does."""

    key: str
    verbs: tuple[str, ...]
    words: str
    does: str


class Tool(NamedTuple):
    """What a digit chooses behind a verb: its legal orders, the words that they begin with, a label and a
    price as sentences."""

    words: tuple[str, ...]
    label: str
    orders: tuple[tuple[str, Any], ...]
    price: str = ""


class Meant(NamedTuple):
    """An order that a place may mean, legal or not: its text, and the places that it would cover."""

    text: str
    covers: frozenset[Spot] = frozenset()


@dataclass(frozen=True)
class Marks:
    """What is drawn on top of a position: the cursor, lit places, what may not stand where it would, what
    events have changed, and the choice that would be open then."""

    cursor: Spot
    lit: Mapping[Spot, Light] = field(default_factory=dict)
    refused: frozenset[Spot] = frozenset()
    events: tuple[Event, ...] = ()
    choice: Choice | None = None


class Area(NamedTuple):
    """Where a panel is in a picture: its first line and column, and the characters that a place has."""

    panel: Panel
    top: int
    left: int
    wide: int = 1

    def spot(self, line: int, column: int) -> Spot | None:
        """The place under a character of the picture; None if it is on no place of this panel."""
        row, place = line - self.top, (column - self.left) // self.wide
        inside = 0 <= row < self.panel.rows and 0 <= place < self.panel.columns
        return Spot(self.panel.name, row, place) if inside and column >= self.left else None


class Drawn(NamedTuple):
    """A picture of panels: its lines, and where the panels are in it."""

    lines: list[Line]
    areas: tuple[Area, ...]


@runtime_checkable
class Composing(Protocol[P]):
    """A game on the screen on which turns are composed. Words in lines are spoken already."""

    verb_keys: Sequence[VerbKey]
    """The keys of the orders of a turn, in the order in which the footer shows them."""
    answers: frozenset[str]
    """The verbs that answer open choices."""
    signs: Sequence[str] = ()
    """What signs of the game's own mean that no legend explains, as sentences."""
    overview: str
    """What the page of the game's reports shows, as the help of its key says."""
    linked: bool
    """Whether the panels are boards of one size, on which the cursor stands on the same place."""
    compared: Sequence[tuple[str, str]]
    """What is shown of every player before and after: names in `features.Columns`, with a short head each."""

    def narrow(self, position: P) -> int:
        """The columns that the panels need beside each other; with fewer one is shown alone."""

    def framed(self, position: P) -> int:
        """The columns that the panels need beside each other at their best; 0 if they are never wider."""
        return 0

    def panels(self, position: P, seat: int) -> tuple[Panel, ...]:
        """The panels, in their order."""

    def tools(self, position: P, seat: int, orders: Orders) -> Sequence[Tool]:
        """What may be chosen among the legal orders of one verb key: each order is in one of them.

        Either all orders of a tool have targets, or none has.
        """

    def targets(self, position: P, order: Any) -> tuple[Spot, ...]:
        """The places at which the cursor chooses a legal order; none if it aims at no place."""

    def dear(self, position: P, order: Any) -> bool:
        """Whether a legal order costs more than the same elsewhere."""

    def meant(self, position: P, seat: int, words: Sequence[str], spot: Spot) -> Meant | None:
        """The order with these first words that a place means; None if it can mean none."""

    def about(self, position: P, seat: int, spot: Spot) -> str:
        """What is at a place, its name first, as a sentence."""

    def drawn(
        self, position: P, seat: int, marks: Marks, columns: int, panel: str | None, speak: Speak
    ) -> Drawn:
        """The panels beside each other within so many columns, or one of them, as this seat may see them."""

    def aside(self, position: P, seat: int, width: int, speak: Speak) -> list[Line]:
        """What else the seat has to know for its turn, within a width: its figures, what is left."""

    def foreseen(self, position: P, seat: int) -> Iterable[P]:
        """Positions that a seat whose hand is not known may be in at its turn, to see what it could do."""
