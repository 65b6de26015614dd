"""Small drawings of My Village: goods, costs, points, people and buildings.

Each drawing fits a square box and takes the left, top and side of that box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TypeVar, cast

from khronos_pbem.canvas.shapes import Circle, Points, Polygon, Rect, Shape, Text, star_corners
from khronos_pbem.games.my_village.drawing.pictures import palette as p

Shapes = tuple[Shape, ...]
Draw = Callable[[float, float, float], Shapes]
Drawing = TypeVar("Drawing", bound=Callable[..., Shapes])


def outline(points: Iterable[tuple[float, float]], x: float, y: float, side: float) -> Points:
    """Points given in a box from 0 to 1, moved into a box at (x, y) with this side."""
    return tuple((round(x + a * side, 1), round(y + b * side, 1)) for a, b in points)


def _made_once(draw: Drawing) -> Drawing:
    """Cache the results of a drawing function, because a replay repeats the same drawings in every step."""
    return cast(Drawing, lru_cache(maxsize=1024, typed=True)(draw))


@_made_once
def horse(x: float, y: float, side: float) -> Shapes:
    """A horse's head with its mane: the good horse."""
    head = ((0.3, 0.95), (0.36, 0.6), (0.12, 0.62), (0.08, 0.46), (0.4, 0.2), (0.44, 0.04), (0.58, 0.16),
            (0.78, 0.36), (0.88, 0.95))  # fmt: skip
    mane = ((0.58, 0.16), (0.78, 0.36), (0.88, 0.95), (0.74, 0.95), (0.66, 0.45))
    return (
        Polygon(outline(head, x, y, side), "#a8703a", p.INK, 1),
        Polygon(outline(mane, x, y, side), "#5b3716"),
        Circle(x + 0.4 * side, y + 0.36 * side, max(0.7, 0.05 * side), p.INK),
    )


@_made_once
def beer(x: float, y: float, side: float) -> Shapes:
    """A mug with foam: the good beer."""
    handle = ((0.68, 0.42), (0.92, 0.42), (0.92, 0.8), (0.68, 0.8))
    return (
        Polygon(outline(handle, x, y, side), "", p.INK, 1.6),
        Rect(x + 0.16 * side, y + 0.3 * side, 0.54 * side, 0.64 * side, "#e8a52b", p.INK, 1, 1.5),
        Circle(x + 0.28 * side, y + 0.28 * side, 0.14 * side, "#ffffff", p.INK, 0.7),
        Circle(x + 0.58 * side, y + 0.28 * side, 0.14 * side, "#ffffff", p.INK, 0.7),
        Circle(x + 0.43 * side, y + 0.22 * side, 0.16 * side, "#ffffff", p.INK, 0.7),
    )


@_made_once
def plough(x: float, y: float, side: float) -> Shapes:
    """A plough with beam, handles and share: the good plough."""
    beam = ((0.04, 0.5), (0.5, 0.5), (0.94, 0.12))
    share = ((0.3, 0.5), (0.62, 0.5), (0.46, 0.92), (0.14, 0.92))
    return (
        Polygon(outline(share, x, y, side), "#9aa3ab", p.INK, 1),
        Polygon(outline(beam, x, y, side), "", p.TIMBER, max(1.6, 0.13 * side), open=True),
        Circle(x + 0.12 * side, y + 0.56 * side, 0.1 * side, p.TIMBER),
    )


@_made_once
def parchment(x: float, y: float, side: float) -> Shapes:
    """A rolled sheet with lines: the good parchment."""
    lines = tuple(
        Polygon(outline(((0.3, at), (0.7, at)), x, y, side), "", p.QUIET, 0.9, open=True)
        for at in (0.36, 0.5, 0.64)
    )
    return (
        Rect(x + 0.2 * side, y + 0.14 * side, 0.6 * side, 0.72 * side, "#fff7df", p.INK, 1),
        Rect(x + 0.1 * side, y + 0.06 * side, 0.8 * side, 0.17 * side, "#ecd49a", p.INK, 0.9, 2),
        Rect(x + 0.1 * side, y + 0.78 * side, 0.8 * side, 0.17 * side, "#ecd49a", p.INK, 0.9, 2),
        *lines,
    )


@_made_once
def wagon(x: float, y: float, side: float) -> Shapes:
    """A cart with wheels: the good wagon."""
    box = ((0.02, 0.26), (0.98, 0.26), (0.86, 0.64), (0.14, 0.64))
    wheels = tuple(
        Circle(x + at * side, y + 0.72 * side, r * side, fill, p.INK, 1)
        for at in (0.28, 0.72)
        for r, fill in ((0.2, "#c99a5b"), (0.05, p.INK))
    )
    return (Polygon(outline(box, x, y, side), "#b5803f", p.INK, 1), *wheels)


@_made_once
def any_good(x: float, y: float, side: float) -> Shapes:
    """A crate: any good."""
    cross = ((0.12, 0.16), (0.88, 0.92)), ((0.88, 0.16), (0.12, 0.92))
    return (
        Rect(x + 0.1 * side, y + 0.14 * side, 0.8 * side, 0.8 * side, "#dcb77e", p.INK, 1, 1),
        *(Polygon(outline(line, x, y, side), "", p.TIMBER, 1.2, open=True) for line in cross),
    )


GOODS: Mapping[str, Draw] = {
    "horse": horse,
    "beer": beer,
    "plough": plough,
    "parchment": parchment,
    "wagon": wagon,
    "any": any_good,
}
"""The drawing of each good."""


@_made_once
def hourglass(x: float, y: float, side: float) -> Shapes:
    """An hourglass: time."""
    top = ((0.18, 0.08), (0.82, 0.08), (0.5, 0.5))
    low = ((0.5, 0.5), (0.82, 0.92), (0.18, 0.92))
    ends = ((0.1, 0.06), (0.9, 0.06)), ((0.1, 0.94), (0.9, 0.94))
    return (
        Polygon(outline(top, x, y, side), p.SAND, p.INK, 0.9),
        Polygon(outline(low, x, y, side), p.STAR, p.INK, 0.9),
        *(
            Polygon(outline(line, x, y, side), "", p.TIMBER, max(1.4, 0.12 * side), open=True)
            for line in ends
        ),
    )


def coin(x: float, y: float, side: float) -> Shapes:
    """A coin."""
    middle = side / 2
    return (
        Circle(x + middle, y + middle, 0.46 * side, p.GOLD, p.INK, 1),
        Circle(x + middle, y + middle, 0.28 * side, "", "#a87b12", 1),
    )


@_made_once
def story(x: float, y: float, side: float) -> Shapes:
    """An open book: a story point."""
    left = ((0.5, 0.24), (0.28, 0.14), (0.04, 0.2), (0.04, 0.82), (0.28, 0.76), (0.5, 0.88))
    right = ((0.5, 0.24), (0.72, 0.14), (0.96, 0.2), (0.96, 0.82), (0.72, 0.76), (0.5, 0.88))
    return (
        Polygon(outline(left, x, y, side), "#e4d3f2", p.STORY, 1.3),
        Polygon(outline(right, x, y, side), "#f4ebfa", p.STORY, 1.3),
    )


@_made_once
def prestige(x: float, y: float, side: float) -> Shapes:
    """A star: prestige points at the end."""
    return (Polygon(star_corners(x + side / 2, y + side / 2, side * 0.52), p.STAR, p.INK, 0.8),)


@_made_once
def pawn(x: float, y: float, side: float, fill: str, stroke: str = p.INK) -> Shapes:
    """A pawn: a villager."""
    body = ((0.5, 0.36), (0.66, 0.46), (0.84, 0.94), (0.16, 0.94), (0.34, 0.46))
    return (
        Polygon(outline(body, x, y, side), fill, stroke, 1),
        Circle(x + 0.5 * side, y + 0.26 * side, 0.21 * side, fill, stroke, 1),
    )


def headman(x: float, y: float, side: float, fill: str) -> Shapes:
    """A pawn with a hat: the headman."""
    hat = ((0.14, 0.2), (0.3, 0.2), (0.34, 0.0), (0.66, 0.0), (0.7, 0.2), (0.86, 0.2))
    return (*pawn(x, y, side, fill), Polygon(outline(hat, x, y, side), p.INK))


@_made_once
def reaper(x: float, y: float, side: float) -> Shapes:
    """The reaper with a scythe."""
    cloak = ((0.44, 0.04), (0.66, 0.18), (0.84, 0.96), (0.1, 0.96), (0.24, 0.2))
    blade = ((0.84, 0.06), (0.5, 0.0), (0.98, 0.2))
    return (
        Polygon(outline(cloak, x, y, side), p.NIGHT, p.INK, 1),
        Circle(x + 0.45 * side, y + 0.27 * side, 0.12 * side, "#f3efe6"),
        Polygon(outline(((0.84, 0.04), (0.84, 0.96)), x, y, side), "", p.TIMBER, 1.4, open=True),
        Polygon(outline(blade, x, y, side), "#b9c0c6", p.INK, 0.7),
    )


def rat(x: float, y: float, side: float) -> Shapes:
    """A rat that faces right."""
    body = ((0.1, 0.78), (0.12, 0.56), (0.34, 0.36), (0.62, 0.38), (0.98, 0.66), (0.84, 0.8))
    tail = ((0.14, 0.72), (0.0, 0.6), (0.04, 0.36), (0.16, 0.28))
    return (
        Polygon(outline(tail, x, y, side), "", "#b07f7f", max(1.2, 0.07 * side), open=True),
        Polygon(outline(body, x, y, side), "#6b6470", p.INK, 1),
        Circle(x + 0.6 * side, y + 0.38 * side, 0.11 * side, "#c79a9a", p.INK, 0.8),
        Circle(x + 0.78 * side, y + 0.57 * side, max(0.7, 0.04 * side), "#ffffff"),
    )


def hand(x: float, y: float, side: float, *, palm: bool) -> Shapes:
    """The first player's hand: a light `palm`, or a dark back."""
    fill = "#f5cfae" if palm else "#a86f49"
    fingers = tuple(
        Rect(x + at * side, y + top * side, 0.17 * side, 0.5 * side, fill, p.INK, 0.9, 0.08 * side)
        for at, top in ((0.2, 0.12), (0.38, 0.02), (0.56, 0.06), (0.74, 0.18))
    )
    thumb = ((0.2, 0.6), (0.0, 0.44), (0.06, 0.34), (0.3, 0.5))
    return (
        *fingers,
        Polygon(outline(thumb, x, y, side), fill, p.INK, 0.9),
        Rect(x + 0.2 * side, y + 0.42 * side, 0.71 * side, 0.54 * side, fill, p.INK, 0.9, 0.14 * side),
    )


@_made_once
def coffin(x: float, y: float, side: float, fill: str = "#8a5f34") -> Shapes:
    """A coffin with a cross: a filled place of the chronicle."""
    shape = ((0.34, 0.02), (0.66, 0.02), (0.86, 0.3), (0.68, 0.98), (0.32, 0.98), (0.14, 0.3))
    cross = ((0.5, 0.14), (0.5, 0.62)), ((0.34, 0.3), (0.66, 0.3))
    return (
        Polygon(outline(shape, x, y, side), fill, p.INK, 1),
        *(Polygon(outline(line, x, y, side), "", "#f1dfc0", 1.3, open=True) for line in cross),
    )


@_made_once
def tombstone(x: float, y: float, side: float) -> Shapes:
    """A tombstone: a grave."""
    return (
        Rect(x + 0.22 * side, y + 0.12 * side, 0.56 * side, 0.72 * side, p.STONE, p.INK, 1, 0.24 * side),
        Polygon(outline(((0.5, 0.26), (0.5, 0.6)), x, y, side), "", p.INK, 1.2, open=True),
        Polygon(outline(((0.36, 0.38), (0.64, 0.38)), x, y, side), "", p.INK, 1.2, open=True),
        Polygon(
            outline(((0.04, 0.98), (0.16, 0.8), (0.84, 0.8), (0.96, 0.98)), x, y, side), p.LEAF, p.INK, 0.8
        ),
    )


@_made_once
def house(x: float, y: float, side: float, roof: str = p.ROOF, wall: str = p.PLASTER) -> Shapes:
    """A house."""
    return (
        Rect(x + 0.14 * side, y + 0.44 * side, 0.72 * side, 0.54 * side, wall, p.INK, 1),
        Polygon(outline(((0.02, 0.48), (0.5, 0.04), (0.98, 0.48)), x, y, side), roof, p.INK, 1),
        Rect(x + 0.41 * side, y + 0.66 * side, 0.2 * side, 0.32 * side, p.TIMBER),
    )


@_made_once
def church(x: float, y: float, side: float) -> Shapes:
    """A church with its steeple."""
    nave = ((0.36, 0.98), (0.36, 0.56), (0.66, 0.36), (0.98, 0.56), (0.98, 0.98))
    steeple = ((0.06, 0.98), (0.06, 0.36), (0.22, 0.02), (0.38, 0.36), (0.38, 0.98))
    return (
        Polygon(outline(nave, x, y, side), p.PLASTER, p.INK, 1),
        Polygon(outline(((0.36, 0.58), (0.66, 0.34), (0.98, 0.58)), x, y, side), p.ROOF, p.INK, 0.8),
        Polygon(outline(steeple, x, y, side), p.STONE, p.INK, 1),
        Rect(x + 0.6 * side, y + 0.7 * side, 0.14 * side, 0.28 * side, p.TIMBER),
    )


@_made_once
def hall(x: float, y: float, side: float) -> Shapes:
    """A hall with a flag: the village hall."""
    flag = ((0.5, 0.0), (0.78, 0.08), (0.5, 0.16))
    return (
        Polygon(outline(((0.5, 0.3), (0.5, 0.0)), x, y, side), "", p.INK, 1.2, open=True),
        Polygon(outline(flag, x, y, side), p.RED),
        Rect(x + 0.1 * side, y + 0.46 * side, 0.8 * side, 0.52 * side, p.STONE, p.INK, 1),
        Polygon(outline(((0.02, 0.48), (0.5, 0.22), (0.98, 0.48)), x, y, side), p.ROOF, p.INK, 1),
        *(
            Rect(x + at * side, y + 0.6 * side, 0.1 * side, 0.38 * side, p.PLASTER, p.INK, 0.6)
            for at in (0.2, 0.45, 0.7)
        ),
    )


def square(x: float, y: float, side: float) -> Shapes:
    """A paved area with a well: the village square."""
    return (
        Rect(x + 0.02 * side, y + 0.2 * side, 0.96 * side, 0.76 * side, "#dbd2c0", p.INK, 1, 3),
        Circle(x + 0.5 * side, y + 0.58 * side, 0.22 * side, p.STONE, p.INK, 1),
        Circle(x + 0.5 * side, y + 0.58 * side, 0.12 * side, "#5b8fb5", p.INK, 0.7),
    )


@_made_once
def field(x: float, y: float, side: float) -> Shapes:
    """A field with furrows."""
    rows = tuple(
        Polygon(
            outline(((0.06 + at, 0.94), (0.28 + at * 0.72, 0.24)), x, y, side), "", "#a8842f", 1.2, open=True
        )
        for at in (0.1, 0.3, 0.5, 0.7)
    )
    shape = ((0.02, 0.96), (0.22, 0.22), (0.82, 0.22), (0.98, 0.96))
    return (Polygon(outline(shape, x, y, side), "#ead06f", p.INK, 1), *rows)


def tree(x: float, y: float, side: float) -> Shapes:
    """The tree that holds the story points that are not yet safe."""
    crowns = ((0.5, 0.28, 0.26), (0.28, 0.46, 0.22), (0.72, 0.46, 0.22), (0.5, 0.5, 0.24))
    return (
        Rect(x + 0.43 * side, y + 0.6 * side, 0.14 * side, 0.38 * side, p.TIMBER, p.INK, 0.8),
        *(Circle(x + a * side, y + b * side, r * side, p.LEAF, "#35591f", 0.8) for a, b, r in crowns),
    )


@_made_once
def school(x: float, y: float, side: float) -> Shapes:
    """The school with a bell."""
    return (
        Rect(x + 0.08 * side, y + 0.46 * side, 0.84 * side, 0.52 * side, "#e9b9a2", p.INK, 1),
        Polygon(outline(((0.0, 0.48), (0.5, 0.14), (1.0, 0.48)), x, y, side), "#5d6b7c", p.INK, 1),
        Circle(x + 0.5 * side, y + 0.36 * side, 0.09 * side, p.GOLD, p.INK, 0.7),
        Rect(x + 0.42 * side, y + 0.68 * side, 0.18 * side, 0.3 * side, p.TIMBER),
    )


def monk(x: float, y: float, side: float) -> Shapes:
    """A monk in a habit."""
    habit = ((0.5, 0.3), (0.74, 0.44), (0.88, 0.98), (0.12, 0.98), (0.26, 0.44))
    return (
        Polygon(outline(habit, x, y, side), "#7b5a3a", p.INK, 1),
        Circle(x + 0.5 * side, y + 0.26 * side, 0.22 * side, "#f2cfa8", p.INK, 1),
        Circle(x + 0.5 * side, y + 0.16 * side, 0.11 * side, "#7b5a3a"),
        Polygon(outline(((0.5, 0.5), (0.5, 0.98)), x, y, side), "", "#e8d9b8", 1.2, open=True),
    )


def milestone(x: float, y: float, side: float, letter: str, *, reached: bool) -> Shapes:
    """A milestone with the letter of a journey, brighter if it is `reached`."""
    fill = p.STONE if reached else p.GONE
    ink = p.INK if reached else p.QUIET
    return (
        Rect(x + 0.12 * side, y + 0.06 * side, 0.76 * side, 0.88 * side, fill, ink, 1, 0.34 * side),
        Text(x + side / 2, y + 0.64 * side, letter, 0.5 * side, "middle", ink, True),
    )


@_made_once
def cloud(x: float, y: float, side: float, fill: str = p.CLOUD) -> Shapes:
    """A cloud."""
    puffs = ((0.28, 0.58, 0.24), (0.72, 0.58, 0.24), (0.5, 0.44, 0.3))
    return tuple(Circle(x + a * side, y + b * side, r * side, fill, "#8fb0c4", 0.7) for a, b, r in puffs)


def window(x: float, y: float, side: float, fill: str) -> Shapes:
    """A church window, lit or dark by its fill."""
    arch = ((0.22, 0.98), (0.22, 0.36), (0.5, 0.04), (0.78, 0.36), (0.78, 0.98))
    return (
        Polygon(outline(arch, x, y, side), fill, p.INK, 1),
        Polygon(outline(((0.5, 0.1), (0.5, 0.98)), x, y, side), "", p.INK, 0.7, open=True),
    )


_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.28), (0.72, 0.72)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)),
    5: ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)),
    6: ((0.28, 0.22), (0.72, 0.22), (0.28, 0.5), (0.72, 0.5), (0.28, 0.78), (0.72, 0.78)),
}


def die(x: float, y: float, side: float, face: int, *, black: bool) -> Shapes:
    """A die with its pips. A black die also has a double edge, so that colour is not needed."""
    fill, pip = ("#2d2a2e", "#ffffff") if black else ("#fffdf6", "#1d1d1b")
    inner = Rect(x + 2, y + 2, side - 4, side - 4, "", "#b9b3a6", 0.9, side * 0.16)
    return (
        Rect(x, y, side, side, fill, p.INK, 1.2, side * 0.2),
        *((inner,) if black else ()),
        *(Circle(x + a * side, y + b * side, side * 0.09, pip) for a, b in _PIPS[face]),
    )


BUILDINGS: Mapping[str, Draw] = {"church": church, "chamber": hall, "square": square, "field": field}
"""The drawings of cards that are not workshops."""
