"""What pictures are made of: a few shapes in plain numbers, which an SVG or a raster writer draws.

Lengths are pixels, y grows downwards, colours are `#rrggbb`.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from khronos_pbem.canvas.spans import screen_width

Points = tuple[tuple[float, float], ...]


class Rect(NamedTuple):
    """A rectangle by its top-left corner."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    line: float = 1
    round: float = 0


class Polygon(NamedTuple):
    """A closed line; an open one if `open`."""

    points: Points
    fill: str = ""
    stroke: str = ""
    line: float = 1
    open: bool = False


class Circle(NamedTuple):
    """A circle by its middle."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    line: float = 1


class Text(NamedTuple):
    """Words on a base line; `anchor` is start, middle or end."""

    x: float
    y: float
    words: str
    size: float = 12
    anchor: str = "start"
    fill: str = "#1d1d1b"
    bold: bool = False


class Group(NamedTuple):
    """Shapes moved by (x, y); `title` says what they are."""

    x: float
    y: float
    shapes: tuple[Shape, ...]
    title: str = ""


Shape = Rect | Polygon | Circle | Text | Group


class Picture(NamedTuple):
    """A whole picture: its size, what it shows in words, its shapes."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


def star(x: float, y: float, radius: float) -> Points:
    """The corners of a five-pointed star."""
    corners = []
    for corner in range(10):
        length = radius if corner % 2 == 0 else radius * 0.42
        angle = -pi / 2 + corner * pi / 5
        corners.append((round(x + length * cos(angle), 2), round(y + length * sin(angle), 2)))
    return tuple(corners)


def fitted(words: str, size: float, width: float) -> str:
    """Bold words as far as they fit into a width."""
    most = int(width / (size * 0.64))
    if screen_width(words) <= most:
        return words
    while screen_width(words) >= most:
        words = words[:-1]
    return f"{words}…"


def text_width(words: str, size: float) -> float:
    """About how wide words are in a sans-serif letter."""
    return screen_width(words) * size * 0.56
