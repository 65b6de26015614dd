"""The quicker arithmetic of points that tests use gives the same bytes."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from nacl import exceptions
from nacl.bindings import crypto_core_ed25519_add as raw_add
from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp as raw_base
from nacl.bindings import crypto_scalarmult_ed25519_noclamp as raw_product

from khronos_pbem.deck.crypto.group import IDENTITY, ORDER, SIZE, generator, label_point
from tests.deck.points import BAD_POINTS
from tests.support.logarithms import Quicker


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
