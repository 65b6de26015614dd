"""How buildings look in pictures, by type, size and state."""

from __future__ import annotations

from khronos_pbem.canvas.players import INK, OWNERS, badge, sign
from khronos_pbem.canvas.shapes import Points, Polygon, Rect, Shape, Text
from khronos_pbem.games.khronos.drawing.view import BuildingView

SQUARE = 24.0
TYPES = {"military": "#f0b36a", "religious": "#e5a3cf", "civil": "#a8c7ee"}
"""The card colours: orange, fuchsia, blue, light enough for dark ink."""

RUIN = "#d9d5cc"
_DARK = {"military": "#8a4b08", "religious": "#7d1f63", "civil": "#1d467d"}


def building_shapes(building: BuildingView) -> tuple[Shape, ...]:
    """A building, its top-left corner at (0, 0)."""
    side = building.size * SQUARE
    dark = _DARK[building.type]
    fill = RUIN if building.ruin else TYPES[building.type]
    inset = 1.0
    body = Rect(
        inset, inset, side - 2 * inset, side - 2 * inset, fill, dark, 1 if building.printed else 1.8, 3
    )
    shapes: list[Shape] = [body, *_icon(building, side, dark)]
    if building.ruin:
        shapes += _cracks(side, dark)
    if building.size > 1:
        shapes.append(Text(3.5, side - 4, str(building.value), 12, "start", INK, True))
    if building.owner:
        radius = 5.5 if building.size == 1 else 7.5
        shapes += badge(building.owner, side - radius - 1.5, side - radius - 1.5, radius)
    return (*shapes, *_cubes(building, side))


def _icon(building: BuildingView, side: float, dark: str) -> list[Shape]:
    fill = "" if building.ruin else dark
    scale, left, top = side * 0.62, side * 0.19, side * 0.12
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
    """A tower with as many battlements as its size and one more."""
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
    """A nave with a steeple; an abbey has two."""
    nave = ((0.3, 0.9), (0.3, 0.55), (0.62, 0.38), (0.95, 0.55), (0.95, 0.9))
    steeple = ((0.08, 0.9), (0.08, 0.4), (0.2, 0.05), (0.32, 0.4), (0.32, 0.9))
    second = ((0.5, 0.42), (0.62, 0.1), (0.74, 0.42))
    return [nave, steeple] if size == 1 else [nave, steeple, second] if size == 2 else [
        nave, steeple, second, ((0.78, 0.5), (0.88, 0.2), (0.98, 0.5)),
    ]  # fmt: skip


def _houses(size: int) -> list[Points]:
    """One house for each size."""
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


def _cubes(building: BuildingView, side: float) -> list[Shape]:
    """The cubes on it: a block with the owner's sign and how many there are."""
    found: list[Shape] = []
    wide, high = (20.0, 11.0) if building.size == 1 else (24.0, 14.0)
    for place, (colour, count) in enumerate(building.cubes):
        fill, ink = OWNERS[colour]
        x, y = 2.0, 2.0 + place * (high + 1.5)
        if building.size > 1 and y + high > side:
            x, y = side - wide - 2, 2.0 + (place - int(side // (high + 1.5))) * (high + 1.5)
        found += [
            Rect(x, y, wide, high, fill, INK, 1, 2),
            sign(colour, x + 6, y + high / 2, high * 0.34, ink),
            Text(x + 11, y + high - 2.5, str(count), high - 2.5, "start", ink, True),
        ]
    return found
