"""The actions to try in a turn: one from each group of equivalent orders, with its estimate.

Two sites are equivalent if building there costs the same, touches the same domains and covers the
same buildings. This must hold on the building's board and on those to which it ripples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from khronos_pbem.games.khronos.bots.evaluation import dangerous_sites, open_sites
from khronos_pbem.games.khronos.bots.heuristics import action_heuristic, building_heuristic
from khronos_pbem.games.khronos.model.board_cache import cached_by_board
from khronos_pbem.games.khronos.model.field import Field
from khronos_pbem.games.khronos.model.land import Land, squares
from khronos_pbem.games.khronos.model.orders import Build, Demolish, Order, Populate, Renovate, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board, Piece, Type
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.candidates import BuildingSites, build_sites, upgrade_sites
from khronos_pbem.games.khronos.rules.legal_orders import legal_actions_on

PICKS = 1 << 20
"""The range of random picks; it is large enough to make equivalent sites about equally likely."""

_Touched = tuple[int, ...]
"""For each board that a building reaches, a bit mask of the domains beside it and the buildings it covers.

On might, one more item follows: 1 if the building protects something on faith, else 0.
"""


class RatedOrder(NamedTuple):
    """An order and its estimated gain in ecus."""

    estimate: float
    order: Order


def distinct_actions(
    position: Position, seat: int, boards: Iterable[Board], pick: int, least: int = 0
) -> list[RatedOrder]:
    """Return the legal actions on these boards, one from each group of equivalent ones.

    Each comes with its estimate. Of n equivalent sites, the one at index `pick` modulo n is taken. Only
    actions that use at least `least` cards are listed.
    """
    found: list[RatedOrder] = []
    for board in boards:
        if board is not Board.REASON:
            for places in chain(build_sites(position, seat, board), upgrade_sites(position, seat, board)):
                found += _distinct_buildings(position, seat, board, places, pick, least)
        if least < 2:
            for order in legal_actions_on(position, seat, board, building=False):
                assert isinstance(order, Demolish | Populate | Renovate)
                found.append(RatedOrder(action_heuristic(position, seat, order), order))
    return found


def _distinct_buildings(
    position: Position, seat: int, board: Board, places: BuildingSites, pick: int, least: int
) -> Iterator[RatedOrder]:
    """Yield orders to build a piece, for one site in each group of equivalent sites.

    It is a site that needs the fewest cards, and all ways to pay for it are included.
    """
    piece, old, payments = places
    price = piece.value - (old.piece.value if old else 0)
    seen: set[_Touched] = set()
    for mask, choices in sorted(payments, key=lambda pair: len(pair[1][0])):
        if not mask or price + len(choices[0]) < least:
            continue
        for touched, sites in _partition(position, piece, board, mask):
            if touched in seen:
                continue
            seen.add(touched)
            equal = list(squares(_safest_sites(position, piece, board, sites)))
            at = position.land.names[equal[pick % len(equal)]]
            for extra in choices:
                order = (
                    Upgrade(piece, board, at, position.land.names[old.at], extra)
                    if old
                    else Build(piece, board, at, extra)
                )
                estimate = building_heuristic(position, seat, order, touched, len(extra))
                yield RatedOrder(estimate, order)


def _safest_sites(position: Position, piece: Piece, board: Board, sites: int) -> int:
    """Return the sites where no copy from might can cover a religious building on faith, if there are any.

    Otherwise, and for other buildings, return all these sites.
    """
    if board is not Board.FAITH or piece.type is not Type.RELIGIOUS:
        return sites
    land = position.land
    covered = land.covered(open_sites(position.field(Board.MIGHT), land), 2)
    return sites & ~land.corners_reaching(covered, piece.size) or sites


def _partition(position: Position, piece: Piece, board: Board, mask: int) -> list[tuple[_Touched, int]]:
    """Return the sites of a mask, grouped by what they touch on each board that the piece reaches."""
    groups: list[tuple[_Touched, int]] = [((), mask)]
    for each in [board] if piece.size == 1 else list(Board)[board:]:
        reached = _reaching_sites(position.field(each), position.land, piece.size)
        groups = [
            ((*touched, bits), part)
            for touched, sites in groups
            for bits, part in _split(reached, sites).items()
        ]
    if board is Board.MIGHT:
        protecting = _protecting_sites(position, piece.size)
        groups = [
            ((*touched, bit), part)
            for touched, sites in groups
            for bit, part in _split([protecting], sites).items()
        ]
    return groups


def _protecting_sites(position: Position, size: int) -> int:
    """Return the sites of a size on might that protect ruling buildings on faith.

    A building there leaves less room for copies that would cover them.
    """
    land = position.land
    return land.corners_reaching(land.covered(dangerous_sites(position), 2), size)


def _split(reached: list[int], mask: int) -> dict[int, int]:
    """Return the sites of a mask by what they touch on one board; bit n stands for mask n of `reached`."""
    groups, mark = {0: mask}, 1
    for sites in reached:
        if sites & mask:
            for bits, part in list(groups.items()):
                inside = part & sites
                if inside == part:
                    groups[bits | mark] = groups.pop(bits)
                elif inside:
                    groups[bits | mark] = inside
                    groups[bits] = part ^ inside
        mark <<= 1
    return groups


@cached_by_board
def _reaching_sites(field: Field, land: Land, size: int) -> list[int]:
    """Return a mask of sites for each domain, where a piece of this size touches it.

    A mask for each building follows, with the sites where the piece covers it.
    """
    beside = [land.corners_reaching(land.neighbours(domain), size) for domain in field.domains]
    return beside + [land.corners_reaching(building.mask, size) for building in field.buildings]
