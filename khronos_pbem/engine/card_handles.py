"""Names of hidden cards: the rules and the deck refer to a card by deck and slot until it is revealed."""

from __future__ import annotations

from typing import NamedTuple

PARTS = ("reveal", "shares", "shuffle", "roll", "proof")
"""The keys of a block's contributions, made before its orders or, in `late`, after them (DECK 7, 10)."""


class Rank(bytes):
    """The secret rank of a slot among cards of the same label: the lowest leaves the hand first (DECK 5).

    Only the owner of the card knows it. It is never printed, and `engine.codec` does not store it.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Return a text that reveals nothing about the rank."""
        return "Rank()"


class Handle(NamedTuple):
    """Slot number `slot` (from 0) of the deck `deck` ("seats", "cards/1", …; DECK 3)."""

    deck: str
    slot: int

    def __str__(self) -> str:
        return f"{self.deck}:{self.slot}"


FIRST = Handle("seats", 0)
"""The card that determines which seat begins: its label is `seat/2` for the third seat (DECK 3)."""
