"""Information about orders before they are given: their price, their effects, and refusals.

The feature also provides positions as they would be at a later turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.engine.contract import AnyOrder, Event, ListedOrder
from khronos_pbem.errors import OrderError

P = TypeVar("P")
O_contra = TypeVar("O_contra", contravariant=True)

Changes = Mapping[str, Mapping[str, int]]
"""The changes in the numbers of each colour, by their names in `engine.features.protocols.Columns`."""


class Price(NamedTuple):
    """The price of an order: as JSON-able data, in words, and as a number to sort by."""

    data: Mapping[str, object]
    words: str
    size: int


@runtime_checkable
class WhatIf(Protocol[P, O_contra]):
    """What `check`, `moves` and the screen for composing turns need to know besides the rules."""

    shown: Sequence[str]
    """The changes reported for every order, by their names in `Columns`."""
    unchanged: str
    """The sentence for an order that causes none of these changes."""
    gains: Sequence[str]
    """The changes that bring a player nearer to winning, by their names in `Columns`."""

    def at_next_turn(self, position: P, seat: int) -> P | None:
        """Return the position as if the next turn of this seat had begun; None if it has no turn left.

        The position has no open choice. Cards of the seat that are unknown stay unknown.
        """

    def used_data(self, position: P, seat: int) -> dict[str, object]:
        """Return what a seat has used so far in its turn, as keys for the document of `check`."""

    def used_lines(self, position: P, seat: int) -> list[str]:
        """Return what a seat has used so far in its turn, as lines of text."""

    def price(self, before: P, after: P, seat: int, order: O_contra, events: Iterable[Event]) -> Price:
        """Return the price of an order for the seat that gave it."""

    def consequences(self, events: Iterable[Event]) -> list[Event]:
        """Return those events of an order that its words do not imply: effects elsewhere and on others."""

    def draw_notes(self, before: P, after: P) -> list[str]:
        """Return sentences about drawn items that are still unknown and may have a value."""
        return []

    def choice_cause(self, position: P) -> Event | None:
        """Return the event that caused the open choice of a position; None if no choice is open."""
        return None

    def gain(self, changes: Changes, colour: str) -> int:
        """Return what a colour gains from these changes, minus the largest gain of any other colour."""
        sums = {each: sum(found.get(key, 0) for key in self.gains) for each, found in changes.items()}
        return sums.get(colour, 0) - max([0, *(gained for each, gained in sums.items() if each != colour)])

    def matches(self, order: O_contra, words: Sequence[str]) -> bool | None:
        """Return whether words that are not the beginning of an order nevertheless mean it.

        The words can be in any language. Returns None if they have no such meaning for any order.
        """
        return None

    def groups(self, orders: Sequence[ListedOrder]) -> list[tuple[str, list[ListedOrder]]]:
        """Group orders under headings, as `moves` lists them; the heading "" is not printed."""
        return [("", list(orders))]

    def why_not(self, position: P, seat: int, wanted: Callable[[AnyOrder], bool]) -> OrderError | None:
        """Return the refusal of the wanted order that comes closest to being legal; None if unknown."""
