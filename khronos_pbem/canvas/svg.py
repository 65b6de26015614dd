"""Pictures as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from khronos_pbem.canvas.shapes import Circle, Group, Picture, Polygon, Rect, Shape, Text

FONT = "'DejaVu Sans', Verdana, 'Liberation Sans', Arial, sans-serif"


Style = tuple[tuple[str, str], ...]
"""How a shape is painted: properties with their values."""
Styled = Callable[[Style], str]
"""How a style is written into the tag of a shape."""


def as_attributes(style: Style) -> str:
    """A style as attributes of a tag, for a picture that stands alone."""
    return "".join(f" {name}={quoteattr(value)}" for name, value in style)


class StyleSheet:
    """Styles as classes, each of which the style sheet of a page says once."""

    def __init__(self) -> None:
        self._classes: dict[Style, str] = {}

    def __call__(self, style: Style) -> str:
        """A style as the attribute that names its class."""
        name = self._classes.setdefault(style, f"s{len(self._classes)}")
        return f' class="{name}"'

    @property
    def css(self) -> str:
        """The rules of all classes that were named so far."""
        return "".join(f".{name}{{{_declared(style)}}}\n" for style, name in self._classes.items())


def _declared(style: Style) -> str:
    return ";".join(f"{name}:{value}{'px' if name == 'font-size' else ''}" for name, value in style)


def svg_text(picture: Picture) -> str:
    """A picture as an SVG document of its own, with a title for those who do not see it."""
    size = f'width="{_n(picture.width)}" height="{_n(picture.height)}"'
    box = f'viewBox="0 0 {_n(picture.width)} {_n(picture.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img" font-family="{FONT}">'
    return f"{head}\n<title>{escape(picture.title)}</title>\n{svg_shapes(picture.shapes)}\n</svg>\n"


def svg_shapes(shapes: Iterable[Shape], styled: Styled = as_attributes) -> str:
    """Shapes as SVG elements, one a line."""
    return "\n".join("".join(svg_elements(shape, styled)) for shape in shapes)


def svg_elements(shape: Shape, styled: Styled = as_attributes) -> Iterator[str]:
    """A shape as SVG, tag by tag: the tags of a group stand apart from those of what is in it."""
    if isinstance(shape, Group):
        title = f"<title>{escape(shape.title)}</title>" if shape.title else ""
        moved = f' transform="translate({_n(shape.x)} {_n(shape.y)})"' if shape.x or shape.y else ""
        yield f"<g{moved}>{title}"
        for part in shape.shapes:
            yield from svg_elements(part, styled)
        yield "</g>"
    elif isinstance(shape, Text):
        where = f'x="{_n(shape.x)}" y="{_n(shape.y)}"'
        yield f"<text {where}{styled(_letters(shape))}>{escape(shape.words)}</text>"
    else:
        yield f"<{_outline(shape)}{styled(_paint(shape))}/>"


def _outline(shape: Rect | Circle | Polygon) -> str:
    if isinstance(shape, Rect):
        corner = f' rx="{_n(shape.round)}"' if shape.round else ""
        where = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
        return f"rect {where}{corner}"
    if isinstance(shape, Circle):
        return f'circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    return f'{"polyline" if shape.open else "polygon"} points="{points}"'


def _letters(shape: Text) -> Style:
    anchor = () if shape.anchor == "start" else (("text-anchor", shape.anchor),)
    bold = (("font-weight", "bold"),) if shape.bold else ()
    return (("font-size", _n(shape.size)), *anchor, *bold, ("fill", shape.fill))


def _paint(shape: Rect | Circle | Polygon) -> Style:
    stroke = (("stroke", shape.stroke), ("stroke-width", _n(shape.line))) if shape.stroke else ()
    return (("fill", shape.fill or "none"), *stroke)


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
