"""Pictures as pixels, still or moving: PNG, GIF and animated PNG, drawn by Pillow with its own letters."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any
from unicodedata import combining, normalize

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont

from khronos_pbem.canvas.shapes import Circle, Group, Picture, Polygon, Rect, Shape, Text

_CLEAR = 127
"""The number of colours in moving pictures; the next one stands for what does not change."""

_HAD = frozenset("…·«»’")
_SPELLED = {
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "œ": "oe", "æ": "ae",
    "–": "-", "—": "-", "−": "-", "×": "x", "✓": "+", "→": ">", "ø": "o", "ł": "l",
}  # fmt: skip
"""Signs that Pillow's font has, and how those are written that it has not."""

_FINE = 2
"""Drawn this many times larger, then made smaller, so that edges are smooth."""


def image_of(picture: Picture) -> Image.Image:
    """A picture as an image in its own size."""
    width, height = round(picture.width), round(picture.height)
    image = Image.new("RGB", (width * _FINE, height * _FINE), "#ffffff")
    _draw(ImageDraw.Draw(image), picture.shapes, 0, 0)
    return image.reduce(_FINE)


def animation(pictures: Iterable[Picture], kind: str, seconds: float) -> bytes:
    """The bytes of a moving picture, GIF or PNG, that shows each picture so long, the last one longer."""
    images = _in_one_palette(list(pictures))
    durations = [round(seconds * 1000)] * (len(images) - 1) + [round(seconds * 4000)]
    more: dict[str, Any] = {}
    if kind == "GIF":
        images = [images[0], *(_changes(*pair) for pair in pairwise(images))]
        more = {"transparency": _CLEAR, "disposal": 1, "optimize": False}
    out = io.BytesIO()
    images[0].save(out, kind, save_all=True, append_images=images[1:], duration=durations, loop=0, **more)
    return out.getvalue()


def _changes(before: Image.Image, after: Image.Image) -> Image.Image:
    """What is to be drawn over an image to make it the next one: what stays the same is clear."""

    def plain(image: Image.Image) -> Image.Image:
        bare = image.copy()
        bare.putpalette(bytes(value for grey in range(256) for value in (grey, grey, grey)))
        return bare.convert("L")

    same = ImageChops.difference(plain(before), plain(after)).point([255] + [0] * 255)
    drawn = after.copy()
    drawn.paste(_CLEAR, mask=same)
    return drawn


def _in_one_palette(pictures: Sequence[Picture]) -> list[Image.Image]:
    """The pictures in the same colours, so that what stays the same takes no room."""
    palette = _palette(pictures)
    return [image_of(picture).quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]


def _palette(pictures: Sequence[Picture]) -> Image.Image:
    """All colours of the pictures, and those of the soft edges that are most frequent at the end."""
    plain = sorted({colour for picture in pictures for colour in _colours(picture.shapes)})
    values = [value for colour in plain for value in ImageColor.getrgb(colour)[:3]]
    soft = image_of(pictures[-1]).quantize(_CLEAR - len(plain)).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette((values + soft)[: 3 * _CLEAR])
    return palette


def _colours(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _colours(shape.shapes)
        elif shape.fill:
            yield shape.fill
        if isinstance(shape, Rect | Circle | Polygon) and shape.stroke:
            yield shape.stroke


def _draw(on: Any, shapes: Iterable[Shape], left: float, top: float) -> None:
    for shape in shapes:
        if isinstance(shape, Group):
            _draw(on, shape.shapes, left + shape.x, top + shape.y)
        elif isinstance(shape, Text):
            place = ((left + shape.x) * _FINE, (top + shape.y) * _FINE)
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
            edge = 1 if shape.bold else 0
            on.text(place, legible(shape.words), shape.fill, _font(shape.size), anchor, stroke_width=edge)
        else:
            _draw_plain(on, shape, left, top)


def legible(words: str) -> str:
    """Words in the letters that Pillow's own font has: without accents, German umlauts as two letters.

    What is in no Latin alphabet stays as it is, and is seen as boxes.
    """
    return "".join(_letters(character) for character in words)


def _letters(character: str) -> str:
    if character.isascii() or character in _HAD:
        return character
    if character in _SPELLED:
        return _SPELLED[character]
    plain = "".join(c for c in normalize("NFKD", character) if not combining(c))
    return plain if plain.isascii() and plain else character


def _draw_plain(on: Any, shape: Rect | Circle | Polygon, left: float, top: float) -> None:
    fill, stroke = shape.fill or None, shape.stroke or None
    line = max(1, round(shape.line * _FINE)) if stroke else 0
    if isinstance(shape, Rect):
        x, y = (left + shape.x) * _FINE - line // 2, (top + shape.y) * _FINE - line // 2
        wide, high = (length * _FINE + line // 2 * 2 - 1 for length in (shape.width, shape.height))
        on.rounded_rectangle((x, y, x + wide, y + high), shape.round * _FINE + line // 2, fill, stroke, line)
    elif isinstance(shape, Circle):
        x, y, r = (left + shape.x) * _FINE, (top + shape.y) * _FINE, shape.radius * _FINE
        on.ellipse((x - r, y - r, x + r, y + r), fill, stroke, line)
    else:
        points = [((left + x) * _FINE, (top + y) * _FINE) for x, y in shape.points]
        if fill:
            on.polygon(points, fill)
        if stroke:
            on.line(points if shape.open else [*points, points[0]], stroke, line, joint="curve")


@cache
def _font(size: float) -> Any:
    return ImageFont.load_default(size * _FINE)
