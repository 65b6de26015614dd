"""The reason why no wanted order is legal: the nearest refusal among all candidate orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from khronos_pbem.engine.orders.table_orders import Resign
from khronos_pbem.engine.orders.verbs import nearest_refusals
from khronos_pbem.errors import OrderError
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.pieces import COLOURS, PIECES, Board, Type, piece_of
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.candidates import swaps, travels
from khronos_pbem.games.khronos.rules.verbs import VERBS_BY_ORDER


def nearest_refusal(position: Position, seat: int, wanted: Callable[[o.Order], bool]) -> OrderError | None:
    """Return the most frequent refusal among the wanted orders that pass the most checks.

    Returns None if no order is wanted, or if one of them is legal.
    """
    tried = (
        (VERBS_BY_ORDER[kind], order)
        for kind, tries in _TRIES.items()
        for order in tries(position, seat)
        if wanted(order)
    )
    counts = Counter(refusal for _, refusal in nearest_refusals(position, seat, tried))
    if not counts:
        return None
    return max(counts, key=lambda refusal: (counts[refusal], -len(refusal.detail))).error()


# --- what is tried ----------------------------------------------------------------------------------------


def _exchanges(position: Position, seat: int) -> Iterable[o.Order]:
    return (o.Exchange((kind,)) for kind in Type)


def _swaps(position: Position, seat: int) -> Iterable[o.Order]:
    return [*swaps(position, seat), *(o.Swap(take, 1, (give,)) for take in Type for give in Type)]


def _builds(position: Position, seat: int) -> Iterable[o.Order]:
    names = position.land.names
    return (o.Build(piece, board, name) for piece in PIECES for board in Board for name in names)


def _upgrades(position: Position, seat: int) -> Iterable[o.Order]:
    for board in Board:
        for old in position.field(board).buildings:
            for size in range(old.piece.size + 1, 4):
                yield from _upgrades_to_size(position, board, old, size)


def _upgrades_to_size(position: Position, board: Board, old: Building, size: int) -> Iterable[o.Order]:
    """Return all upgrades of a building to this size, for every position that covers the old one."""
    land = position.land
    row, column = divmod(old.at, land.width)
    for up in range(size - old.piece.size + 1):
        for left in range(size - old.piece.size + 1):
            if row >= up and column >= left:
                at = land.names[old.at - up * land.width - left]
                yield o.Upgrade(piece_of(old.piece.type, size), board, at, land.names[old.at])


def _demolitions(position: Position, seat: int) -> Iterable[o.Order]:
    names = position.land.names
    return (o.Demolish(board, names[b.at]) for board in Board for b in position.field(board).buildings)


def _on_reason(kind: Callable[[str], o.Order]) -> Callable[[Position, int], Iterable[o.Order]]:
    def tries(position: Position, seat: int) -> Iterable[o.Order]:
        names = position.land.names
        return (kind(names[building.at]) for building in position.field(Board.REASON).buildings)

    return tries


def _answers(kind: Callable[[str], o.Order]) -> Callable[[Position, int], Iterable[o.Order]]:
    return lambda position, seat: (kind(name) for name in position.land.names[:1])


_TRIES: dict[type, Callable[[Position, int], Iterable[o.Order]]] = {
    o.Exchange: _exchanges,
    o.Swap: _swaps,
    o.Travel: travels,
    o.Build: _builds,
    o.Upgrade: _upgrades,
    o.Demolish: _demolitions,
    o.Populate: _on_reason(o.Populate),
    o.Renovate: _on_reason(o.Renovate),
    o.Downsize: _answers(o.Downsize),
    o.Place: _answers(o.Place),
    o.Keep: lambda position, seat: (o.Keep(colour) for colour in COLOURS),
    Resign: lambda position, seat: (Resign(),),
    o.End: lambda position, seat: (o.End((kind,)) for kind in Type),
}
"""For each class of order, a function that lists orders that a player may have meant."""
