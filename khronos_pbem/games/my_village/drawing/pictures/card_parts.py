"""Parts of cards in pictures: banners, prices, goods, places for markers, and frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from khronos_pbem.canvas.shapes import Group, Polygon, Rect, Shape, Text, text_width, truncated
from khronos_pbem.canvas.spans import screen_width
from khronos_pbem.games.my_village.drawing.pictures import emblems
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.text.page import Page
from khronos_pbem.games.my_village.model.terms import values_text
from khronos_pbem.games.my_village.view import Places

Shapes = tuple[Shape, ...]

WIDE = 400.0
"""The width of every board."""

MARGIN = 10.0
_MANY, _PLACES = 4, 6
_SMALLEST, _LETTER = 0.75, 0.65
"""The smallest scale of a text before it is cut, and the maximum width of a bold character.

Both are relative to the font size.
"""


def board_background(high: float, ground: str = p.PARCHMENT) -> Shapes:
    """The background of a board with the height `high` and the width `WIDE`."""
    return (
        Rect(0, 0, WIDE, high, ground, p.EDGE, 1, 8),
        Rect(3.5, 3.5, WIDE - 7, high - 7, "", p.EDGE, 0.6, 6),
    )


def fitted_words(
    x: float,
    y: float,
    text: str,
    size: float = 11,
    room: float = 0,
    fill: str = p.INK,
    bold: bool = False,
    anchor: str = "start",
) -> Text:
    """A text anchored at (x, y) on its baseline: at its start, unless `anchor` differs.

    If `room` is given, the text is made smaller to fit that width, and cut if that is not enough.
    """
    if room:
        size = max(_SMALLEST * size, min(size, room / (screen_width(text) * _LETTER or 1)))
        text = truncated(text, size, room)
    return Text(x, y, text, size, anchor, fill, bold)


def banner_width(values: Sequence[int]) -> float:
    """The width of a banner with these values."""
    return text_width(values_text(tuple(values)), 11.5) + 10


def banner_shapes(x: float, y: float, values: Sequence[int], *, dark: bool = True) -> Shapes:
    """A banner with its values, 18 high; `dark` for a black banner, otherwise light for a white one."""
    wide, text = banner_width(values), values_text(tuple(values))
    shape = ((x, y), (x + wide, y), (x + wide, y + 18), (x + wide / 2, y + 14), (x, y + 18))
    fill, ink = ("#2b2622", "#ffffff") if dark else ("#ffffff", p.INK)
    return (Polygon(shape, fill, p.INK, 1), Text(x + wide / 2, y + 11.5, text, 11.5, "middle", ink, True))


def drawing_row(drawings: Iterable[emblems.Draw], x: float, y: float, side: float, step: float = 0) -> Shapes:
    """Drawings side by side from (x, y), `step` apart from left edge to left edge (0: `side` + 1)."""
    step = step or side + 1
    return tuple(shape for place, draw in enumerate(drawings) for shape in draw(x + place * step, y, side))


def cost_shapes(x: float, y: float, time: int, coins: int = 0, side: float = 12) -> Shapes:
    """Hourglasses and coins; more than four of either are shown as one with a number."""
    shapes, at = list[Shape](), x
    for count, draw in ((time, emblems.hourglass), (coins, emblems.coin)):
        if count > _MANY:
            shapes += [
                *draw(at, y, side),
                Text(at + side + 1, y + side - 2, f"×{count}", side - 1, "start", p.INK, True),
            ]
            at += side + 16
        else:
            shapes += drawing_row([draw] * count, at, y, side, side - 1)
            at += count * (side - 1) + (3 if count else 0)
    return tuple(shapes)


def cost_width(time: int, coins: int = 0, side: float = 12) -> float:
    """The width of the shapes from `cost_shapes`."""
    parts = [side + 16 if count > _MANY else count * (side - 1) + 3 for count in (time, coins) if count]
    return sum(parts)


def goods_shapes(x: float, y: float, needs: Sequence[str], side: float, room: float = 0) -> Shapes:
    """Goods side by side, closer together if they do not fit into the width `room`."""
    step = side + 2
    if room and needs:
        step = min(step, (room - side) / max(1, len(needs) - 1))
    return drawing_row([emblems.GOODS[good] for good in needs], x, y, side, step)


def counted_shapes(x: float, y: float, draw: emblems.Draw, number: object, side: float = 18) -> Shapes:
    """A drawing with a number to its right."""
    return (
        *draw(x, y, side),
        Text(x + side + 3, y + side * 0.82, str(number), side * 0.85, "start", p.INK, True),
    )


def place_shapes(x: float, y: float, places: Places, draw: emblems.Draw, side: float) -> Shapes:
    """Places for markers: the first `filled` ones with a marker, the others empty.

    More than `_PLACES` places are shown as one drawing with `filled/count`.
    """
    shapes, (filled, count) = list[Shape](), places
    if count > _PLACES:
        return counted_shapes(x, y, draw, f"{filled}/{count}", side)
    for place in range(count):
        at = x + place * (side + 2)
        shapes.append(Rect(at, y, side, side, "#fffaf0", p.PALE, 0.9, 3))
        if place < filled:
            shapes += draw(at + 1, y + 1, side - 2)
    return tuple(shapes)


def card_background(x: float, y: float, wide: float, high: float, *, there: bool = True) -> Shapes:
    """The background of a card, or only a pale area if the card is not `there`."""
    if there:
        return (Rect(x, y, wide, high, "#fffaf0", p.EDGE, 1.1, 4),)
    return (Rect(x, y, wide, high, p.GONE, p.PALE, 0.8, 4),)


def change_frame(x: float, y: float, wide: float, high: float) -> Shapes:
    """The frame around something that changed: a light line between two dark ones."""
    box = (x - 1.5, y - 1.5, wide + 3, high + 3)
    return tuple(Rect(*box, "", colour, line, 5) for colour, line in ((p.INK, 4.2), (p.MARK, 2.4)))


def piece_shapes(x: float, y: float, shapes: Iterable[Shape], title: str = "") -> Shapes:
    """Shapes moved to (x, y) as one group; `title` describes it for screen readers."""
    return (Group(x, y, tuple(shapes), title),)


def frame_if_changed(
    page: Page, box: tuple[float, float, float, float], *names: str, who: str = ""
) -> Shapes:
    """The frame around a box (left, top, width, height) if one of the places `names` changed.

    The places are on the main board, or in the village of the colour `who`.
    """
    return change_frame(*box) if page.changed(*names, seat=who) else ()
