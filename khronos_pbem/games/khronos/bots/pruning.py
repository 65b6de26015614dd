"""The actions of a turn that are worth trying: one of each group of equivalent orders, with its estimate.

Two sites are equivalent if building there costs the same, touches the same domains and covers the same
buildings. That holds for the board of the building and for those it ripples to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from khronos_pbem.games.khronos.bots.heuristics import action_heuristic, building_heuristic
from khronos_pbem.games.khronos.model.land import Land, squares
from khronos_pbem.games.khronos.model.orders import Build, Demolish, Order, Populate, Renovate, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Piece
from khronos_pbem.games.khronos.model.position import Field, Position

_BUILT = (Build, Upgrade)
_OTHERS = (Demolish, Populate, Renovate)


class RatedOrder(NamedTuple):
    """An order and its estimated gain in ecus."""

    promise: float
    order: Order


def distinct_actions(
    position: Position, seat: int, orders: Iterable[Order], random: Random
) -> list[RatedOrder]:
    """The actions among these orders, one of each group of equivalent ones, with their estimates."""
    found: list[RatedOrder] = []
    groups: dict[Any, list[Build | Upgrade]] = {}
    marks = _SiteKeys(position)
    for order in orders:
        if isinstance(order, _BUILT):
            groups.setdefault(marks.of(order), []).append(order)
        elif isinstance(order, _OTHERS):
            found.append(RatedOrder(action_heuristic(position, seat, order), order))
    for key, group in groups.items():
        for order in _cheapest(group, random):
            promise = building_heuristic(position, seat, order, key[1:], len(order.extra or ()))
            found.append(RatedOrder(promise, order))
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
        self._rows: dict[tuple[Piece, Board], list[Sequence[int]]] = {}

    def of(self, order: Build | Upgrade) -> tuple[Any, ...]:
        """The key of an order: piece, board, replaced piece, then one bit mask for each board that it
        reaches.
        """
        place = (order.piece, order.board)
        if place not in self._rows:
            self._rows[place] = self._found(*place)
        at = self._numbers[order.at]
        grown = order.old if isinstance(order, Upgrade) else None
        return ((*place, grown), *(row[at] for row in self._rows[place]))

    def _found(self, piece: Piece, board: Board) -> list[Sequence[int]]:
        """For each board that a piece reaches: the bit mask of each square of the map."""
        boards = [board] if piece.size == 1 else list(Board)[board:]
        land = self._position.land
        return [_site_masks(land, self._position.field(each), piece.size) for each in boards]


@lru_cache(maxsize=32)
def _square_numbers(land: Land) -> dict[str, int]:
    return {name: number for number, name in enumerate(land.names)}


def _site_masks(land: Land, field: Field, size: int) -> Sequence[int]:
    """For each square, the bits of the domains and buildings that a piece of this size would touch there."""
    key = ("marks", size)
    if key not in field.known:
        row, mark = [0] * len(land.names), 1
        for domain in field.domains:
            for square in squares(land.corners_reaching(land.neighbours(domain), size)):
                row[square] |= mark
            mark <<= 1
        for building in field.buildings:
            for square in squares(land.corners_reaching(building.mask, size)):
                row[square] |= mark
            mark <<= 1
        field.known[key] = row
    found: Sequence[int] = field.known[key]
    return found
