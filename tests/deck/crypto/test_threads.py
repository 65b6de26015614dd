"""Proofs made and checked on many cores are those of one core, byte by byte, and so are refusals (DECK 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from khronos_pbem import cores
from khronos_pbem.deck.crypto import group, shuffle
from khronos_pbem.deck.crypto.equality import EqualityClaim, holds_equality, prove_equality
from khronos_pbem.deck.crypto.group import (
    SIZE,
    NotInGroup,
    base,
    mul,
    multiples,
    unpack_points,
    unpack_scalars,
)
from khronos_pbem.deck.crypto.shuffle import Slots, derive_witness, shuffle_slots, unshuffled_slots
from khronos_pbem.deck.crypto.shuffle_proof import ShuffleClaim, holds_shuffle, prove_shuffle
from tests.deck.people import secrets
from tests.deck.points import BAD_POINTS

COUNT = 24
KEY = base(123456789)
LABELS = ("military", "civil", "religious") * (COUNT // 3)
Machine = Callable[[int], None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return lambda count: monkeypatch.setattr(cores, "core_count", lambda: count)


def shuffled_twice() -> tuple[ShuffleClaim, bytes, bytes]:
    """The second shuffle of a deck, with its proof."""
    slots = unshuffled_slots(LABELS, KEY)
    for secret in secrets(2):
        mixing = derive_witness(b"here", KEY, slots, secret)
        claim = ShuffleClaim(b"here", KEY, slots, shuffle_slots(slots, KEY, mixing))
        slots = claim.after
    return claim, *prove_shuffle(claim, mixing, secret)


def equal() -> tuple[EqualityClaim, bytes]:
    """A key behind many points, with its proof."""
    secret = secrets(1)[0]
    bases = tuple(base(at + 2) for at in range(COUNT))
    images = multiples(secret.key().scalar, bases)
    claim = EqualityClaim(b"here", secret.key().public, bases, images)
    return claim, prove_equality(claim, secret)


def test_the_same_bytes_come_out_on_any_number_of_cores(machine: Machine) -> None:
    machine(1)
    alone = shuffled_twice(), equal()
    for count in (2, 3, 16):
        machine(count)
        assert (shuffled_twice(), equal()) == alone
        (claim, commitments, responses), (together, proof) = alone
        assert holds_shuffle(claim, commitments, unpack_scalars(responses))
        assert holds_equality(together, *unpack_scalars(proof))


def test_each_point_of_the_chain_counts_in_its_place() -> None:
    """DECK 4: one chain, though the prover works its points side by side."""
    claim, commitments, responses = shuffled_twice()
    chain, scalars = unpack_points(commitments)[COUNT:], unpack_scalars(responses)
    assert len(set(chain)) == COUNT
    for at in range(COUNT):
        other = (*chain[:at], chain[at - 1], *chain[at + 1 :])
        bent = commitments[: COUNT * SIZE] + b"".join(other)
        assert not holds_shuffle(claim, bent, scalars)


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("name", BAD_POINTS)
def test_a_bad_point_is_refused_on_any_number_of_cores(machine: Machine, name: str, count: int) -> None:
    machine(count)
    claim, commitments, responses = shuffled_twice()
    bad, scalars = BAD_POINTS[name], unpack_scalars(responses)
    for at in (0, COUNT - 1):
        lists = [claim.after.a, claim.after.b, commitments[: COUNT * SIZE], commitments[COUNT * SIZE :]]
        for number, points in enumerate(lists):
            bent = list(lists)
            bent[number] = points[: at * SIZE] + bad + points[(at + 1) * SIZE :]
            with pytest.raises(NotInGroup):
                holds_shuffle(claim._replace(after=Slots(*bent[:2])), bent[2] + bent[3], scalars)
    together, proof = equal()
    for other in (
        together._replace(key=bad),
        together._replace(bases=(*together.bases[:-1], bad)),
        together._replace(images=(bad, *together.images[1:])),
    ):
        with pytest.raises(NotInGroup):
            holds_equality(other, *unpack_scalars(proof))


def test_proofs_are_handed_out_and_a_public_list_costs_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough parts for many threads; equal points of a row are multiplied once."""
    parts, products = list[int](), list[bytes]()

    def spread(function: Callable[[Any], Any], items: Any, least: int = 1) -> list[Any]:
        parts.append(len(items) // least)
        return [function(item) for item in items]

    def counted(scalar: int, point: bytes) -> bytes:
        products.append(point)
        return mul(scalar, point)

    for module in (group, shuffle):
        monkeypatch.setattr(module, "parallel_map", spread)
    claim, commitments, responses = shuffled_twice()
    assert min(parts) >= COUNT // 4
    monkeypatch.setattr(group, "mul", counted)
    assert holds_shuffle(claim, commitments, unpack_scalars(responses))
    without_base = [point for point in products if point != group.BASE]
    assert len(without_base) == 8 * COUNT + 3
    products.clear()
    first = claim._replace(before=unshuffled_slots(LABELS, KEY))
    assert not holds_shuffle(first, commitments, unpack_scalars(responses))
    without_base = [point for point in products if point != group.BASE]
    assert len(without_base) == 6 * COUNT + len(set(LABELS)) + 3
