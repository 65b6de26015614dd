"""Rolls are bound to all that they stand for, and uniform to the last bit (DECK 10.2)."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from khronos_pbem.deck.crypto.group import base, is_point, mul
from khronos_pbem.deck.joining import accept_join, make_join
from khronos_pbem.deck.key_reveal import accept_revealed_key, encode_deck_key
from khronos_pbem.deck.ledger import CheckLevel, Ledger, deal, due_parts, open_roll
from khronos_pbem.deck.payment import accept_payment, pay, with_own_roll_share
from khronos_pbem.deck.rolls import OpenRoll, Rolls, draw_below, expand_stream, roll_point, roll_stream
from khronos_pbem.engine.digests import decode_bytes, digest, encode_bytes
from khronos_pbem.errors import DeckError
from tests.deck.people import GAME_ID, cards, joined, paid, secrets

GAME, OTHER = b"g" * 32, b"h" * 32
KEYS = (base(5), base(7))


def opened(point: bytes) -> OpenRoll:
    return OpenRoll(1, point, (0, 1))


def test_the_point_of_a_roll_hangs_on_game_number_stream_and_keys() -> None:
    stream = digest("rolled", b"")
    points = [
        roll_point(GAME, 1, b"", KEYS),
        roll_point(OTHER, 1, b"", KEYS),
        roll_point(GAME, 2, b"", KEYS),
        roll_point(GAME, 1, stream, KEYS),
        roll_point(GAME, 1, b"", KEYS[::-1]),
        roll_point(GAME, 1, b"", KEYS[:1]),
    ]
    assert all(map(is_point, points))
    assert len(set(points)) == len(points)
    assert roll_point(GAME, 1, b"", KEYS) == points[0]


def test_a_roll_waits_for_its_payers_in_their_order() -> None:
    roll = OpenRoll(3, base(2), (2, 0, 1))
    assert roll.missing == (2, 0, 1)
    roll = roll.paid(0, base(3)).paid(2, base(4))
    assert roll.missing == (1,)


def test_the_stream_takes_the_points_in_seat_order_whoever_paid_first() -> None:
    point = roll_point(GAME, 1, b"", KEYS)
    one, two = mul(5, point), mul(7, point)
    stream = roll_stream(GAME, opened(point).paid(0, one).paid(1, two))
    assert stream == roll_stream(GAME, opened(point).paid(1, two).paid(0, one))
    assert stream == digest("rolled", GAME, point, one, two)
    assert stream != roll_stream(GAME, opened(point).paid(0, two).paid(1, one))
    assert stream != roll_stream(OTHER, opened(point).paid(0, one).paid(1, two))


def test_a_stream_is_expanded_eight_little_endian_numbers_a_block() -> None:
    stream = digest("rolled", b"x")
    first = digest("rolled more", stream, (0).to_bytes(8, "little"))
    second = digest("rolled more", stream, (1).to_bytes(8, "little"))
    wanted = [int.from_bytes((first + second)[at : at + 8], "little") for at in range(0, 128, 8)]
    assert list(islice(expand_stream(stream), 16)) == wanted


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 33, 2**63 + 1, 2**64])
def test_a_number_above_the_largest_multiple_is_passed_over(bound: int) -> None:
    most = 2**64 - 2**64 % bound
    values = iter([*([2**64 - 1] if most < 2**64 else []), most - 1, 0])
    assert draw_below(values, bound) == bound - 1
    assert next(values) == 0


def test_even_a_bound_of_one_takes_a_number() -> None:
    values = iter([12, 34])
    assert draw_below(values, 1) == 0
    assert next(values) == 34


def test_dice_of_many_streams_show_every_face_about_as_often() -> None:
    faces = [
        draw_below(expand_stream(digest("rolled", bytes([n, m]))), 6) for n in range(40) for m in range(30)
    ]
    assert all(150 < faces.count(face) < 250 for face in range(6))


# --- in the ledger ----------------------------------------------------------------------------------------


def settled(ledger: Ledger) -> Ledger:
    """The ledger once everybody has paid what he owes, in the order in which they are asked."""
    while ledger.rolls.open is not None:
        ledger, _ = paid(ledger, ledger.rolls.open.missing[0])
    return ledger


def bare(count: int) -> Ledger:
    """The ledger of a game without decks, after the lap of joins."""
    ledger = Ledger.new(GAME_ID, count, {})
    for seat, secret in enumerate(secrets(count)):
        who, before = bytes([seat]) * 32, digest("before", bytes([seat]))[:32]
        part, written = make_join(ledger, secret, who, before)
        ledger = accept_join(ledger, part, CheckLevel.FULL, who, before)
        assert ledger == written
        assert set(part) == {"key", "proof"}
    return ledger


def test_a_game_without_decks_joins_with_a_key_and_one_proof() -> None:
    ledger = bare(3)
    assert ledger.proofs == 3
    assert ledger.keys == tuple(secret.key().public for secret in secrets(3))


def test_a_point_stands_in_the_one_proof_of_its_payment() -> None:
    """DECK 10.2: shares for the cards of another and the point of a roll are proven together."""
    ledger = open_roll(deal(joined(3), 1, cards("cards/1", 0, 1)), 0, 1)
    made = pay(ledger, 0, secrets(3)[0], ())
    assert set(made.part) == {"shares", "roll", "proof"}
    assert made.ledger.proofs == ledger.proofs + 1
    for checks in CheckLevel:
        assert accept_payment(ledger, 0, made.part, checks) == (made.ledger, made.labels)
    alone = pay(ledger._replace(held={}), 0, secrets(3)[0], ())
    assert alone.part["roll"] == made.part["roll"]
    with pytest.raises(
        DeckError, match="the proof is not valid for the share of the roll, or for a share sent with it"
    ):
        accept_payment(ledger, 0, {**made.part, "proof": alone.part["proof"]}, CheckLevel.FULL)
    without = {key: value for key, value in made.part.items() if key != "roll"}
    with pytest.raises(DeckError, match="the share of roll 1 is missing"):
        accept_payment(ledger, 0, without, CheckLevel.TRUSTED)


def test_the_first_roll_is_owed_by_all_and_the_second_by_two() -> None:
    ledger = open_roll(bare(4), 2, 3)
    assert [due_parts(ledger, seat).roll for seat in range(4)] == [1] * 4
    assert ledger.rolls.open is not None
    assert ledger.rolls.open.payers == (2, 3, 0, 1)
    ledger = settled(ledger)
    assert (ledger.rolls.count, ledger.rolls.fresh, len(ledger.rolls.stream)) == (1, False, 64)
    ledger = open_roll(ledger, 2, 0)
    assert [due_parts(ledger, seat).roll for seat in range(4)] == [2, 0, 2, 0]
    for following, payer in ((None, 3), (2, 3), (1, 1)):
        other = open_roll(ledger._replace(rolls=replace(ledger.rolls, open=None)), 2, following)
        assert other.rolls.open is not None
        assert other.rolls.open.payers == (2, payer)


def test_who_has_left_owes_no_point_and_the_next_roll_is_of_all_who_stay() -> None:
    """DECK 10.5."""
    ledger = settled(open_roll(bare(4), 3, 0))
    ledger = accept_revealed_key(ledger, 1, encode_deck_key(secrets(4)[1]), CheckLevel.FULL)
    left = open_roll(ledger, 1, 2)
    assert left.rolls.open is not None
    assert left.rolls.open.payers == (2, 3, 0)
    assert due_parts(left, 1).roll == 0
    later = open_roll(settled(left), 0, 1)
    assert later.rolls.open is not None
    assert later.rolls.open.payers == (0, 2)
    keys = (ledger.keys[0], *ledger.keys[2:])
    assert later.rolls.open.point == roll_point(GAME_ID, 3, later.rolls.stream, keys)


def test_only_the_last_payer_foresees_a_roll() -> None:
    ledger = open_roll(bare(3), 0, 1)
    for payer in (0, 1):
        assert all(
            with_own_roll_share(ledger, seat, secret) == ledger for seat, secret in enumerate(secrets(3))
        )
        ledger, _ = paid(ledger, payer)
    assert all(
        with_own_roll_share(ledger, seat, secret) == ledger for seat, secret in enumerate(secrets(3)[:2])
    )
    seen = with_own_roll_share(ledger, 2, secrets(3)[2])
    assert seen.rolls == settled(ledger).rolls
    assert with_own_roll_share(ledger, 2, secrets(3)[1]).rolls.stream != seen.rolls.stream


def test_another_point_is_no_second_try() -> None:
    """x·P is unique: whatever its payer writes instead is not proven."""
    ledger = open_roll(bare(2), 0, 1)
    made = pay(ledger, 0, secrets(2)[0], ())
    point = decode_bytes(made.part["roll"])
    for other in (mul(2, point), base(5), ledger.keys[0], point[::-1]):
        with pytest.raises(DeckError):
            accept_payment(ledger, 0, {**made.part, "roll": encode_bytes(other)}, CheckLevel.FULL)


def test_rolls_are_a_value() -> None:
    before = Rolls()
    after = before.opened(GAME, KEYS, (0, 1))
    assert before.open is None
    assert after.open == OpenRoll(1, roll_point(GAME, 1, b"", KEYS), (0, 1))
