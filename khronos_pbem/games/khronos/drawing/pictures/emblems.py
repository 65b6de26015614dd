"""Pictures of buildings by type, size and state: the emblem above; value, cubes and owner below."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from khronos_pbem.canvas.player_styles import INK, OWNERS, player_badge, sign
from khronos_pbem.canvas.shapes import Points, Polygon, Rect, Shape, Text
from khronos_pbem.games.khronos.view import BuildingView

SQUARE = 24.0
TYPES = {"military": "#f0b36a", "religious": "#e5a3cf", "civil": "#b9c4f3"}
"""The card colours: orange, fuchsia and blue, light enough for dark ink."""

RUIN = "#d9d5cc"
_DARK = {"military": "#8a4b08", "religious": "#7d1f63", "civil": "#2b3b82"}
_CUBE, _SMALL_CUBE = (15.0, 12.0), (15.0, 10.5)
_VALUE = 12.0


class Box(NamedTuple):
    """A rectangle of a picture, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def moved(self, right: float, down: float) -> Box:
        """Return the box moved right and down by these numbers of pixels."""
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def shared(self, other: Box) -> float:
        """Return the area covered by both boxes, in square pixels."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


class Layout(NamedTuple):
    """The boxes of a building's parts, from its top-left corner. No part covers another."""

    emblem: Box
    value: Box | None
    owner: Box | None
    cubes: tuple[Box, ...]

    def parts(self) -> Iterator[Box]:
        """The boxes of all parts that must stay visible."""
        yield self.emblem
        yield from (box for box in (self.value, self.owner) if box is not None)
        yield from self.cubes


@lru_cache(maxsize=2048)
def layout(building: BuildingView) -> Layout:
    """Return the boxes of a building's parts."""
    side = building.size * SQUARE
    small = building.size == 1
    value = None if small else Box(6.8, side - 6.5 - _VALUE, 6.8 + 8, side - 5.5)
    wide = 9.2 if small else 14.0
    corner = side - (2.4 if small else 3.5)
    owner = Box(corner - wide, corner - wide, corner, corner) if building.owner else None
    cubes = tuple(_cube_boxes(building, side, 5.0 if value is None else value.right + 0.2, owner))
    parts = [each for each in (value, owner, *cubes) if each is not None]
    if small and owner and not cubes:
        return Layout(Box(3, 3, 12.4, 12.4), None, owner, ())
    floor = min((each.top for each in parts), default=side - 3.5) - 0.5
    most = max(6.0, min(floor - 3.5, side * 0.66))
    left, top = (side - most) / 2, 3.5 + (floor - 3.5 - most) / 2
    return Layout(Box(left, top, left + most, top + most), value, owner, cubes)


def _cube_boxes(building: BuildingView, side: float, start: float, owner: Box | None) -> Iterator[Box]:
    """Yield a box for the cubes of each colour, with as many in a row as fit.

    The first row is at the bottom.
    """
    wide, high = _SMALL_CUBE if building.size == 1 else _CUBE
    end = side - 2 if owner is None else owner.left - 1
    a_row = max(1, int((end - start + 1) // (wide + 1)))
    bottom = side - (2 if building.size == 1 else 3.5)
    for place in range(len(building.cubes)):
        row, column = divmod(place, a_row)
        x, y = start + column * (wide + 1), bottom - (row + 1) * high - row
        yield Box(x, y, x + wide, y + high)


@lru_cache(maxsize=2048)
def building_shapes(building: BuildingView) -> tuple[Shape, ...]:
    """Return the shapes of a building with its top-left corner at (0, 0)."""
    side = building.size * SQUARE
    dark = _DARK[building.type]
    fill = RUIN if building.ruin else TYPES[building.type]
    body = Rect(1, 1, side - 2, side - 2, fill, dark, 1 if building.printed else 1.8, 3)
    cracks = _cracks(side, dark) if building.ruin else ()
    return (body, *cracks, *emblem_shapes(building))


@lru_cache(maxsize=2048)
def emblem_shapes(building: BuildingView) -> tuple[Shape, ...]:
    """Return the shapes of a building's emblem, value, owner and cubes."""
    places = layout(building)
    shapes = _icon(building, places.emblem, _DARK[building.type])
    if places.value:
        at = places.value
        shapes.append(Text(at.left, at.bottom - 1, str(building.value), _VALUE, "start", INK, True))
    if places.owner:
        radius = (places.owner.right - places.owner.left) / 2
        shapes += player_badge(building.owner, places.owner.left + radius, places.owner.top + radius, radius)
    for (colour, count), box in zip(building.cubes, places.cubes, strict=True):
        shapes += _cube_shapes(colour, count, box)
    return tuple(shapes)


def _icon(building: BuildingView, box: Box, dark: str) -> list[Shape]:
    fill = RUIN if building.ruin else dark
    scale = (box.right - box.left) / 0.96
    left, top = box.left - 0.02 * scale, box.bottom - 0.92 * scale
    outlines = {"military": _tower, "religious": _church, "civil": _houses}[building.type](building.size)
    return [
        Polygon(
            tuple((round(left + x * scale, 1), round(top + y * scale, 1)) for x, y in outline),
            fill,
            dark,
            1.2,
        )
        for outline in outlines
    ]


def _tower(size: int) -> list[Points]:
    """Return a tower with `size` + 1 battlements."""
    teeth = size + 1
    step = 0.8 / (2 * teeth - 1)
    top: list[tuple[float, float]] = []
    for tooth in range(teeth):
        x = 0.1 + 2 * tooth * step
        top += [(x, 0.12), (x + step, 0.12), (x + step, 0.28)]
        if tooth < teeth - 1:
            top.append((x + 2 * step, 0.28))
    return [(*top, (0.9, 0.42), (0.8, 0.42), (0.8, 0.9), (0.2, 0.9), (0.2, 0.42), (0.1, 0.42))]


def _church(size: int) -> list[Points]:
    """A nave with a steeple; larger sizes have more steeples."""
    nave = ((0.3, 0.9), (0.3, 0.55), (0.62, 0.38), (0.95, 0.55), (0.95, 0.9))
    steeple = ((0.08, 0.9), (0.08, 0.4), (0.2, 0.05), (0.32, 0.4), (0.32, 0.9))
    second = ((0.5, 0.42), (0.62, 0.1), (0.74, 0.42))
    return [nave, steeple] if size == 1 else [nave, steeple, second] if size == 2 else [
        nave, steeple, second, ((0.78, 0.5), (0.88, 0.2), (0.98, 0.5)),
    ]  # fmt: skip


def _houses(size: int) -> list[Points]:
    """Return as many houses as the size."""
    wide = 0.96 / size
    return [
        tuple(
            (round(0.02 + house * wide + x * wide * 0.92, 3), y)
            for x, y in (
                (0.0, 0.9),
                (0.0, 0.5),
                (0.5, 0.2 if house % 2 == 0 else 0.3),
                (1.0, 0.5),
                (1.0, 0.9),
            )
        )
        for house in range(size)
    ]


def _cracks(side: float, dark: str) -> list[Shape]:
    crack = ((0.1, 0.3), (0.35, 0.42), (0.3, 0.6), (0.6, 0.7), (0.55, 0.95))
    other = ((0.6, 0.05), (0.7, 0.3), (0.95, 0.4))
    return [
        Polygon(tuple((x * side, y * side) for x, y in line), "", dark, 1.2, open=True)
        for line in (crack, other)
    ]


def _cube_shapes(colour: str, count: int, box: Box) -> list[Shape]:
    """Return the shapes of the cubes of one colour: a block with the owner's sign and the count."""
    fill, ink = OWNERS[colour]
    high = box.bottom - box.top
    return [
        Rect(box.left, box.top, box.right - box.left, high, fill, INK, 1, 2),
        sign(colour, box.left + 4.6, box.top + high / 2, 3.4, ink),
        Text(box.left + 8.4, box.bottom - 2, str(count), high - 2, "start", ink, True),
    ]
