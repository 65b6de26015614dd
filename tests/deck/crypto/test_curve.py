"""Ed25519 by libsodium (DECK 2, 8): which points it refuses, and which we must refuse ourselves."""

from __future__ import annotations

import pytest
from nacl.bindings import crypto_core_ed25519_add as raw_add

from khronos_pbem.deck.crypto.group import BASE, ORDER, SCALAR_SIZE, SIZE, NotInGroup, base, mul
from tests.deck.points import EIGHT, FIELD, TORSION

G = bytes([0x58] + [0x66] * 31)


def test_the_base_point_is_that_of_rfc_8032() -> None:
    assert BASE == base(1) == base(1 + ORDER) == G
    assert (SIZE, SCALAR_SIZE) == (32, 32)
    assert ORDER == 2**252 + 27742317777372353535851937790883648493


def test_all_eight_torsion_shifts_of_a_good_point_but_the_neutral_one_are_refused() -> None:
    assert len(TORSION) == 7
    for good in (base(7), BASE):
        for torsion in TORSION:
            with pytest.raises(NotInGroup):
                mul(3, raw_add(good, torsion))


def test_a_multiple_of_eight_does_not_make_a_point_good() -> None:
    with pytest.raises(NotInGroup):
        mul(8, raw_add(base(7), EIGHT))


def test_a_good_point_written_in_a_second_way_is_refused() -> None:
    # of the values y + p below 2^255 those of the curve have y < 19; with y = 1 or 0 of small order too
    for y in range(19):
        with pytest.raises(NotInGroup):
            mul(5, (FIELD + y).to_bytes(32, "little"))
