"""Which orders of a turn are worth trying: one of all those that come to the same, with what it promises.

Two sites are as good as one another if a building there touches the same domains and covers the same
buildings, on its board and on those that it ripples to, and costs the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from khronos_pbem.games.khronos.bots.heuristics import of_building, of_others
from khronos_pbem.games.khronos.model.land import Land, squares
from khronos_pbem.games.khronos.model.orders import Build, Demolish, Order, Populate, Renovate, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Piece
from khronos_pbem.games.khronos.model.position import Field, Position

_BUILT = (Build, Upgrade)
_OTHERS = (Demolish, Populate, Renovate)


class Promised(NamedTuple):
    """An order, and what it promises, in ecus."""

    promise: float
    order: Order


def actions(position: Position, seat: int, orders: Iterable[Order], random: Random) -> list[Promised]:
    """The actions among these orders, one of those that come to the same."""
    found: list[Promised] = []
    groups: dict[Any, list[Build | Upgrade]] = {}
    marks = _Marks(position)
    for order in orders:
        if isinstance(order, _BUILT):
            groups.setdefault(marks.of(order), []).append(order)
        elif isinstance(order, _OTHERS):
            found.append(Promised(of_others(position, seat, order), order))
    for key, group in groups.items():
        for order in _cheapest(group, random):
            promise = of_building(position, seat, order, key[1:], len(order.extra or ()))
            found.append(Promised(promise, order))
    return found


def _cheapest(group: list[Build | Upgrade], random: Random) -> Iterator[Build | Upgrade]:
    """One site of a group with the least cards for terrain, with every way to pay them."""
    least = min(len(order.extra or ()) for order in group)
    cheap = [order for order in group if len(order.extra or ()) == least]
    at = random.choice(cheap).at if len(cheap) > 1 else cheap[0].at
    return (order for order in cheap if order.at == at)


class _Marks:
    """What buildings touch and cover, on each board that they come to: a key for those that do the same."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._numbers = _numbers(position.land)
        self._rows: dict[tuple[Piece, Board], list[Sequence[int]]] = {}

    def of(self, order: Build | Upgrade) -> tuple[Any, ...]:
        """The piece, its board, what grew, then the marks by board."""
        place = (order.piece, order.board)
        if place not in self._rows:
            self._rows[place] = self._found(*place)
        at = self._numbers[order.at]
        grown = order.old if isinstance(order, Upgrade) else None
        return ((*place, grown), *(row[at] for row in self._rows[place]))

    def _found(self, piece: Piece, board: Board) -> list[Sequence[int]]:
        boards = [board] if piece.size == 1 else list(Board)[board:]
        land = self._position.land
        return [_marks_on(land, self._position.field(each), piece.size) for each in boards]


@lru_cache(maxsize=32)
def _numbers(land: Land) -> dict[str, int]:
    return {name: number for number, name in enumerate(land.names)}


def _marks_on(land: Land, field: Field, size: int) -> Sequence[int]:
    key = ("marks", size)
    if key not in field.known:
        row, mark = [0] * len(land.names), 1
        for domain in field.domains:
            for square in squares(land.reaching(land.neighbours(domain), size)):
                row[square] |= mark
            mark <<= 1
        for building in field.buildings:
            for square in squares(land.reaching(building.mask, size)):
                row[square] |= mark
            mark <<= 1
        field.known[key] = row
    found: Sequence[int] = field.known[key]
    return found
