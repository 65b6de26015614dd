"""The legal sites of a piece, for all squares at once (RULES 6).

For a piece and a board, `sites` returns, for each rule, a mask of the top-left squares that the rule forbids.
The list of legal orders, the check of a single order and the ripples all share this implementation.
"""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.games.khronos.model.board_cache import cached_by_board
from khronos_pbem.games.khronos.model.field import Building, Field, without_building, without_hamlets
from khronos_pbem.games.khronos.model.land import Land
from khronos_pbem.games.khronos.model.pieces import Piece, Type


class Sites(NamedTuple):
    """The sites of a piece on a board, as masks of top-left squares.

    The piece fits on the map at the squares `inside`. Each other mask contains the squares that one rule
    forbids: `linking` for RULES 6.4, `rivalling` for RULES 6.5.
    """

    inside: int
    occupied: int
    river: int
    linking: int
    rivalling: int

    @property
    def allowed(self) -> int:
        """The top-left squares on which the piece can be built, as a mask."""
        return self.inside & ~(self.occupied | self.river | self.linking | self.rivalling)


@cached_by_board
def sites(board: Field, land: Land, piece: Piece, old: Building | None) -> Sites:
    """The sites of a piece on a board, or those to which `old` can be upgraded (RULES 6)."""
    remaining, size = board if old is None else without_upgraded(board, land, old), piece.size
    inside, occupied = land.corners(size), land.corners_reaching(remaining.occupied, size)
    if piece.type is Type.CIVIL:
        river = land.corners_reaching(land.river, size) if size == 1 else 0  # RULES 6.1
        return Sites(inside, occupied, river, 0, 0)
    linking, rivalling = _contact_masks(land, board, remaining, piece)
    return Sites(inside, occupied, land.corners_reaching(land.river, size), linking, rivalling)


def _contact_masks(land: Land, before: Field, remaining: Field, piece: Piece) -> tuple[int, int]:
    """Return masks of the top-left squares where a piece would break RULES 6.4 and RULES 6.5.

    The piece is military or religious. It breaks 6.4 if it links domains. It breaks 6.5 if its domain has a
    building of its type with the same value and none with a higher one.
    """
    once = twice = equal = higher = 0
    same, above = _rivals(remaining, piece)
    touching: dict[int, int] = {}
    for part, touch in _domains_with_touching_sites(remaining, land, piece.size):
        former = _former_domain(before, part)
        touching[former] = touching.get(former, 0) | touch
        equal |= touch if same & part else 0
        higher |= touch if above & part else 0
    for touch in touching.values():
        twice |= once & touch
        once |= touch
    return twice, equal & ~higher


@cached_by_board
def _domains_with_touching_sites(board: Field, land: Land, size: int) -> list[tuple[int, int]]:
    """Every domain with the top-left squares where a building of this size touches it."""
    return [(part, land.corners_reaching(land.neighbours(part), size)) for part in board.domains]


def contact_at(land: Land, before: Field, remaining: Field, piece: Piece, mask: int) -> tuple[bool, bool]:
    """Return whether a piece here would break RULES 6.4, and whether it would break RULES 6.5.

    `mask` contains the squares of the piece. The criteria are those of `_contact_masks`.
    """
    around = land.neighbours(mask)
    touched = [part for part in remaining.domains if part & around]
    same, above = _rivals(remaining, piece)
    joined = sum(touched)
    linking = len({_former_domain(before, part) for part in touched}) > 1
    return linking, bool(same & joined) and not above & joined


def _former_domain(before: Field, part: int) -> int:
    """Return the domain before the action that contains this part; 0 if there is none."""
    if part in before.domains:
        return part
    return next((domain for domain in before.domains if domain & part), 0)


def _rivals(field: Field, piece: Piece) -> tuple[int, int]:
    """Return the squares of all buildings of the piece's type with the same value, and with a higher one."""
    same = above = 0
    for building in field.buildings:
        if building.piece.type is piece.type:
            if building.piece.value == piece.value:
                same |= building.mask
            elif building.piece.value > piece.value:
                above |= building.mask
    return same, above


def without_upgraded(board: Field, land: Land, old: Building) -> Field:
    """The board without the building that an upgrade replaces. Printed hamlets under it stay covered."""
    return without_hamlets(without_building(board, land, old, 0), land, old.mask)
