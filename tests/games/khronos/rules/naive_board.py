"""The boards once more, deliberately naive: tiles with sets of squares, in lists (RULES 1, 6, 8.1, 10).

Written from the page; it exists only to be compared with the real thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.games.khronos.rules.naive import Square, Squares, beside

MILITARY, RELIGIOUS, CIVIL = "military", "religious", "civil"
MIGHT, FAITH, REASON = range(3)
VALUES = {MILITARY: (1, 2, 4), RELIGIOUS: (1, 2, 4), CIVIL: (1, 3, 5)}  # RULES 1.2
STOCK = {MILITARY: (20, 24, 9), RELIGIOUS: (20, 20, 9), CIVIL: (20, 24, 9)}  # RULES 1.3
CUBES = 25  # RULES 1.4


@dataclass(eq=False)
class Tile:
    """A building that is a tile; a downsized one knows what it became."""

    kind: str
    size: int
    squares: Squares
    owner: int | None = None
    ruin: bool = False
    cubes: dict[int, int] = field(default_factory=dict)
    hamlet: bool = False
    became: Tile | None = None

    @property
    def value(self) -> int:
        if self.ruin:
            return {2: 1, 3: 2}[self.size]
        return VALUES[self.kind][self.size - 1]

    def same(self, other: Tile) -> bool:
        return (self.kind, self.size, self.squares) == (other.kind, other.size, other.squares)


@dataclass(frozen=True)
class Joined:
    """A junction: its building, and the former domains with their powers (RULES 8.1, 8.3)."""

    building: Squares
    powers: tuple[tuple[Squares, dict[str, int]], ...]


def components(things: Iterable[Tile]) -> list[list[Tile]]:
    """The domains that things make, the one with the top-most, then left-most square first (RULES 6.3)."""
    groups: list[list[Tile]] = []
    for thing in things:
        touching = [group for group in groups if any(beside(thing.squares) & t.squares for t in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([thing, *(member for group in touching for member in group)])
    return sorted(groups, key=lambda group: min(min(t.squares) for t in group))


def covering(things: Iterable[Tile]) -> Squares:
    return frozenset(square for thing in things for square in thing.squares)


class Boards:
    """The boards and what the players have; `hamlets` are the printed ones with their cubes on reason."""

    def __init__(self, seats: int, hamlets: Iterable[Square]) -> None:
        self.seats = seats
        self.tiles: tuple[list[Tile], list[Tile], list[Tile]] = ([], [], [])
        self.hamlets: dict[Square, dict[int, int]] = {square: {} for square in hamlets}
        self.ecus = [0] * seats
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.active = 0

    # --- what there is ---------------------------------------------------------------------------------

    def things(self, board: int, without: Iterable[Tile] = ()) -> list[Tile]:
        """Tiles and open printed hamlets, as if some tiles were not there."""
        gone = list(without)
        tiles = [tile for tile in self.tiles[board] if tile not in gone]
        covered = covering(tiles)
        hamlets = [
            Tile(CIVIL, 1, frozenset([square]), cubes=cubes if board == REASON else {}, hamlet=True)
            for square, cubes in self.hamlets.items()
            if square not in covered
        ]
        return [*tiles, *hamlets]

    def at(self, board: int, square: Square) -> Tile:
        return next(thing for thing in self.things(board) if square in thing.squares)

    def stock(self, kind: str, size: int, without: Iterable[Tile] = ()) -> int:
        gone = list(without)
        used = [t for board in self.tiles for t in board if (t.kind, t.size) == (kind, size)]
        return STOCK[kind][size - 1] - sum(1 for t in used if t not in gone)

    def cubes(self, seat: int, without: Iterable[Tile] = ()) -> int:
        gone, used = list(without), 0
        for board in (MIGHT, FAITH, REASON):
            for thing in self.things(board):
                if thing not in gone:
                    used += (thing.owner == seat) + thing.cubes.get(seat, 0)
        return CUBES - used

    def twin(self, board: int, tile: Tile) -> Tile | None:
        """The identical tile on a board; on faith of the same owner (RULES 7.7, 8.6)."""
        found = [t for t in self.tiles[board] if t.same(tile)]
        return next((t for t in found if board != FAITH or t.owner == tile.owner), None)

    def tops(self, domain: list[Tile], kind: str) -> list[Tile]:
        values = [t.value for t in domain if t.kind == kind]
        found = [t for t in domain if t.kind == kind and t.value == max(values)]
        return sorted(found, key=lambda t: min(t.squares))

    def ties(self, board: int) -> Iterator[tuple[list[Tile], list[Tile]]]:
        for kind in (MILITARY, RELIGIOUS) if board == MIGHT else (RELIGIOUS, MILITARY):
            for domain in components(self.things(board)):
                tops = self.tops(domain, kind)
                if len(tops) > 1:
                    yield domain, tops

    def forbidden(self, board: int, copy: Tile, without: list[Tile]) -> bool:
        """Whether dominion or hierarchy keep a copy off a board (RULES 6.4, 6.5, 7.4)."""
        if copy.kind == CIVIL:
            return False
        before = [covering(group) for group in components(self.things(board))]
        remaining = self.things(board, without)
        touched = [t for t in remaining if t.squares & beside(copy.squares)]
        if len({number for t in touched for number, old in enumerate(before) if t.squares <= old}) > 1:
            return True
        mine = next(group for group in components([*remaining, copy]) if copy in group)
        others = [t.value for t in mine if t.kind == copy.kind and t is not copy]
        return copy.value in others and max(others) == copy.value

    def junction(self, board: int, tile: Tile, before: list[Squares]) -> Joined | None:
        if tile.kind != CIVIL:
            return None
        things = self.things(board)
        touched = [t for t in things if t.squares & beside(tile.squares)]
        former = [old for old in before if any(t.squares <= old for t in touched)]
        if len(former) < 2:
            return None
        mine = next(group for group in components(things) if tile in group)
        powers = [
            (
                old,
                {
                    kind: sum(t.value for t in mine if t.kind == kind and t.squares <= old)
                    for kind in (MILITARY, RELIGIOUS)
                },
            )
            for old in former
        ]
        return Joined(tile.squares, tuple(powers))

    def revenue(self, seat: int, boards: Iterable[int]) -> int:
        """What a seat takes (RULES 10)."""
        total = 0
        for board in set(boards):
            for domain in components(self.things(board)):
                civil = [t for t in domain if t.kind == CIVIL]
                if board == REASON:
                    counts = [sum(t.cubes.get(each, 0) for t in civil) for each in range(self.seats)]
                    if counts[seat] and counts[seat] == max(counts):
                        total += sum(t.value for t in domain if t.kind != CIVIL)
                    continue
                kind = MILITARY if board == MIGHT else RELIGIOUS
                tops = self.tops(domain, kind)
                if tops and tops[0].owner == seat:
                    total += sum(t.value for t in civil)
        return total
