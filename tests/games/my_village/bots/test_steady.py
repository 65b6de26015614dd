"""The steady player: legal orders only, every turn ends, and he beats chance."""

from __future__ import annotations

from random import Random

from khronos_pbem.games.my_village.bots.steady import choose
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules.phases.score import score, winners
from khronos_pbem.games.my_village.rules.turn import decision
from tests.games.my_village.playing import any_of, game


def steady(position: Position, orders: list[Order], random: Random) -> Order:
    order = choose(position, random)
    assert order in orders
    return order


def against_chance(position: Position, orders: list[Order], random: Random) -> Order:
    """Red is steady, the others play anything."""
    waiting = decision(position)
    assert waiting is not None
    return steady(position, orders, random) if waiting.seat == 0 else any_of(position, orders, random)


def test_a_game_of_three_ends_with_points_for_all() -> None:
    for step in game(3, 5, choose=steady, rounds=0):
        last = step.after
    assert last.phase is Phase.OVER
    assert min(score(last, seat).total for seat in range(3)) > 10


def test_he_beats_chance() -> None:
    for step in game(2, 6, choose=against_chance, rounds=0):
        last = step.after
    assert winners(last) == (0,)
