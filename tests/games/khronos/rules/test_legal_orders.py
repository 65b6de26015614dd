"""The list of legal orders against a naive counter, and against what is accepted (RULES 5, 6)."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

from khronos_pbem.errors import IllegalOrder
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.land import first_square
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    Order,
    Populate,
    Renovate,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import PIECES, Board, Type
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from tests.games.khronos.rules import naive
from tests.games.khronos.rules.test_random_play import SMALL, deal, pick
from tests.games.khronos.sandbox import after_order

GAMES = [(2, 2, {}), (3, 1, {}), (4, 2, {}), (5, 2, {}), (3, 2, {"keep": True})]


def positions(seats: int, edition: int, more: dict[str, object], every: int) -> list[Position]:
    """Positions of a random game on the small map, without open choices."""
    game = played(seats, edition, tuple(more.items()))
    return [position for position in game[::every] if position.pending is None]


@cache
def played(seats: int, edition: int, more: tuple[tuple[str, object], ...]) -> list[Position]:
    """The positions before every order of a random game on the small map."""
    random = Random(seats * 10 + edition)
    position, found = deal(seats, edition, random, map=SMALL, **dict(more)), list[Position]()
    while len(found) < 90 and (waiting := decision(position)) is not None:
        found.append(position)
        order = pick(legal_orders(position), random)
        position = after_order(position, waiting.seat, order, 0).position
    return found


@pytest.mark.parametrize(("seats", "edition", "more"), GAMES)
def test_builds_upgrades_and_demolitions_agree(seats: int, edition: int, more: dict[str, object]) -> None:
    """RULES 5.2, 5.4, 5.5, 5.7, 6.1–6.5 by masks and by plain sets."""
    for position in positions(seats, edition, more, 9):
        orders = legal_orders(position)
        seat = position.active
        width = position.land.width

        def at(name: str, position: Position = position, width: int = width) -> tuple[int, int]:
            square = position.land.square(name)
            assert square is not None
            return divmod(square, width)

        listed = {
            naive.words_of(o.board, o.piece, at(o.at), None, o.extra or ())
            for o in orders
            if isinstance(o, Build)
        }
        assert listed == naive.builds(position, seat)
        listed = {
            naive.words_of(o.board, o.piece, at(o.at), at(o.old), o.extra or ())
            for o in orders
            if isinstance(o, Upgrade)
        }
        assert listed == naive.upgrades(position, seat)
        listed = {f"{o.board.word} {at(o.at)}" for o in orders if isinstance(o, Demolish)}
        assert listed == naive.demolitions(position, seat)


def every_order(position: Position) -> list[Order]:
    """All simple orders that can be written for a map, sensible or not."""
    names = position.land.names
    found: list[Order] = [Travel(number, board) for number, board in product((1, 2), Board)]
    found += [Demolish(board, name) for board, name in product(Board, names)]
    found += [Populate(name, count) for name, count in product(names, (1, 2, 3))]
    found += [Renovate(name, count) for name, count in product(names, (1, 2))]
    found += [Build(piece, board, name, ()) for piece, board, name in product(PIECES, Board, names)]
    found += [
        Build(piece, board, name, (kind,))
        for piece, board, name, kind in product(PIECES[:2], Board, names, Type)
    ]
    return found


def accepted(position: Position, order: Order) -> bool:
    try:
        after_order(position, position.active, order, 0)
    except IllegalOrder:
        return False
    return True


@pytest.mark.parametrize(("seats", "edition", "more"), GAMES)
def test_the_list_is_what_is_accepted(seats: int, edition: int, more: dict[str, object]) -> None:
    """One predicate lists and checks: every order tried is accepted if, and only if, it is on the list."""
    for position in positions(seats, edition, more, 25):
        listed = set(legal_orders(position))
        for order in every_order(position):
            named = is_named_by_first_square(position, order)
            assert accepted(position, order) == (order in listed) or not named, order


def is_named_by_first_square(position: Position, order: Order) -> bool:
    """The list names buildings by their top-left square; orders may use any (FORMATS 2)."""
    if not isinstance(order, Populate | Renovate):
        return True
    square = position.land.square(order.at)
    assert square is not None
    building = position.field(Board.REASON).on(1 << square)
    return building is None or first_square(building.mask) == square


def test_counts_in_fixed_positions() -> None:
    """Counts that must never change by accident."""
    counts = []
    for seats in (2, 3, 4, 5):
        position = deal(seats, 2, Random(seats))
        assert position.phase is Phase.CHANGE
        counts.append(len(legal_orders(position)))
    assert counts == COUNTS


COUNTS = [1079, 896, 892, 1061]
