"""Charts as SVG. Players are distinguished by colour, dash pattern and badge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from khronos_pbem.canvas.player_styles import DASHES, INK, OWNERS, PALE, player_badge
from khronos_pbem.canvas.shapes import Picture, Polygon, Rect, Shape, Text, text_width
from khronos_pbem.canvas.svg import svg_shapes, svg_text

_LEFT, _RIGHT, _TOP, _BOTTOM = 38.0, 66.0, 30.0, 24.0
_TAIL, _BADGE = 14.0, 7.0
"""The length of a line after its last step, and the radius of the badge at its end.

The extra length keeps a jump at the last step visible.
"""

_GRID, _QUIET = "#dedcd2", "#55554f"


class Series(NamedTuple):
    """The values of one player, one for each step; `name` is the text used for the player."""

    colour: str
    values: Sequence[int]
    name: str


def line_chart(
    title: str, series: Sequence[Series], rounds: Sequence[tuple[int, str]], width: float, height: float
) -> str:
    """A line chart over the steps of a game, as the text of an `<svg>` element.

    `rounds` are the steps at which a round begins, with the labels of those rounds. `width` and `height` are
    SVG units.
    """
    steps = max((len(each.values) for each in series), default=1)
    top = _axis_maximum(max((max(each.values, default=0) for each in series), default=0))
    least = min((min(each.values, default=0) for each in series), default=0)
    low = -_axis_maximum(-least) if least < 0 else 0
    inner, tall = width - _LEFT - _RIGHT, height - _TOP - _BOTTOM

    def place(step: float, value: float) -> tuple[float, float]:
        return _LEFT + inner * step / max(1, steps - 1), _TOP + tall * (top - value) / (top - low)

    shapes: list[Shape] = [Text(_LEFT, 18, title, 14, "start", INK, True)]
    for part in range(5):
        value = low + (top - low) * part / 4
        (left, y), (right, _) = place(0, value), place(steps - 1, 0)
        shapes.append(Polygon(((left, y), (right, y)), "", _GRID, 1, open=True))
        if value.is_integer():
            shapes.append(Text(_LEFT - 5, y + 4, str(int(value)), 12, "end", _QUIET))
    for step, name in rounds:
        x, y = place(step, low)
        shapes.append(Polygon(((x, _TOP), (x, y)), "", _GRID, 1, open=True))
        shapes.append(Text(x + 2, height - 7, name, 12, "start", _QUIET))
    lines = "".join(
        _line(each, [place(n, v) for n, v in enumerate(each.values)]) for each in series if each.values
    )
    ends = _end_labels(series, place, height - _BOTTOM + 4)
    box = f'viewBox="0 0 {width:g} {height:g}"'
    data = f'data-left="{_LEFT:g}" data-width="{inner:g}" data-steps="{steps}"'
    cursor = f'<line class="cursor" x1="{_LEFT:g}" x2="{_LEFT:g}" y1="{_TOP:g}" y2="{_TOP + tall:g}"/>'
    words = _aria_label(title, series)
    body = f"{svg_shapes(shapes)}{lines}{svg_shapes(ends)}{cursor}"
    return f'<svg class="chart" {box} {data} role="img" aria-label="{words}">{body}</svg>'


def _line(series: Series, points: list[tuple[float, float]]) -> str:
    """The SVG path of a step line, with a dark edge if its colour is pale."""
    path = _step_path(points)
    fill, _ = OWNERS[series.colour]
    dash = DASHES[series.colour]
    line = f'd="{path}" fill="none"'
    edge = f'<path {line} stroke="{INK}" stroke-width="4"/>' if series.colour in PALE else ""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'{edge}<path {line} stroke="{fill}" stroke-width="2.2"{dashed}/>'


def _step_path(points: list[tuple[float, float]]) -> str:
    """The data of an SVG path through these points in horizontal and vertical steps.

    The line continues `_TAIL` units to the right of the last point.
    """
    steps = [f"H{x:.1f}V{y:.1f}" for (_, before), (x, y) in pairwise(points) if y != before]
    (x, y), (end, _) = points[0], points[-1]
    return f"M{x:.1f},{y:.1f}{''.join(steps)}H{end + _TAIL:.1f}"


def _end_labels(
    series: Sequence[Series], place: Callable[[float, float], tuple[float, float]], bottom: float
) -> list[Shape]:
    """The badges and last values of the lines, moved apart, each joined to the end of its line."""
    ends = [(*place(len(each.values) - 1, each.values[-1]), each) for each in series if each.values]
    ends.sort(key=lambda end: end[1])
    places = _moved_apart([y for _, y, _ in ends], 2 * _BADGE + 1, bottom)
    found: list[Shape] = []
    for (end, height, each), y in zip(ends, places, strict=True):
        x = end + _TAIL + 6 + _BADGE
        found.append(Polygon(((end + _TAIL, height), (x, y)), "", _QUIET, 0.8, open=True))
        found += player_badge(each.colour, x, y, _BADGE)
        found.append(Text(x + _BADGE + 3, y + 4.5, str(each.values[-1]), 13, "start", INK, True))
    return found


def _moved_apart(places: list[float], gap: float, bottom: float) -> list[float]:
    """The sorted y positions, moved to be at least `gap` apart, with none below `bottom`."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + gap) if found else place)
    limit = bottom
    for number in range(len(found) - 1, -1, -1):
        found[number] = min(found[number], limit)
        limit = found[number] - gap
    return found


def _axis_maximum(most: int) -> int:
    """The upper end of an axis: the smallest round number, divisible by four, that is at least `most`."""
    return next(step for step in (4, 8, 12, 20, 40, 60, 80, 120, 160, 200, 400, 800, 10**9) if step >= most)


def _aria_label(title: str, series: Sequence[Series]) -> str:
    last = ", ".join(f"{each.name} {each.values[-1]}" for each in series if each.values)
    return f"{title}: {last}".replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def bar_chart(title: str, rows: Sequence[tuple[str, Sequence[float]]], kinds: Sequence[str]) -> str:
    """A stacked bar chart as an SVG document: one row for each name, with its values.

    `kinds` are the legend texts for the parts of a bar.
    """
    fills = ("#8a4b08", "#f0b36a", "#e5a3cf", "#a8c7ee", "#9aa66d", "#c9b458")
    label = max((text_width(name, 12) for name, _ in rows), default=0) + 12
    most = max((sum(values) for _, values in rows), default=0) or 1
    width, bar = 720.0, 22.0
    shapes: list[Shape] = [Text(0, 15, title, 13, "start", INK, True)]
    x = 0.0
    for kind, fill in zip(kinds, fills, strict=False):
        shapes += [Rect(x, 24, 12, 12, fill, INK, 0.8), Text(x + 17, 34, kind, 12)]
        x += text_width(kind, 12) + 34
    for row, (name, values) in enumerate(rows):
        y = 46 + row * (bar + 6)
        shapes.append(Text(label - 8, y + 15, name, 12, "end"))
        x = label
        for value, fill in zip(values, fills, strict=False):
            wide = (width - label - 60) * value / most
            if wide > 0:
                shapes.append(Rect(x, y, wide, bar, fill, INK, 0.8))
            x += wide
        shapes.append(Text(x + 6, y + 15, f"{sum(values):.1f}".removesuffix(".0"), 12))
    return svg_text(Picture(width, 52 + len(rows) * (bar + 6), title, tuple(shapes)))
