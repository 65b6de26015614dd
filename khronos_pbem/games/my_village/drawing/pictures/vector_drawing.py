"""The boards of My Village for pictures and the page (`features.vector_drawing`), and numbers over time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from khronos_pbem.canvas.shapes import Group, Picture, Rect, Shape, Text, fitted, text_width
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.vector_drawing import BoardScene, Chart, Scene, Scenes, Shapes
from khronos_pbem.games.my_village.drawing.pictures import emblems, grave_scene, market_scene, village_scene
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.pictures.card_parts import WIDE, banner, marked, sheet
from khronos_pbem.games.my_village.drawing.text.page import Page, marks_of
from khronos_pbem.games.my_village.model.boards import GRAVES, MARKET
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import Person
from khronos_pbem.games.my_village.rules.base.board_queries import goods_of
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, Score, score
from khronos_pbem.games.my_village.rules.turn import next_to_act
from khronos_pbem.messages import Speak, message

_OUTSIDE, _BETWEEN, _TITLE, _KEY = 16.0, 14.0, 46.0, 26.0


class VillageScenes(Scenes[Position]):
    """The main board, each village, the graves; who has what; points and deaths over time."""

    columns = (
        message("PP"),
        message("coins"),
        message("tree"),
        message("hall"),
        message("villagers"),
        message("goods"),
    )

    def picture(
        self,
        position: Position,
        audience: int | None,
        events: Iterable[Event],
        title: str,
        names: Mapping[str, str],
        speak: Speak,
    ) -> Picture:
        """Main board and graves on the left, the villages beside them, the signs below."""
        page = Page(position, marks_of(events), 0, speak)
        return _picture(page, title, names)

    def grounds(self, position: Position) -> Mapping[str, Shapes]:
        """The parchment of the main board, the land of a village, the book and yard of the dead."""
        return {
            MARKET: sheet(market_scene.HIGH),
            "village": village_scene.village_ground(),
            GRAVES: grave_scene.grave_ground(),
        }

    def scene(self, position: Position, audience: int | None, events: Iterable[Event], speak: Speak) -> Scene:
        """The boards; nothing is hidden from anybody (VILLAGE 1.1)."""
        page = Page(position, marks_of(events), 0, speak)
        seat = next_to_act(position)
        return Scene(
            tuple(_boards(page)),
            "" if seat is None else position.players[seat].colour,
            {village.colour: _cells(page, seat) for seat, village in enumerate(position.players)},
        )

    def charts(self, positions: Sequence[Position]) -> list[Chart]:
        """The score, its headings as far as anybody has points there, deaths, and what may be lost."""
        found = [Chart(message("Score"), _over(positions, lambda village, points: points.total))]
        for heading, words in HEADINGS.items():
            values = _over(positions, partial(_heading, heading))
            if heading != "hand" and any(number for row in values for number in row):
                found.append(Chart(message("Score: {heading}", heading=words), values))
        found.append(Chart(message("Villagers who have died"), deaths(positions)))
        found.append(
            Chart(message("Story points on the tree"), _over(positions, lambda village, _: village.tree))
        )
        return found

    def legend(self, speak: Speak) -> list[tuple[Shapes, str]]:
        """The signs on the boards, each with its words."""
        return [(shapes, speak(words)) for shapes, words in _legend()]


def _boards(page: Page) -> Iterable[BoardScene]:
    """Main board, villages in seat order, graves."""
    market = tuple(market_scene.market_pieces(page))
    changed = page.changed(*{place for who, place in page.marks if not who and place not in _DEATH})
    yield _board(MARKET, market_scene.HIGH, MARKET, market_scene.market_frame(page), market, changed)
    for seat, village in enumerate(page.position.players):
        pieces = tuple(village_scene.village_pieces(page, seat))
        frame = village_scene.village_frame(page, seat)
        changed = any(who == village.colour for who, _ in page.marks)
        yield _board(village.colour, village_scene.HIGH, "village", frame, pieces, changed)
    pieces = tuple(grave_scene.grave_pieces(page))
    yield _board(
        GRAVES, grave_scene.HIGH, GRAVES, grave_scene.grave_frame(page), pieces, page.changed(*_DEATH)
    )


_DEATH = frozenset({*map(str, Person), "graves", "rat"})


def _board(
    name: str, high: float, ground: str, frame: Shapes, pieces: tuple[Shapes, ...], changed: bool
) -> BoardScene:
    """A board; its title lies on its ground, so it is the first of the pieces."""
    return BoardScene(name, (WIDE, high), (0, 0), ground, (), (frame, *pieces), changed)


def _cells(page: Page, seat: int) -> tuple[str, ...]:
    village = page.position.players[seat]
    numbers = (score(page.position, seat).total, village.coins, village.tree, village.hall)
    return (*map(str, numbers), str(len(village.villagers)), str(goods_of(village)))


# --- numbers over time --------------------------------------------------------------------------------------

Points = Callable[[Village, Score], int]


def _over(positions: Sequence[Position], number: Points) -> list[list[int]]:
    """A number of each seat over the positions."""
    return [
        [number(position.players[seat], score(position, seat)) for position in positions]
        for seat in range(len(positions[0].players) if positions else 0)
    ]


def _heading(name: str, village: Village, points: Score) -> int:
    return points.by_heading()[name]


def deaths(positions: Sequence[Position]) -> list[list[int]]:
    """How many villagers of each seat have died so far: who was there and is no more."""
    if not positions:
        return []
    rows: list[list[int]] = [[0] for _ in positions[0].players]
    for before, after in pairwise(positions):
        for row, old, new in zip(rows, before.players, after.players, strict=True):
            row.append(row[-1] + len(set(old.villagers) - set(new.villagers)))
    return rows


# --- all in one picture -------------------------------------------------------------------------------------


def _picture(page: Page, title: str, names: Mapping[str, str]) -> Picture:
    count = len(page.position.players)
    across = 2
    wide = 2 * _OUTSIDE + (1 + across) * WIDE + across * _BETWEEN
    boards = list(_boards(page))
    market, *villages, graves = boards
    left = _OUTSIDE + WIDE + _BETWEEN
    shapes: list[Shape] = [
        Text(_OUTSIDE, 31, fitted(title, 20, wide - 2 * _OUTSIDE), 20, "start", p.INK, True)
    ]
    shapes += _placed(market, _OUTSIDE, _TITLE, page)
    shapes += _placed(graves, _OUTSIDE, _TITLE + market_scene.HIGH + _BETWEEN, page)
    for place, village in enumerate(villages):
        down, right = divmod(place, across)
        x, y = left + right * (WIDE + _BETWEEN), _TITLE + down * (village_scene.HIGH + _NAME + _BETWEEN)
        name = names.get(village.name, "")
        shapes.append(Text(x + 4, y + 14, fitted(name, 13, WIDE - 8), 13, "start", p.INK, True))
        shapes += _placed(village, x, y + _NAME, page)
    second = _TITLE + village_scene.HIGH + _NAME + 2 * _BETWEEN
    low = _TITLE + market_scene.HIGH + grave_scene.HIGH + _BETWEEN
    if count > 2:
        low = max(low, second - _BETWEEN + village_scene.HIGH + _NAME)
    at = {2: (left, second), 3: (left + WIDE + _BETWEEN, second), 4: (_OUTSIDE, low + _BETWEEN)}
    x, top = at[count]
    key, lines = _key(page.speak, wide - _OUTSIDE - x)
    high = max(low + _BETWEEN, top + lines * _KEY + 8)
    paper = Rect(0, 0, wide, high, p.PAPER)
    return Picture(wide, high, title, (paper, *shapes, Group(x, top, key)))


_NAME = 20.0
"""The room for a player's name above his village."""


def _placed(board: BoardScene, x: float, y: float, page: Page) -> Shapes:
    """A board with its ground, in one picture."""
    ground = VillageScenes().grounds(page.position)[board.ground]
    inside = (*ground, *(shape for piece in board.pieces for shape in piece))
    return (Group(x, y, inside, page.speak(board.name)),)


def _key(speak: Speak, room: float) -> tuple[Shapes, int]:
    """The signs in rows, and how many rows they take."""
    shapes, x, row = list[Shape](), 0.0, 0
    for drawing, words in _legend():
        said = speak(words)
        wide = 30 + text_width(said, 12) + 18
        if x and x + wide > room:
            x, row = 0.0, row + 1
        shapes.append(Group(x, row * _KEY, (*drawing, Text(30, 17, said, 12))))
        x += wide
    return tuple(shapes), row + 1


def _legend() -> Iterable[tuple[Shapes, str]]:
    """The signs and what they mean."""
    yield emblems.hourglass(2, 2, 20), message("time")
    yield emblems.coin(2, 2, 20), message("a coin")
    yield emblems.story(1, 1, 22), message("a story point (SP)")
    yield emblems.prestige(1, 1, 22), message("prestige at the end (PP)")
    yield banner(3, 3, (7,)), message("black banner: the value that buys the card")
    yield banner(3, 3, (7,), dark=False), message("white banner: value to use the card")
    yield emblems.die(3, 3, 18, 5, black=True), message("a black die: costs 2 time")
    for good, words in _GOODS.items():
        yield emblems.GOODS[good](2, 2, 20), words
    yield emblems.pawn(1, 1, 22, "#b3261e"), message("a villager")
    yield emblems.headman(1, 2, 21, "#b3261e"), message("the headman")
    yield emblems.reaper(1, 1, 22), message("the reaper: on the bridge, or out")
    yield emblems.coffin(1, 1, 22), message("a filled place of the chronicle")
    yield emblems.tombstone(1, 1, 22), message("a grave")
    yield emblems.rat(1, 1, 22), message("the rat; red: it is near")
    yield marked(4, 4, 16, 16), message("changed")


_GOODS = {
    "horse": message("horse"),
    "beer": message("beer"),
    "plough": message("plough"),
    "parchment": message("parchment"),
    "wagon": message("wagon"),
    "any": message("any good"),
}
