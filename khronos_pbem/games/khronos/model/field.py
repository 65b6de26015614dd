"""The buildings of one board and its domains (RULES 6.3), as immutable values."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from khronos_pbem.games.khronos.model.land import Land, bit, squares
from khronos_pbem.games.khronos.model.pieces import HAMLET, PIECES, Piece


class Building(NamedTuple):
    """A building on one board: `mask` contains its squares, and `at` is its top-left square.

    `owner` is a seat, on might and faith only. `cubes` counts the cubes on it by seat, on reason only.
    """

    piece: Piece
    at: int
    mask: int
    owner: int | None = None
    ruin: bool = False
    cubes: tuple[int, ...] = ()
    printed: bool = False

    @property
    def value(self) -> int:
        """The current value of the building (RULES 1.2)."""
        return self.piece.ruin_value if self.ruin else self.piece.value


_COMPUTED = ("cache", "parts", "known_parts")


class DomainBuildings(list[Building]):
    """The buildings of one domain, never changed, with a cache for results computed from them."""

    __slots__ = ("cache",)

    def __init__(self) -> None:
        self.cache: dict[tuple[object, ...], Any] = {}


@dataclass(frozen=True)
class Field:
    """The buildings of one board by top-left square, including printed hamlets that are not covered.

    `occupied` contains the squares of all buildings, and `domains` those of each domain (RULES 6.3).
    `unsettled` contains the squares of domains that changed since the hierarchy was last restored. Only these
    domains can have a tie (RULES 8.1).
    """

    buildings: tuple[Building, ...]
    occupied: int
    domains: tuple[int, ...]
    unsettled: int = field(default=0, compare=False)

    @cached_property
    def cache(self) -> dict[tuple[Callable[..., Any], tuple[object, ...]], Any]:
        """The cached results of functions of this board, by function and other arguments (`board_cache`)."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without computed results; a copy computes its own."""
        return {key: self.__dict__[key] for key in self.__dict__ if key not in _COMPUTED}

    @cached_property
    def tiles(self) -> list[int]:
        """The number of tiles of each piece on this board, by `Piece.number`."""
        count = [0] * len(PIECES)
        for building in self.buildings:
            if not building.printed:
                count[building.piece.number] += 1
        return count

    @cached_property
    def cubes(self) -> dict[int, int]:
        """The number of cubes of each seat on this board; seats without cubes are left out."""
        count: dict[int, int] = {}
        for building in self.buildings:
            if building.owner is not None:
                count[building.owner] = count.get(building.owner, 0) + 1
            for seat, number in enumerate(building.cubes):
                if number:
                    count[seat] = count.get(seat, 0) + number
        return count

    @cached_property
    def parts(self) -> tuple[DomainBuildings, ...]:
        """The buildings of each domain, in the order of `domains`."""
        known: dict[int, DomainBuildings] = self.__dict__.get("known_parts", {})
        found = tuple(known.get(domain) or DomainBuildings() for domain in self.domains)
        pairs = [pair for pair in zip(self.domains, found, strict=True) if not pair[1]]
        if pairs:
            new = sum(domain for domain, _ in pairs)
            for building in self.buildings:
                mask = building.mask
                if mask & new:
                    next(part for domain, part in pairs if domain & mask).append(building)
        return found

    def with_parts_of(self, before: Field, changed: int) -> Field:
        """Copy the buildings of unchanged domains from `before` to this board, and return this board.

        The unchanged domains are those outside the squares `changed`.
        """
        known: dict[int, DomainBuildings] = before.__dict__.get("known_parts", {})
        if "parts" in before.__dict__:
            known = dict(zip(before.domains, before.parts, strict=True))
        self.__dict__["known_parts"] = {squares: known[squares] for squares in known if not squares & changed}
        return self

    def on(self, mask: int) -> Building | None:
        """The first building that covers a square of `mask`; None if there is none."""
        if not self.occupied & mask:
            return None
        return next((building for building in self.buildings if building.mask & mask), None)

    def within(self, mask: int) -> list[Building]:
        """All buildings that cover a square of `mask`."""
        return [building for building in self.buildings if building.mask & mask]

    def domain(self, mask: int) -> int:
        """The squares of all domains that contain a square of `mask` (RULES 6.3)."""
        return sum(domain for domain in self.domains if domain & mask)

    def quiet(self) -> Field:
        """The board with its hierarchy marked as restored (RULES 8.2)."""
        if not self.unsettled:
            return self
        return Field(self.buildings, self.occupied, self.domains).with_parts_of(self, 0)


def empty_field(land: Land, seats: int) -> Field:
    """Return a board with only its printed hamlets, for a game with this number of seats."""
    hamlets = tuple(printed_hamlet(square, seats) for square in land.hamlets)
    return Field(hamlets, land.hamlet_mask, land.components(land.hamlet_mask))


def printed_hamlet(square: int, seats: int, cubes: tuple[int, ...] = ()) -> Building:
    """The printed hamlet on a square (RULES 1.1)."""
    return Building(HAMLET, square, bit(square), None, False, cubes or (0,) * seats, True)


def with_building(board: Field, land: Land, building: Building) -> Field:
    """Return the board with a building added on free squares, or in place of printed hamlets."""
    kept = list(board.buildings)
    if board.occupied & building.mask:
        kept = [old for old in kept if not old.mask & building.mask]
    insort(kept, building, key=_square)
    around = land.neighbours(building.mask) | building.mask
    joined = building.mask
    apart: list[int] = []
    for domain in board.domains:
        if domain & around:
            joined |= domain
        else:
            apart.append(domain)
    insort(apart, joined, key=_lowest_bit)
    found = Field(tuple(kept), board.occupied | building.mask, tuple(apart), board.unsettled | joined)
    return found.with_parts_of(board, joined)


def without_building(board: Field, land: Land, building: Building, seats: int) -> Field:
    """Return the board without a building; printed hamlets under it reappear (RULES 7.6)."""
    bare = building.mask & land.hamlet_mask
    kept = [old for old in board.buildings if old.at != building.at]
    for square in squares(bare):
        insort(kept, printed_hamlet(square, seats), key=_square)
    return _with_squares_freed(board, land, tuple(kept), building.mask & ~bare)


def _with_squares_freed(board: Field, land: Land, kept: tuple[Building, ...], lost: int) -> Field:
    """The board with only the buildings `kept`, and with the squares `lost` free."""
    occupied, unsettled = board.occupied & ~lost, board.unsettled & ~lost
    domains: list[int] = []
    for domain in board.domains:
        if domain & lost:
            domains += land.components(domain & occupied)
            unsettled |= domain & occupied
        else:
            domains.append(domain)
    domains.sort(key=_lowest_bit)
    return Field(kept, occupied, tuple(domains), unsettled).with_parts_of(board, lost)


def without_hamlets(board: Field, land: Land, mask: int) -> Field:
    """The board without the printed hamlets on these squares."""
    bare = mask & land.hamlet_mask
    if not bare:
        return board
    kept = tuple(building for building in board.buildings if not building.mask & bare)
    return _with_squares_freed(board, land, kept, bare)


def with_building_changed(board: Field, old: Building, new: Building) -> Field:
    """Return the board with a building changed on the same squares (cubes, renovation)."""
    buildings = tuple(new if building == old else building for building in board.buildings)
    return Field(buildings, board.occupied, board.domains, board.unsettled).with_parts_of(board, new.mask)


def _square(building: Building) -> int:
    return building.at


def _lowest_bit(mask: int) -> int:
    return mask & -mask
