"""Parts of cards in pictures: banners with their values, what they cost and want, places, frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from khronos_pbem.canvas.shapes import Group, Polygon, Rect, Shape, Text, fitted, text_width
from khronos_pbem.canvas.spans import screen_width
from khronos_pbem.games.my_village.drawing.pictures import emblems
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.text.page import Page
from khronos_pbem.games.my_village.model.terms import numbers

Shapes = tuple[Shape, ...]

WIDE = 400.0
"""The width of every board."""

MARGIN = 10.0
_MANY, _PLACES = 4, 6
_SMALLEST, _LETTER = 0.75, 0.65
"""How much smaller words become at most before they are cut; how wide a bold letter is at most."""


def sheet(high: float, ground: str = p.PARCHMENT) -> Shapes:
    """The parchment under a board."""
    return (
        Rect(0, 0, WIDE, high, ground, p.EDGE, 1, 8),
        Rect(3.5, 3.5, WIDE - 7, high - 7, "", p.EDGE, 0.6, 6),
    )


def words(
    x: float,
    y: float,
    text: str,
    size: float = 11,
    room: float = 0,
    fill: str = p.INK,
    bold: bool = False,
    anchor: str = "start",
) -> Text:
    """Words on a base line: smaller where there is little room, and cut where that does not help."""
    if room:
        size = max(_SMALLEST * size, min(size, room / (screen_width(text) * _LETTER or 1)))
        text = fitted(text, size, room)
    return Text(x, y, text, size, anchor, fill, bold)


def banner_width(values: Sequence[int]) -> float:
    """How wide a banner with these values is."""
    return text_width(numbers(tuple(values)), 11.5) + 10


def banner(x: float, y: float, values: Sequence[int], *, dark: bool = True) -> Shapes:
    """A banner with its values, 18 high: black ones are bought, white ones used."""
    wide, text = banner_width(values), numbers(tuple(values))
    shape = ((x, y), (x + wide, y), (x + wide, y + 18), (x + wide / 2, y + 14), (x, y + 18))
    fill, ink = ("#2b2622", "#ffffff") if dark else ("#ffffff", p.INK)
    return (
        Polygon(shape, fill, p.INK, 1),
        Text(x + wide / 2, y + 11.5, text, 11.5, "middle", ink, True),
    )


def row(drawings: Iterable[emblems.Draw], x: float, y: float, side: float, step: float = 0) -> Shapes:
    """Drawings beside each other."""
    step = step or side + 1
    return tuple(shape for place, draw in enumerate(drawings) for shape in draw(x + place * step, y, side))


def cost(x: float, y: float, time: int, coins: int = 0, side: float = 12) -> Shapes:
    """Hourglasses and coins: so many, or one and a number."""
    shapes, at = list[Shape](), x
    for count, draw in ((time, emblems.hourglass), (coins, emblems.coin)):
        if count > _MANY:
            shapes += [
                *draw(at, y, side),
                Text(at + side + 1, y + side - 2, f"×{count}", side - 1, "start", p.INK, True),
            ]
            at += side + 16
        else:
            shapes += row([draw] * count, at, y, side, side - 1)
            at += count * (side - 1) + (3 if count else 0)
    return tuple(shapes)


def cost_width(time: int, coins: int = 0, side: float = 12) -> float:
    """How wide that is."""
    parts = [side + 16 if count > _MANY else count * (side - 1) + 3 for count in (time, coins) if count]
    return sum(parts)


def goods(x: float, y: float, needs: Sequence[str], side: float, room: float = 0) -> Shapes:
    """Goods beside each other, closer together if there is little room."""
    step = side + 2
    if room and needs:
        step = min(step, (room - side) / max(1, len(needs) - 1))
    return row([emblems.GOODS[good] for good in needs], x, y, side, step)


def counted(x: float, y: float, draw: emblems.Draw, number: object, side: float = 18) -> Shapes:
    """A drawing and a number beside it."""
    return (
        *draw(x, y, side),
        Text(x + side + 3, y + side * 0.82, str(number), side * 0.85, "start", p.INK, True),
    )


def places(x: float, y: float, filled: int, count: int, draw: emblems.Draw, side: float) -> Shapes:
    """Places for markers: what lies on the filled ones, an empty ring on the others."""
    shapes: list[Shape] = []
    if count > _PLACES:
        return counted(x, y, draw, f"{filled}/{count}", side)
    for place in range(count):
        at = x + place * (side + 2)
        shapes.append(Rect(at, y, side, side, "#fffaf0", p.PALE, 0.9, 3))
        if place < filled:
            shapes += draw(at + 1, y + 1, side - 2)
    return tuple(shapes)


def card(x: float, y: float, wide: float, high: float, *, there: bool = True) -> Shapes:
    """The ground of a card; a place without a card is only an outline."""
    if there:
        return (Rect(x, y, wide, high, "#fffaf0", p.EDGE, 1.1, 4),)
    return (Rect(x, y, wide, high, p.GONE, p.PALE, 0.8, 4),)


def marked(x: float, y: float, wide: float, high: float) -> Shapes:
    """The frame around what changed: light between two dark lines."""
    box = (x - 1.5, y - 1.5, wide + 3, high + 3)
    return tuple(Rect(*box, "", colour, line, 5) for colour, line in ((p.INK, 4.2), (p.MARK, 2.4)))


def piece(x: float, y: float, shapes: Iterable[Shape], title: str = "") -> Shapes:
    """Shapes at a place, as one piece with a name for those who do not see it."""
    return (Group(x, y, tuple(shapes), title),)


def framed(page: Page, who: str, box: tuple[float, float, float, float], *names: str) -> Shapes:
    """The frame around a box of somebody's village, if one of these places changed."""
    return marked(*box) if page.changed(*names, seat=who) else ()
