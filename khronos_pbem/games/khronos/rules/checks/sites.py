"""Where a piece may stand, for all squares at once (RULES 6).

`sites` gives, for one piece on one board, the masks of the top-left squares that each rule forbids. Listing
orders meets these masks, checking one order looks its square up in them, and ripples ask for theirs: there is
one truth about construction.
"""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.games.khronos.model.land import Land
from khronos_pbem.games.khronos.model.pieces import Piece, Type
from khronos_pbem.games.khronos.model.position import Building, Field, without_building, without_hamlets


class Sites(NamedTuple):
    """For one piece on one board: masks of top-left squares. `linking` and `rivalling` break 6.4 and 6.5."""

    inside: int
    occupied: int
    river: int
    linking: int
    rivalling: int

    @property
    def allowed(self) -> int:
        """The top-left squares that nothing forbids."""
        return self.inside & ~(self.occupied | self.river | self.linking | self.rivalling)


def open_sites(land: Land, board: Field, piece: Piece, old: Building | None = None) -> Sites:
    """Where a piece may stand on a board, or what `old` may become there; found out once for a board."""
    key = (piece.number, -1 if old is None else old.at)
    if key not in board.known:
        remaining = board if old is None else without_old(board, land, old)
        board.known[key] = sites(land, board, remaining, piece)
    found: Sites = board.known[key]
    return found


def sites(land: Land, before: Field, remaining: Field, piece: Piece) -> Sites:
    """Where a piece may stand on a board (RULES 6).

    `before` is the board before the action, `remaining` the same without what the action replaces.
    """
    size = piece.size
    inside, occupied = land.corners(size), land.reaching(remaining.occupied, size)
    if piece.type is Type.CIVIL:
        river = land.reaching(land.river, size) if size == 1 else 0  # RULES 6.1
        return Sites(inside, occupied, river, 0, 0)
    linking, rivalling = contacts(land, before, remaining, piece)
    return Sites(inside, occupied, land.reaching(land.river, size), linking, rivalling)


def contacts(land: Land, before: Field, remaining: Field, piece: Piece) -> tuple[int, int]:
    """The top-left squares where a military or religious piece would link domains (6.4), and where it
    would stand beside an equal with none higher (6.5)."""
    once = twice = equal = higher = 0
    same, above = _rivals(remaining, piece)
    touching: dict[int, int] = {}
    for part, touch in _touches(land, remaining, piece.size):
        former = _former(before, part)
        touching[former] = touching.get(former, 0) | touch
        equal |= touch if same & part else 0
        higher |= touch if above & part else 0
    for touch in touching.values():
        twice |= once & touch
        once |= touch
    return twice, equal & ~higher


def _touches(land: Land, board: Field, size: int) -> list[tuple[int, int]]:
    """Every domain with the top-left squares where a building of this size touches it."""
    key = ("touches", size)
    if key not in board.known:
        parts = board.domains
        board.known[key] = [(part, land.reaching(land.neighbours(part), size)) for part in parts]
    found: list[tuple[int, int]] = board.known[key]
    return found


def contact(land: Land, before: Field, remaining: Field, piece: Piece, mask: int) -> tuple[bool, bool]:
    """Whether a piece on these squares would link domains (6.4), and whether it would stand beside an
    equal with none higher (6.5): what `contacts` says of all squares, for one."""
    around = land.neighbours(mask)
    touched = [part for part in remaining.domains if part & around]
    same, above = _rivals(remaining, piece)
    joined = sum(touched)
    linking = len({_former(before, part) for part in touched}) > 1
    return linking, bool(same & joined) and not above & joined


def _former(before: Field, part: int) -> int:
    if part in before.domains:
        return part
    return next((domain for domain in before.domains if domain & part), 0)


def _rivals(field: Field, piece: Piece) -> tuple[int, int]:
    """The squares of the buildings of a piece's type that have its value, and those that have more."""
    same = above = 0
    for building in field.buildings:
        if building.piece.type is piece.type:
            if building.piece.value == piece.value:
                same |= building.mask
            elif building.piece.value > piece.value:
                above |= building.mask
    return same, above


def without_old(board: Field, land: Land, old: Building) -> Field:
    """The board without the building that an upgrade replaces; a hamlet under it stays covered."""
    return without_hamlets(without_building(board, land, old, 0), land, old.mask)
