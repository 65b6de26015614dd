"""Whole rounds of the protocol: set up, deal, share, read, play, shuffle again (DECK 3, 5, 6)."""

from __future__ import annotations

from collections import Counter

import pytest

from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.deck.joining import accept_join, make_join
from khronos_pbem.deck.ledger import (
    CheckLevel,
    DueParts,
    Ledger,
    deal,
    due_parts,
    is_readable,
    new_deck,
    next_contributor,
    open_to_all,
)
from khronos_pbem.deck.payment import accept_payment, pay, revealed_handles
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import canonical_json
from tests.deck.people import GAME_ID, LABELS, cards, empty, joined, paid, secrets

EVERY_CARD = cards("cards/1", *range(len(LABELS)))


def all_pay(ledger: Ledger) -> Ledger:
    for seat in range(ledger.seats):
        ledger, _ = paid(ledger, seat)
    return ledger


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_deck_is_dealt_read_and_played(count: int) -> None:
    ledger = joined(count)
    assert ledger.proofs == 4 * count
    hands = {seat: EVERY_CARD[seat::count] for seat in range(count)}
    for seat, hand in hands.items():
        ledger = deal(ledger, seat, hand)
    ledger = all_pay(ledger)
    seen: dict[Handle, str] = {}
    for seat, secret in enumerate(secrets(count)):
        mine = read(ledger, seat, secret)
        assert tuple(mine) == hands[seat]
        ledger, labels = paid(ledger, seat, hands[seat])
        assert labels == mine
        assert read(ledger, seat, secret) == {}
        seen |= labels
    assert Counter(seen.values()) == Counter(LABELS)


@pytest.mark.parametrize("count", [2, 3])
def test_the_starting_seat_is_opened_by_all(count: int) -> None:
    start = Handle("seats", 0)
    ledger = open_to_all(joined(count), start)
    for seat in range(count):
        assert due_parts(ledger, seat) == DueParts((), (start,))
        assert next_contributor(ledger, (start,), seat - 1) == seat
        ledger, labels = paid(ledger, seat)
        assert not due_parts(ledger, seat)
    assert labels[start] in {f"seat/{seat}" for seat in range(count)}
    assert next_contributor(ledger, (start,), 0) is None


def test_a_later_deck_is_dealt_before_it_is_final() -> None:
    ledger = deal(new_deck(joined(3), "cards/2", ("civil", "military", "civil")), 1, cards("cards/2", 0, 1))
    for seat in range(3):
        assert due_parts(ledger, seat).shuffles == ("cards/2",)
    assert due_parts(ledger, 0).shares == ()
    assert next_contributor(ledger, cards("cards/2", 0), 1) == 2
    ledger, _ = paid(ledger, 2)
    assert next_contributor(ledger, cards("cards/2", 0), 2) == 0
    ledger, _ = paid(ledger, 1)
    before = ledger
    ledger, _ = paid(ledger, 0)  # completes the deck, and pays its shares in the same block
    assert ledger.proofs == before.proofs + 2
    assert not due_parts(ledger, 0)
    assert due_parts(ledger, 1) == DueParts()
    assert due_parts(ledger, 2).shares == cards("cards/2", 0, 1)
    assert next_contributor(ledger, cards("cards/2", 0), 0) == 2
    assert not is_readable(ledger, Handle("cards/2", 0))
    ledger, _ = paid(ledger, 2)
    assert is_readable(ledger, Handle("cards/2", 0))
    mine = read(ledger, 1, secrets(3)[1])
    assert set(mine) == set(cards("cards/2", 0, 1))


def test_several_decks_may_be_under_preparation() -> None:
    ledger = new_deck(new_deck(joined(2), "cards/2", ("civil",)), "cards/3", ("military", "civil"))
    assert due_parts(ledger, 0).shuffles == ("cards/2", "cards/3")
    ledger = all_pay(ledger)
    ledger = all_pay(open_to_all(ledger, Handle("cards/2", 0)))
    assert ledger.held[Handle("cards/2", 0)].label == "civil"


def test_a_payment_pays_shares_and_reveals_under_one_proof() -> None:
    ledger = all_pay(deal(joined(2), 0, cards("cards/1", 0, 1)))
    ledger = deal(ledger, 1, cards("cards/1", 2))
    made = pay(ledger, 0, secrets(2)[0], cards("cards/1", 1))
    assert sorted(made.part) == ["proof", "reveal", "shares"]
    assert revealed_handles(made.part) == cards("cards/1", 1)
    assert made.ledger.proofs == ledger.proofs + 1
    assert list(made.labels) == list(cards("cards/1", 1))
    assert list(read(made.ledger, 0, secrets(2)[0])) == list(cards("cards/1", 0))


def test_nothing_owed_is_an_empty_part() -> None:
    ledger = joined(2)
    assert pay(ledger, 0, secrets(2)[0], ()).part == {}
    assert accept_payment(ledger, 0, {}, CheckLevel.FULL) == (ledger, {})
    assert revealed_handles({}) == ()


def test_trusted_blocks_give_the_same_ledger() -> None:
    assert joined(2, checks=CheckLevel.TRUSTED) == joined(2)
    ledger = deal(joined(2), 0, cards("cards/1", 0))
    assert paid(ledger, 1, checks=CheckLevel.TRUSTED) == paid(ledger, 1)


def test_the_same_turn_gives_the_same_block() -> None:
    """P4: running a turn again, or going back to an older save, never gives other cards."""
    ledger = deal(joined(2), 0, cards("cards/1", 0, 3))
    again = deal(joined(2), 0, cards("cards/1", 0, 3))
    secret = secrets(2)[1]
    assert canonical_json(pay(ledger, 1, secret, ()).part) == canonical_json(pay(again, 1, secret, ()).part)


def test_another_game_or_player_shuffles_otherwise() -> None:
    parts = [make_join(empty(2), secrets(2)[seat])[0] for seat in range(2)]
    parts.append(make_join(empty(2), GameSecret.derive(bytes([1]) * 32, bytes(16)))[0])
    assert len({part["key"] for part in parts}) == 3
    assert len({part["decks"]["cards/1"]["slots"] for part in parts}) == 3


def test_a_block_of_another_seat_or_game_is_not_accepted_here() -> None:
    part, _ = make_join(Ledger.new(bytes(16), 2, {"seats": ("seat/0", "seat/1")}), secrets(2)[0])
    with pytest.raises(ValueError, match="layer of seats: the proof is not valid"):
        accept_join(Ledger.new(GAME_ID, 2, {"seats": ("seat/0", "seat/1")}), part, CheckLevel.FULL)
    first = Ledger.new(bytes(16), 2, {"seats": ("seat/0", "seat/1")})
    with pytest.raises(ValueError, match="layer of seats: the proof is not valid"):
        accept_join(accept_join(first, part, CheckLevel.FULL), part, CheckLevel.FULL)
