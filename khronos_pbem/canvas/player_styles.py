"""Player colours in pictures and on screens, with symbols for people who cannot see colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khronos_pbem.canvas import shapes

if TYPE_CHECKING:
    from khronos_pbem.canvas.shapes import Shape

INK, PAPER = "#1d1d1b", "#fbfaf5"
FILLS = {
    "red": ("#d70000", "#ffffff"),
    "blue": ("#005faf", "#ffffff"),
    "green": ("#00af5f", "#000000"),
    "white": ("#eeeeee", "#000000"),
    "black": ("#303030", "#ffffff"),
    "yellow": ("#ffd700", "#000000"),
}
"""The background and the ink of each player colour's pieces on a terminal.

All are among the 240 colours that look the same on every terminal with 256 colours; the other 16 differ
between terminals. Each ink contrasts strongly with its background. The backgrounds can also be told apart by
people who cannot see red or green. Black is a dark grey, visible on a black terminal. It also differs from
red for people to whom red looks nearly black.
"""

STYLES = {colour: f"bold {ink} on {fill}" for colour, (fill, ink) in FILLS.items()}
"""The Rich style of each player colour on a terminal."""

OWNERS = {
    "red": ("#b3261e", "#ffffff"),
    "blue": ("#0b4fd6", "#ffffff"),
    "green": ("#2c7a45", "#ffffff"),
    "white": ("#ffffff", "#1d1d1b"),
    "black": ("#1d1d1b", "#ffffff"),
    "yellow": ("#f2c417", "#1d1d1b"),
}
"""The fill of each player colour's pieces, and the ink of the symbol on them."""

DASHES = {"red": "", "blue": "7 3", "green": "2 3", "white": "10 3 2 3", "black": "4 2", "yellow": "12 3 5 3"}
"""The dash pattern of each player colour's line in a chart."""

PALE = frozenset({"white", "yellow"})
"""The player colours that need a dark edge on paper."""

_PLUS = (
    (-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1), (1, 3), (-1, 3), (-1, 1), (-3, 1), (-3, -1), (-1, -1)
)  # fmt: skip


def sign(colour: str, x: float, y: float, radius: float, fill: str) -> Shape:
    """Return the symbol of a player colour as a shape, centred on (x, y) and filled with `fill`.

    Red is a circle, blue a square, green a triangle, white a diamond, yellow a cross, any other a star.
    """
    r = radius
    if colour == "red":
        return shapes.Circle(x, y, r * 0.8, fill)
    if colour == "blue":
        return shapes.Rect(x - r * 0.7, y - r * 0.7, r * 1.4, r * 1.4, fill)
    if colour == "green":
        return shapes.Polygon(
            ((x, y - r * 0.9), (x + r * 0.9, y + r * 0.7), (x - r * 0.9, y + r * 0.7)), fill
        )
    if colour == "white":
        return shapes.Polygon(((x, y - r), (x + r * 0.8, y), (x, y + r), (x - r * 0.8, y)), fill)
    if colour == "yellow":
        return shapes.Polygon(tuple((x + right * r * 0.3, y + down * r * 0.3) for right, down in _PLUS), fill)
    return shapes.Polygon(shapes.star_corners(x, y, r), fill)


def player_badge(colour: str, x: float, y: float, radius: float) -> tuple[Shape, ...]:
    """Return the shapes of a round badge in a player's colour with the player's symbol in it."""
    fill, ink = OWNERS[colour]
    return (shapes.Circle(x, y, radius, fill, INK, 1), sign(colour, x, y, radius * 0.62, ink))
