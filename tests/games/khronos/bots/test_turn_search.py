"""What search must not do twice: count instead of time (RULES 8.1, 10)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from khronos_pbem.games.khronos.bots.evaluation import evaluate, income_by_seat
from khronos_pbem.games.khronos.bots.turn_search import TurnSearch
from khronos_pbem.games.khronos.model.field import DomainBuildings, Field
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.order_text.grammar import parse
from khronos_pbem.games.khronos.rules.checks.domains import tied_buildings
from khronos_pbem.games.khronos.rules.effects import hierarchy, revenue
from khronos_pbem.games.khronos.rules.turn import apply_unchecked
from tests.games.khronos.cases import position_of

PLAYERS = [
    {"colour": "red", "adventurers": ["might", "might"], "hand": ["civil", "military"]},
    "blue",
    "green",
]
BUILDINGS = [
    "might keep B2 red", "might chapel D2 blue", "might keep B6 blue", "might keep G6 green", "faith town G9",
    "faith keep A6 blue",
]  # fmt: skip


def given(order: str) -> Position:
    position = position_of({"players": PLAYERS, "buildings": BUILDINGS})
    return apply_unchecked(position, 0, parse(order)[0].order).position


def test_only_changed_domains_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 8.1: a hamlet beside blue's keep changes one domain of might and none of faith."""
    looked: Counter[int] = Counter()

    def counted(board: Field, domain: int, kind: Any) -> Any:
        looked[domain] += 1
        return tied_buildings(board, domain, kind)

    monkeypatch.setattr(hierarchy, "tied_buildings", counted)
    after = given("build hamlet might D6")
    square = after.land.square("B6")
    assert square is not None
    assert dict(looked) == {after.field(Board.MIGHT).domain(bit(square)): 2}


def test_a_domain_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 10: three seats ask, each domain answers once; after an order only the domains it changed."""
    asked: list[tuple[Board, int]] = []
    compute = revenue._domain_income

    def counted(board: Board, seats: int, domain: int, part: DomainBuildings) -> Any:
        asked.append((board, domain))
        return compute(board, seats, domain, part)

    monkeypatch.setattr(revenue, "_domain_income", counted)
    position = position_of({"players": PLAYERS, "buildings": BUILDINGS})
    values = [evaluate(position, seat) for seat in range(3)]
    assert asked == [(board, domain) for board in Board for domain in position.field(board).domains]
    after = apply_unchecked(position, 0, parse("build hamlet might D6")[0].order).position
    square = after.land.square("D6")
    assert square is not None
    assert evaluate(after, 0) != values[0]
    assert asked[-1] == (Board.MIGHT, after.field(Board.MIGHT).domain(bit(square)))
    assert len(asked) == len(set(asked)) == sum(len(each.domains) for each in position.fields) + 1


def test_boards_that_are_the_same_value_earn_by_their_own_rule() -> None:
    """At the start the three boards are one value: what was found out about one is not said of another."""
    empty = position_of({"players": PLAYERS})
    red = position_of({"players": PLAYERS, "buildings": ["might keep B2 red", "might town D2"]})
    assert evaluate(empty, 0) < evaluate(red, 0)
    assert all(income_by_seat(empty, board).exact == (0, 0, 0) for board in Board)
    assert [income_by_seat(red, board).exact for board in Board] == [(3, 0, 0), (0, 0, 0), (0, 0, 0)]


def test_a_strict_search_stops_when_its_orders_are_tried() -> None:
    """RULES 8.4: of four keeps that a town joins three become watchtowers, in 1536 ways."""
    players = [{"colour": "red", "adventurers": ["might", "might"], "hand": ["civil"] * 4}, "blue"]
    keeps = [f"might keep {at} red" for at in ("E4", "H5", "G8", "D7")]
    position = position_of({"players": players, "buildings": keeps})
    left = {}
    for strict in (False, True):
        search = TurnSearch(0, 24, 60, Random(1), strict)
        assert search.lines(position, 1)[0].orders
        left[strict] = search.left
    assert left[True] > -30
    assert left[False] < left[True]


def test_the_same_orders_in_another_sequence_are_not_tried_again() -> None:
    """RULES 5: two hamlets far from each other are one turn, whichever is built first."""
    players = [{"colour": "red", "adventurers": ["might", "might"], "hand": ["civil", "military"]}, "blue"]
    position = position_of({"players": players, "buildings": ["might keep B2 red"]})
    found = TurnSearch(0, 40, 2000, Random(1)).lines(position, 12)
    sets = [frozenset(line.orders) for line in found]
    assert len(sets) == len(set(sets)) > 3
