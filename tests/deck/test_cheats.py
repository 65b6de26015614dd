"""Every way to cheat with the deck is caught, with the reason (DECK 1, 5, 8)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_pbem.deck.crypto.equality import PROOF_SIZE, EqualityClaim, holds_equality, prove_equality
from khronos_pbem.deck.crypto.group import (
    ORDER,
    SCALAR_SIZE,
    SIZE,
    add,
    base,
    label_point,
    mul,
    pack_points,
    pack_scalars,
    unpack_points,
    unpack_scalars,
)
from khronos_pbem.deck.crypto.shuffle import Slots
from khronos_pbem.deck.joining import accept_join, make_join
from khronos_pbem.deck.ledger import CheckLevel, Ledger
from khronos_pbem.deck.mixing import make_shuffle
from khronos_pbem.deck.payment import accept_payment, pay
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import DeckError
from khronos_pbem.languages import translator
from tests.deck.points import BAD_POINTS
from tests.deck.table import CARDS, GAME, Players, decks, secret_of

HIGH_SCALAR = ORDER.to_bytes(SCALAR_SIZE, "little")

Change = Callable[[dict[str, Any]], None]


def join_part() -> tuple[Ledger, dict[str, Any]]:
    """A ledger after one join, and the second seat's part."""
    ledger = Ledger.new(GAME, 2, decks(2))
    _, ledger = make_join(ledger, secret_of(0))
    part, _ = make_join(ledger, secret_of(1))
    return ledger, copy.deepcopy(part)


def replaced(text: str, at: int, item: bytes) -> str:
    """A packed list with one of its items replaced."""
    data, size = bytearray(decode_bytes(text)), len(item)
    data[size * at : size * (at + 1)] = item
    return encode_bytes(bytes(data))


def point_at(text: str, at: int) -> bytes:
    return unpack_points(decode_bytes(text))[at]


def swapped(text: str, one: int, other: int) -> str:
    first, second = point_at(text, one), point_at(text, other)
    return replaced(replaced(text, one, second), other, first)


PLACES = [
    ("slots", 0),
    ("slots", len(CARDS)),
    ("slots", 2 * len(CARDS) - 1),
    ("commitments", 0),
    ("commitments", len(CARDS)),
    ("commitments", 2 * len(CARDS) - 1),
    ("layer", 2),
]


@pytest.mark.parametrize(("key", "at"), PLACES)
@pytest.mark.parametrize("name", BAD_POINTS)
def test_bad_points_in_a_join(key: str, at: int, name: str) -> None:
    """DECK 2, 8: a point off the curve, of small order or outside the subgroup, wherever it stands."""
    ledger, part = join_part()
    deck = part["decks"]["cards/1"]
    deck[key] = replaced(deck[key], at, BAD_POINTS[name])
    with pytest.raises(DeckError, match=r"off the curve or has small order|is not valid"):
        accept_join(ledger, part, CheckLevel.FULL)


def tamper(change: Change, match: str) -> None:
    ledger, part = join_part()
    change(part)
    with pytest.raises(DeckError, match=match):
        accept_join(ledger, part, CheckLevel.FULL)


def deck_of(part: dict[str, Any]) -> dict[str, Any]:
    deck: dict[str, Any] = part["decks"]["cards/1"]
    return deck


def set_deck(key: str, make: Callable[[str], Any]) -> Change:
    def change(part: dict[str, Any]) -> None:
        deck_of(part)[key] = make(deck_of(part)[key])

    return change


CHANGES: dict[str, tuple[Change, str]] = {
    "slot swapped": (set_deck("slots", lambda text: swapped(text, 0, 1)), "is not valid"),
    "slot repeated": (set_deck("slots", lambda text: replaced(text, 0, point_at(text, 1))), "is not valid"),
    "slot replaced": (set_deck("slots", lambda text: replaced(text, 0, base(99))), "is not valid"),
    "another layer": (set_deck("layer", lambda text: replaced(text, 0, base(99))), "layer of cards/1"),
    "layers swapped": (set_deck("layer", lambda text: swapped(text, 0, 1)), "layer of cards/1"),
    "scalar too high": (
        set_deck("responses", lambda text: replaced(text, 3, HIGH_SCALAR)),
        "not less than the order",
    ),
    "proof scalar too high": (
        set_deck("proof", lambda text: replaced(text, 1, HIGH_SCALAR)),
        "not less than the order",
    ),
    "list too short": (
        set_deck("slots", lambda text: encode_bytes(decode_bytes(text)[:-SIZE])),
        "bytes, but",
    ),
    "list too long": (
        set_deck("slots", lambda text: encode_bytes(decode_bytes(text) + base(3))),
        "bytes, but",
    ),
    "not base64": (set_deck("slots", lambda text: "!" + text[1:]), "base64"),
    "base64 not canonical": (set_deck("proof", lambda text: text[:-1] + "_"), "canonical"),
    "not text": (set_deck("proof", lambda text: 7), "not text"),
    "unknown key": (lambda part: part.update(more=1), "unknown key"),
    "missing key": (lambda part: part.pop("key"), "is missing"),
    "missing deck": (lambda part: part["decks"].pop("seats"), "is missing"),
    "decks are a list": (lambda part: part.update(decks=[]), "not a table"),
    "another's key": (lambda part: part.update(key=encode_bytes(base(42))), "is not valid"),
    "commitment changed": (set_deck("commitments", lambda text: replaced(text, 1, base(5))), "is not valid"),
    "challenge changed": (
        set_deck("responses", lambda text: replaced(text, 0, bytes(SCALAR_SIZE))),
        "is not valid",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_tampering_with_a_join(name: str) -> None:
    """DECK 8, each of its sentences."""
    tamper(*CHANGES[name])


@settings(max_examples=40, deadline=None)
@given(at=st.integers(0, 5 + 2 * len(CARDS) - 1), value=st.integers(1, 2**100))
def test_every_response_of_the_shuffle_proof_counts(at: int, value: int) -> None:
    """DECK 4: no response can be changed."""
    ledger, part = JOINED
    part = copy.deepcopy(part)
    deck = deck_of(part)
    responses = list(unpack_scalars(decode_bytes(deck["responses"])))
    responses[at] += value
    deck["responses"] = encode_bytes(pack_scalars(responses))
    with pytest.raises(DeckError, match="is not valid"):
        accept_join(ledger, part, CheckLevel.FULL)


JOINED = join_part()


def test_a_multiset_that_differs() -> None:
    """DECK 8: a shuffle of other cards than the discard pile is not proven."""
    players = Players(2)
    players.new_deck("cards/2", "civil", "civil", "military")
    ledger = players.ledger
    deck = ledger.decks["cards/2"]
    better = Slots(deck.slots.a, pack_points(add(label_point("military"), ledger.key) for _ in range(3)))

    shuffle, _ = make_shuffle(ledger, deck._replace(slots=better), 0, secret_of(0))
    with pytest.raises(DeckError, match="shuffle of cards/2: the proof is not valid"):
        accept_payment(ledger, 0, {"shuffle": [{"deck": "cards/2", **shuffle}]}, CheckLevel.FULL)


def payment() -> tuple[Players, dict[str, Any], list[Handle]]:
    """Seat 0 owes two shares for seat 1's cards, and reveals one of its own two."""
    players = Players(2)
    theirs = players.deal(1, 0, 1)
    mine = players.deal(0, 2, 3)
    players.pay(1)
    part = pay(players.ledger, 0, secret_of(0), mine[:1]).part
    return players, copy.deepcopy(part), [*theirs, *mine]


def refuse(players: Players, seat: int, part: dict[str, Any], match: str) -> None:
    with pytest.raises(DeckError, match=match):
        accept_payment(players.ledger, seat, part, CheckLevel.FULL)


def test_a_share_that_is_none() -> None:
    """DECK 8: shares are proven."""
    players, part, _ = payment()
    part["shares"][0]["points"] = replaced(part["shares"][0]["points"], 0, base(3))
    refuse(players, 0, part, "is not valid")


@pytest.mark.parametrize("bad", BAD_POINTS.values(), ids=BAD_POINTS)
def test_a_share_off_the_curve(bad: bytes) -> None:
    players, part, _ = payment()
    part["shares"][0]["points"] = replaced(part["shares"][0]["points"], 1, bad)
    refuse(players, 0, part, "off the curve or has small order")


def test_a_reveal_that_does_not_match() -> None:
    """P3: a card cannot be swapped for another when it is played."""
    players, part, handles = payment()
    other = pay(players.ledger, 0, secret_of(0), handles[3:]).part
    part["reveal"][0]["points"] = other["reveal"][0]["points"]
    refuse(players, 0, part, "is not valid")
    part["reveal"][0]["slots"] = [handles[3].slot]
    refuse(players, 0, part, "is not valid")


def test_a_debt_not_paid() -> None:
    players, part, handles = payment()
    del part["shares"]
    refuse(players, 0, part, f"share for slot {handles[0]} is missing")


@pytest.mark.parametrize(
    ("part", "german"),
    [
        ({"shares": 1}, "shares ist keine Liste von Tabellen"),
        ({"reveal": []}, "reveal ist leer"),
        ({"odd": 1}, "zur Wahl stehen: reveal, shares, shuffle, roll, proof"),
        ({"shuffle": 1}, "shuffle ist keine Liste von Tabellen"),
        ({}, "der Anteil für Kartenplatz cards/1:0 fehlt"),
    ],
)
def test_keys_of_a_payment_are_not_translated(part: dict[str, Any], german: str) -> None:
    players, _, _ = payment()
    with pytest.raises(DeckError) as caught:
        accept_payment(players.ledger, 0, part, CheckLevel.FULL)
    assert german in translator("de")(caught.value.full_message)


def test_a_proof_that_is_not_canonical_is_said_in_german() -> None:
    players, part, _ = payment()
    part["proof"] = part["proof"][:-1] + "_"
    with pytest.raises(DeckError) as caught:
        accept_payment(players.ledger, 0, part, CheckLevel.FULL)
    said = translator("de")(caught.value.full_message)
    wrong = "proof: der Base64-Wert hat nicht die vorgeschriebene Form (DECK 8)"
    assert said == f"der Beweis für die Anteile: {wrong}"


def test_a_shuffle_not_paid() -> None:
    players = Players(2)
    players.new_deck("cards/2", "civil")
    refuse(players, 0, {}, "shuffle of deck cards/2 is missing")


def test_a_shuffle_nobody_asked_for() -> None:
    players = Players(2)
    players.new_deck("cards/2", "civil")
    part = pay(players.ledger, 0, secret_of(0), ()).part
    players.pay(0)
    refuse(players, 0, part, "not due")


def test_a_share_for_a_slot_without_owner() -> None:
    players, part, _ = payment()
    part["shares"][0]["slots"] = [0, 5]
    refuse(players, 0, part, "no player holds this card")


def test_a_share_paid_twice() -> None:
    players, part, _ = payment()
    players.pay(0)
    part.pop("reveal")
    refuse(players, 0, part, "this share has already been sent")


def test_a_share_for_an_own_card() -> None:
    """DECK 5: a share by the owner outside a play or discard."""
    players, part, _ = payment()
    part["shares"].append(part.pop("reveal")[0])
    part["shares"] = [
        {
            "deck": "cards/1",
            "slots": [0, 1, 2],
            "points": encode_bytes(b"".join(decode_bytes(table["points"]) for table in part["shares"])),
        }
    ]
    refuse(players, 0, part, "players send no shares for their own cards")


def test_a_share_for_a_deck_that_is_not_final() -> None:
    players = Players(2)
    players.new_deck("cards/2", "civil")
    players.deal(1, 0, deck="cards/2")
    part = pay(players.ledger, 0, secret_of(0), ()).part
    part["shares"] = [{"deck": "cards/2", "slots": [0], "points": encode_bytes(base(3))}]
    part["proof"] = encode_bytes(bytes(PROOF_SIZE))
    refuse(players, 0, part, "is not ready yet")


def test_a_card_of_somebody_else_revealed() -> None:
    players, part, _ = payment()
    part["reveal"][0]["slots"] = [0]
    refuse(players, 0, part, "does not hold the card")


def test_a_card_revealed_twice() -> None:
    players, part, _ = payment()
    players.pay(0, Handle("cards/1", 2))
    part.pop("shares")
    refuse(players, 0, part, "revealed twice")


def test_a_card_revealed_before_it_can_be_read() -> None:
    players = Players(3)
    (card,) = players.deal(0, 0)
    part = pay(players.ledger, 0, secret_of(0), (card,)).part
    refuse(players, 0, part, "before the player who holds the card could read it")


def test_a_slot_twice_in_one_list() -> None:
    players, part, _ = payment()
    part["shares"][0]["slots"] = [0, 0]
    refuse(players, 0, part, "slot cards/1:0 appears twice")


def test_slots_out_of_order() -> None:
    players, part, _ = payment()
    part["shares"][0]["slots"] = [1, 0]
    refuse(players, 0, part, "not in order")


def test_shares_of_another_game() -> None:
    """A proof is bound to its game."""
    players, part, _ = payment()
    other = Players(2, game=b"another game 123")
    other.deal(1, 0, 1)
    other.deal(0, 2, 3)
    other.pay(1)
    assert players.ledger != other.ledger
    refuse(other, 0, part, "is not valid")


def test_a_proof_of_another_seat() -> None:
    players = Players(3)
    players.deal(2, 0)
    part = pay(players.ledger, 0, secret_of(0), ()).part
    refuse(players, 1, part, "is not valid")


@pytest.mark.parametrize(
    ("part", "match"),
    [
        ({"more": 1}, "unknown key"),
        ({"shares": 7}, "not a list of tables"),
        ({"shares": [7]}, "not a table"),
        ({"shares": [{"deck": "x"}]}, "is missing"),
        ({"shares": [{"deck": 1, "slots": [0], "points": ""}]}, "the deck or the slots are missing"),
        ({"shares": [{"deck": "x", "slots": [], "points": ""}]}, "the deck or the slots are missing"),
        ({"shares": [{"deck": "x", "slots": [True], "points": ""}]}, "not a number"),
        ({"shares": [{"deck": "x", "slots": [-1], "points": ""}]}, "not a number"),
        ({"shares": [{"deck": "x", "slots": [0], "points": "AA"}]}, f"bytes, but {SIZE}"),
        ({"shuffle": [{"deck": {}, "slots": "", "commitments": "", "responses": ""}]}, "not due"),
        ({"proof": "AA"}, "there is a proof, but there are no shares"),
    ],
)
def test_malformed_payments(part: dict[str, Any], match: str) -> None:
    """Parts come from hostile files: one clear reason for each, never another exception."""
    players = Players(2)
    refuse(players, 0, part, match)


def test_a_payment_without_proof() -> None:
    players, part, _ = payment()
    del part["proof"]
    refuse(players, 0, part, "the shares have no proof")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 70000) | st.text(max_size=8) | st.just("cards/1"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["deck", "slots", "points", "proof", "key"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(
    part=st.dictionaries(
        st.sampled_from(["shares", "reveal", "shuffle", "roll", "proof"]), json_values, min_size=1
    )
)
def test_anything_at_all_is_refused_by_our_own_error(part: dict[str, Any]) -> None:
    """DECK 8: whatever stands in a file, it is a DeckError or it holds."""
    try:
        accept_payment(FRESH.ledger, 0, part, CheckLevel.FULL)
    except DeckError:
        return
    assert not any(part.values())


FRESH = Players(2)


def test_an_equality_is_bound_to_its_context() -> None:
    """DECK 3: the weights and the challenge come from all that is claimed."""
    secret = secret_of(0)
    key = secret.key()
    bases = (base(3), base(4))
    images = tuple(mul(key.scalar, point) for point in bases)
    claim = EqualityClaim(b"here", key.public, bases, images)
    proof = prove_equality(claim, secret)
    challenge, response = unpack_scalars(proof)
    assert holds_equality(claim, challenge, response)
    for other in (
        EqualityClaim(b"there", key.public, bases, images),
        EqualityClaim(b"here", base(9), bases, images),
        EqualityClaim(b"here", key.public, bases[::-1], images),
        EqualityClaim(b"here", key.public, bases, images[::-1]),
    ):
        assert not holds_equality(other, challenge, response)
