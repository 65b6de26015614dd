"""The boards in pictures: domains have lines around them, and nothing that is drawn hides anything else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from khronos_pbem.canvas.player_styles import OWNERS
from khronos_pbem.canvas.shapes import Circle, Group, Polygon, Rect, Shape
from khronos_pbem.games.khronos.drawing.pictures.board_picture import (
    EDGE,
    LAND,
    TOP,
    board_layers,
    board_size,
    change_marks,
)
from khronos_pbem.games.khronos.drawing.pictures.domain_outlines import (
    coin_shapes,
    coins,
    outline_shapes,
    outlines,
)
from khronos_pbem.games.khronos.drawing.pictures.emblems import (
    SQUARE,
    TYPES,
    Box,
    building_shapes,
    emblem_shapes,
    layout,
)
from khronos_pbem.games.khronos.view import BoardView, BuildingView, DomainView, view
from khronos_pbem.messages import untranslated
from tests.archive.games import names, sample
from tests.games.khronos.cases import PLAIN, position_of
from tests.games.khronos.drawing.test_board_text import crowded, scene


def boards(name: str) -> Iterator[tuple[BoardView, int, int]]:
    """Each different board after the turns of a game, with its rows and columns."""
    seen = set()
    for step in (each for each in sample(name).played_steps() if each.last):
        shown = view(step.position, None)
        for board in shown.boards:
            if (board.buildings, board.domains) not in seen:
                seen.add((board.buildings, board.domains))
                yield board, len(shown.terrain), len(shown.terrain[0])


def parts(board: BoardView) -> Iterator[Box]:
    """All that has to be seen of the buildings of a board."""
    for building in board.buildings:
        row, column = building.at
        yield from (part.moved(column * SQUARE, row * SQUARE) for part in layout(building).parts())


@pytest.mark.parametrize("name", names())
def test_what_a_domain_pays_covers_nothing(name: str) -> None:
    """On every board of every sample: no emblem, value, badge or cube, no other coin, not the edge."""
    for board, rows, columns in boards(name):
        places = coins(board, rows, columns)
        assert [coin.domain for coin in places] == [domain for domain in board.domains if domain.pays]
        for coin in places:
            assert 0 <= coin.box.left <= coin.box.right <= columns * SQUARE
            assert 0 <= coin.box.top <= coin.box.bottom <= rows * SQUARE
            assert sum(coin.box.shared(part) for part in parts(board)) == 0, coin
        for one, other in combinations(places, 2):
            assert one.box.shared(other.box) == 0


def test_no_frame_is_cut_at_the_last_row_and_column() -> None:
    """The line around a domain that reaches the edge of the map lies within the picture of its board."""
    position = position_of({"map": {**PLAIN, "hamlets": ["A1"]}, "buildings": ["might keep K11 red"]})
    shown = view(position, None)
    wide, high = board_size(shown)
    (domain,) = (each for each in shown.boards[0].domains if each.at == "K11")
    lines = [shape for shape in outline_shapes(domain) if isinstance(shape, Polygon)]
    assert lines
    for shape in lines:
        assert EDGE + max(x for x, _ in shape.points) + shape.line / 2 <= wide
        assert TOP + max(y for _, y in shape.points) + shape.line / 2 <= high


def test_a_coin_is_beside_its_domain() -> None:
    """At most a square away, and as wide as what stands in it."""
    for board, rows, columns in boards("five-players"):
        for coin in coins(board, rows, columns):
            around = [
                Box((x - 1) * SQUARE, (y - 1) * SQUARE, (x + 2) * SQUARE, (y + 2) * SQUARE)
                for y, x in coin.domain.squares
            ]
            assert max(coin.box.shared(box) for box in around) > 0
            badges = [shape for shape in coin_shapes(coin) if isinstance(shape, Circle)]
            assert len(badges) >= len(coin.domain.rulers)
            assert all(coin.box.left < shape.x < coin.box.right for shape in badges)


def test_a_full_board_hides_as_little_as_it_can() -> None:
    """Where there is no free square a coin lies on plain parts of buildings."""
    hamlets = [
        BuildingView("hamlet", "civil", 1, 1, (row, column), "", False, False, ())
        for row in range(4)
        for column in range(4)
    ]
    squares = frozenset(building.at for building in hamlets)
    domain = DomainView("A1", 16, ("red",), 16, (), squares)
    [coin] = coins(BoardView("might", tuple(hamlets), (domain,), frozenset()), 4, 4)
    assert 0 <= coin.box.left <= coin.box.right <= 4 * SQUARE
    assert 0 <= coin.box.top <= coin.box.bottom <= 4 * SQUARE


def extent(shape: Shape) -> Box:
    """About where a shape is, without the width of its line."""
    if isinstance(shape, Rect):
        return Box(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
    if isinstance(shape, Circle):
        r = shape.radius
        return Box(shape.x - r, shape.y - r, shape.x + r, shape.y + r)
    assert isinstance(shape, Polygon)
    across, down = zip(*shape.points, strict=True)
    return Box(min(across), min(down), max(across), max(down))


def every_building() -> Iterator[BuildingView]:
    """Each size without anything, with an owner, and with as many cubes as it can hold (RULES 5.8)."""
    for size, most in ((1, 1), (2, 3), (3, 5)):
        for cubes in range(most + 1):
            held = tuple((colour, 1) for colour in OWNERS)[:cubes]
            yield BuildingView("city", "civil", size, 5, (0, 0), "", False, False, held)
        for owner in ("", "white"):
            yield BuildingView("castle", "military", size, 4, (0, 0), owner, False, False, ())
            yield BuildingView("abbey", "religious", size, 4, (0, 0), owner, False, False, ())


def test_no_part_of_a_building_hides_another() -> None:
    """The emblem is whole above, the value, cubes and the owner's badge beside each other below."""
    for building in every_building():
        places = layout(building)
        for one, other in combinations(places.parts(), 2):
            assert one.shared(other) == 0, building
        for box in places.parts():
            assert 0 <= box.left <= box.right <= building.size * SQUARE, building
            assert 0 <= box.top <= box.bottom <= building.size * SQUARE, building
        drawn = [extent(each) for each in building_shapes(building) if isinstance(each, Polygon)]
        emblem, box = drawn[0], places.emblem
        assert box.left - 0.1 <= emblem.left <= emblem.right <= box.right + 0.1, building
        assert box.top - 0.1 <= emblem.top <= emblem.bottom <= box.bottom + 0.1, building


def test_a_line_goes_around_a_domain() -> None:
    """Along every side at which it ends, holes too, a little inside, and each line closes."""
    ring = frozenset((y, x) for y in range(3) for x in range(3)) - {(1, 1)}
    outer, inner = outlines(ring)
    assert (len(outer), len(inner)) == (13, 5)
    for line in (outer, inner):
        assert line[0] == line[-1]
        assert all((a[0] == b[0]) != (a[1] == b[1]) for a, b in pairwise(line))
    assert extent(Polygon(outer)) == Box(1.4, 1.4, 3 * SQUARE - 1.4, 3 * SQUARE - 1.4)
    assert extent(Polygon(inner)) == Box(SQUARE - 1.4, SQUARE - 1.4, 2 * SQUARE + 1.4, 2 * SQUARE + 1.4)


def test_a_mark_hides_nothing() -> None:
    """What says what a changed building is lies above the frame around it."""
    changed = BuildingView("keep", "military", 1, 2, (2, 3), "red", False, False, ())
    board = BoardView("might", (changed,), (), frozenset({(2, 3)}))
    parts = list(board_layers(view(scene(), None), board, untranslated))
    assert parts[-2] == change_marks(board)[0]
    assert parts[-1] == (Group(3 * SQUARE, 2 * SQUARE, emblem_shapes(changed)),)
    assert len(list(board_layers(view(scene(), None), board._replace(marked=frozenset()), untranslated))) == 1


def test_squares_that_touch_at_a_corner_have_lines_of_their_own() -> None:
    assert len(outlines(frozenset({(0, 0), (1, 1)}))) == 2
    assert outlines(frozenset()) == []


def test_a_line_has_its_rulers_colours() -> None:
    """One, or all of them in turn; without a ruler a thin one around what is more than one building."""
    squares = frozenset({(0, 0), (0, 1)})
    shared = DomainView("A1", 2, ("red", "white"), 3, (), squares)

    def strokes(domain: DomainView, *buildings: BuildingView) -> list[str]:
        return [s.stroke for s in outline_shapes(domain, buildings) if isinstance(s, Polygon)]

    assert strokes(shared)[1:] == [OWNERS["red"][0], OWNERS["white"][0]] * 3
    assert strokes(shared._replace(rulers=("white",)))[1:] == [OWNERS["white"][0]]
    nobody = shared._replace(rulers=(), amount=0)
    assert len(strokes(nobody)) == 1
    assert set(strokes(nobody)).isdisjoint(fill for fill, _ in OWNERS.values())
    alone = BuildingView("town", "civil", 2, 3, (0, 0), "", False, False, ())
    assert strokes(nobody, alone) == []


def hue_and_light(colour: str) -> tuple[float, float]:
    """The hue in degrees, and the lightness from 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    most, least = max(red, green, blue), min(red, green, blue)
    if most == red:
        turn = (green - blue) / (most - least) % 6
    else:
        turn = (blue - red) / (most - least) + 2 if most == green else (red - green) / (most - least) + 4
    return 60 * turn, (most + least) / 2


def test_three_blues_are_told_apart() -> None:
    """The blue player is dark and strong, the river nearly green, civil buildings nearly violet."""
    player, river, civil = (hue_and_light(c) for c in (OWNERS["blue"][0], LAND["~"], TYPES["civil"]))
    assert abs(river[0] - civil[0]) > 40
    assert abs(river[0] - player[0]) > 35
    assert civil[1] - player[1] > 0.35


def test_every_board_is_drawn() -> None:
    """Crowded or not, in colours that a raster writer knows."""
    for position in (scene(), crowded()):
        seen = view(position, None)
        for board in seen.boards:
            drawn = [shape for building in board.buildings for shape in building_shapes(building)]
            assert all(not isinstance(shape, Group) for shape in drawn)
            for building in board.buildings:
                for one, other in combinations(layout(building).parts(), 2):
                    assert one.shared(other) == 0, building
