"""Pictures of the My Village boards for files and the page (`features.vector_drawing`), and charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from khronos_pbem.canvas.shapes import Group, Picture, Rect, Shape, Text, text_width, truncated
from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.engine.features.vector_drawing import BoardScene, Chart, GameScene, Scenes, Shapes
from khronos_pbem.games.my_village.drawing.pictures import emblems, grave_scene, market_scene, village_scene
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.pictures.card_parts import (
    WIDE,
    banner_shapes,
    board_background,
    change_frame,
)
from khronos_pbem.games.my_village.drawing.text.page import Page, page_of
from khronos_pbem.games.my_village.model.boards import GRAVES, MARKET
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import Person
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, Score, score
from khronos_pbem.games.my_village.view import VillageView
from khronos_pbem.messages import Translate, message

_OUTSIDE, _BETWEEN, _TITLE, _KEY = 16.0, 14.0, 46.0, 26.0


class VillageScenes(Scenes[Position]):
    """Pictures of the main board, the villages and the graves; charts of points and deaths."""

    columns = (
        message("PP"),
        message("coins"),
        message("tree"),
        message("hall"),
        message("villagers"),
        message("goods"),
    )

    def picture(self, shown: PositionToDraw[Position], title: str, names: Mapping[str, str]) -> Picture:
        """A picture of all boards: main board and graves on the left, villages beside them, legend below."""
        return _picture(page_of(shown), title, names)

    def backgrounds(self, position: Position) -> Mapping[str, Shapes]:
        """The backgrounds of the boards by name: main board, village and graves."""
        return dict(_GROUNDS)

    def scene(self, shown: PositionToDraw[Position]) -> GameScene:
        """The boards of a position, the same for every audience, because nothing is hidden (VILLAGE 1.1)."""
        page = page_of(shown)
        return GameScene(
            tuple(_board_scenes(page)),
            page.view.turn.mover,
            {village.colour: _cells(village) for village in page.view.villages},
        )

    def charts(self, positions: Sequence[Position]) -> list[Chart]:
        """The charts of these positions: score, its categories, deaths, and story points on the tree.

        A category other than the hand is included if at least one player has points in it.
        """
        found = [Chart(message("Score"), _number_rows(positions, lambda village, points: points.total))]
        for heading, words in HEADINGS.items():
            values = _number_rows(positions, partial(_heading_points, heading))
            if heading != "hand" and any(number for row in values for number in row):
                found.append(Chart(message("Score: {heading}", heading=words), values))
        found.append(Chart(message("Villagers who have died"), death_counts(positions)))
        found.append(
            Chart(
                message("Story points on the tree"), _number_rows(positions, lambda village, _: village.tree)
            )
        )
        return found

    def legend(self, speak: Translate) -> list[tuple[Shapes, str]]:
        """The symbols on the boards, each with its meaning."""
        return [(shapes, speak(words)) for shapes, words in _legend_entries()]


_GROUNDS = {
    MARKET: board_background(market_scene.HIGH),
    "village": village_scene.village_ground(),
    GRAVES: grave_scene.grave_ground(),
}


def _board_scenes(page: Page) -> Iterable[BoardScene]:
    """The main board, the villages in seat order, and the graves."""
    market = tuple(market_scene.market_pieces(page))
    changed = page.changed(*{place for who, place in page.marks if not who and place not in _DEATH})
    yield _board_scene(MARKET, market_scene.HIGH, MARKET, market_scene.market_frame(page), market, changed)
    for village in page.view.villages:
        pieces = tuple(village_scene.village_pieces(page, village))
        frame = village_scene.village_frame(page, village)
        changed = any(who == village.colour for who, _ in page.marks)
        yield _board_scene(village.colour, village_scene.HIGH, "village", frame, pieces, changed)
    pieces = tuple(grave_scene.grave_pieces(page))
    yield _board_scene(
        GRAVES, grave_scene.HIGH, GRAVES, grave_scene.grave_frame(page), pieces, page.changed(*_DEATH)
    )


_DEATH = frozenset({*map(str, Person), "graves", "rat"})


def _board_scene(
    name: str, high: float, ground: str, frame: Shapes, pieces: tuple[Shapes, ...], changed: bool
) -> BoardScene:
    """A board whose first piece is its frame with the title."""
    return BoardScene(name, (WIDE, high), (0, 0), ground, (), (frame, *pieces), changed)


def _cells(village: VillageView) -> tuple[str, ...]:
    wealth = (village.coins, village.tree, village.hall)
    return tuple(map(str, (village.score, *wealth, len(village.villagers), village.goods)))


# --- numbers over time --------------------------------------------------------------------------------------

Points = Callable[[Village, Score], int]


def _number_rows(positions: Sequence[Position], number: Points) -> list[list[int]]:
    """The number that `number` gives for each seat in each position: one row for each seat."""
    return [
        [number(position.players[seat], score(position, seat)) for position in positions]
        for seat in range(len(positions[0].players) if positions else 0)
    ]


def _heading_points(name: str, village: Village, points: Score) -> int:
    return points.by_heading()[name]


def death_counts(positions: Sequence[Position]) -> list[list[int]]:
    """The number of deaths so far in each position: one row for each seat."""
    if not positions:
        return []
    rows: list[list[int]] = [[0] for _ in positions[0].players]
    for before, after in pairwise(positions):
        for row, old, new in zip(rows, before.players, after.players, strict=True):
            row.append(row[-1] + len(set(old.villagers) - set(new.villagers)))
    return rows


# --- all in one picture -------------------------------------------------------------------------------------


def _picture(page: Page, title: str, names: Mapping[str, str]) -> Picture:
    count = len(page.view.villages)
    across = 2
    wide = 2 * _OUTSIDE + (1 + across) * WIDE + across * _BETWEEN
    boards = list(_board_scenes(page))
    market, *villages, graves = boards
    left = _OUTSIDE + WIDE + _BETWEEN
    shapes: list[Shape] = [
        Text(_OUTSIDE, 31, truncated(title, 20, wide - 2 * _OUTSIDE), 20, "start", p.INK, True)
    ]
    shapes += _placed_board(market, _OUTSIDE, _TITLE, page)
    shapes += _placed_board(graves, _OUTSIDE, _TITLE + market_scene.HIGH + _BETWEEN, page)
    for place, village in enumerate(villages):
        down, right = divmod(place, across)
        x, y = left + right * (WIDE + _BETWEEN), _TITLE + down * (village_scene.HIGH + _NAME + _BETWEEN)
        name = names.get(village.name, "")
        shapes.append(Text(x + 4, y + 14, truncated(name, 13, WIDE - 8), 13, "start", p.INK, True))
        shapes += _placed_board(village, x, y + _NAME, page)
    second = _TITLE + village_scene.HIGH + _NAME + 2 * _BETWEEN
    low = _TITLE + market_scene.HIGH + grave_scene.HIGH + _BETWEEN
    if count > 2:
        low = max(low, second - _BETWEEN + village_scene.HIGH + _NAME)
    at = {2: (left, second), 3: (left + WIDE + _BETWEEN, second), 4: (_OUTSIDE, low + _BETWEEN)}
    x, top = at[count]
    key, lines = _legend_shapes(page.speak, wide - _OUTSIDE - x)
    high = max(low + _BETWEEN, top + lines * _KEY + 8)
    paper = Rect(0, 0, wide, high, p.PAPER)
    return Picture(wide, high, title, (paper, *shapes, Group(x, top, key)))


_NAME = 20.0
"""The height reserved for a player's name above the village."""


def _placed_board(board: BoardScene, x: float, y: float, page: Page) -> Shapes:
    """A board with its background at (x, y), as a group."""
    inside = (*_GROUNDS[board.background], *(shape for piece in board.pieces for shape in piece))
    return (Group(x, y, inside, page.speak(board.name)),)


def _legend_shapes(speak: Translate, room: float) -> tuple[Shapes, int]:
    """The legend in rows of at most the width `room`, and the number of rows."""
    shapes, x, row = list[Shape](), 0.0, 0
    for drawing, words in _legend_entries():
        said = speak(words)
        wide = 30 + text_width(said, 12) + 18
        if x and x + wide > room:
            x, row = 0.0, row + 1
        shapes.append(Group(x, row * _KEY, (*drawing, Text(30, 17, said, 12))))
        x += wide
    return tuple(shapes), row + 1


def _legend_entries() -> Iterable[tuple[Shapes, str]]:
    """The symbols with their meanings in English."""
    yield emblems.hourglass(2, 2, 20), message("time")
    yield emblems.coin(2, 2, 20), message("a coin")
    yield emblems.story(1, 1, 22), message("a story point (SP)")
    yield emblems.prestige(1, 1, 22), message("prestige points (PP) at the end of the game")
    yield banner_shapes(3, 3, (7,)), message("black banner: the value needed to buy the card")
    yield banner_shapes(3, 3, (7,), dark=False), message("white banner: the value needed to use the card")
    yield emblems.die(3, 3, 18, 5, black=True), message("a black die: costs 2 time")
    for good, words in _GOODS.items():
        yield emblems.GOODS[good](2, 2, 20), words
    yield emblems.pawn(1, 1, 22, "#b3261e"), message("a villager")
    yield emblems.headman(1, 2, 21, "#b3261e"), message("the headman")
    yield emblems.reaper(1, 1, 22), message("the reaper: on the bridge or on the time marker")
    yield emblems.coffin(1, 1, 22), message("a filled place in the chronicle")
    yield emblems.tombstone(1, 1, 22), message("a grave")
    yield emblems.rat(1, 1, 22), message("the rat (red when it is near)")
    yield change_frame(4, 4, 16, 16), message("changed")


_GOODS = {
    "horse": message("horse"),
    "beer": message("beer"),
    "plough": message("plough"),
    "parchment": message("parchment"),
    "wagon": message("wagon"),
    "any": message("any good"),
}
