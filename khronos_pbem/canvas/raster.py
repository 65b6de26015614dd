"""Pictures as pixels with Pillow and its built-in font: images, animated GIF and animated PNG."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from unicodedata import combining, normalize

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont

from khronos_pbem.canvas.shapes import Circle, Group, Picture, Polygon, Rect, Shape, Text

_CLEAR = 127
"""The number of colours in an animation, and the palette index of unchanged, transparent pixels."""

_HAD = frozenset("…·«»’")
_SPELLED = {
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "œ": "oe", "æ": "ae",
    "–": "-", "—": "-", "−": "-", "×": "x", "✓": "+", "→": ">", "ø": "o", "ł": "l",
}  # fmt: skip
"""The replacements for characters that Pillow's font lacks; `_HAD` contains some that it has."""

_FINE = 2
"""The factor by which pictures are drawn larger and then reduced, so that edges are smooth."""


def render_image(picture: Picture) -> Image.Image:
    """Draw a picture as an RGB image of the picture's own size, with smooth edges."""
    width, height = round(picture.width), round(picture.height)
    image = Image.new("RGB", (width * _FINE, height * _FINE), "#ffffff")
    _draw(ImageDraw.Draw(image), picture.shapes, 0, 0)
    return image.reduce(_FINE)


def render_animation(pictures: Iterable[Picture], kind: str, seconds: float) -> bytes:
    """Return the bytes of an animation of these pictures; `kind` is "GIF" or "PNG".

    Each picture is shown for `seconds`, the last one four times as long.
    """
    images = _in_one_palette(list(pictures))
    durations = [round(seconds * 1000)] * (len(images) - 1) + [round(seconds * 4000)]
    more: dict[str, int] = {}
    if kind == "GIF":
        images = [images[0], *(_changes(*pair) for pair in pairwise(images))]
        more = {"transparency": _CLEAR, "disposal": 1, "optimize": False}
    out = io.BytesIO()
    images[0].save(out, kind, save_all=True, append_images=images[1:], duration=durations, loop=0, **more)
    return out.getvalue()


def _changes(before: Image.Image, after: Image.Image) -> Image.Image:
    """Return `after` with every pixel that equals `before` made transparent."""

    def plain(image: Image.Image) -> Image.Image:
        bare = image.copy()
        bare.putpalette(bytes(value for grey in range(256) for value in (grey, grey, grey)))
        return bare.convert("L")

    same = ImageChops.difference(plain(before), plain(after)).point([255] + [0] * 255)
    drawn = after.copy()
    drawn.paste(_CLEAR, mask=same)
    return drawn


def _in_one_palette(pictures: Sequence[Picture]) -> list[Image.Image]:
    """Draw the pictures with one common palette, so that equal pixels can be left out of later frames."""
    palette = _palette(pictures)
    return [render_image(picture).quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]


def _palette(pictures: Sequence[Picture]) -> Image.Image:
    """Return a palette with all colours of the pictures and the most frequent blends of the last one."""
    plain = sorted({colour for picture in pictures for colour in _colours(picture.shapes)})
    values = [value for colour in plain for value in ImageColor.getrgb(colour)[:3]]
    soft = render_image(pictures[-1]).quantize(_CLEAR - len(plain)).getpalette() or []
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


def _draw(on: ImageDraw.ImageDraw, shapes: Iterable[Shape], left: float, top: float) -> None:
    for shape in shapes:
        if isinstance(shape, Group):
            _draw(on, shape.shapes, left + shape.x, top + shape.y)
        elif isinstance(shape, Text):
            place = ((left + shape.x) * _FINE, (top + shape.y) * _FINE)
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
            edge = 1 if shape.bold else 0
            on.text(place, to_latin(shape.words), shape.fill, _font(shape.size), anchor, stroke_width=edge)
        else:
            _draw_plain(on, shape, left, top)


def to_latin(words: str) -> str:
    """Return the text in characters that Pillow's built-in font has.

    Accents are dropped and German umlauts become two letters. Characters of other alphabets stay as they
    are; Pillow draws them as boxes.
    """
    return "".join(_latin_letters(character) for character in words)


def _latin_letters(character: str) -> str:
    if character.isascii() or character in _HAD:
        return character
    if character in _SPELLED:
        return _SPELLED[character]
    plain = "".join(c for c in normalize("NFKD", character) if not combining(c))
    return plain if plain.isascii() and plain else character


def _draw_plain(on: ImageDraw.ImageDraw, shape: Rect | Circle | Polygon, left: float, top: float) -> None:
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
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size * _FINE)
