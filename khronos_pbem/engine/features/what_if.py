"""What a game says of orders before they are given: price, effect, why not; and turns not on yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.engine.contract import Event
from khronos_pbem.errors import OrderError

P = TypeVar("P")
O_contra = TypeVar("O_contra", contravariant=True)

Listed = tuple[str, Any]
"""An order's canonical text, and the order."""

Changes = Mapping[str, Mapping[str, int]]
"""By how much numbers of each colour change, by the names of `engine.features.protocols.Columns`."""


class Price(NamedTuple):
    """What an order costs whoever gives it: as JSON-able data, in words, and as a number to sort by."""

    data: Mapping[str, Any]
    words: str
    size: int


@runtime_checkable
class WhatIf(Protocol[P, O_contra]):
    """What `check`, `moves` and the composer of turns ask of a game besides its rules."""

    shown: Sequence[str]
    """The changes that are told of every order, by their names in `Columns`."""
    unchanged: str
    """What is said of an order that brings no such change, as a sentence."""

    def on_turn(self, position: P, seat: int) -> P | None:
        """The position as if the next turn of this seat had begun; None if it has none any more.

        No choice is open in it. Cards of the seat that are not known are nobody's to know.
        """

    def used(self, position: P, seat: int) -> dict[str, Any]:
        """What a seat has used so far in its turn, as keys of the document of `check`."""

    def used_lines(self, position: P, seat: int) -> list[str]:
        """The same for people."""

    def price(self, before: P, after: P, seat: int, order: O_contra, events: Iterable[Event]) -> Price:
        """What an order has cost the seat that gave it."""

    def following(self, events: Iterable[Event]) -> list[Event]:
        """Those of the events of an order that it does not say itself: what it does elsewhere, to others."""

    def drawn(self, before: P, after: P) -> list[str]:
        """What an order has drawn that is not known yet and may be worth something, as sentences."""
        return []

    def cause(self, position: P) -> Event | None:
        """What has raised the open choice of a position, as it was told then; None if none is open."""
        return None

    def gain(self, changes: Changes, colour: str) -> int:
        """How good changes are for a colour, as a number to sort by."""

    def meant(self, order: O_contra, words: Sequence[str]) -> bool | None:
        """Whether words mean an order otherwise than by its beginning, in any language; None: they mean none
        so."""
        return None

    def groups(self, orders: Sequence[Listed]) -> list[tuple[str, list[Listed]]]:
        """Orders with their texts as `moves` lists them, under headings; "" is none."""
        return [("", list(orders))]

    def why_not(self, position: P, seat: int, wanted: Callable[[Any], bool]) -> OrderError | None:
        """Why no wanted order may be given now: the refusal that is nearest to being met; None if unknown."""
