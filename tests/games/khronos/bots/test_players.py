"""Easy, steady and strong: what they may know, what they have to notice, that a seed plays the same."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.engine.runner import step
from khronos_pbem.games.khronos.bots.players import KhronosBots
from khronos_pbem.games.khronos.bots.sample_world import sampled_world, unseen_cards
from khronos_pbem.games.khronos.bots.strong import search_budget
from khronos_pbem.games.khronos.bots.turn_search import Line, TurnSearch
from khronos_pbem.games.khronos.game import Khronos
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Card, Position, known_types
from khronos_pbem.games.khronos.order_text.grammar import parse, text
from khronos_pbem.games.khronos.positions.sandbox import open_card_server
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes
from khronos_pbem.games.khronos.rules.turn import normalized
from tests.games.khronos.cases import FOLDER, position_of, read_case
from tests.games.khronos.rules.test_random_play import SMALL, deal
from tests.games.khronos.sandbox import play_text

BOTS = KhronosBots()
STRENGTHS = tuple(Strength)


def thinking(strength: Strength, seconds: float = 0.1, seed: str = "a") -> SearchSettings:
    return SearchSettings(strength, seed, seconds)


def turns(position: Position, strength: Strength, **more: Any) -> list[tuple[str, ...]]:
    """The turns a bot of this strength would take, as texts, the best first."""
    waiting = decision(position)
    assert waiting is not None
    view = BOTS.seat_view(position, waiting.seat)
    found = BOTS.turns(view, waiting.seat, thinking(strength, **more))
    return [tuple(text(order) for order in turn.orders) for turn in found]


def with_slots(position: Position) -> Position:
    """The same cards as at a table: each in its hand or in the pile has a slot."""
    slots: Iterator[int] = iter(range(100))

    def laid(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card._replace(handle=Handle("cards/1", next(slots))) for card in cards)

    for seat, player in enumerate(position.players):
        position = position.with_player(seat, hand=laid(player.hand))
    return position._replace(pile=laid(position.pile))


def otherwise(position: Position, seat: int, random: Random) -> Position:
    """Another world that looks the same to a seat: hidden cards change places, slots stay."""
    hidden = [card.type for n, each in enumerate(position.players) if n != seat for card in each.hand]
    hidden += [card.type for card in position.pile]
    random.shuffle(hidden)
    rest = iter(hidden)
    for other, player in enumerate(position.players):
        if other != seat:
            hand = tuple(card._replace(type=next(rest)) for card in player.hand)
            position = position.with_player(other, hand=hand)
    return position._replace(pile=tuple(card._replace(type=next(rest)) for card in position.pile))


# --- what they know ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("at_a_table", [True, False], ids=["table", "set-up"])
def test_two_worlds_that_look_the_same_get_the_same_play(strength: Strength, at_a_table: bool) -> None:
    here = deal(3, 2, Random(4), map=SMALL)
    here = with_slots(here) if at_a_table else here
    there = otherwise(here, 0, Random(5))
    assert known_types(here.players[1].hand) != known_types(there.players[1].hand)
    assert BOTS.seat_view(here, 0) == BOTS.seat_view(there, 0)
    assert turns(here, strength) == turns(there, strength)


def test_cards_of_the_market_are_known_in_every_hand() -> None:
    """RULES 4.2: everybody saw them taken; a card with a slot is hidden."""
    position = with_slots(deal(2, 2, Random(1), holdem=True, map=SMALL))
    hand = (*position.players[1].hand[:3], Card(Type.CIVIL))
    seen = BOTS.seat_view(position.with_player(1, hand=hand), 0).players[1].hand
    assert [card.type for card in seen] == [None, None, None, Type.CIVIL]


def test_a_sampled_world_has_every_card_of_the_game_once() -> None:
    view = BOTS.seat_view(deal(4, 1, Random(2), map=SMALL), 2)
    sampled = sampled_world(view, 2, Random(7))
    assert unseen_cards(sampled) == []
    assert sampled.players[2] == view.players[2]
    assert sampled_world(view, 2, Random(7)) == sampled
    assert sampled_world(view, 2, Random(8)) != sampled


# --- what they do -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_strength_finishes_a_game(seats: int) -> None:
    """Whatever they answer is legal, to open choices too: the one step of the table checks it."""
    variants: list[dict[str, object]] = [{"round": 4}, {"holdem": True}, {"keep": True}, {}]
    more: dict[str, object] = {"round": 6, "map": SMALL, **variants[seats - 2]}
    position, game = deal(seats, 1 if seats == 5 else 2, Random(seats), **more), Khronos()
    for number in range(300):
        waiting = decision(position)
        if waiting is None:
            break
        strength = STRENGTHS[(waiting.seat + seats) % 3]
        view = BOTS.seat_view(position, waiting.seat)
        mind = thinking(strength, 0.01, str(number))
        for order in BOTS.turns(view, waiting.seat, mind)[0].orders:
            position = step(game, position, waiting.seat, order, open_card_server(1)).position
    assert game.is_over(position)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_seat_that_has_nothing_to_decide_is_told_so(strength: Strength) -> None:
    view = BOTS.seat_view(deal(2, 2, Random(1), map=SMALL), 1)
    with pytest.raises(ValueError, match="nothing to decide"):
        BOTS.turns(view, 1, thinking(strength))


REVENUE = {
    "round": 7,
    "active": "blue",
    "players": [
        {"colour": "red", "hand": ["civil"]},
        {"colour": "blue", "adventurers": ["reason", "reason"], "hand": ["civil"]},
    ],
    "buildings": [
        "might keep B2 blue", "might city D2", "faith monastery B6 blue", "faith city D6", "reason town G2",
    ],
}  # fmt: skip


def test_strong_travels_to_where_revenue_is() -> None:
    """RULES 10: who is not there gets nothing."""
    orders = turns(position_of(REVENUE), Strength.STRONG)[0]
    places = {order.split()[2] for order in orders if order.startswith("travel")}
    assert places == {"might", "faith"}


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("weaker", ["red", "blue"])
def test_a_choice_in_ones_own_turn_or_in_that_of_another_is_answered(strength: Strength, weaker: str) -> None:
    """RULES 8.3, 8.5, 9: red joins two keeps, and the owner of the weaker one says what is left of it."""
    stronger = "blue" if weaker == "red" else "red"
    table = {
        "players": [{"colour": "red", "hand": ["civil"]}, "blue"],
        "buildings": [
            f"might keep A1 {stronger}",
            f"might watchtower A3 {stronger}",
            f"might keep D1 {weaker}",
        ],
    }
    joined = play_text(position_of(table), "build hamlet might C1").position
    assert joined.pending is not None
    assert joined.players[joined.pending.choice.seat].colour == weaker
    answer = turns(joined, strength)[0]
    assert answer[0].startswith("place ")
    assert play_text(joined, "; ".join(answer)).pending is None


def test_choices_that_lead_to_choices_are_not_tried_without_end() -> None:
    """RULES 8.4, 8.5: of four keeps that a town joins three become watchtowers, in 1536 ways."""
    table = {
        "players": [{"colour": "red", "hand": ["civil"] * 3}, "blue"],
        "buildings": [f"might keep {at} red" for at in ("E4", "H5", "G8", "D7")],
    }
    position = position_of(table)
    town = [normalized(position, 0, each.order) for each in parse("build town might F6")]
    search = TurnSearch(0, 1, 1000, Random(1))
    found = list(search.tried_lines(Line(position, (), 0.0), town))
    assert 10 < len(found) < 100
    assert all(line.position.pending is None and len(line.orders) == 7 for line in found)
    assert search.left > 600


def test_strong_takes_what_pays_now_rather_than_what_would_pay_later() -> None:
    """RULES 3.2: in round 7 nothing is left but the revenue of this turn."""
    table = {
        "round": 7,
        "active": "blue",
        "players": [{"colour": "red"}, {"colour": "blue", "ecus": 0, "hand": ["military", "military"]}],
        "buildings": ["might watchtower D1 red", "might city D2", "might town G2"],
    }
    first = turns(position_of(table), Strength.STRONG)[0]
    after = play_text(position_of(table), "; ".join(first)).position
    assert after.players[1].ecus >= 9


def test_strong_denies_revenue_that_it_cannot_take() -> None:
    """RULES 5.7: red's watchtower rules a city, and red has the last turn; blue's cards demolish it."""
    table = {
        "round": 7,
        "active": "red",
        "players": [
            {"colour": "red", "ecus": 4, "hand": ["military"], "adventurers": ["faith", "faith"]},
            {"colour": "blue", "ecus": 4, "adventurers": ["faith", "faith"]},
        ],
        "buildings": ["faith chapel D1 blue", "faith city D2", "might watchtower D1 blue", "might city D2"],
    }
    first = turns(position_of(table), Strength.STRONG, seconds=0.3)[0]
    after = play_text(position_of(table), "; ".join(first)).position
    assert all(income.rulers != (1,) for income in domain_incomes(after, Board.MIGHT) if income.amount > 1)


def test_on_a_large_map_fewer_orders_are_tried() -> None:
    """All that is tried there takes longer; the standard map has the most that a second is worth."""
    wide = {"name": "wide", "terrain": ("." * 26 + "\n") * 99, "hamlets": ["B2"]}
    maps: list[dict[str, object]] = [{}, {"map": wide}]
    efforts = [search_budget(deal(2, 2, Random(1), **more), 0, 1.0).effort for more in maps]
    assert efforts[0] > 2 * efforts[1]


# --- the same again ---------------------------------------------------------------------------------------


def test_the_same_seed_plays_the_same_in_another_process() -> None:
    view, mind = BOTS.seat_view(deal(2, 2, Random(6), map=SMALL), 0), thinking(Strength.STRONG, 0.2)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = pool.submit(BOTS.turns, view, 0, mind)
        assert BOTS.turns(view, 0, mind) == there.result()


@pytest.mark.parametrize("strength", [Strength.STRONG, Strength.EXPERT])
def test_it_does_not_matter_where_worlds_are_searched(strength: Strength) -> None:
    """The last call first, each with copies of its own."""

    def backwards(function: Any, calls: Any) -> list[Any]:
        found = [function(*pickle.loads(pickle.dumps(call))) for call in reversed(calls)]
        return found[::-1]

    view = BOTS.seat_view(deal(2, 2, Random(6), map=SMALL), 0)
    mind = thinking(strength, 0.5)
    assert BOTS.turns(view, 0, mind._replace(starmap=backwards)) == BOTS.turns(view, 0, mind)


def test_what_a_turn_is_worth_is_the_same_asked_alone() -> None:
    position = deal(2, 2, Random(3), map=SMALL)
    mind = thinking(Strength.STRONG, 0.6)
    found = BOTS.turns(BOTS.seat_view(position, 0), 0, mind)
    assert len(found) > 1
    for turn in found:
        assert BOTS.evaluate(BOTS.seat_view(position, 0), 0, turn.orders, mind) == turn.evaluation


def test_a_turn_that_throws_its_cards_away_is_worth_less() -> None:
    view = BOTS.seat_view(deal(2, 2, Random(3), map=SMALL), 0)
    mind = thinking(Strength.STRONG, 0.2)
    nothing = tuple(each.order for each in parse("end"))
    assert BOTS.evaluate(view, 0, nothing, mind) < BOTS.turns(view, 0, mind)[0].evaluation


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_policy_of_its_own_answers_for_a_bot(strength: Strength) -> None:
    """RULES 9.3: what the policy chooses is no order of the turn, but what follows it is."""
    position = read_case(FOLDER / "9_4_downsizing_leader.toml").position
    after = BOTS.knowledge.apply(position, 0, parse("demolish might D2")[0].order).position
    assert after.pending is None
    played = 0
    for seed in "abc":
        for orders in turns(position, strength, seed=seed):
            here: Any = position
            for order in orders:
                here = step(Khronos(), here, 0, parse(order)[0].order, open_card_server(0)).position
            played += "demolish might D2" in orders
            assert not any(order.startswith("downsize") for order in orders)
    assert played or strength is not Strength.STRONG
