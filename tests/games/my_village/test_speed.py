"""The speed of My Village. Run with `pytest tests/games/my_village --benchmark-only`."""

from __future__ import annotations

from typing import Any

from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.words import Phase
from khronos_pbem.games.my_village.rules.turn import apply, legal_orders
from tests.games.my_village.playing import game


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
