"""The gate of the group (DECK 2, 8): what libsodium refuses, and what we must refuse ourselves."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from nacl import exceptions
from nacl.bindings import crypto_core_ed25519_add as raw_add
from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp as raw_base
from nacl.bindings import crypto_scalarmult_ed25519_noclamp as raw_product

from khronos_pbem.deck.group import (
    BASE,
    IDENTITY,
    ORDER,
    SIZE,
    NotInGroup,
    add,
    base,
    dot,
    generator,
    is_point,
    label_point,
    mul,
    pack_scalars,
    sub,
    total,
    unpack_scalars,
)
from tests.deck.points import BAD_POINTS, FIELD, TORSION
from tests.logarithms import Quicker


@pytest.mark.parametrize("name", BAD_POINTS)
@pytest.mark.parametrize("scalar", [0, 1, 5, 8, ORDER - 1])
def test_multiplication_refuses_every_bad_point_whatever_the_scalar(name: str, scalar: int) -> None:
    assert not is_point(BAD_POINTS[name])
    with pytest.raises(NotInGroup):
        mul(scalar, BAD_POINTS[name])


def test_all_eight_torsion_shifts_of_a_good_point_but_the_neutral_one_are_refused() -> None:
    for torsion in TORSION:
        shifted = raw_add(base(7), torsion)
        with pytest.raises(NotInGroup):
            mul(3, shifted)


def test_a_good_point_written_in_a_second_way_is_refused() -> None:
    # of the values y + p below 2^255 those of the curve have y < 19; with y = 1 or 0 of small order too
    for y in range(19):
        with pytest.raises(NotInGroup):
            mul(5, (FIELD + y).to_bytes(32, "little"))


def test_addition_checks_only_the_curve() -> None:
    with pytest.raises(NotInGroup):
        add(BASE, BAD_POINTS["off the curve"])
    with pytest.raises(NotInGroup):
        sub(BASE, BAD_POINTS["off the curve"])


def test_nothing_times_a_point_and_the_neutral_sum_are_the_neutral_point() -> None:
    assert mul(0, BASE) == base(0) == base(ORDER) == sub(BASE, BASE) == total(()) == IDENTITY


def test_sums_of_multiples() -> None:
    assert dot((2, 3), (base(5), base(7))) == base(31)
    assert add(base(ORDER - 1), base(2)) == BASE
    assert mul(9, base(4)) == base(36)


def test_scalars_are_below_the_order() -> None:
    assert unpack_scalars(pack_scalars((0, ORDER - 1))) == (0, ORDER - 1)
    with pytest.raises(ValueError, match="not below the order"):
        unpack_scalars(ORDER.to_bytes(32, "little"))


def test_the_quicker_arithmetic_of_the_tests_gives_the_same_bytes() -> None:
    """Of points whose logarithms it knows, of points of others, and of what is no point."""
    quicker, random = Quicker(), Random(4)
    scalars = [random.randrange(1, ORDER).to_bytes(SIZE, "little") for _ in range(6)]
    points = [*map(quicker.base, scalars[:3]), generator(1), label_point("civil")]
    assert points[:3] == list(map(raw_base, scalars[:3]))
    for one, other in product(list(points), repeat=2):
        points.append(quicker.add(one, other))
        assert points[-1] == raw_add(one, other)
        assert quicker.sub(points[-1], other) == one
        assert quicker.sub(one, one) == IDENTITY
    for scalar, point in product(scalars, points):
        assert quicker.product(scalar, point) == raw_product(scalar, point)
    for bad in BAD_POINTS.values():
        with pytest.raises(exceptions.RuntimeError):
            quicker.product(scalars[0], bad)
