"""The steady player: legal orders only, every turn ends, he beats chance and the greedy opponent."""

from __future__ import annotations

from random import Random

import pytest

from khronos_pbem.games.my_village.bots.playouts import position_after
from khronos_pbem.games.my_village.bots.steady import choose
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules.phases.score import score, winners
from khronos_pbem.games.my_village.rules.turn import apply, decision
from tests.games.my_village.cases import all_cases, position_of
from tests.games.my_village.playing import any_of, game
from tests.greedy_village import village_greedy_turn


def steady(position: Position, orders: list[Order], random: Random) -> Order:
    order = choose(position, random)
    assert order in orders
    return order


def against_chance(position: Position, orders: list[Order], random: Random) -> Order:
    """Red is steady, the others play anything."""
    waiting = decision(position)
    assert waiting is not None
    return steady(position, orders, random) if waiting.seat == 0 else any_of(position, orders, random)


def against_greed(position: Position, orders: list[Order], random: Random) -> Order:
    """Red is steady, the others greedy."""
    waiting = decision(position)
    assert waiting is not None
    if waiting.seat == 0:
        return steady(position, orders, random)
    return village_greedy_turn(position, waiting.seat, "greed", 0.0)[0]


def test_a_game_of_three_ends_with_points_for_all() -> None:
    for step in game(3, 5, choose=steady, rounds=0):
        last = step.after
    assert last.phase is Phase.OVER
    assert min(score(last, seat).total for seat in range(3)) > 10


def test_he_beats_chance() -> None:
    for step in game(2, 6, choose=against_chance, rounds=0):
        last = step.after
    assert winners(last) == (0,)


def test_he_beats_greed_in_most_games() -> None:
    """Two of three games, from whatever seeds: the tournament counts more of them."""
    won = 0
    for seed in (1, 2, 3):
        for step in game(2, seed, choose=against_greed, rounds=0):
            last = step.after
        won += winners(last) == (0,)
    assert won >= 2


# --- the greedy opponent ------------------------------------------------------------------------------------


def test_the_greedy_one_takes_what_scores_now() -> None:
    """At least the six points of a customer that is paid from stock: nothing else of a turn counts."""
    shops = ["stable 6/9 1", "scriptorium 5/6 1", "wheelwright 8/9 1"]
    position = position_of({"red": {"workshops": shops, "market": ["k28"], "coins": 0}})
    after = position_after(position, 0, village_greedy_turn(position, 0, "test", 0.0))
    assert score(after, 0).total - score(position, 0).total >= position.cards.card["k28"].prestige


@pytest.mark.parametrize("case", all_cases()[::9], ids=lambda case: case.name)
def test_the_greedy_one_gives_orders_that_the_rules_accept(case: object) -> None:
    position: Position = case.position._replace(results=())  # type: ignore[attr-defined]
    waiting = decision(position)
    if waiting is None:
        assert village_greedy_turn(position, 0, "test", 0.0) == ()
        return
    for order in village_greedy_turn(position, waiting.seat, "test", 0.0):
        position = apply(position, waiting.seat, order).position
