"""Pictures as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from khronos_pbem.canvas.shapes import Circle, Group, Picture, Polygon, Rect, Shape, Text

FONT = "'DejaVu Sans', Verdana, 'Liberation Sans', Arial, sans-serif"


def svg_text(picture: Picture) -> str:
    """A picture as an SVG document of its own, with a title for those who do not see it."""
    size = f'width="{_n(picture.width)}" height="{_n(picture.height)}"'
    box = f'viewBox="0 0 {_n(picture.width)} {_n(picture.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img" font-family="{FONT}">'
    return f"{head}\n<title>{escape(picture.title)}</title>\n{svg_shapes(picture.shapes)}\n</svg>\n"


def svg_shapes(shapes: Iterable[Shape]) -> str:
    """Shapes as SVG elements, one a line."""
    return "\n".join(_element(shape) for shape in shapes)


def _element(shape: Shape) -> str:
    if isinstance(shape, Group):
        title = f"<title>{escape(shape.title)}</title>" if shape.title else ""
        moved = f' transform="translate({_n(shape.x)} {_n(shape.y)})"' if shape.x or shape.y else ""
        return f"<g{moved}>{title}{''.join(_element(part) for part in shape.shapes)}</g>"
    if isinstance(shape, Text):
        return _text(shape)
    if isinstance(shape, Rect):
        corner = f' rx="{_n(shape.round)}"' if shape.round else ""
        where = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
        return f"<rect {where}{corner}{_paint(shape)}/>"
    if isinstance(shape, Circle):
        where = f'cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
        return f"<circle {where}{_paint(shape)}/>"
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    return f'<{"polyline" if shape.open else "polygon"} points="{points}"{_paint(shape)}/>'


def _text(shape: Text) -> str:
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    bold = ' font-weight="bold"' if shape.bold else ""
    where = f'x="{_n(shape.x)}" y="{_n(shape.y)}" font-size="{_n(shape.size)}"'
    return f"<text {where}{anchor}{bold} fill={quoteattr(shape.fill)}>{escape(shape.words)}</text>"


def _paint(shape: Rect | Circle | Polygon) -> str:
    stroke = f' stroke="{shape.stroke}" stroke-width="{_n(shape.line)}"' if shape.stroke else ""
    return f' fill="{shape.fill or "none"}"{stroke}'


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
