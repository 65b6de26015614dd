"""The map: terrain, squares as numbers, and sets of squares as bit masks (RULES 1.1, 6.3).

The number of a square is row * width + column, both counted from 0. A set of squares is an int whose bits are
numbered in the same way. The lowest bit of a mask is therefore the leftmost square of its topmost row. Only
this module shifts masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress
from string import ascii_uppercase
from typing import Any, TypeVar

from khronos_pbem.engine.fields import Fields
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import message

T = TypeVar("T")

PLAIN, FOREST, MOUNTAIN, RIVER = ".", "f", "^", "~"
_MAX_WIDTH, _MAX_HEIGHT = 26, 99


@dataclass(frozen=True)
class Land:
    """A map: `terrain` contains its rows from the top, `hamlets` the squares of the printed hamlets."""

    name: str
    terrain: tuple[str, ...]
    hamlets: tuple[int, ...]

    def __hash__(self) -> int:
        """Return the hash of the name.

        Maps are cache keys, and all maps of a game have different names.
        """
        return hash(self.name)

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return len(self.terrain[0])

    @cached_property
    def height(self) -> int:
        """The number of rows."""
        return len(self.terrain)

    @cached_property
    def everywhere(self) -> int:
        """The mask of all squares."""
        return (1 << self.width * self.height) - 1

    def _column(self, column: int) -> int:
        return sum(1 << row * self.width + column for row in range(self.height))

    @cached_property
    def _not_left(self) -> int:
        return self.everywhere & ~self._column(0)

    @cached_property
    def _not_right(self) -> int:
        return self.everywhere & ~self._column(self.width - 1)

    def _kind(self, letter: str) -> int:
        text = "".join(self.terrain)
        return sum(1 << number for number, here in enumerate(text) if here == letter)

    @cached_property
    def forest(self) -> int:
        """The mask of forest squares."""
        return self._kind(FOREST)

    @cached_property
    def mountain(self) -> int:
        """The mask of mountain squares."""
        return self._kind(MOUNTAIN)

    @cached_property
    def river(self) -> int:
        """The mask of river squares."""
        return self._kind(RIVER)

    @cached_property
    def hamlet_mask(self) -> int:
        """The mask of the printed hamlets."""
        return sum(1 << square for square in self.hamlets)

    @cached_property
    def _footprints(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(self._print(square, size) for square in range(self.width * self.height))
            for size in (1, 2, 3)
        )

    def _print(self, square: int, size: int) -> int:
        row, column = divmod(square, self.width)
        if row + size > self.height or column + size > self.width:
            return 0
        line = ((1 << size) - 1) << square
        return sum(line << step * self.width for step in range(size))

    def footprint(self, square: int, size: int) -> int:
        """Return the mask of a building of this size (1 to 3) whose top-left square is `square`.

        Return 0 if the building would extend beyond the map.
        """
        return self._footprints[size - 1][square]

    @cached_property
    def _corners(self) -> tuple[int, ...]:
        return tuple(
            sum(1 << square for square, mask in enumerate(prints) if mask) for prints in self._footprints
        )

    def corners(self, size: int) -> int:
        """Return the mask of the top-left squares on which a building of this size fits on the map."""
        return self._corners[size - 1]

    def corners_reaching(self, mask: int, size: int) -> int:
        """Return the mask of the top-left squares of all footprints that cover a square of `mask`.

        The footprints have this size. Some may extend beyond the map: intersect the result with `corners`.
        """
        width = self.width
        for _ in range(size - 1):
            mask |= (mask & self._not_left) >> 1
            mask |= mask >> width
        return mask

    def covered(self, corners: int, size: int) -> int:
        """Return the mask of all footprints of this size with a top-left square in `corners`.

        All these footprints must be within the map.
        """
        for _ in range(size - 1):
            corners |= corners << 1
            corners |= corners << self.width
        return corners

    def neighbours(self, mask: int) -> int:
        """Return the squares that share a side with a square of `mask`, without `mask` (RULES 1.1)."""
        width = self.width
        around = (mask << width) | (mask >> width)
        around |= (mask & self._not_right) << 1 | (mask & self._not_left) >> 1
        return around & self.everywhere & ~mask

    def connected(self, start: int, within: int) -> int:
        """Return `start` and all squares of `within` that are connected with it by their sides."""
        width, not_left, not_right = self.width, self._not_left, self._not_right
        reached = start
        while True:
            wider = reached | (reached << width) | (reached >> width)
            wider |= (reached & not_right) << 1 | (reached & not_left) >> 1
            wider &= within
            if wider == reached:
                return reached
            reached = wider

    def components(self, within: int) -> tuple[int, ...]:
        """Return the connected parts of a mask, sorted by their topmost, then leftmost square."""
        parts = []
        while within:
            part = self.connected(within & -within, within)
            parts.append(part)
            within &= ~part
        return tuple(parts)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all squares by number: column letter, then row number from 1."""
        return tuple(
            f"{ascii_uppercase[column]}{row + 1}"
            for row in range(self.height)
            for column in range(self.width)
        )

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def square(self, name: str) -> int | None:
        """Return the number of the square with this name, in upper or lower case.

        Return None if the map has no such square.
        """
        return self._numbers.get(name.upper())

    def named(self, mask: int) -> tuple[str, ...]:
        """The names of the squares of a mask, row by row."""
        return tuple(self.names[square] for square in squares(mask))

    def to_data(self) -> dict[str, Any]:
        """Return the whole map as a table, as in map files and saves."""
        return {
            "name": self.name,
            "terrain": "\n".join(self.terrain) + "\n",
            "hamlets": [self.names[square] for square in self.hamlets],
        }


_ONES = bytes(byte == ord("1") for byte in range(256))


def selected_by_mask(row: Iterable[T], mask: int) -> Iterator[T]:
    """Yield the values of `row` for the squares of `mask`, in order.

    `row` has one value for each square.
    """
    return compress(row, f"{mask:b}".encode().translate(_ONES)[::-1])


def squares(mask: int) -> Iterator[int]:
    """The numbers of the squares of a mask, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def first_square(mask: int) -> int:
    """Return the topmost, then leftmost square of a mask. The mask must not be empty."""
    return (mask & -mask).bit_length() - 1


def bit(square: int) -> int:
    """The mask of one square."""
    return 1 << square


def land_from_data(data: Mapping[str, object]) -> Land:
    """Return the map from a table with `terrain`, `hamlets` and `name`, as in a map file.

    Raises InvalidFile if the table is malformed, or if the map is ragged, too small or too large, has unknown
    letters or has no hamlets. Also raises it for hamlets on the river, outside the map, repeated or side by
    side.
    """
    Fields(data, "map", "1.1").allow_only(("name", "terrain", "hamlets", "legend"))
    name, terrain, hamlets = data.get("name", "map"), data.get("terrain"), data.get("hamlets")
    if not isinstance(name, str) or not isinstance(terrain, str):
        raise _invalid_map(
            message("a map needs a name and a terrain, both as text"),
            message("write terrain as rows made up of the characters . f ^ ~"),
        )
    if not isinstance(hamlets, list | tuple) or not all(isinstance(entry, str) for entry in hamlets):
        raise _invalid_map(message("a map needs a list of hamlets"), message('write hamlets = ["F3", …]'))
    return _land(name, terrain, tuple(hamlets))


@lru_cache(maxsize=32)
def _land(name: str, terrain: str, hamlets: tuple[str, ...]) -> Land:
    rows = tuple(row.strip() for row in terrain.split("\n") if row.strip())
    _check_rows(rows)
    grid = Land(name, rows, ())
    return Land(name, rows, _hamlet_squares(grid, hamlets))


def _check_rows(rows: tuple[str, ...]) -> None:
    if not rows:
        raise _invalid_map(
            message("the terrain is empty"), message("write rows made up of the characters . f ^ ~")
        )
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise _invalid_map(
                message(
                    "row {number} has {count} squares, but row 1 has {count2}",
                    number=number,
                    count=len(row),
                    count2=len(rows[0]),
                ),
                message("make all rows the same length"),
            )
        for letter in row:
            if letter not in (PLAIN, FOREST, MOUNTAIN, RIVER):
                raise _invalid_map(
                    message(
                        "row {number} contains the unknown character {letter!r}", number=number, letter=letter
                    ),
                    message("write each square as one of these characters: . f ^ ~"),
                )
    if len(rows[0]) > _MAX_WIDTH or len(rows) > _MAX_HEIGHT:
        raise _invalid_map(
            message("the map has {count}×{count2} squares", count=len(rows[0]), count2=len(rows)),
            message(
                "a map can have at most {max_width}×{max_height} squares",
                max_width=_MAX_WIDTH,
                max_height=_MAX_HEIGHT,
            ),
        )
    if len(rows[0]) < 3 or len(rows) < 3:
        raise _invalid_map(
            message("the map has {count}×{count2} squares", count=len(rows[0]), count2=len(rows)),
            message("a map needs at least 3×3 squares, the size of a castle"),
        )


def _hamlet_squares(grid: Land, names: tuple[str, ...]) -> tuple[int, ...]:
    if not names:
        raise _invalid_map(
            message("the map has no hamlets"), message("a map needs at least one printed hamlet")
        )
    taken = 0
    for name in names:
        square = grid.square(name)
        if square is None:
            raise _invalid_map(
                message("hamlet {name} is not on the map", name=name),
                message("the squares are A1 to {part}", part=grid.names[-1]),
            )
        here = bit(square)
        if here & grid.river:
            raise _invalid_map(
                message("hamlet {name} is on the river", name=name), message("put hamlets on land")
            )
        if here & taken:
            raise _invalid_map(
                message("hamlet {name} is listed twice", name=name), message("list each hamlet only once")
            )
        if here & grid.neighbours(taken):
            raise _invalid_map(
                message("hamlet {name} is next to another hamlet", name=name), message("keep hamlets apart")
            )
        taken |= here
    return tuple(squares(taken))


def _invalid_map(what: str, hint: str) -> InvalidFile:
    return InvalidFile(message("map: {what}", what=what), rule="1.1", hint=hint)
