"""The speed of shuffle proofs and rolls (DECK 4, 10). Run with `pytest tests/benchmarks --benchmark-only -s`.

Nothing is asserted of times. What is told are ratios: how often the time of one product of a point, measured
in the same run, and how much faster than LibTMCG 1.4.0 in the run of DECK 4.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest
from nacl import bindings

from khronos_pbem import cores
from khronos_pbem.deck import payment
from khronos_pbem.deck.crypto import equality, group
from khronos_pbem.deck.crypto.group import base, mul, unpack_scalars
from khronos_pbem.deck.crypto.shuffle import Slots, derive_witness, shuffle_slots, unshuffled_slots
from khronos_pbem.deck.crypto.shuffle_proof import ShuffleClaim, holds_shuffle, prove_shuffle
from khronos_pbem.deck.ledger import CheckLevel, Ledger, open_roll
from khronos_pbem.deck.payment import accept_payment, pay
from tests.deck.people import secrets

COUNT = 55
MULTIPLICATIONS = 8 * COUNT + 3
BASE_MULTIPLICATIONS = COUNT + 4
KEY = base(123456789)
SCALAR = 2**251 + 12345
PRODUCT = 74e-6
"""Seconds of one product in the run of DECK 4."""

OTHERS = {"shuffle and prove": 0.318, "verify": 0.224}
"""Seconds of LibTMCG in that run."""

ALL_CORES = cores.core_count


@pytest.fixture(autouse=True)
def _each_time_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered as in other tests."""
    for name in ("scalarmult_ed25519_noclamp", "core_ed25519_add", "core_ed25519_sub"):
        monkeypatch.setattr(group, f"crypto_{name}", getattr(bindings, f"crypto_{name}"))
    for name in ("prove_equality", "holds_equality"):
        monkeypatch.setattr(payment, name, getattr(equality, name))


@pytest.fixture(params=["one core", "all cores"])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "all cores":
        monkeypatch.setattr(cores, "core_count", ALL_CORES)


def shuffled(before: Slots, seat: int) -> tuple[ShuffleClaim, bytes, bytes]:
    secret = secrets(2)[seat]
    mixing = derive_witness(b"here", KEY, before, secret)
    claim = ShuffleClaim(b"here", KEY, before, shuffle_slots(before, KEY, mixing))
    return claim, *prove_shuffle(claim, mixing, secret)


def mixed() -> Slots:
    """A deck that somebody has shuffled before: no two points of it are equal."""
    before = unshuffled_slots(("civil",) * COUNT, KEY)
    return shuffle_slots(before, KEY, derive_witness(b"here", KEY, before, secrets(2)[0]))


@pytest.mark.usefixtures("machine")
def test_shuffle_and_prove(benchmark: Any) -> None:
    benchmark(shuffled, mixed(), 1)


@pytest.mark.usefixtures("machine")
def test_shuffle_only(benchmark: Any) -> None:
    before = mixed()
    mixing = derive_witness(b"here", KEY, before, secrets(2)[1])
    after: Slots = benchmark(shuffle_slots, before, KEY, mixing)
    assert len(after) == COUNT


@pytest.mark.usefixtures("machine")
def test_verify(benchmark: Any) -> None:
    claim, commitments, responses = shuffled(mixed(), 1)
    scalars = unpack_scalars(responses)
    assert benchmark(holds_shuffle, claim, commitments, scalars)


@pytest.mark.usefixtures("machine")
def test_verify_the_first_shuffle_of_a_public_list(benchmark: Any) -> None:
    claim, commitments, responses = shuffled(unshuffled_slots(("civil",) * COUNT, KEY), 1)
    scalars = unpack_scalars(responses)
    assert benchmark(holds_shuffle, claim, commitments, scalars)


def test_the_floor_of_a_verification(benchmark: Any) -> None:
    """Nothing but the scalar multiplications that a verification needs: 8 n + 3, and n + 4 of G."""

    def floor() -> None:
        for _ in range(MULTIPLICATIONS):
            mul(SCALAR, KEY)
        for _ in range(BASE_MULTIPLICATIONS):
            base(SCALAR)

    benchmark(floor)


def least(work: Callable[[], object]) -> float:
    """Seconds by the clock on the wall, of the fastest of a few."""
    found = []
    for _ in range(12):
        began = perf_counter()
        work()
        found.append(perf_counter() - began)
    return min(found)


@pytest.mark.usefixtures("machine")
def test_ratios(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """At least 9 times LibTMCG's shuffle and proof, and 6.5 times its verification, on two idle cores."""
    before = mixed()
    claim, commitments, responses = shuffled(before, 1)
    scalars, times = unpack_scalars(responses), dict[str, float]()

    def measure() -> None:
        product = least(lambda: [mul(SCALAR, KEY) for _ in range(100)]) / 100
        times["shuffle and prove"] = least(lambda: shuffled(before, 1)) / product
        times["verify"] = least(lambda: holds_shuffle(claim, commitments, scalars)) / product

    benchmark.pedantic(measure, rounds=1)
    told = {name: f"{found:.0f} products" for name, found in times.items()}
    told |= {
        f"{name}, times LibTMCG": f"{OTHERS[name] / PRODUCT / found:.1f}" for name, found in times.items()
    }
    benchmark.extra_info.update(told)
    with capsys.disabled():
        print(f"\n{cores.core_count()} core(s): {told}")


def test_a_roll_is_made_and_verified(benchmark: Any) -> None:
    """One point, proven and verified: at most 2 ms."""
    secret = secrets(1)[0]
    ledger = Ledger.new(b"g" * 32, 2, {})._replace(keys=(secret.key().public, base(3)))
    ledger = open_roll(ledger, 0, 1)

    def roll() -> None:
        made = pay(ledger, 0, secret, ())
        accept_payment(ledger, 0, made.part, CheckLevel.FULL)

    benchmark(roll)
