"""Every order that the deciding seat could give now, in a fixed order (FORMATS 1, `moves`).

What may be built is asked of `sites`, everything else is proposed here and judged by `legal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from khronos_pbem.games.khronos.model.land import Land, bit, chosen, squares
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    Downsize,
    End,
    Exchange,
    Keep,
    Order,
    Place,
    Policy,
    Populate,
    Renovate,
    Resign,
    Swap,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import PIECES, Board, Piece, Type, piece_of
from khronos_pbem.games.khronos.model.position import Building, Phase, Position
from khronos_pbem.games.khronos.rules.costs import cards_fit, extras, hand_of, terrain_groups
from khronos_pbem.games.khronos.rules.payments import material_refusal
from khronos_pbem.games.khronos.rules.refusals import refusal, steps_left
from khronos_pbem.games.khronos.rules.sites import open_sites

_POLICIES = (Policy("auto"), Policy("ask"))


def legal_orders(position: Position) -> list[Order]:
    """Every legal order but messages, for the seat that decides now; empty when nobody does.

    The hand of that seat has to be known here: with hidden cards the list holds what the known ones allow.
    """
    if position.pending is not None:
        return [*_answers(position), *_POLICIES]
    if position.phase in (Phase.SETUP, Phase.OVER):
        return []
    seat = position.active
    found: list[Order] = []
    found.extend(_changes(position, seat))
    found.extend(_travels(position, seat))
    for board in sorted(set(position.players[seat].adventurers)):
        if board is Board.REASON:
            found.extend(_on_reason(position, seat))
        else:
            found.extend(_builds(position, seat, board))
            found.extend(_upgrades(position, seat, board))
            found.extend(_demolitions(position, seat, board))
    return [*found, *_POLICIES, Resign(), *_ends(position, seat)]


def _answers(position: Position) -> Iterator[Order]:
    assert position.pending is not None
    kind = position.pending.choice.kind
    for option in position.pending.choice.options:
        if kind == "downsize":
            yield Downsize(option)
        else:
            yield Place(option) if kind == "place" else Keep(option)


def _legal(position: Position, seat: int, orders: Iterable[Order]) -> Iterator[Order]:
    return (order for order in orders if refusal(position, seat, order) is None)


def _hands(hand: tuple[Type, ...], least: int = 1) -> list[tuple[Type, ...]]:
    """All different choices of at least so many cards of a hand, smaller ones first."""
    choices = (set(combinations(hand, count)) for count in range(least, len(hand) + 1))
    return [choice for same_count in choices for choice in sorted(same_count)]


def _changes(position: Position, seat: int) -> Iterator[Order]:
    if position.phase is not Phase.CHANGE:
        return
    hand = hand_of(position, seat)
    yield from _legal(position, seat, (Exchange(cards) for cards in _hands(hand)))
    swaps = (Swap(kind, len(give), give) for kind in Type for give in _hands(hand) if kind in position.market)
    yield from _legal(position, seat, swaps)


def _travels(position: Position, seat: int) -> Iterator[Order]:
    return _legal(position, seat, (Travel(number, board) for number in (1, 2) for board in Board))


def _ends(position: Position, seat: int) -> Iterator[Order]:
    kept = _hands(hand_of(position, seat), 0) if position.options.keep else [()]
    return _legal(position, seat, (End(cards) for cards in kept))


@lru_cache(maxsize=4096)
def _builds_of(land: Land, piece: Piece, board: Board, extra: tuple[Type, ...]) -> tuple[Build, ...]:
    """The build of a piece for every square, whether it may stand there or not."""
    return tuple(Build(piece, board, name, extra) for name in land.names)


def _builds(position: Position, seat: int, board: Board) -> Iterator[Order]:
    land, field = position.land, position.field(board)
    for piece in PIECES:
        ways = _ways(position, seat, board, piece, piece.value)
        if ways and material_refusal(position, seat, piece, None) is None:
            allowed = open_sites(land, field, piece).allowed
            rows = [
                (_builds_of(land, piece, board, extra), allowed & mask)
                for mask, choices in ways
                for extra in choices
            ]
            yield from _by_square(rows)


def _by_square(rows: list[tuple[tuple[Build, ...], int]]) -> Iterator[Build]:
    """The builds of all rows on their squares: by square, then by row."""
    if len(rows) == 1:
        return chosen(*rows[0])
    count = len(rows)
    places: list[int] = []
    for n, (row, mask) in enumerate(rows):
        places.extend(chosen(range(n, count * len(row), count), mask))
    places.sort()
    return (rows[place % count][0][place // count] for place in places)


Ways = list[tuple[int, tuple[tuple[Type, ...], ...]]]


def _ways(position: Position, seat: int, board: Board, piece: Piece, price: int) -> Ways:
    """The masks of top-left squares, and how their terrain can be paid, where it can (RULES 5.2, 6.2)."""
    hand = hand_of(position, seat)
    if hand.count(piece.type) < price:
        return []
    return [
        (mask, ways)
        for extra, mask in terrain_groups(position, piece.size)
        if (ways := extras(hand, piece.type, price, extra))
        and cards_fit(position, seat, board, price + extra)
    ]


def _spots(land: Land, allowed: int, ways: Ways) -> Iterator[tuple[str, tuple[Type, ...]]]:
    """The allowed squares in order, each with every way to pay there."""
    names = land.names
    if len(ways) == 1:
        mask, choices = ways[0]
        for at in squares(allowed & mask):
            for extra in choices:
                yield names[at], extra
        return
    spots = sorted((at, number) for number, (mask, _) in enumerate(ways) for at in squares(allowed & mask))
    for at, number in spots:
        for extra in ways[number][1]:
            yield names[at], extra


def _upgrades(position: Position, seat: int, board: Board) -> Iterator[Order]:
    for old in position.field(board).buildings:
        if old.piece.type is Type.CIVIL or old.owner == seat:
            for size in range(old.piece.size + 1, 4):
                yield from _upgrades_of(position, seat, board, old, piece_of(old.piece.type, size))


def _upgrades_of(position: Position, seat: int, board: Board, old: Building, piece: Piece) -> Iterator[Order]:
    land, field = position.land, position.field(board)
    ways = _ways(position, seat, board, piece, piece.value - old.piece.value)
    if not ways or material_refusal(position, seat, piece, old) is not None:
        return
    allowed = open_sites(land, field, piece, old).allowed
    for corner in (old.at, old.mask.bit_length() - 1):  # both corners inside: all of it inside
        allowed &= land.reaching(bit(corner), piece.size)
    for at, extra in _spots(land, allowed, ways):
        yield Upgrade(piece, board, at, land.names[old.at], extra)


def _demolitions(position: Position, seat: int, board: Board) -> Iterator[Order]:
    small = (b for b in position.field(board).buildings if b.piece.size == 1 and not b.printed)
    return _legal(position, seat, (Demolish(board, position.land.names[b.at]) for b in small))


def _on_reason(position: Position, seat: int) -> Iterator[Order]:
    for building in position.field(Board.REASON).buildings:
        name = position.land.names[building.at]
        orders: list[Order] = []
        if building.piece.type is Type.CIVIL:
            room = building.value - sum(building.cubes)
            orders = [Populate(name, count) for count in range(1, room + 1)]
        elif building.ruin:
            orders = [Renovate(name, count) for count in range(1, steps_left(building) + 1)]
        yield from _legal(position, seat, orders)
