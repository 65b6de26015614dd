"""Write pictures as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from khronos_pbem.canvas.shapes import Circle, Group, Picture, Polygon, Rect, Shape, Text

FONT = "'DejaVu Sans', Verdana, 'Liberation Sans', Arial, sans-serif"


Style = tuple[tuple[str, str], ...]
"""The style of a shape: properties with their values."""
Styled = Callable[[Style], str]
"""A function that turns a style into attributes for the tag of a shape."""


def style_attributes(style: Style) -> str:
    """Return a style as the attributes of a tag, for an SVG file without a style sheet."""
    return "".join(f" {name}={quoteattr(value)}" for name, value in style)


class StyleSheet:
    """A style sheet that replaces each style with a CSS class and collects the rules of the classes."""

    def __init__(self) -> None:
        self._classes: dict[Style, str] = {}

    def __call__(self, style: Style) -> str:
        """Return the attribute with the class of a style, adding the class if it is new."""
        name = self._classes.setdefault(style, f"s{len(self._classes)}")
        return f' class="{name}"'

    @property
    def css(self) -> str:
        """The CSS rules of all classes used so far."""
        return "".join(f".{name}{{{_css_declarations(style)}}}\n" for style, name in self._classes.items())


def _css_declarations(style: Style) -> str:
    return ";".join(f"{name}:{value}{'px' if name == 'font-size' else ''}" for name, value in style)


def svg_text(picture: Picture) -> str:
    """Return a picture as a complete SVG document, with a title for screen readers."""
    size = f'width="{_n(picture.width)}" height="{_n(picture.height)}"'
    box = f'viewBox="0 0 {_n(picture.width)} {_n(picture.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img" font-family="{FONT}">'
    return f"{head}\n<title>{escape(picture.title)}</title>\n{svg_shapes(picture.shapes)}\n</svg>\n"


def svg_shapes(shapes: Iterable[Shape], styled: Styled = style_attributes) -> str:
    """Return shapes as SVG elements, one shape per line; `styled` turns styles into attributes."""
    return "\n".join("".join(svg_elements(shape, styled)) for shape in shapes)


def svg_elements(shape: Shape, styled: Styled = style_attributes) -> Iterator[str]:
    """Yield the SVG of a shape; a group yields its opening tag, its shapes and its closing tag separately."""
    if isinstance(shape, Group):
        title = f"<title>{escape(shape.title)}</title>" if shape.title else ""
        moved = f' transform="translate({_n(shape.x)} {_n(shape.y)})"' if shape.x or shape.y else ""
        yield f"<g{moved}>{title}"
        for part in shape.shapes:
            yield from svg_elements(part, styled)
        yield "</g>"
    elif isinstance(shape, Text):
        where = f'x="{_n(shape.x)}" y="{_n(shape.y)}"'
        yield f"<text {where}{styled(_text_style(shape))}>{escape(shape.words)}</text>"
    else:
        yield f"<{_outline(shape)}{styled(_paint_style(shape))}/>"


def _outline(shape: Rect | Circle | Polygon) -> str:
    if isinstance(shape, Rect):
        corner = f' rx="{_n(shape.round)}"' if shape.round else ""
        where = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
        return f"rect {where}{corner}"
    if isinstance(shape, Circle):
        return f'circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"'
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    return f'{"polyline" if shape.open else "polygon"} points="{points}"'


def _text_style(shape: Text) -> Style:
    anchor = () if shape.anchor == "start" else (("text-anchor", shape.anchor),)
    bold = (("font-weight", "bold"),) if shape.bold else ()
    return (("font-size", _n(shape.size)), *anchor, *bold, ("fill", shape.fill))


def _paint_style(shape: Rect | Circle | Polygon) -> Style:
    stroke = (("stroke", shape.stroke), ("stroke-width", _n(shape.line))) if shape.stroke else ()
    return (("fill", shape.fill or "none"), *stroke)


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
