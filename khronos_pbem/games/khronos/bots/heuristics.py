"""Which orders look promising before they are tried: a guess by the domains that they touch.

It decides only what is tried first; what an order does is found out by giving it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khronos_pbem.games.khronos.model.orders import Build, Demolish, Populate, Renovate, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Piece, Type
from khronos_pbem.games.khronos.model.position import Building, Position
from khronos_pbem.games.khronos.rules.checks.domains import highest
from khronos_pbem.games.khronos.rules.effects.building import BONUS
from khronos_pbem.games.khronos.rules.effects.revenue import DomainIncome, domain_incomes

_TOP = {Board.MIGHT: Type.MILITARY, Board.FAITH: Type.RELIGIOUS}


class Ground(NamedTuple):
    """A domain, as one who builds beside it looks at it: what it pays, to whom, and what rules it."""

    amount: float
    rulers: tuple[int, ...]
    top: int


def grounds(position: Position, board: Board) -> list[Ground]:
    """The domains of a board, in their order; found out once a board."""
    field = position.field(board)
    key = ("grounds", board)
    if key not in field.known:
        pairs = zip(domain_incomes(position, board), field.parts, strict=True)
        field.known[key] = [_ground(board, income, part) for income, part in pairs]
    found: list[Ground] = field.known[key]
    return found


def _ground(board: Board, income: DomainIncome, part: Sequence[Building]) -> Ground:
    top = highest(part, _TOP[board]) if board in _TOP else []
    return Ground(income.amount, income.rulers, top[0].value if top else 0)


def of_building(
    position: Position, seat: int, order: Build | Upgrade, touched: Sequence[int], paid: int
) -> float:
    """What a building promises; `touched` has, for each board it comes to, a bit for each domain beside it,
    and above them those of what it covers."""
    piece, board = order.piece, order.board
    value = 0.0 if isinstance(order, Build) and piece.size == 1 else BONUS[board]
    for each, bits in zip(list(Board)[board:], touched, strict=False):
        near = [ground for number, ground in enumerate(grounds(position, each)) if bits >> number & 1]
        value += _beside(near, piece, each, seat)
        if each is not board and bits >> len(grounds(position, each)):
            value += 0.5
    return value - 0.3 * paid


def _beside(near: Sequence[Ground], piece: Piece, board: Board, seat: int) -> float:
    """How what domains pay changes by a building beside them, to a seat and away from the others."""
    if board is Board.REASON:
        worth = piece.ruin_value
        return sum(worth * _side(ground, seat) for ground in near[:1])
    before = sum(ground.amount * _side(ground, seat) for ground in near)
    amount = sum(ground.amount for ground in near)
    best = max(near, key=lambda ground: ground.top, default=Ground(0, (), 0))
    if piece.type is Type.CIVIL:
        return (amount + piece.value) * _side(best, seat) - before
    if piece.type is _TOP[board] and piece.value > best.top:
        return amount - before + 0.1
    return 0.0


def _side(ground: Ground, seat: int) -> float:
    if seat in ground.rulers:
        return 1.0 if len(ground.rulers) == 1 else 0.6
    return -0.7 if ground.rulers else 0.1


def of_others(position: Position, seat: int, order: Demolish | Populate | Renovate) -> float:
    """What an order that is no building promises."""
    if isinstance(order, Demolish):
        return 0.5
    field = position.field(Board.REASON)
    square = position.land.square(order.at)
    assert square is not None
    near = grounds(position, Board.REASON)
    number = next(n for n, domain in enumerate(field.domains) if domain >> square & 1)
    if isinstance(order, Renovate):
        return order.count * _side(near[number], seat) + 0.2
    more = 1 - _side(near[number], seat)
    return near[number].amount * more * _lead(field.parts[number], seat, order.count) - 0.1 * order.count


def _lead(part: Sequence[Building], seat: int, count: int) -> float:
    """Whether so many cubes more would be most of a domain."""
    rows = [building.cubes for building in part if building.piece.type is Type.CIVIL and building.cubes]
    cubes = [sum(column) for column in zip(*rows, strict=True)]
    mine = cubes[seat] + count
    return 0.6 if all(mine >= each for other, each in enumerate(cubes) if other != seat) else 0.1
