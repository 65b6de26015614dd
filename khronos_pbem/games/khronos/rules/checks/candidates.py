"""The candidate orders of each verb, in a fixed order (FORMATS 1, `moves`).

The checks decide which candidates are legal. Building sites are found for all squares at once (`sites`), so
builds and upgrades are always legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.land import Land, bit, selected_by_mask, squares
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    End,
    Exchange,
    Order,
    Populate,
    Renovate,
    Swap,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import PIECES, Board, Piece, Type, piece_of
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.checks.costs import (
    cards_fit,
    known_hand,
    terrain_groups,
    terrain_payments,
)
from khronos_pbem.games.khronos.rules.checks.payments import material_refusal
from khronos_pbem.games.khronos.rules.checks.reason_checks import renovation_steps_left
from khronos_pbem.games.khronos.rules.checks.sites import sites

# --- hands and adventurers --------------------------------------------------------------------------------


def _card_selections(hand: tuple[Type, ...], least: int = 1) -> list[tuple[Type, ...]]:
    """All different selections of at least `least` cards from a hand, smaller ones first."""
    choices = (set(combinations(hand, count)) for count in range(least, len(hand) + 1))
    return [choice for same_count in choices for choice in sorted(same_count)]


def exchanges(position: Position, seat: int) -> Iterable[Order]:
    """Return an `exchange` order for each selection of cards in the hand."""
    if position.phase is not Phase.CHANGE:
        return ()
    return (Exchange(cards) for cards in _card_selections(known_hand(position, seat)))


def swaps(position: Position, seat: int) -> Iterable[Order]:
    """Return `swap` orders of each selection of cards for the same number of one type in the market."""
    if position.phase is not Phase.CHANGE:
        return ()
    given = _card_selections(known_hand(position, seat))
    return (Swap(kind, len(give), give) for kind in Type for give in given if kind in position.market)


def travels(position: Position, seat: int) -> Iterable[Order]:
    """Return a `travel` order for each adventurer and each board."""
    return (Travel(number, board) for number in (1, 2) for board in Board)


def ends(position: Position, seat: int) -> Iterable[Order]:
    """Return an `end` order for each selection of cards to keep.

    Without the option keep, there is only one, with no cards.
    """
    kept = _card_selections(known_hand(position, seat), 0) if position.options.keep else [()]
    return (End(cards) for cards in kept)


# --- building ---------------------------------------------------------------------------------------------


TerrainPayments = list[tuple[int, tuple[tuple[Type, ...], ...]]]
"""Masks of top-left squares with the possible payments for the terrain there.

A payment consists of the cards in addition to the price.
"""


@lru_cache(maxsize=4096)
def _builds_of(land: Land, piece: Piece, board: Board, extra: tuple[Type, ...]) -> tuple[Build, ...]:
    """Return the orders to build a piece on each square, whether legal or not."""
    return tuple(Build(piece, board, name, extra) for name in land.names)


class BuildingSites(NamedTuple):
    """The sites at which a seat can build a piece, or upgrade `old` to it.

    `payments` contains masks of top-left squares, each with its possible payments.
    """

    piece: Piece
    old: Building | None
    payments: TerrainPayments


def build_sites(position: Position, seat: int, board: Board) -> Iterator[BuildingSites]:
    """The sites of every piece that can be built on a board."""
    land, field = position.land, position.field(board)
    for piece in PIECES:
        payments = _terrain_payments(position, seat, board, piece, piece.value)
        if payments and material_refusal(position, seat, piece, None) is None:
            allowed = sites(field, land, piece, None).allowed
            yield BuildingSites(piece, None, [(allowed & mask, choices) for mask, choices in payments])


def upgrade_sites(position: Position, seat: int, board: Board) -> Iterator[BuildingSites]:
    """Yield the sites of every upgrade on a board.

    They include every building that the seat may upgrade, and every size.
    """
    for old in position.field(board).buildings:
        if old.piece.type is Type.CIVIL or old.owner == seat:
            for size in range(old.piece.size + 1, 4):
                piece = piece_of(old.piece.type, size)
                payments = _terrain_payments(position, seat, board, piece, piece.value - old.piece.value)
                if payments and material_refusal(position, seat, piece, old) is None:
                    allowed = _upgrade_squares(position, board, old, piece)
                    yield BuildingSites(piece, old, [(allowed & mask, choices) for mask, choices in payments])


def _upgrade_squares(position: Position, board: Board, old: Building, piece: Piece) -> int:
    allowed = sites(position.field(board), position.land, piece, old).allowed
    for corner in (old.at, old.mask.bit_length() - 1):  # both corners inside: all of it inside
        allowed &= position.land.corners_reaching(bit(corner), piece.size)
    return allowed


def builds(position: Position, seat: int, board: Board) -> Iterator[Order]:
    """Yield the legal builds on a board: every affordable piece on every legal site."""
    for piece, _, payments in build_sites(position, seat, board):
        yield from _merged_by_square(
            [
                (_builds_of(position.land, piece, board, extra), mask)
                for mask, choices in payments
                for extra in choices
            ]
        )


def _merged_by_square(rows: list[tuple[tuple[Build, ...], int]]) -> Iterator[Build]:
    """The builds of all rows on the squares of their masks, sorted by square, then by row."""
    if len(rows) == 1:
        return selected_by_mask(*rows[0])
    count = len(rows)
    places: list[int] = []
    for n, (row, mask) in enumerate(rows):
        places.extend(selected_by_mask(range(n, count * len(row), count), mask))
    places.sort()
    return (rows[place % count][0][place // count] for place in places)


def _terrain_payments(
    position: Position, seat: int, board: Board, piece: Piece, price: int
) -> TerrainPayments:
    """Return masks of top-left squares with the ways to pay for their terrain (RULES 5.2, 6.2).

    Squares whose terrain cannot be paid for are left out.
    """
    hand = known_hand(position, seat)
    if hand.count(piece.type) < price:
        return []
    return [
        (mask, choices)
        for extra, mask in terrain_groups(position, piece.size)
        if (choices := terrain_payments(hand, piece.type, price, extra))
        and cards_fit(position, seat, board, price + extra)
    ]


def _paid_sites(land: Land, payments: TerrainPayments) -> Iterator[tuple[str, tuple[Type, ...]]]:
    """The squares of the masks in order, each with every way to pay for its terrain."""
    names = land.names
    if len(payments) == 1:
        mask, choices = payments[0]
        for at in squares(mask):
            for extra in choices:
                yield names[at], extra
        return
    spots = sorted((at, number) for number, (mask, _) in enumerate(payments) for at in squares(mask))
    for at, number in spots:
        for extra in payments[number][1]:
            yield names[at], extra


def upgrades(position: Position, seat: int, board: Board) -> Iterator[Order]:
    """Yield the legal upgrades on a board.

    They include every building that the seat may upgrade, every size and every site.
    """
    names = position.land.names
    for piece, old, payments in upgrade_sites(position, seat, board):
        assert old is not None
        for at, extra in _paid_sites(position.land, payments):
            yield Upgrade(piece, board, at, names[old.at], extra)


def demolitions(position: Position, seat: int, board: Board) -> Iterable[Order]:
    """Return a `demolish` order for each building of size 1 that is not a printed hamlet."""
    small = (b for b in position.field(board).buildings if b.piece.size == 1 and not b.printed)
    return (Demolish(board, position.land.names[b.at]) for b in small)


# --- on reason --------------------------------------------------------------------------------------------


def populations(position: Position, seat: int, board: Board) -> Iterator[Order]:
    """Yield a `populate` order for every civil building and every number of cubes that fits on it."""
    for building in position.field(board).buildings:
        if building.piece.type is Type.CIVIL:
            for count in range(1, building.value - sum(building.cubes) + 1):
                yield Populate(position.land.names[building.at], count)


def renovations(position: Position, seat: int, board: Board) -> Iterator[Order]:
    """Yield a `renovate` order for every ruin that is not civil and every possible number of steps."""
    for building in position.field(board).buildings:
        if building.ruin and building.piece.type is not Type.CIVIL:
            for count in range(1, renovation_steps_left(building) + 1):
                yield Renovate(position.land.names[building.at], count)
