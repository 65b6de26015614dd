"""The speed of shuffle proofs and rolls (DECK 4, 10). Run with `pytest tests/benchmarks --benchmark-only`."""

from __future__ import annotations

from typing import Any

from khronos_pbem.deck.group import base, mul, unpack_scalars
from khronos_pbem.deck.ledger import Checks, Ledger, open_roll
from khronos_pbem.deck.payment import accept_payment, pay
from khronos_pbem.deck.shuffle import Slots, mix, mixing_for, open_slots
from khronos_pbem.deck.shuffle_proof import Shuffled, holds_shuffle, prove_shuffle
from tests.deck.people import secrets

COUNT = 55
MULTIPLICATIONS = 8 * COUNT + 7
BASE_MULTIPLICATIONS = COUNT + 4
KEY = base(123456789)
BEFORE = open_slots(("civil",) * COUNT, KEY)


def shuffle_and_prove() -> tuple[Shuffled, bytes, bytes]:
    secret = secrets(1)[0]
    mixing = mixing_for(b"here", KEY, BEFORE, secret)
    claim = Shuffled(b"here", KEY, BEFORE, mix(BEFORE, KEY, mixing))
    return claim, *prove_shuffle(claim, mixing, secret)


def test_shuffle_and_prove(benchmark: Any) -> None:
    benchmark(shuffle_and_prove)


def test_shuffle_only(benchmark: Any) -> None:
    mixing = mixing_for(b"here", KEY, BEFORE, secrets(1)[0])
    after: Slots = benchmark(mix, BEFORE, KEY, mixing)
    assert len(after) == COUNT


def test_verify(benchmark: Any) -> None:
    claim, commitments, responses = shuffle_and_prove()
    scalars = unpack_scalars(responses)
    assert benchmark(holds_shuffle, claim, commitments, scalars)


def test_the_floor_of_a_verification(benchmark: Any) -> None:
    """Nothing but the scalar multiplications that a verification needs: 8 n + 7, and n + 4 of G."""

    def floor() -> None:
        for _ in range(MULTIPLICATIONS):
            mul(2**251 + 12345, KEY)
        for _ in range(BASE_MULTIPLICATIONS):
            base(2**251 + 12345)

    benchmark(floor)


def test_a_roll_is_made_and_verified(benchmark: Any) -> None:
    """One point, proven and verified: at most 2 ms."""
    secret = secrets(1)[0]
    ledger = Ledger.new(b"g" * 32, 2, {})._replace(keys=(secret.key().public, base(3)))
    ledger = open_roll(ledger, 0, 1)

    def roll() -> None:
        made = pay(ledger, 0, secret, ())
        accept_payment(ledger, 0, made.part, Checks.FULL)

    benchmark(roll)
