"""Who owes what to the deck, and who is asked first (DECK 3, 6)."""

from __future__ import annotations

import pytest

from khronos_pbem.deck.joining import accept_join, make_join
from khronos_pbem.deck.ledger import (
    CheckLevel,
    Ledger,
    SlotState,
    due_parts,
    is_readable,
    next_contributor,
    slot_state,
)
from khronos_pbem.deck.payment import pay
from khronos_pbem.errors import DeckError
from tests.deck.table import GAME, Players, decks, secret_of


def test_debts() -> None:
    """DECK 6: who owes what, and who is asked first."""
    players = Players(3)
    mine = players.deal(1, 0, 1)
    assert [bool(due_parts(players.ledger, seat)) for seat in range(3)] == [True, False, True]
    assert due_parts(players.ledger, 0).shares == tuple(mine)
    assert next_contributor(players.ledger, mine, 1) == 2
    players.pay(2)
    assert next_contributor(players.ledger, mine, 1) == 0
    assert not is_readable(players.ledger, mine[0])
    players.pay(0)
    assert is_readable(players.ledger, mine[0])


def test_the_life_of_a_slot() -> None:
    """DECK 5: dealt, shared, readable, revealed, each once and in this order."""
    players = Players(2)
    players.new_deck("cards/2", "civil", "military")
    (card,) = players.deal(0, 1, deck="cards/2")
    lived = [slot_state(players.ledger, card)]
    for seat in (0, 1):
        players.pay(seat)
        lived.append(slot_state(players.ledger, card))
    shown = pay(players.ledger, 0, secret_of(0), (card,)).ledger
    assert [*lived, slot_state(shown, card)] == [
        SlotState.DEALT,
        SlotState.DEALT,
        SlotState.READABLE,
        SlotState.REVEALED,
    ]


def test_a_slot_is_shared_until_the_last_share_is_in() -> None:
    """DECK 5, 6: of a deck that is final, all but the holder owe."""
    players = Players(3)
    (card,) = players.deal(1, 0)
    for seat in (0, 2):
        assert slot_state(players.ledger, card) is SlotState.SHARED
        players.pay(seat)
    assert slot_state(players.ledger, card) is SlotState.READABLE


def test_the_last_shuffle_makes_the_shares_due_in_the_same_payment() -> None:
    """DECK 6: a block pays every debt its author has."""
    players = Players(2)
    players.new_deck("cards/2", "civil", "military")
    (card,) = players.deal(0, 1, deck="cards/2")
    players.pay(0)
    players.pay(1)
    assert not due_parts(players.ledger, 1)
    assert card in players.read(0)


def test_only_so_many_seats() -> None:
    """DECK 3: the lap ends with the last seat."""
    players = Players(2)
    part, _ = make_join(Ledger.new(GAME, 3, decks(3)), secret_of(5))
    with pytest.raises(DeckError, match="all seats are taken"):
        accept_join(players.ledger, part, CheckLevel.FULL)
