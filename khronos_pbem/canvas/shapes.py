"""The shapes that pictures are made of, in plain numbers, for the SVG and raster writers.

Lengths are pixels, y grows downwards, colours are `#rrggbb`.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from khronos_pbem.canvas.spans import screen_width

Points = tuple[tuple[float, float], ...]


class Rect(NamedTuple):
    """A rectangle at (x, y), its top-left corner; `line` is the stroke width, `round` the corner radius."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    line: float = 1
    round: float = 0


class Polygon(NamedTuple):
    """A closed polygon, or an open polyline if `open` is true."""

    points: Points
    fill: str = ""
    stroke: str = ""
    line: float = 1
    open: bool = False


class Circle(NamedTuple):
    """A circle with its centre at (x, y)."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    line: float = 1


class Text(NamedTuple):
    """Text with its baseline at (x, y); `anchor` is "start", "middle" or "end"."""

    x: float
    y: float
    words: str
    size: float = 12
    anchor: str = "start"
    fill: str = "#1d1d1b"
    bold: bool = False


class Group(NamedTuple):
    """Shapes moved by (x, y); `title` says what they show."""

    x: float
    y: float
    shapes: tuple[Shape, ...]
    title: str = ""


Shape = Rect | Polygon | Circle | Text | Group


class Picture(NamedTuple):
    """A whole picture: size, title (what it shows, in words) and shapes."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


def star_corners(x: float, y: float, radius: float) -> Points:
    """Return the ten corners of a five-pointed star with its centre at (x, y)."""
    corners = []
    for corner in range(10):
        length = radius if corner % 2 == 0 else radius * 0.42
        angle = -pi / 2 + corner * pi / 5
        corners.append((round(x + length * cos(angle), 2), round(y + length * sin(angle), 2)))
    return tuple(corners)


def truncated(words: str, size: float, width: float) -> str:
    """Return bold text cut to fit a width in pixels; an ellipsis marks a cut."""
    most = int(width / (size * 0.64))
    if screen_width(words) <= most:
        return words
    while screen_width(words) >= most:
        words = words[:-1]
    return f"{words}…"


def text_width(words: str, size: float) -> float:
    """Return the approximate width in pixels of text in a sans-serif font of this size."""
    return screen_width(words) * size * 0.56
