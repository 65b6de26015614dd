"""Names of hidden cards: until a card is revealed, rules and deck refer to it by its deck and slot."""

from __future__ import annotations

from typing import NamedTuple

PARTS = ("reveal", "shares", "shuffle", "roll", "proof")
"""The parts of a block that pay for cards and rolls, before its orders or `late`, after them (DECK 7, 10)."""


class Rank(bytes):
    """The secret rank of a slot among cards of the same label: the lowest leaves the hand first (DECK 5).

    Only the owner of the card knows it. It is never printed, and `engine.codec` does not store it.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Nothing of it."""
        return "Rank()"


class Handle(NamedTuple):
    """Slot number `slot` (from 0) of the deck `deck` ("seats", "cards/1", …; DECK 3)."""

    deck: str
    slot: int

    def __str__(self) -> str:
        return f"{self.deck}:{self.slot}"


FIRST = Handle("seats", 0)
"""The card that says who begins: its label is `seat/2` for the third seat (DECK 3)."""
