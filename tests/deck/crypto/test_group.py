"""The gate of a group, and sums in it (DECK 2, 8): whatever group it is."""

from __future__ import annotations

import pytest

from khronos_pbem.deck.crypto.group import (
    BASE,
    IDENTITY,
    ORDER,
    SCALAR_SIZE,
    SIZE,
    NotInGroup,
    add,
    base,
    dot,
    dot_rows,
    is_point,
    label_point,
    mul,
    multiples,
    pack_points,
    pack_scalars,
    sub,
    sum_points,
    unpack_points,
    unpack_scalars,
)
from tests.deck.points import BAD_POINTS


@pytest.mark.parametrize("name", BAD_POINTS)
@pytest.mark.parametrize("scalar", [0, 1, 5, 8, ORDER - 1])
def test_multiplication_refuses_every_bad_point_whatever_the_scalar(name: str, scalar: int) -> None:
    assert not is_point(BAD_POINTS[name])
    with pytest.raises(NotInGroup):
        mul(scalar, BAD_POINTS[name])


def test_addition_checks_at_least_that_a_point_is_one() -> None:
    with pytest.raises(NotInGroup):
        add(BASE, BAD_POINTS["off the curve"])
    with pytest.raises(NotInGroup):
        sub(BASE, BAD_POINTS["off the curve"])


def test_nothing_times_a_point_and_the_neutral_sum_are_the_neutral_point() -> None:
    assert mul(0, base(5)) == mul(0, BASE) == base(0) == base(ORDER) == IDENTITY
    assert sub(BASE, BASE) == sum_points(()) == dot((), ()) == dot((2, -2), (BASE, BASE)) == IDENTITY
    assert mul(ORDER + 3, BASE) == base(3) == sum_points((BASE, IDENTITY, base(2)))


def test_sums_of_multiples() -> None:
    assert dot((2, 3), (base(5), base(7))) == base(31)
    assert add(base(ORDER - 1), base(2)) == BASE
    assert mul(9, base(4)) == base(36)
    assert multiples(3, (base(2), BASE, base(2))) == (base(6), base(3), base(6))


@pytest.mark.parametrize("count", [1, 3, 4, 8, 63, 64, 200])
def test_rows_of_any_length_are_summed_each_for_itself(count: int) -> None:
    """Long rows are worked in parts; points that stand in one more than once count each time."""
    points = [base(7 * at % 50 + 1) for at in range(count)]
    wanted = sum((at - 5) * (7 * at % 50 + 1) for at in range(count))
    row = ([at - 5 for at in range(count)], points)
    assert dot_rows([row, ((4,), (BASE,)), row]) == [base(wanted), base(4), base(wanted)]


@pytest.mark.parametrize("name", BAD_POINTS)
@pytest.mark.parametrize("place", [0, 20, 39])
def test_no_sum_lets_a_bad_point_pass(name: str, place: int) -> None:
    """Not with the scalar 0, nor if it stands there twice and its scalars come to 0."""
    points = [base(at + 2) for at in range(40)]
    points[place] = BAD_POINTS[name]
    for scalars, row in (([0] * 40, points), ([1] * 40 + [-1], [*points, BAD_POINTS[name]])):
        with pytest.raises(NotInGroup):
            dot(scalars, row)
        with pytest.raises(NotInGroup):
            dot_rows([((1,), (BASE,)), (scalars, row)])


def test_a_row_has_as_many_scalars_as_points() -> None:
    for scalars in ((1,), (1, 2, 3)):
        with pytest.raises(ValueError, match="zip"):
            dot(scalars, (BASE, base(2)))


def test_hashes_come_to_points_of_the_group() -> None:
    points = [label_point(label) for label in ("civil", "military", "seat/0")]
    assert all(map(is_point, points))
    assert len(set(points)) == 3


def test_points_and_scalars_are_packed_in_their_sizes() -> None:
    points, scalars = (BASE, base(2), base(3)), (0, 1, ORDER - 1)
    assert unpack_points(pack_points(points)) == points
    assert unpack_scalars(pack_scalars(scalars)) == scalars
    assert (len(pack_points(points)), len(pack_scalars(scalars))) == (3 * SIZE, 3 * SCALAR_SIZE)
    assert pack_scalars((ORDER, -1)) == pack_scalars((0, ORDER - 1))


def test_scalars_are_below_the_order() -> None:
    for high in (ORDER, ORDER + 1, 2 ** (8 * SCALAR_SIZE) - 1):
        with pytest.raises(ValueError, match="not less than the order"):
            unpack_scalars(bytes(SCALAR_SIZE) + high.to_bytes(SCALAR_SIZE, "little"))
