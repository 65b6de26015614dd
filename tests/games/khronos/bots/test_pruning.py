"""The actions that the bots try: all are legal, and one of each group of equivalent sites is there."""

from __future__ import annotations

from random import Random

import pytest

from khronos_pbem.games.khronos.bots.pruning import PICKS, distinct_actions
from khronos_pbem.games.khronos.bots.sample_world import with_sampled_cards
from khronos_pbem.games.khronos.bots.steady import choose
from khronos_pbem.games.khronos.bots.turn_search import TurnSearch
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.field import Field
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    Order,
    Populate,
    Renovate,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.order_text.grammar import text
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply_unchecked
from tests.games.khronos.cases import position_of
from tests.games.khronos.rules.test_random_play import SMALL, deal


def positions(seed: int, turns: int = 40) -> list[Position]:
    """Positions of a short game in which all cards are known."""
    random, found = Random(seed), [deal(2 + seed % 3, 2, Random(seed), map=SMALL)]
    for _ in range(turns):
        waiting = decision(found[-1])
        if waiting is None:
            break
        order = random.choice(legal_orders(found[-1])) if random.random() < 0.3 else choose(found[-1], random)
        after = apply_unchecked(found[-1], waiting.seat, order).position
        found.append(with_sampled_cards(after, random))
    return [position for position in found if position.pending is None and decision(position)]


def kind(order: Order) -> tuple[object, ...]:
    """What an order does, on whatever square."""
    if isinstance(order, Build | Upgrade):
        return type(order), order.piece.number, order.board, getattr(order, "old", "")
    return (order,)


@pytest.mark.parametrize("seed", range(6))
def test_distinct_actions_are_legal_and_leave_out_no_kind(seed: int) -> None:
    for position in positions(seed):
        seat = position.active
        boards = sorted(set(position.players[seat].adventurers))
        legal = [
            order
            for order in legal_orders(position)
            if isinstance(order, Build | Upgrade | Demolish | Populate | Renovate)
        ]
        found = [each.order for each in distinct_actions(position, seat, boards, seed)]
        assert set(found) <= set(legal)
        assert set(map(kind, found)) == set(map(kind, legal))


@pytest.mark.parametrize("seed", range(6))
def test_a_board_takes_over_the_domains_that_did_not_change(seed: int) -> None:
    """RULES 6.3: whatever was known before, the domains have their buildings, as counted anew."""
    for position in positions(seed):
        for board in position.fields:
            anew = Field(board.buildings, board.occupied, board.domains)
            assert board.parts == anew.parts
            assert [sum(each.mask for each in part) for part in board.parts] == list(board.domains)


def test_a_chapel_is_built_where_no_copy_can_cover_it() -> None:
    """RULES 7.6: a keep on might stands on the squares of one of the equivalent sites."""
    table = {
        "players": [{"colour": "red", "adventurers": ["faith", "faith"], "hand": ["religious"]}, "blue"],
        "buildings": ["might castle D4 blue"],
    }
    position = position_of(table)
    safe = {f"{column}{row}" for column in "DEF" for row in "456"}
    for pick in range(0, PICKS, PICKS // 7):
        found = distinct_actions(position, 0, [Board.FAITH], pick)
        places = [order.at for _, order in found if isinstance(order, Build)]
        assert places
        assert all(at in safe or at[0] in "AL" or at[1:] in ("1", "12") for at in places)


def test_both_adventurers_travel_for_an_action_that_needs_them() -> None:
    """RULES 5.2: a town costs three cards, and an adventurer carries two."""
    table = {
        "players": [
            {"colour": "red", "ecus": 4, "adventurers": ["reason", "reason"], "hand": ["civil"] * 3},
            "blue",
        ],
        "buildings": ["might keep B2 red"],
    }
    found = TurnSearch(0, 40, 600, Random(1)).lines(position_of(table), 4)
    assert any(
        [type(order) for order in line.orders] == [Travel, Travel, Build]
        and "build town might" in text(line.orders[-1])
        for line in found
    )


@pytest.mark.parametrize("seed", range(3))
def test_no_bot_spends_its_last_ecu_in_the_first_rounds_for_nothing(seed: int) -> None:
    """RULES 5.1: later journeys cost ecus, so the first turn leaves some and pays for journeys only."""
    position = deal(2, 2, Random(seed))
    seat = position.active
    best = TurnSearch(seat, 30, 600, Random(seed)).lines(position, 4)[0]
    left, before = best.position.players[seat].ecus, position.players[seat].ecus
    assert left > 0
    assert left >= before - sum(isinstance(order, Travel) for order in best.orders)
