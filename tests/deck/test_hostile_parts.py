"""Bad points at every place of a part, and parts of any other form (DECK 2, 8)."""

from __future__ import annotations

from typing import Any

import pytest

from khronos_pbem.deck.crypto.group import SCALAR_SIZE, base
from khronos_pbem.deck.joining import accept_join, make_join
from khronos_pbem.deck.ledger import CheckLevel, Ledger, deal
from khronos_pbem.deck.payment import _equality_claim, _Points, accept_payment, pay, revealed_handles
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import DeckError
from tests.deck.people import GAME_ID, cards, changed, joined, paid, secrets, with_item
from tests.deck.points import BAD_POINTS

SMALL = ("military", "civil")
PLACES = [("layer", 2), ("slots", 4), ("commitments", 4)]
FORGED = encode_bytes(base(3))


def start() -> Ledger:
    return Ledger.new(GAME_ID, 2, {"cards/1": SMALL})


JOIN, _ = make_join(start(), secrets(2)[0])


def dealt() -> Ledger:
    """Seat 0 can read its slots 0 and 1, and owes a share for slot 2."""
    ledger = deal(joined(3, checks=CheckLevel.TRUSTED), 0, cards("cards/1", 0, 1))
    for seat in (1, 2):
        ledger, _ = paid(ledger, seat)
    return deal(ledger, 1, cards("cards/1", 2))


DEALT = dealt()
PAID = pay(DEALT, 0, secrets(3)[0], cards("cards/1", 1))


def refuse_join(*items: tuple[str, int, bytes], reason: str) -> None:
    """A join with these items replaced is refused."""

    def change(part: Any) -> None:
        table = part["decks"]["cards/1"]
        for key, index, item in items:
            table[key] = with_item(table[key], index, item)

    with pytest.raises(DeckError, match=reason):
        accept_join(start(), changed(JOIN, change), CheckLevel.FULL)


@pytest.mark.parametrize("name", BAD_POINTS)
@pytest.mark.parametrize(("key", "index"), [(key, index) for key, size in PLACES for index in range(size)])
def test_a_bad_point_at_any_place_of_a_join(name: str, key: str, index: int) -> None:
    # a layer that leaves the neutral point is a good point's negative away: there the proof speaks first
    first = (
        "the encryption layer of cards/1: the proof is not valid"
        if (key, name) == ("layer", "neutral")
        else "off the curve"
    )
    refuse_join((key, index, BAD_POINTS[name]), reason=first)


@pytest.mark.parametrize("name", BAD_POINTS)
@pytest.mark.parametrize("index", range(4))
def test_a_response_of_zero_does_not_multiply_a_bad_point_away(name: str, index: int) -> None:
    zeros = [("responses", at, bytes(SCALAR_SIZE)) for at in range(9)]
    refuse_join(("slots", index, BAD_POINTS[name]), *zeros, reason="off the curve or has small order")


@pytest.mark.parametrize("name", BAD_POINTS)
def test_a_bad_key(name: str) -> None:
    part = {**JOIN, "key": encode_bytes(BAD_POINTS[name])}
    with pytest.raises(
        DeckError, match="the key is not valid: it is not a point on the curve, or it has small order"
    ):
        accept_join(start(), part, CheckLevel.FULL)


def test_a_key_that_undoes_the_others() -> None:
    """Nobody knows the logarithm of such a key, so nobody can prove a layer of it (DECK 3)."""
    first = accept_join(start(), JOIN, CheckLevel.FULL)
    part, _ = make_join(first, secrets(2)[1])
    rogue = base(-secrets(2)[0].key().scalar)
    with pytest.raises(DeckError, match="the encryption layer of cards/1: the proof is not valid"):
        accept_join(first, {**part, "key": encode_bytes(rogue)}, CheckLevel.FULL)


@pytest.mark.parametrize("name", BAD_POINTS)
@pytest.mark.parametrize("kind", ["shares", "reveal"])
def test_a_bad_point_as_share_or_reveal(name: str, kind: str) -> None:
    bad = encode_bytes(BAD_POINTS[name])
    part = changed(PAID.part, lambda part: part[kind][0].update(points=bad))
    with pytest.raises(DeckError, match="off the curve or has small order"):
        accept_payment(DEALT, 0, part, CheckLevel.FULL)


def test_a_proof_binds_which_points_are_shares_and_which_are_reveals() -> None:
    one, other = cards("cards/1", 0, 1)
    points = {one: base(2), other: base(3)}
    kinds = [
        _Points(points, {}),
        _Points({one: points[one]}, {other: points[other]}),
        _Points({}, points),
    ]
    claims = {_equality_claim(DEALT, 0, kind).digest() for kind in kinds}
    assert len(claims) == 3


@pytest.mark.parametrize("data", [[], "x", None, 5, True, 1.5])
def test_what_is_no_table_is_no_part(data: Any) -> None:
    for checks in CheckLevel:
        with pytest.raises(DeckError, match="not a table"):
            accept_payment(DEALT, 0, data, checks)
        with pytest.raises(DeckError, match="not a table"):
            accept_join(start(), data, checks)
    with pytest.raises(DeckError, match="not a table"):
        revealed_handles(data)


@pytest.mark.parametrize("key", ["shuffle", "shares", "reveal"])
def test_what_is_empty_is_left_out(key: str) -> None:
    with pytest.raises(DeckError, match=f"{key} is empty"):
        accept_payment(DEALT, 0, {key: []}, CheckLevel.TRUSTED)


@pytest.mark.parametrize("deck", ["\x1b[31m", "cards\n1", "\u202ecards", "\ud800", "x" * 9999])
def test_a_name_from_a_file_is_never_printed_as_it_is(deck: str) -> None:
    part = {"shares": [{"deck": deck, "slots": [2], "points": FORGED}]}
    with pytest.raises(DeckError) as caught:
        accept_payment(DEALT, 0, part, CheckLevel.TRUSTED)
    assert str(caught.value).isprintable()
    assert str(caught.value).isascii()
    assert len(str(caught.value)) < 200


def test_one_table_for_each_deck() -> None:
    ledger = deal(DEALT, 1, cards("cards/1", 3))
    part = pay(ledger, 0, secrets(3)[0], ()).part
    points = [part["shares"][0]["points"], FORGED]
    split = [{"deck": "cards/1", "slots": [at + 2], "points": FORGED} for at in range(len(points))]
    with pytest.raises(DeckError, match="not in order"):
        accept_payment(ledger, 0, {**part, "shares": split}, CheckLevel.FULL)
