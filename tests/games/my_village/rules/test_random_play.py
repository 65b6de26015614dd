"""Random games to the end: what always holds, after every order (VILLAGE 18)."""

from __future__ import annotations

from collections import Counter

import pytest

from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.order_text.grammar import parse, text
from khronos_pbem.games.my_village.positions.from_data import position_from_data
from khronos_pbem.games.my_village.positions.problems import position_faults
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules.base.draws import open_roll, open_rolls
from khronos_pbem.games.my_village.rules.phases.score import score, winners
from khronos_pbem.games.my_village.rules.turn import (
    apply,
    apply_roll,
    decision,
    legal_orders,
    moves,
    normalized,
    order_refusal,
    without_seat,
)
from tests.games.my_village.cases import rolls
from tests.games.my_village.playing import Step, game, numbers_for, start
from tests.games.my_village.rules.naive import Naive, naive_score

GAMES = [(2, 1), (3, 2), (4, 3), (2, 4), (3, 5)]


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_invariants_hold_after_every_order(players: int, seed: int) -> None:
    schooled, spent, seen = 0, Counter[str](), Counter[str]()
    for step in game(players, seed, leave=0.002 if seed == 5 else 0):
        for event in step.outcome.events:
            seen[event.event] += 1
            schooled += event.event == "returned"
            if event.event == "spent":
                spent[event.seat] += int(event.text.split()[2])
            if event.event == "died":
                seen[f"{event.seat} died"] += 1
        check_position(step.after, schooled)
        check_step(step)
    end = step.after
    assert end.phase is Phase.OVER
    assert winners(end)
    for village in end.players:  # VILLAGE 18.8
        assert seen[f"{village.colour} died"] <= spent[village.colour] / end.cards.board.clouds
    assert seen["died"] >= 5


def check_position(position: Position, schooled: int) -> None:
    """VILLAGE 18.1 to 18.7, 18.10, as far as one position shows them."""
    if position.phase is Phase.SETUP:
        return
    assert position_faults(position) == []
    alive = sum(len(village.villagers) for village in position.players)
    labourers = sum(village.labourers for village in position.players)
    assert alive + position.coffins == 5 * len(position.players) + schooled + labourers  # VILLAGE 18.2
    data = position_to_data(position)
    for seat, village in enumerate(position.players):
        assert min(village.coins, village.tree, village.hall, village.guild, position.graves) >= 0
        assert 1 <= village.cloud <= position.cards.board.clouds
        shown = next(player for player in data["player"] if player["colour"] == village.colour)
        assert naive_score(data, shown) == score(position, seat).total  # VILLAGE 18.10


def check_step(step: Step) -> None:
    """What never falls; the hand; the cards of a village (VILLAGE 18.3, 18.7, 1.5)."""
    before, after = step.before, step.after
    assert after.coffins >= before.coffins
    for old, new in zip(before.players, after.players, strict=True):
        assert new.hall >= old.hall
        assert new.labourers >= old.labourers
        assert set(old.served) <= set(new.served)
        assert set(old.monks) <= set(new.monks)
        assert set(old.travels) <= set(new.travels)
        assert {(s.type, s.values) for s in old.workshops} <= {(s.type, s.values) for s in new.workshops}
        assert set(old.market) <= {*new.market, *new.served}
        assert old.church in ("", new.church)
        assert old.chamber in ("", new.chamber)
        assert set(old.marks) <= set(new.marks)
    assert after.hand.story in (before.hand.story, before.hand.story + 1, 0)


@pytest.mark.parametrize(
    ("players", "seed", "choices"), [(2, 11, "ask"), (3, 12, "ask"), (4, 13, "ask"), (3, 14, "best")]
)
def test_a_naive_counter_finds_the_same_orders(players: int, seed: int, choices: str) -> None:
    for number, step in enumerate(game(players, seed, lazy=0.7, choices=choices)):
        if step.seat is None or step.before.phase is Phase.SETUP or number % 2:
            continue
        found = [text(order) for order in legal_orders(step.before)]
        assert len(found) == len(set(found))
        assert sorted(found) == sorted(Naive(position_to_data(step.before)).orders())


def test_legal_orders_are_canonical_accepted_and_read_again() -> None:
    """VILLAGE 18.9."""
    for number, step in enumerate((*game(3, 21), *game(4, 22, choices="best"))):
        if step.seat is None or number % 5:
            continue
        orders = legal_orders(step.before)
        for order in orders:
            assert [each.order for each in parse(text(order))] == [order]
            assert normalized(step.before, step.seat, order) == order
            assert order_refusal(step.before, step.seat, order) is None
        grouped = [order for group in moves(step.before) for order in group.orders]
        assert sorted(map(text, grouped)) == sorted(map(text, orders))


def test_positions_are_written_and_read_again() -> None:
    """VILLAGE 15: canonical data comes back as it was."""
    both = (*game(4, 31, lazy=0.8), *game(3, 32, lazy=0.8, choices="best"))
    for number, step in enumerate(both):
        if step.after.phase is Phase.SETUP or number % 3:
            continue
        data = position_to_data(step.after)
        assert position_to_data(position_from_data(data)) == data


@pytest.mark.parametrize("seed", [81, 82, 83])
def test_a_draw_is_served_with_the_numbers_it_asked_for(seed: int) -> None:
    """VILLAGE 12.1, 12.3: what a request says when it is made is what the draw needs when it is served."""
    asked = {roll.name: roll.bounds for roll in open_rolls(start(2 + seed % 3))}
    served = 0
    for step in game(2 + seed % 3, seed, lazy=0.8, leave=0.01, rounds=15):
        roll = open_roll(step.before)
        if roll is not None and len(step.after.draws) <= len(step.before.draws) and step.order is None:
            assert asked[roll.name] == roll.bounds
            served += 1
        asked |= {each.name: each.bounds for each in rolls(step.outcome.requests)}
    assert served > 20


def recorded(players: int, seed: int, lazy: float) -> list[Step]:
    return list(game(players, seed, lazy=lazy, rounds=12))


@pytest.mark.parametrize("seed", [41, 42, 43])
def test_the_time_of_serving_changes_nothing(seed: int) -> None:
    """VILLAGE 18.11, 12.5: orders given while nothing was served, again with every draw served at once."""
    steps = recorded(2 + seed % 3, seed, lazy=1.0)
    orders = [(step.seat, step.order) for step in steps if step.seat is not None and step.order is not None]
    quiet = [step.after for step in steps if not step.after.draws and step.after.phase is Phase.TAKE]
    eager = replayed(2 + seed % 3, seed, orders)
    assert quiet
    assert steps[-1].after == eager[-1]
    assert [each for each in quiet if each.number == 1] == [
        each for each in eager if each.number == 1 and each.phase is Phase.TAKE and not each.draws
    ]


def replayed(players: int, seed: int, orders: list[tuple[int, Order]]) -> list[Position]:
    """The positions of a game with these orders, every draw served as soon as it is open (VILLAGE 18.12)."""
    position, seen = start(players, 12), []
    for seat, order in orders:
        while (roll := open_roll(position)) is not None:
            position = apply_roll(position, numbers_for(seed, roll)).position
            seen.append(position)
        position = apply(position, seat, order).position
        seen.append(position)
    while (roll := open_roll(position)) is not None:
        position = apply_roll(position, numbers_for(seed, roll)).position
        seen.append(position)
    return seen


def test_replaying_gives_the_same_game() -> None:
    """VILLAGE 18.12."""
    first, second = recorded(3, 51, 0.5), recorded(3, 51, 0.5)
    assert [step.after for step in first] == [step.after for step in second]
    assert [step.outcome.events for step in first] == [step.outcome.events for step in second]


def test_whoever_is_left_alone_wins_at_once() -> None:
    """VILLAGE 13.4: players leave at any moment, of any turn."""
    for seed in range(61, 66):
        last = None
        for step in game(4, seed, leave=0.03):
            last = step.after
            gone = [village.gone for village in last.players]
            assert sum(gone) < 4
            if sum(gone) == 3:
                assert last.phase is Phase.OVER
                assert winners(last) == (gone.index(False),)
            waiting = decision(last)
            assert waiting is None or not last.players[waiting.seat].gone
        assert last is not None
        assert last.phase is Phase.OVER
        assert without_seat(last, 0).position == last
