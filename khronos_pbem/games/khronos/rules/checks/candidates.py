"""Which orders of each verb are worth asking about, in a fixed order (FORMATS 1, `moves`).

Where something may be built is asked of `sites`, for all squares at once: those orders are certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from khronos_pbem.engine.orders.table_orders import Resign
from khronos_pbem.games.khronos.model.land import Land, bit, chosen, squares
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    End,
    Exchange,
    Order,
    Policy,
    Populate,
    Renovate,
    Swap,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import PIECES, Board, Piece, Type, piece_of
from khronos_pbem.games.khronos.model.position import Building, Phase, Position
from khronos_pbem.games.khronos.rules.checks.costs import cards_fit, extras, hand_of, terrain_groups
from khronos_pbem.games.khronos.rules.checks.payments import material_refusal
from khronos_pbem.games.khronos.rules.checks.reason_checks import steps_left
from khronos_pbem.games.khronos.rules.checks.sites import open_sites


class Candidates(NamedTuple):
    """What lists orders of a verb, for a position and a seat, and, if there are `boards`, each of those.

    `certain` ones need not be asked about: what lists them has met the questions already.
    """

    propose: Callable[..., Iterable[Order]]
    boards: tuple[Board, ...] = ()
    certain: bool = False


def none(position: Position, seat: int) -> Iterable[Order]:
    """Of words to other players there is no end."""
    return ()


NONE = Candidates(none)
_BUILT_ON = (Board.MIGHT, Board.FAITH)


# --- hands and adventurers --------------------------------------------------------------------------------


def _hands(hand: tuple[Type, ...], least: int = 1) -> list[tuple[Type, ...]]:
    """All different choices of at least so many cards of a hand, smaller ones first."""
    choices = (set(combinations(hand, count)) for count in range(least, len(hand) + 1))
    return [choice for same_count in choices for choice in sorted(same_count)]


def exchanges(position: Position, seat: int) -> Iterable[Order]:
    """Every choice of cards."""
    if position.phase is not Phase.CHANGE:
        return ()
    return (Exchange(cards) for cards in _hands(hand_of(position, seat)))


def swaps(position: Position, seat: int) -> Iterable[Order]:
    """Every choice of cards for as many of one type in the market."""
    if position.phase is not Phase.CHANGE:
        return ()
    given = _hands(hand_of(position, seat))
    return (Swap(kind, len(give), give) for kind in Type for give in given if kind in position.market)


def travels(position: Position, seat: int) -> Iterable[Order]:
    """Both adventurers to every board."""
    return (Travel(number, board) for number in (1, 2) for board in Board)


def policies(position: Position, seat: int) -> Iterable[Order]:
    """Both settings."""
    return _POLICIES


_POLICIES = (Policy("auto"), Policy("ask"))


def resignations(position: Position, seat: int) -> Iterable[Order]:
    """Leaving, in the own turn."""
    return (Resign(),)


def ends(position: Position, seat: int) -> Iterable[Order]:
    """The end, with every choice of cards to keep."""
    kept = _hands(hand_of(position, seat), 0) if position.options.keep else [()]
    return (End(cards) for cards in kept)


# --- building ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _builds_of(land: Land, piece: Piece, board: Board, extra: tuple[Type, ...]) -> tuple[Build, ...]:
    """The build of a piece for every square, whether it may stand there or not."""
    return tuple(Build(piece, board, name, extra) for name in land.names)


def builds(position: Position, seat: int, board: Board) -> Iterator[Order]:
    """Every piece that can be paid, where it may stand."""
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


def upgrades(position: Position, seat: int, board: Board) -> Iterator[Order]:
    """Every building that the seat may make bigger, to every size and place."""
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


def demolitions(position: Position, seat: int, board: Board) -> Iterable[Order]:
    """Every small building that is a tile."""
    small = (b for b in position.field(board).buildings if b.piece.size == 1 and not b.printed)
    return (Demolish(board, position.land.names[b.at]) for b in small)


# --- on reason --------------------------------------------------------------------------------------------


def populations(position: Position, seat: int, board: Board) -> Iterator[Order]:
    """Every civil building, with every number of cubes for which it has room."""
    for building in position.field(board).buildings:
        if building.piece.type is Type.CIVIL:
            for count in range(1, building.value - sum(building.cubes) + 1):
                yield Populate(position.land.names[building.at], count)


def renovations(position: Position, seat: int, board: Board) -> Iterator[Order]:
    """Every ruin, with every number of steps that it needs."""
    for building in position.field(board).buildings:
        if building.ruin and building.piece.type is not Type.CIVIL:
            for count in range(1, steps_left(building) + 1):
                yield Renovate(position.land.names[building.at], count)


EXCHANGES, SWAPS, TRAVELS = Candidates(exchanges), Candidates(swaps), Candidates(travels)
POLICIES, RESIGNATIONS = Candidates(policies, certain=True), Candidates(resignations)
ENDS = Candidates(ends)
BUILDS = Candidates(builds, _BUILT_ON, certain=True)
UPGRADES = Candidates(upgrades, _BUILT_ON, certain=True)
DEMOLITIONS = Candidates(demolitions, _BUILT_ON)
POPULATIONS = Candidates(populations, (Board.REASON,))
RENOVATIONS = Candidates(renovations, (Board.REASON,))
