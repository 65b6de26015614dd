"""Estimates of orders before they are tried, based on the domains that they touch.

They determine only which orders are tried first. Trying an order gives its real effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khronos_pbem.games.khronos.model.board_cache import cached_by_board
from khronos_pbem.games.khronos.model.field import Building, Field
from khronos_pbem.games.khronos.model.orders import Build, Demolish, Populate, Renovate, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Piece, Type
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.effects.building import BONUS
from khronos_pbem.games.khronos.rules.effects.revenue import RULING_TYPES, field_incomes

_PROTECTION = 0.9  # what a building is taken to gain that keeps copies from covering what rules on faith


class DomainSummary(NamedTuple):
    """A domain as seen from a site beside it: its income, its rulers, and the value of the ruling building.

    `top` is the highest value of a building of the ruling type, 0 if there is none or the board is Reason.
    """

    amount: float
    rulers: tuple[int, ...]
    top: int


def domain_summaries(position: Position, board: Board) -> list[DomainSummary]:
    """Return the summaries of a board's domains, in the sequence of the domains."""
    return _domain_summaries(position.field(board), board, len(position.players))


@cached_by_board
def _domain_summaries(field: Field, board: Board, seats: int) -> list[DomainSummary]:
    return [DomainSummary(each.amount, each.rulers, each.top) for each in field_incomes(field, board, seats)]


def building_heuristic(
    position: Position, seat: int, order: Build | Upgrade, touched: Sequence[int], paid: int
) -> float:
    """Return the estimated gain of a building for a seat, in ecus.

    `touched` has one bit mask for each board that the building reaches, starting with its own. The low bits
    are the domains beside it, and the bits above them the buildings that it covers. On might, one more item
    follows: 1 if the building protects something on faith, else 0. `paid` counts cards for terrain.
    """
    piece, board = order.piece, order.board
    value = 0.0 if isinstance(order, Build) and piece.size == 1 else BONUS[board]
    if board is Board.MIGHT:
        *touched, protects = touched
        value += _PROTECTION * protects
    for each, bits in zip(list(Board)[board:], touched, strict=False):
        near = [
            ground for number, ground in enumerate(domain_summaries(position, each)) if bits >> number & 1
        ]
        value += _income_change(near, piece, each, seat)
        if each is not board and bits >> len(domain_summaries(position, each)):
            value += 0.5
    return value - 0.3 * paid


def _income_change(near: Sequence[DomainSummary], piece: Piece, board: Board, seat: int) -> float:
    """The estimated change of income, weighted for the seat, if this piece is built beside these domains."""
    if board is Board.REASON:
        worth = piece.ruin_value
        return sum(worth * _seat_weight(ground, seat) for ground in near[:1])
    before = sum(ground.amount * _seat_weight(ground, seat) for ground in near)
    amount = sum(ground.amount for ground in near)
    best = max(near, key=lambda ground: ground.top, default=DomainSummary(0, (), 0))
    if piece.type is Type.CIVIL:
        return (amount + piece.value) * _seat_weight(best, seat) - before
    if piece.type is RULING_TYPES[board] and piece.value > best.top:
        return amount - before + 0.1
    return 0.0


def _seat_weight(ground: DomainSummary, seat: int) -> float:
    """The weight of a domain's income for a seat: positive if it rules there, negative if opponents do."""
    if seat in ground.rulers:
        return 1.0 if len(ground.rulers) == 1 else 0.6
    return -0.7 if ground.rulers else 0.1


def action_heuristic(position: Position, seat: int, order: Demolish | Populate | Renovate) -> float:
    """Return the estimated gain, in ecus, of an action other than a building for a seat."""
    if isinstance(order, Demolish):
        return 0.5
    field = position.field(Board.REASON)
    square = position.land.square(order.at)
    assert square is not None
    near = domain_summaries(position, Board.REASON)
    number = next(n for n, domain in enumerate(field.domains) if domain >> square & 1)
    if isinstance(order, Renovate):
        return order.count * _seat_weight(near[number], seat) + 0.2
    more = 1 - _seat_weight(near[number], seat)
    return (
        near[number].amount * more * _majority_weight(field.parts[number], seat, order.count)
        - 0.1 * order.count
    )


def _majority_weight(part: Sequence[Building], seat: int, count: int) -> float:
    """Return 0.6 if `count` more cubes make the seat first, or tied for first, in a domain; else 0.1."""
    rows = [building.cubes for building in part if building.piece.type is Type.CIVIL and building.cubes]
    cubes = [sum(column) for column in zip(*rows, strict=True)]
    mine = cubes[seat] + count
    return 0.6 if all(mine >= each for other, each in enumerate(cubes) if other != seat) else 0.1
