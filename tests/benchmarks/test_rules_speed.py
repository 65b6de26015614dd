"""The speed of the rules. Run with `pytest tests/benchmarks --benchmark-only`."""

from __future__ import annotations

from random import Random
from typing import Any

from khronos_pbem.khronos.bot import choose, unknown
from khronos_pbem.khronos.candidates import legal_orders
from khronos_pbem.khronos.notation import parse
from khronos_pbem.khronos.orders import Build, End, Order
from khronos_pbem.khronos.pieces import Board, Type
from khronos_pbem.khronos.position import Card, Position
from khronos_pbem.khronos.setup import position_from_data, position_to_data
from khronos_pbem.khronos.trial import open_dealer
from khronos_pbem.khronos.turn import apply, decision
from tests.khronos.test_random_play import deal

MIXED = (Type.MILITARY, Type.RELIGIOUS, Type.CIVIL, Type.CIVIL)


def middle_of_a_game() -> Position:
    """Round 4 of three players, with four mixed cards and adventurers on might and faith."""
    random, dealer = Random(3), open_dealer(3)
    position = deal(3, 2, random)
    while position.round < 4 or position.pending is not None:
        waiting = decision(position)
        assert waiting is not None
        position = apply(position, waiting.seat, choose(position, random), dealer).position
    hand = tuple(Card(kind) for kind in MIXED)
    return position.with_player(
        position.active, hand=hand, adventurers=(Board.MIGHT, Board.FAITH), ecus=9
    )._replace(loads=((0, 0),))


POSITION = middle_of_a_game()
ORDERS = legal_orders(POSITION)
BUILDS = [order for order in ORDERS if isinstance(order, Build)][::7]


def test_one_order(benchmark: Any) -> None:
    """Orders of all kinds of building, one after the other, so that no single one decides."""
    orders = iter(BUILDS * 100_000)

    def one() -> Position:
        return apply(POSITION, POSITION.active, next(orders), unknown).position

    assert benchmark(one) != POSITION


def test_all_legal_orders(benchmark: Any) -> None:
    found: list[Order] = benchmark(legal_orders, POSITION)
    assert found == ORDERS
    assert len(found) > 300


def test_end_of_a_turn(benchmark: Any) -> None:
    after = benchmark(apply, POSITION, POSITION.active, End(), unknown)
    assert after.position.active != POSITION.active


def test_reading_a_turn(benchmark: Any) -> None:
    parse("end")
    words = 'travel 1 faith; build monastery faith F7 with civil; message "{}"; end'
    numbers = iter(range(10**9))

    def read() -> object:
        return parse(words.format(next(numbers)))

    assert benchmark(read)


def test_positions_in_and_out(benchmark: Any) -> None:
    data = position_to_data(deal(3, 2, Random(1)))
    assert benchmark(position_from_data, data) is not None
