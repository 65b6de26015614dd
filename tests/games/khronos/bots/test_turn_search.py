"""What search must not do twice: count instead of time (RULES 8.1, 10)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from khronos_pbem.games.khronos.bots import evaluation as bot
from khronos_pbem.games.khronos.bots.evaluation import evaluate
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Field, Position
from khronos_pbem.games.khronos.order_text.grammar import parse
from khronos_pbem.games.khronos.rules.checks.domains import tied_buildings
from khronos_pbem.games.khronos.rules.effects import hierarchy
from khronos_pbem.games.khronos.rules.effects.revenue import field_incomes
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


def test_a_board_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 10: three seats ask, each board answers once; after an order only the boards it changed."""
    asked: list[Board] = []

    def counted(field: Field, board: Board, seats: int) -> Any:
        asked.append(board)
        return field_incomes(field, board, seats)

    monkeypatch.setattr(bot, "field_incomes", counted)
    position = position_of({"players": PLAYERS, "buildings": BUILDINGS})
    values = [evaluate(position, seat) for seat in range(3)]
    assert asked == list(Board)
    after = apply_unchecked(position, 0, parse("build hamlet might D6")[0].order).position
    assert evaluate(after, 0) != values[0]
    assert asked == [*Board, Board.MIGHT]


def test_boards_that_are_the_same_value_earn_by_their_own_rule() -> None:
    """At the start the three boards are one value: what was found out about one is not said of another."""
    empty = position_of({"players": PLAYERS})
    red = position_of({"players": PLAYERS, "buildings": ["might keep B2 red", "might town D2"]})
    assert evaluate(empty, 0) < evaluate(red, 0)
    assert evaluate(empty, 0) == evaluate(empty, 1)
