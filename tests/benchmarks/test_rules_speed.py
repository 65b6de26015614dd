"""The speed of the rules. Run with `pytest tests/benchmarks --benchmark-only`."""

from __future__ import annotations

from functools import cache
from random import Random
from time import process_time
from typing import Any

import pytest

from khronos_pbem.engine.features.bots import Bots, SearchSettings, Strength
from khronos_pbem.games.khronos.bots.evaluation import evaluate
from khronos_pbem.games.khronos.bots.steady import choose
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.field import Field
from khronos_pbem.games.khronos.model.orders import Build, End, Order, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Card, Position
from khronos_pbem.games.khronos.order_text.grammar import parse
from khronos_pbem.games.khronos.positions.from_data import position_from_data
from khronos_pbem.games.khronos.positions.to_data import position_to_data
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply, apply_unchecked
from khronos_pbem.games.registry import feature, game_by_name
from khronos_pbem.session.turns.order_effects import compute_effects
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint
from tests.games.khronos.cases import position_of
from tests.games.khronos.rules.test_random_play import deal
from tests.games.khronos.sandbox import after_order

SECONDS = 1.0
"""What the strong player is given to think."""

MIXED = (Type.MILITARY, Type.RELIGIOUS, Type.CIVIL, Type.CIVIL)


@cache
def middle_of_a_game() -> Position:
    """Round 4 of three players, with four mixed cards and adventurers on might and faith."""
    random = Random(3)
    position = deal(3, 2, random)
    while position.round < 4 or position.pending is not None:
        waiting = decision(position)
        assert waiting is not None
        position = after_order(position, waiting.seat, choose(position, random), 3).position
    hand = tuple(Card(kind) for kind in MIXED)
    return position.with_player(
        position.active, hand=hand, adventurers=(Board.MIGHT, Board.FAITH), ecus=9
    )._replace(loads=((0, 0),))


def upgrades() -> list[Upgrade]:
    """All orders of that position that let a building grow."""
    return [order for order in legal_orders(middle_of_a_game()) if isinstance(order, Upgrade)]


def builds() -> list[Build]:
    """Some of its orders to build."""
    return [order for order in legal_orders(middle_of_a_game()) if isinstance(order, Build)][::7]


@pytest.fixture
def position() -> Position:
    """The same position, made once."""
    return middle_of_a_game()


def test_one_order(benchmark: Any, position: Position) -> None:
    """Orders of all kinds of building, one after the other, so that no single one decides."""
    orders = iter(builds() * 100_000)

    def one() -> Position:
        return apply(position, position.active, next(orders)).position

    assert benchmark(one) != position


def test_one_order_in_search(benchmark: Any, position: Position) -> None:
    """The same orders as search gives them: known to be legal, and without a story."""
    orders = iter(builds() * 100_000)

    def one() -> Position:
        return apply_unchecked(position, position.active, next(orders)).position

    assert benchmark(one) != position


def test_one_upgrade_in_search(benchmark: Any, position: Position) -> None:
    """What grows ripples: the dearest kind of order."""
    orders = iter(upgrades() * 100_000)

    def one() -> Position:
        return apply_unchecked(position, position.active, next(orders)).position

    assert benchmark(one) != position


def afresh() -> tuple[tuple[Position], dict[str, Any]]:
    """The position with boards of which nothing has been found out yet."""
    position = middle_of_a_game()
    might, faith, reason = (Field(each.buildings, each.occupied, each.domains) for each in position.fields)
    return (position._replace(fields=(might, faith, reason)),), {}


def test_all_legal_orders_of_a_new_position(benchmark: Any, position: Position) -> None:
    found: list[Order] = benchmark.pedantic(legal_orders, setup=afresh, rounds=50)
    assert found == legal_orders(position)


def test_evaluation_of_a_new_position(benchmark: Any, position: Position) -> None:
    value = benchmark.pedantic(lambda fresh: evaluate(fresh, 0), setup=afresh, rounds=50)
    assert value == evaluate(position, 0)


def test_all_legal_orders(benchmark: Any, position: Position) -> None:
    found: list[Order] = benchmark(legal_orders, position)
    assert found == legal_orders(position)
    assert len(found) > 300


def test_end_of_a_turn(benchmark: Any, position: Position) -> None:
    after = benchmark(apply, position, position.active, End())
    assert after.position.active != position.active


@pytest.mark.parametrize(("strength", "most"), [("easy", 1.0), ("steady", 1.0), ("strong", SECONDS)])
def test_a_turn_of_a_bot(benchmark: Any, position: Position, strength: str, most: float) -> None:
    """As one core counts no strength takes longer than it may, strong not longer than it is told to."""
    seat, bots = position.active, feature("khronos", Bots)
    view, mind = bots.seat_view(position, seat), SearchSettings(Strength(strength), "a", SECONDS)
    began = process_time()
    found = benchmark.pedantic(bots.turns, args=(view, seat, mind), rounds=2)
    assert found
    assert (process_time() - began) / 2 < most


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


def test_the_effects_of_all_orders(benchmark: Any) -> None:
    """What `moves --effect` finds out: five players, four mixed cards, more than a thousand orders."""
    others = ("blue", "green", "white", "black")
    me = {
        "colour": "red",
        "ecus": 9,
        "adventurers": ["might", "faith"],
        "hand": ["civil", "civil", "military", "religious"],
    }
    position = position_of({"map": "valley", "players": [me, *others]})
    game = game_by_name("khronos")
    colours = ("red", *others)
    composition = Composition(StartingPoint(game, position, colours, 0))
    orders = composition.next.orders
    assert len(orders) > 1000
    assert len(benchmark.pedantic(compute_effects, (composition, orders), rounds=3)) == len(orders)
