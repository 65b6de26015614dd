"""Domains in pictures: outlines in the ruler's colour, and coins with the income, placed to hide little."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from khronos_pbem.canvas.player_styles import INK, OWNERS, PAPER, player_badge
from khronos_pbem.canvas.shapes import Points, Polygon, Rect, Shape, Text
from khronos_pbem.games.khronos.drawing.pictures.emblems import SQUARE, Box, layout
from khronos_pbem.games.khronos.view import BoardView, BuildingView, DomainView

Squares = frozenset[tuple[int, int]]

_INSET, _LINE, _CASING = 1.4, 2.8, 4.4
_UNRULED = "#6b675c"
_HIGH, _BADGE, _LETTER, _ENDS = 13.0, 11.0, 7.3, 6.0
_COIN, _IDLE_COIN, _QUIET = "#fff6bf", "#ecebe6", "#55554f"


def outline_shapes(domain: DomainView, buildings: tuple[BuildingView, ...] = ()) -> tuple[Shape, ...]:
    """Return the outline of a domain in its ruler's colour; several rulers' colours alternate.

    The outline is thin if the domain has no ruler, and omitted if such a domain contains only one of the
    `buildings`.
    """
    loops = outlines(domain.squares)
    if not domain.rulers:
        alone = sum(building.at in domain.squares for building in buildings) == 1
        return () if alone else tuple(Polygon(_corner_points(loop), "", _UNRULED, 1.4) for loop in loops)
    shapes: list[Shape] = []
    for loop in loops:
        casing = PAPER if domain.rulers == ("black",) else INK
        shapes.append(Polygon(_corner_points(loop), "", casing, _CASING))
        shapes += _coloured(loop, domain.rulers)
    return tuple(shapes)


def _coloured(loop: Points, rulers: tuple[str, ...]) -> Iterator[Shape]:
    if len(rulers) == 1:
        yield Polygon(_corner_points(loop), "", OWNERS[rulers[0]][0], _LINE)
        return
    for place, pair in enumerate(pairwise(loop)):
        yield Polygon(pair, "", OWNERS[rulers[place % len(rulers)]][0], _LINE, open=True)


def _corner_points(loop: Points) -> Points:
    """Return the points at which a closed line changes direction, each once."""
    points = loop[:-1]
    around = zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True)
    return tuple(here for a, here, b in around if not a[0] == here[0] == b[0] and not a[1] == here[1] == b[1])


@lru_cache(maxsize=1024)
def outlines(squares: Squares) -> list[Points]:
    """Return the edges of a set of squares as closed lines, with a point at each corner of a square.

    The lines are slightly inside the edges. The first point of a line is repeated at its end. Holes have
    lines of their own.
    """
    sides = {start: set[tuple[int, int]]() for row, column in squares for start, _ in _sides(row, column)}
    for row, column in squares:
        for (start, end), beyond in zip(_sides(row, column), _neighbours(row, column), strict=True):
            if beyond not in squares:
                sides[start].add(end)
    found = []
    for start in sorted(sides):
        while sides[start]:
            found.append(_inset_points(_closed_loop(sides, start)))
    return found


def _sides(row: int, column: int) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """The sides of a square, clockwise from the top, each from one point (y, x) to the next."""
    corners = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
    return tuple(zip(corners, (*corners[1:], corners[0]), strict=True))


def _neighbours(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """The squares beyond the sides of a square, in the order of `_sides`."""
    return ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))


def _closed_loop(
    sides: dict[tuple[int, int], set[tuple[int, int]]], start: tuple[int, int]
) -> list[tuple[int, int]]:
    """Follow sides from a point until the line closes; remove them from `sides` and return their points.

    At a crossing, the line stays with the same square.
    """
    loop, here = [start], min(sides[start])
    sides[start].remove(here)
    while here != start:
        before = loop[-1]
        down, right = here[0] - before[0], here[1] - before[1]
        loop.append(here)
        inward = (here[0] + right, here[1] - down)
        here = inward if inward in sides[here] else min(sides[here])
        sides[loop[-1]].remove(here)
    return loop


def _inset_points(loop: list[tuple[int, int]]) -> Points:
    """The points of a loop in pixels (x, y), each moved slightly inside; the first is repeated at the end."""
    points = []
    for before, here, after in zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True):
        turns = {(here[0] - before[0], here[1] - before[1]), (after[0] - here[0], after[1] - here[1])}
        x = here[1] * SQUARE - _INSET * sum(down for down, _ in turns)
        y = here[0] * SQUARE + _INSET * sum(right for _, right in turns)
        points.append((round(x, 1), round(y, 1)))
    return (*points, points[0])


# --- what it pays -------------------------------------------------------------------------------------------


class Coin(NamedTuple):
    """The label that shows the income of a domain, and the box of the label in the picture."""

    domain: DomainView
    box: Box


def coins(board: BoardView, rows: int, columns: int) -> tuple[Coin, ...]:
    """Return a coin for each domain that pays: beside the domain, or where it hides buildings least."""
    return _placed_coins(board.buildings, board.domains, rows, columns)


@lru_cache(maxsize=512)
def _placed_coins(
    buildings: tuple[BuildingView, ...], domains: tuple[DomainView, ...], rows: int, columns: int
) -> tuple[Coin, ...]:
    built = {square: building for building in buildings for square in building.squares}
    found: list[Coin] = []
    for domain in domains:
        if domain.pays:
            taken = [coin.box for coin in found]
            found.append(Coin(domain, _best_box(domain, built, taken, (rows, columns))))
    return tuple(found)


def _coin_width(domain: DomainView) -> float:
    """The width of a domain's coin in pixels."""
    return _BADGE * len(domain.rulers) + _LETTER * len(_coin_text(domain)) + _ENDS


def _coin_text(domain: DomainView) -> str:
    idle = all(ruler in domain.idle for ruler in domain.rulers)
    return f"({domain.amount})" if idle else f"+{domain.amount}"


def _best_box(
    domain: DomainView, built: dict[tuple[int, int], BuildingView], taken: list[Box], size: tuple[int, int]
) -> Box:
    """The place for a domain's coin that hides least of buildings and of coins already placed."""
    best, least = None, float("inf")
    for box, far in _candidate_boxes(domain.squares, _coin_width(domain), size):
        cost = far + _hiding_cost(box, built, taken)
        if cost < least:
            best, least = box, cost
            if cost == 0:
                break
    assert best is not None, "a domain has squares"
    return best


def _candidate_boxes(squares: Squares, wide: float, size: tuple[int, int]) -> Iterator[tuple[Box, float]]:
    """Possible places for a coin around a domain, each with its cost; a place outside the domain is best."""
    high, broad = size[0] * SQUARE, size[1] * SQUARE
    for row, column in sorted(squares):
        x, y = column * SQUARE, row * SQUARE
        places = []
        if (row - 1, column) not in squares:
            places += [(x + step, y - up, cost) for up, cost in ((14.0, 0), (9.0, 2)) for step in (0.0, 12.0)]
        if (row, column + 1) not in squares:
            places += [(x + SQUARE + 1, y + 5.5, 0)]
        if (row + 1, column) not in squares:
            places += [(x + step, y + SQUARE + 1, 0) for step in (0.0, 12.0)]
        if (row, column - 1) not in squares:
            places += [(x - wide - 1, y + 5.5, 0)]
        for right, down, cost in places:
            left, top = min(max(right, 0), broad - wide), min(max(down, 0), high - _HIGH)
            yield Box(left, top, left + wide, top + _HIGH), cost


def _hiding_cost(box: Box, built: dict[tuple[int, int], BuildingView], taken: list[Box]) -> float:
    """Return the cost of what a coin would hide here.

    Other coins count most, then parts of buildings, then their squares.
    """
    hidden = 1000 * sum(box.shared(other) for other in taken)
    under = {
        building
        for row in range(int(box.top // SQUARE), int(box.bottom // SQUARE) + 1)
        for column in range(int(box.left // SQUARE), int(box.right // SQUARE) + 1)
        if (building := built.get((row, column)))
    }
    for building in under:
        down, right, side = building.at[0] * SQUARE, building.at[1] * SQUARE, building.size * SQUARE
        hidden += 0.1 * box.shared(Box(right, down, right + side, down + side))
        hidden += 10 * sum(box.shared(part.moved(right, down)) for part in layout(building).parts())
    return hidden


def coin_shapes(coin: Coin) -> tuple[Shape, ...]:
    """Return a coin with the rulers' badges and the income.

    It is grey, with the income in brackets, if no ruler has an adventurer there.
    """
    domain, (left, top, _, _) = coin
    shapes: list[Shape] = []
    for place, ruler in enumerate(domain.rulers):
        shapes += player_badge(ruler, left + 7 + _BADGE * place, top + _HIGH / 2, 5)
    ground, *words = pill_shapes(coin.box, _coin_text(domain), 3 + _BADGE * len(domain.rulers))
    return (ground, *shapes, *words)


def pill_shapes(box: Box, words: str, indent: float = 3) -> tuple[Shape, ...]:
    """Return a rounded label with these words, in grey if they begin with a bracket."""
    fill, ink = (_IDLE_COIN, _QUIET) if words.startswith("(") else (_COIN, INK)
    ground = Rect(box.left, box.top, box.right - box.left, box.bottom - box.top, fill, ink, 1, 6)
    return (ground, Text(box.left + indent, box.top + 10, words, 10, "start", ink, True))
