"""The speed of My Village. Run with `pytest tests/benchmarks --benchmark-only`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.games.my_village.bots.players import VillageBots
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules.turn import apply, legal_orders
from khronos_pbem.record.block import TURN
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.replay.table import waiting
from tests.games.my_village.playing import game
from tests.support.playing import NAMES, Group
from tests.support.shell import Person


def steps() -> list[tuple[Position, int, Order]]:
    """The orders of a game of four, from its third round on."""
    return [
        (step.before, step.seat, step.order)
        for step in game(4, 3)
        if step.seat is not None and step.order is not None and step.before.round > 2
    ]


def test_one_order(benchmark: Any) -> None:
    """Orders of all kinds, one after the other, so that no single one decides."""
    orders = iter(steps() * 10_000)

    def one() -> Position:
        position, seat, order = next(orders)
        return apply(position, seat, order).position

    assert benchmark(one).round > 0


def test_legal_orders_of_a_turn(benchmark: Any) -> None:
    """What may be done, in positions of all kinds."""
    positions = iter([position for position, _, _ in steps()] * 10_000)
    assert benchmark(lambda: legal_orders(next(positions)))


def test_takes_of_the_rich(benchmark: Any) -> None:
    """The widest choice there is in a game: every change of two dice."""
    rich = next(position for position, _, _ in steps() if position.phase is Phase.TAKE)
    position = rich.with_player(rich.active, coins=6)
    assert len(benchmark(lambda: legal_orders(position))) > 100


def test_a_turn_of_the_strong_player(benchmark: Any) -> None:
    """Whole turns searched and played on in sampled worlds, for one second of thinking, in the middle."""
    position = next(position for position, _, _ in steps() if position.phase is Phase.TAKE)
    thinking = SearchSettings(Strength.STRONG, "speed", 1)
    turns = benchmark.pedantic(VillageBots().turns, (position, position.active, thinking), rounds=3)
    assert turns[0].orders


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of four near its end, in which a turn is awaited."""
    players = Group(tmp_path_factory.mktemp("late"), 4, 3, game="my-village")
    players.start(rounds=20)
    players.play(75)
    while (now := waiting(players.table())) is not None and now.need != TURN:
        players.step()
    return players


def test_a_turn_of_a_long_game(late: Group, benchmark: Any) -> None:
    """The whole process, warm: a save of more than 70 blocks that this machine has seen."""
    table = late.table()
    now = waiting(table)
    assert now is not None
    assert now.seat is not None
    name = NAMES[now.seat]
    orders = "; ".join(quick_orders(table, late.context(name), Random(1)))
    person, home = Person(name, late.folder), {"KHRONOS_HOME": str(late.home(name))}
    play = ("play", "game.khronos", "-c", orders, "-o", "out.khronos", "--force", "--rewind")
    person.ok(*play, "--json", **home)
    assert late.save.stat().st_size < 100 * 1024
    benchmark.pedantic(person.process, (*play, "--json"), home, rounds=7)
