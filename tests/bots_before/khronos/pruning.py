"""The actions of a turn that are worth trying: one of each group of equivalent orders, with its estimate.

Two sites are equivalent if building there costs the same, touches the same domains and covers the same
buildings. That holds for the board of the building and for those it ripples to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from khronos_pbem.games.khronos.model.board_cache import cached_by_board
from khronos_pbem.games.khronos.model.field import Field
from khronos_pbem.games.khronos.model.land import Land, squares
from khronos_pbem.games.khronos.model.orders import Build, Demolish, Order, Populate, Renovate, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Piece
from khronos_pbem.games.khronos.model.position import Position
from tests.bots_before.khronos.heuristics import action_heuristic, building_heuristic

_BUILT = (Build, Upgrade)
_OTHERS = (Demolish, Populate, Renovate)
_SiteKey = tuple[tuple[Piece, Board], str | None, tuple[int, ...]]
"""Piece and board, the square of the replaced building, and a bit mask for each board that it reaches."""


class RatedOrder(NamedTuple):
    """An order and its estimated gain in ecus."""

    estimate: float
    order: Order


def distinct_actions(
    position: Position, seat: int, orders: Iterable[Order], random: Random
) -> list[RatedOrder]:
    """The actions among these orders, one of each group of equivalent ones, with their estimates."""
    found: list[RatedOrder] = []
    groups: dict[_SiteKey, list[Build | Upgrade]] = {}
    key_of = _SiteKeys(position).of
    for order in orders:
        if isinstance(order, _BUILT):
            groups.setdefault(key_of(order), []).append(order)
        elif isinstance(order, _OTHERS):
            found.append(RatedOrder(action_heuristic(position, seat, order), order))
    for (_, _, touched), group in groups.items():
        for order in _cheapest(group, random):
            estimate = building_heuristic(position, seat, order, touched, len(order.extra or ()))
            found.append(RatedOrder(estimate, order))
    return found


def _cheapest(group: list[Build | Upgrade], random: Random) -> Iterator[Build | Upgrade]:
    """The orders of a group for one random site that needs the fewest cards for terrain.

    All ways to pay for that site are included.
    """
    least = min(len(order.extra or ()) for order in group)
    cheap = [order for order in group if len(order.extra or ()) == least]
    at = random.choice(cheap).at if len(cheap) > 1 else cheap[0].at
    return (order for order in cheap if order.at == at)


class _SiteKeys:
    """Keys of building orders in a position: equivalent orders have equal keys."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._numbers = _square_numbers(position.land)
        self._masks: dict[tuple[Piece, Board], list[tuple[int, ...]]] = {}

    def of(self, order: Build | Upgrade) -> _SiteKey:
        """The key of an order."""
        place = (order.piece, order.board)
        if place not in self._masks:
            self._masks[place] = self._masks_of(*place)
        grown = order.old if isinstance(order, Upgrade) else None
        return place, grown, self._masks[place][self._numbers[order.at]]

    def _masks_of(self, piece: Piece, board: Board) -> list[tuple[int, ...]]:
        """For each square of the map: one bit mask for each board that a piece reaches."""
        boards = [board] if piece.size == 1 else list(Board)[board:]
        land = self._position.land
        rows = [_site_masks(self._position.field(each), land, piece.size) for each in boards]
        return list(zip(*rows, strict=True))


@lru_cache(maxsize=32)
def _square_numbers(land: Land) -> dict[str, int]:
    return {name: number for number, name in enumerate(land.names)}


@cached_by_board
def _site_masks(field: Field, land: Land, size: int) -> Sequence[int]:
    """For each square, the bits of the domains and buildings that a piece of this size would touch there."""
    row, mark = [0] * len(land.names), 1
    for domain in field.domains:
        for square in squares(land.corners_reaching(land.neighbours(domain), size)):
            row[square] |= mark
        mark <<= 1
    for building in field.buildings:
        for square in squares(land.corners_reaching(building.mask, size)):
            row[square] |= mark
        mark <<= 1
    return row
