"""Cards are handles until revealed: rules and deck name a hidden card by its deck and slot."""

from __future__ import annotations

from typing import NamedTuple


class Handle(NamedTuple):
    """Slot number `slot` (from 0) of the deck `deck` ("seats", "cards/1", …; DECK 3)."""

    deck: str
    slot: int

    def __str__(self) -> str:
        return f"{self.deck}:{self.slot}"
