"""The boards in pictures: all is drawn, in its place, by shape as well as by colour; pages pass axe."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from khronos_pbem.archive.charts import Series, line_chart
from khronos_pbem.archive.records.open_record import ViewedGame, read_game
from khronos_pbem.archive.replay.export_formats import FORMATS, ExportOptions
from khronos_pbem.canvas.player_styles import OWNERS
from khronos_pbem.canvas.shapes import Circle, Group, Polygon, Rect, Shape, Text
from khronos_pbem.canvas.spans import screen_width
from khronos_pbem.canvas.svg import svg_text
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.engine.features.vector_drawing import BoardScene
from khronos_pbem.games.my_village.drawing.pictures import emblems
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.pictures.letter_tables import VillageTables
from khronos_pbem.games.my_village.drawing.pictures.vector_drawing import VillageScenes, death_counts
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Person
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, score
from khronos_pbem.languages import translator
from khronos_pbem.messages import untranslated
from tests.archive.games import context
from tests.archive.page.browser import Browser, missing
from tests.games.my_village.drawing.display import NEW, scene, vast
from tests.games.my_village.playing import game
from tests.support.playing import Group as Players

SCENES = VillageScenes()


def boards(position: Position, made: tuple[Event, ...] = ()) -> dict[str, BoardScene]:
    return {board.name: board for board in SCENES.scene(PositionToDraw(position, None, made)).boards}


def flat(shapes: tuple[Shape, ...], x: float = 0, y: float = 0) -> Iterator[tuple[float, float, Shape]]:
    """All shapes with where their groups are."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flat(shape.shapes, x + shape.x, y + shape.y)
        else:
            yield x, y, shape


def drawn(board: BoardScene) -> list[tuple[float, float, Shape]]:
    return [found for piece in board.pieces for found in flat(piece)]


def texts(board: BoardScene) -> list[str]:
    return [shape.words for _, _, shape in drawn(board) if isinstance(shape, Text)]


def count(board: BoardScene, drawing: tuple[Shape, ...]) -> int:
    """How often a drawing is on a board, whatever its size: by the fills and kinds of its shapes."""
    found = [(type(shape), getattr(shape, "fill", "")) for _, _, shape in drawn(board)]
    wanted = [(type(shape), getattr(shape, "fill", "")) for shape in drawing]
    places = range(len(found) - len(wanted) + 1)
    return sum(found[at : at + len(wanted)] == wanted for at in places)


def extent(shape: Shape) -> tuple[float, float, float, float]:
    if isinstance(shape, Rect):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Circle):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    if isinstance(shape, Text):
        return shape.x, shape.y, shape.x, shape.y
    assert isinstance(shape, Polygon)
    across, down = zip(*shape.points, strict=True)
    return min(across), min(down), max(across), max(down)


def some_positions() -> list[Position]:
    """Of whole games, and one with a cards file of large numbers."""
    found = [scene(), vast()]
    for players, seed in ((2, 3), (3, 5), (4, 8)):
        steps = list(game(players, seed))
        found += [steps[len(steps) // 2].after, steps[-1].after]
    return found


# --- what is drawn ----------------------------------------------------------------------------------------


def test_there_is_a_board_for_each_village() -> None:
    assert list(boards(scene())) == ["market", "red", "blue", "green", "graves"]
    assert SCENES.scene(PositionToDraw(scene())).active == "blue"


@pytest.mark.parametrize("number", range(8))
def test_everything_lies_within_its_board(number: int) -> None:
    for board in boards(some_positions()[number]).values():
        wide, high = board.size
        for x, y, shape in drawn(board):
            left, top, right, bottom = extent(shape)
            assert -2 <= x + left <= x + right <= wide + 2, (board.name, shape)
            assert -2 <= y + top <= y + bottom <= high + 2, (board.name, shape)


def test_the_market_shows_all_that_can_be_had() -> None:
    found = boards(scene())["market"]
    words = texts(found)
    for name in scene().zone:
        assert name in words
    assert count(found, emblems.die(0, 0, 20, 1, black=False)[:1]) >= 4
    assert sum(isinstance(shape, Rect) and shape.fill == "#2d2a2e" for _, _, shape in drawn(found)) == 2
    assert words.count("8/9") == 5
    assert words.count("5/8") == 3
    assert "2" in words


def test_a_village_shows_who_lives_and_what_stands_there() -> None:
    """A pawn for each villager and trainee, a house for each workshop, its goods, windows, milestones."""
    for colour, pawns, houses in (("red", 6, 2), ("blue", 3, 1), ("green", 6, 2)):
        found = boards(scene())[colour]
        fill = OWNERS[colour][0]
        bodies = [s for _, _, s in drawn(found) if isinstance(s, Polygon) and s.fill == fill]
        assert len(bodies) - 1 == pawns - (1 if colour == "red" else 0), colour  # the headman is one too
        assert count(found, emblems.house(0, 0, 40)) == len(scene().players[0].villagers) - 4 + houses + sum(
            person in next(v for v in scene().players if v.colour == colour).villagers for person in Person
        )
    red = boards(scene())["red"]
    assert sum(isinstance(s, Polygon) and s.fill in p.GLASS[:2] for _, _, s in drawn(red)) >= 2
    assert "29" in texts(red)
    assert {"k01", "k09"} <= set(texts(red))


def test_the_dead_have_coffins_and_graves() -> None:
    found = boards(scene())["graves"]
    assert count(found, emblems.coffin(0, 0, 40)) == 6 + 1
    assert count(found, emblems.tombstone(0, 0, 40)) == 1
    assert "coffins 7 of 14" in texts(found)


def test_the_rat_stands_on_its_space() -> None:
    for steps in (14, 9, 1):
        found = boards(scene(rat=steps))["graves"]
        [rat] = [(x, y, s) for x, y, s in drawn(found) if isinstance(s, Polygon) and s.fill == "#6b6470"]
        [space] = [(x, y, s) for x, y, s in drawn(found) if isinstance(s, Text) and s.words == str(steps)
                   and s.size == 10 and s.anchor == "middle"]  # fmt: skip
        left, _, right, _ = extent(rat[2])
        assert left < space[2].x < right


def test_what_changed_has_a_frame_and_nothing_else_changes() -> None:
    before, after = boards(scene()), boards(scene(), NEW)
    assert [name for name, board in after.items() if board.changed] == ["market"]
    frames = [
        shape for _, _, shape in drawn(after["market"]) if isinstance(shape, Rect) and shape.stroke == p.MARK
    ]
    assert len(frames) == 1
    assert before["red"] == after["red"]
    moved = boards(scene(), (events.died("blue", "merchant"), events.rat("blue", 2)))
    assert [name for name, board in moved.items() if board.changed] == ["blue", "graves"]


def test_players_are_told_apart_without_colours() -> None:
    """Each village has its player's sign: no two have the same shapes in their titles."""
    signs = []
    for colour in ("red", "blue", "green"):
        title = boards(scene())[colour].pieces[0]
        signs.append(
            [type(shape) if not isinstance(shape, Polygon) else len(shape.points) for shape in title[:2]]
        )
        assert colour.upper() in [shape.words for shape in title if isinstance(shape, Text)]
    assert all(one != two for one, two in combinations(signs, 2))


def test_black_dice_are_told_apart_without_colours() -> None:
    white, black = (emblems.die(0, 0, 20, 4, black=black) for black in (False, True))
    assert len(black) == len(white) + 1


@pytest.mark.parametrize("good", sorted(emblems.GOODS))
def test_every_drawing_fits_its_box(good: str) -> None:
    for shape in emblems.GOODS[good](10, 20, 40):
        left, top, right, bottom = extent(shape)
        assert 8 <= left <= right <= 52
        assert 18 <= top <= bottom <= 62


def test_the_legend_fits_and_names_each_sign_once() -> None:
    found = SCENES.legend(untranslated)
    names = [words for _, words in found]
    assert len(set(names)) == len(names) == 20
    for shapes, words in found:
        for x, y, shape in flat(shapes):
            left, top, right, bottom = extent(shape)
            assert -1 <= x + left <= x + right <= 25, words
            assert -1 <= y + top <= y + bottom <= 25, words


@pytest.mark.parametrize("number", range(8))
def test_one_picture_holds_all(number: int) -> None:
    """And people's names, cut where they are long: nothing goes beyond its edges."""
    position = some_positions()[number]
    names = {village.colour: f"<{'W' * 64}> & Co" for village in position.players}
    picture = SCENES.picture(PositionToDraw(position), "a title " * 30, names)
    root = ET.fromstring(svg_text(picture))
    assert root.attrib["width"] == f"{picture.width:g}"
    for x, y, shape in flat(picture.shapes):
        left, top, right, bottom = extent(shape)
        assert -1 <= x + left <= x + right <= picture.width + 1
        assert -1 <= y + top <= y + bottom <= picture.height + 1
        if isinstance(shape, Text):
            assert shape.anchor != "start" or x + shape.x + len(shape.words) * 4 < picture.width


def box(x: float, y: float, shape: Text) -> tuple[float, float, float, float]:
    """About what words cover: a bold letter is 0.62 of its size wide, another one 0.55."""
    wide = screen_width(shape.words) * shape.size * (0.62 if shape.bold else 0.55)
    left = x + shape.x - {"start": 0, "middle": wide / 2, "end": wide}[shape.anchor]
    return left, y + shape.y - 0.72 * shape.size, left + wide, y + shape.y


def lie_apart(one: tuple[float, float, float, float], two: tuple[float, float, float, float]) -> bool:
    return any(one[at] + 1 >= two[at + 2] or two[at] + 1 >= one[at + 2] for at in (0, 1))


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_words_are_whole_and_lie_apart(language: str) -> None:
    """Labels of boards, whatever the language: none is cut, none lies on another one."""
    dead = scene().with_player(0, labourers=2, tree=14)
    for position in (dead, *some_positions()[2:]):
        for board in SCENES.scene(PositionToDraw(position, speak=translator(language))).boards:
            found = [(x, y, s) for x, y, s in drawn(board) if isinstance(s, Text) and s.words]
            assert not [shape.words for _, _, shape in found if shape.words.endswith("…")]
            boxes = [(shape.words, box(x, y, shape)) for x, y, shape in found]
            on = [(a, b) for (a, one), (b, two) in combinations(boxes, 2) if not lie_apart(one, two)]
            assert on == [], board.name


def test_the_points_that_labourers_cost_stand_beside_the_score() -> None:
    """VILLAGE 9.5, 10.2: they are nobody's house."""
    found = boards(scene().with_player(0, labourers=1))["red"]
    (at,) = [(x + s.x, y + s.y) for x, y, s in drawn(found) if isinstance(s, Text) and "labourer" in s.words]
    (points,) = [(x + s.x, y + s.y) for x, y, s in drawn(found) if isinstance(s, Text) and s.words == "24"]
    assert at[0] < points[0]
    assert abs(at[1] - points[1]) < 5


def test_the_school_shows_its_values() -> None:
    """VILLAGE 7.7."""
    assert all("3/11" in texts(boards(scene())[colour]) for colour in ("red", "blue", "green"))


@pytest.mark.parametrize("language", ["de", "fr"])
def test_in_other_languages(language: str) -> None:
    told = [board.name for board in SCENES.scene(PositionToDraw(scene(), speak=translator(language))).boards]
    assert told == list(boards(scene()))
    own = {shape.words for board in SCENES.scene(PositionToDraw(scene(), speak=translator(language))).boards
           for _, _, shape in drawn(board) if isinstance(shape, Text)}  # fmt: skip
    assert not {"GRAVES", "no square", "desk", "craftsman", "to act"} & own


# --- numbers over time ------------------------------------------------------------------------------------


def test_deaths_are_counted_over_time() -> None:
    """Who was there and is no more; whoever comes out of the school later is not undone."""
    steps = list(game(3, 5))
    rows = death_counts([step.after for step in steps])
    buried = {village.colour: 0 for village in steps[0].after.players}
    for step in steps[1:]:
        for event in step.outcome.events:
            if event.event == "died":
                buried[event.seat] += 1
    assert [row[-1] for row in rows] == list(buried.values())
    assert sum(buried.values()) == steps[-1].after.coffins > 0
    assert death_counts([]) == []


def test_charts_show_the_score_by_heading() -> None:
    positions = [step.after for step in game(3, 5)]
    charts = {str(chart.title): chart.values for chart in SCENES.charts(positions)}
    last = positions[-1]
    assert [row[-1] for row in charts["Score"]] == [score(last, seat).total for seat in range(3)]
    for heading in ("church", "council", "travel"):
        values = [score(last, seat).by_heading()[heading] for seat in range(3)]
        name = f"Score: {HEADINGS[heading]}"
        assert [row[-1] for row in charts[name]] == values if any(values) else name not in charts
    assert "Villagers who have died" in charts
    assert f"Score: {HEADINGS['hand']}" not in charts


def test_a_chart_goes_below_nothing() -> None:
    """Labourers cost points (VILLAGE 10.2): the line stays between the first and the last mark."""
    text = line_chart("Score", [Series("red", [0, -5, 4], "red")], [], 560, 270)
    root = ET.fromstring(text)
    line = next(each for each in root if each.tag == "path")
    heights = [float(height) for height in re.findall(r"[,V]([0-9.]+)", line.attrib["d"])]
    assert len(heights) == 3
    assert max(heights) <= 270 - 24
    assert heights[0] < max(heights)
    assert "-8" in [each.text for each in root if each.tag == "text"]


# --- letters ----------------------------------------------------------------------------------------------


def test_tables_for_letters_hold_everything() -> None:
    """A table for each board; its words are the facts, so that nothing has to be seen."""
    grids = VillageTables().grids(PositionToDraw(scene(), None, NEW))
    assert [grid.title for grid in grids] == ["market", "red: 29 PP", "blue: 16 PP", "green: 40 PP", "graves"]
    for grid in grids:
        assert grid.words.startswith(f"{grid.title}: ")
    shown = " ".join(line for grid in grids for row in grid.rows for cell in row.cells for line in cell.lines)
    for name in (*scene().zone, "k01", "k09", "k14"):
        assert name in shown
    assert "blue: SP on the tree: 8" in grids[2].words
    assert "red: SP on the tree" not in grids[2].words
    marked = [cell.lines for grid in grids for row in grid.rows for cell in row.cells if cell.marked]
    assert marked == [("k20 5/9", "2 horses: 4 PP")]


def test_the_living_have_their_players_colours_and_the_dead_brackets() -> None:
    people = VillageTables().grids(PositionToDraw(scene()))[1].rows[0].cells
    assert [cell.lines[0] for cell in people] == [
        "abbot",
        "(councillor)",
        "traveller",
        "craftsman",
        "merchant",
    ]
    assert [cell.fill == OWNERS["red"][0] for cell in people] == [True, False, True, True, True]


# --- whole games ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> ViewedGame:
    """A short game of four."""
    players = Players(tmp_path_factory.mktemp("pictures"), 4, 9, game="my-village")
    players.start(rounds=1)
    players.play()
    return ViewedGame(read_game(players.save, context()).chronicle, None)


@pytest.mark.parametrize(("kind", "begins"), [("svg", b"<svg"), ("gif", b"GIF89a"), ("apng", b"\x89PNG")])
def test_pictures_are_made_of_a_game(kind: str, begins: bytes, played: ViewedGame) -> None:
    short = ViewedGame(played.chronicle, None)
    assert FORMATS[kind][1](short, ExportOptions("en", untranslated)).startswith(begins)


@pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_page_in_a_browser(played: ViewedGame, tmp_path: Path, browser: Browser) -> None:
    """Six boards on every screen, light and dark, without a word on the console and nothing for axe."""
    path = tmp_path / "page.html"
    path.write_bytes(FORMATS["html"][1](played, ExportOptions("de", translator("de"))))
    browser.open(path)
    for width, scheme in ((1400, "light"), (375, "dark")):
        browser.prefer(scheme)
        browser.resize(width)
        assert browser.run("return document.querySelectorAll('.play figure').length") == 6
        assert browser.run("return document.documentElement.scrollWidth") <= width
        assert browser.complaints() == []
        assert browser.violations() == []
    browser.run("document.querySelectorAll('.tabs button')[5].click()")
    shown = "return Array.from(document.querySelectorAll('.play figure'), f => f.clientWidth > 0)"
    assert browser.run(shown) == [False] * 5 + [True]
