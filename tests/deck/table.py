"""A table of players with one deck, for the tests of the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.deck.joining import accept_join, make_join
from khronos_pbem.deck.ledger import CheckLevel, Ledger, deal, new_deck, open_to_all
from khronos_pbem.deck.payment import accept_payment, pay
from khronos_pbem.engine.card_handles import Handle

GAME = b"a game of cards!"
CARDS = ("military", "religious", "civil", "civil", "military", "religious")


def secret_of(seat: int, game: bytes = GAME) -> GameSecret:
    """The secret of a seat, always the same."""
    return GameSecret.derive(bytes([seat + 1]) * 32, game)


def decks(seats: int, cards: tuple[str, ...] = CARDS) -> dict[str, tuple[str, ...]]:
    """The decks of the set-up lap."""
    return {"seats": tuple(f"seat/{seat}" for seat in range(seats)), "cards/1": cards}


@dataclass
class Players:
    """Players who have joined; every part they make is checked as the others would."""

    seats: int
    cards: tuple[str, ...] = CARDS
    game: bytes = GAME
    joins: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ledger = Ledger.new(self.game, self.seats, decks(self.seats, self.cards))
        for seat in range(self.seats):
            part, ledger = make_join(self.ledger, self.secret(seat))
            assert accept_join(self.ledger, part, CheckLevel.FULL) == ledger
            self.joins.append(part)
            self.ledger = ledger

    def secret(self, seat: int) -> GameSecret:
        return secret_of(seat, self.game)

    def deal(self, seat: int, *slots: int, deck: str = "cards/1") -> list[Handle]:
        handles = [Handle(deck, slot) for slot in slots]
        self.ledger = deal(self.ledger, seat, handles)
        return handles

    def open(self, slot: int = 0, deck: str = "seats") -> Handle:
        handle = Handle(deck, slot)
        self.ledger = open_to_all(self.ledger, handle)
        return handle

    def new_deck(self, name: str, *labels: str) -> None:
        self.ledger = new_deck(self.ledger, name, labels)

    def pay(self, seat: int, *reveal: Handle) -> Mapping[Handle, str]:
        made = pay(self.ledger, seat, self.secret(seat), reveal)
        ledger, labels = accept_payment(self.ledger, seat, made.part, CheckLevel.FULL)
        assert ledger == made.ledger
        assert labels == made.labels
        assert accept_payment(self.ledger, seat, made.part, CheckLevel.TRUSTED) == (ledger, labels)
        self.ledger = ledger
        return labels

    def read(self, seat: int) -> dict[Handle, str]:
        return read(self.ledger, seat, self.secret(seat))
