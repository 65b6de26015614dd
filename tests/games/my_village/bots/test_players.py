"""The players of the program's own: legal orders, games that end, the same play for what looks the same."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.games.my_village.bots.players import VillageBots
from khronos_pbem.games.my_village.bots.playouts import position_after
from khronos_pbem.games.my_village.bots.sample_world import with_draws_served
from khronos_pbem.games.my_village.game import MyVillage
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.turn import apply, decision
from tests.games.my_village.cases import all_cases, merged, position_of, value
from tests.support.playing import options_for
from tests.tournament import play

BOTS, GAME = VillageBots(), MyVillage()
QUICK, DEEP = 0.01, 0.3
"""Seconds in which the strong player only counts, and in which he plays on in sampled worlds."""
LAST = {"rounds": 5, "round": 5, "first": "blue", "active": "red", "turn": {"number": 4}}
"""The last turn of a game of two, red's."""
ENDS = (("headman coin; end", "1"), ("headman stay; end", "1"), ("headman coin; end", "2"))


def thinking(strength: Strength, seconds: float = QUICK, **more: Any) -> SearchSettings:
    return SearchSettings(strength, "test", seconds, **more)


def texts(position: Position, seat: int, how: SearchSettings) -> list[str]:
    """The best turn, as text."""
    return [GAME.text(order) for order in BOTS.turns(position, seat, how)[0].orders]


def orders(text: str) -> list[Order]:
    """The orders of a text."""
    return [spelled.order for spelled in GAME.parse(text)]


def strong(position: Position, seconds: float = QUICK) -> str:
    """What the strong player would do now."""
    waiting = decision(position)
    assert waiting is not None
    return "; ".join(texts(position, waiting.seat, thinking(Strength.STRONG, seconds)))


# --- games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strengths", "rounds"), [("easy steady", 4), ("strong easy steady strong", 1)])
def test_all_strengths_finish_games(strengths: str, rounds: int) -> None:
    options = options_for("my-village", rounds=rounds)
    played = play("my-village", options, strengths.split(), "ends", QUICK)
    assert played.winners
    assert all(played.turns)


@pytest.mark.parametrize("case", all_cases()[::9], ids=lambda case: case.name)
def test_any_position_has_a_best_turn_that_the_rules_accept(case: Any) -> None:
    """In the middle of turns, at choices and offers, with cards laid open: each order is checked."""
    position = BOTS.seat_view(case.position, 0)
    waiting = decision(position)
    if waiting is None:
        with pytest.raises(ValueError, match="nothing to decide"):
            BOTS.turns(position, 0, thinking(Strength.STRONG))
        return
    for strength in Strength:
        after = position
        for order in BOTS.turns(position, waiting.seat, thinking(strength))[0].orders:
            after = apply(after, waiting.seat, order).position
        assert after != position


def test_nobody_else_is_asked() -> None:
    for strength in Strength:
        with pytest.raises(ValueError, match="seat 1 has nothing to decide"):
            BOTS.turns(position_of({}), 1, thinking(strength))


# --- what it rests on ---------------------------------------------------------------------------------------


def test_worlds_that_look_the_same_are_played_the_same() -> None:
    """What a set-up position has in store nobody sees (VILLAGE 15.2): not by any strength, in no draw."""
    counter = {"red": {"church": "counter", "coins": 1}, "first": "red"}
    worlds = [position_of({**counter, "results": stored}) for stored in (["k01"], ["k33", "1", "2"])]
    assert worlds[0].results != worlds[1].results
    for strength in Strength:
        plays = [BOTS.turns(BOTS.seat_view(world, 0), 0, thinking(strength, DEEP)) for world in worlds]
        assert plays[0] == plays[1]


@pytest.mark.parametrize("strength", [Strength.STRONG, Strength.EXPERT])
def test_another_process_plays_the_same_wherever_it_looks_ahead(strength: Strength) -> None:
    """By the seed alone: in a process of its own, and with worlds looked at in others."""
    position = position_of({})
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:

        def starmap(function: Any, calls: Any) -> list[Any]:
            return list(pool.map(function, *zip(*calls, strict=True))) if calls else []

        there = pool.submit(BOTS.turns, position, 0, thinking(strength, DEEP))
        here = BOTS.turns(position, 0, thinking(strength, DEEP, starmap=starmap))
        assert there.result() == here


def test_one_world_has_one_luck() -> None:
    """The same draw gives the same in one world, whatever was ordered, and other things in others."""
    last = position_of(merged(value(4), {**LAST, "rounds": 0}))
    pools = [with_draws_served(position_after(last, 0, orders(text)), world).pool for text, world in ENDS]
    assert pools[0] == pools[1] != pools[2]


# --- what he finds ------------------------------------------------------------------------------------------


def test_in_his_last_turn_he_takes_what_is_most() -> None:
    """Eight story points on the tree come to the hall rather than a field (VILLAGE 7.9, 10.2)."""
    red = {"headman": "coin", "tree": 8}
    assert strong(position_of({**LAST, "red": red})).endswith("headman hall; end")


def test_he_makes_first_what_he_pays_with() -> None:
    """A beer is made first, then he can be paid (VILLAGE 7.4, 7.5)."""
    shops = ["brewery 5/8 0", "forge 5/6 1", "scriptorium 5/6 1"]
    red = {"workshops": shops, "market": ["k27"], "church": "cloister"}
    best = strong(position_of({**LAST, "red": red, "pool": ["2", "6", "1", "1", "b1"]}))
    assert best.startswith("take 2 6; use brewery; serve k27")


def test_he_buries_whom_he_needs_least() -> None:
    """Marked citizens stay alive: each is worth four points at the end (VILLAGE 8.8, 10.2)."""
    marked = ["abbot", "craftsman"]
    red = {"chamber": "citizens", "marks": marked, "villagers": [*marked, "merchant"]}
    turn = {"branch": "white", "used": ["personal"], "reaper": True}
    position = position_of(merged(value(5), {**LAST, "graves": 2, "red": red, "turn": {**turn, "number": 4}}))
    assert strong(position) == "bury merchant; end"


@pytest.mark.parametrize("seconds", [QUICK, DEEP])
def test_choices_are_answered_for_the_best(seconds: float) -> None:
    """Rats are kept out (VILLAGE 9.8); the poorest journey goes back, the richest stays (VILLAGE 8.14)."""
    rats = {"rat": 0, "turn": {"branch": "white", "used": ["personal"]}, "choice": {"kind": "sanatorium"}}
    blue = {"blue": {"church": "sanatorium", "tree": 9}}
    asked = position_of(merged(merged(value(5), rats), {**blue, "choice": {"player": "blue"}}))
    assert strong(asked, seconds) == "sanatorium yes"
    for card, answer in (("t01", "refuge back"), ("t04", "refuge keep")):
        drawn = {"red": {"church": "refuge"}, "choice": {"kind": "refuge", "player": "red", "card": card}}
        asked = position_of(merged(merged(value(7), {"turn": {"branch": "black"}}), drawn))
        assert strong(asked, seconds) == answer


def test_he_looks_where_seeing_comes_first() -> None:
    """The counter's card before the desk (VILLAGE 8.15), a journey before it is said who dies (12.5)."""
    shops = ["brewery 5/8 2", "forge 5/6 2", "scriptorium 5/6 2", "wheelwright 8/9 2"]
    counter = {"church": "counter", "coins": 0, "workshops": shops, "headman": "coin"}
    assert strong(position_of(merged(value(10), {"red": counter}))) == "reveal; look"
    reaper = {"cloud": 10, "workshops": ["brewery 5/8 1"], "travels": ["t01"]}
    assert strong(position_of(merged(value(7), {**LAST, "red": reaper}))) == "travel B with beer; look"


# --- what it is worth ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [QUICK, DEEP])
def test_what_a_turn_is_worth_is_what_its_orders_are_worth(seconds: float) -> None:
    """One measure: the best turn is worth what the same orders are asked for, and more than an idle one."""
    position, how = position_of({}), thinking(Strength.STRONG, seconds)
    best = BOTS.turns(position, 0, how)[0]
    assert BOTS.evaluate(position, 0, best.orders, how) == pytest.approx(best.evaluation)
    idle = orders("take b1 b2; headman stay; end")
    assert BOTS.evaluate(position, 0, idle, how) < best.evaluation
    assert BOTS.evaluate(position, 0, best.orders[:1], how) > BOTS.evaluate(position, 0, idle, how)


@pytest.mark.parametrize("seconds", [QUICK, DEEP])
def test_an_answer_or_an_end_is_worth_the_same_asked_for_alone(seconds: float) -> None:
    """The turn that comes after an answer is not counted in, and what is forced is thought through too."""
    rats = {"rat": 0, "turn": {"number": 3, "branch": "white", "used": ["personal"]}, "active": "blue"}
    asked = {"choice": {"kind": "sanatorium", "player": "red"}, "red": {"church": "sanatorium", "tree": 9}}
    answer = position_of(merged(value(5), {**rats, **asked, "first": "blue"}))
    forced = position_of(merged(value(5), {"turn": {"branch": "black"}}))
    for position in (answer, forced):
        how = thinking(Strength.STRONG, seconds)
        for turn in BOTS.turns(position, 0, how):
            assert BOTS.evaluate(position, 0, turn.orders, how) == pytest.approx(turn.evaluation)


def test_a_finished_game_is_worth_what_it_was_won_by() -> None:
    """How one stands when all is over is the difference of the totals (VILLAGE 10.2)."""
    seats = {"red": {"hall": 9}, "blue": {"hall": 4}, "hand": {"holder": "blue"}}
    over = position_of({**LAST, "phase": "over", "turn": {"number": 4}, **seats})
    assert BOTS.evaluate(over, 0, (), thinking(Strength.STEADY)) == 9 - 4 - 1
