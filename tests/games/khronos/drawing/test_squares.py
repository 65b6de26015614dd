"""How the boards look at a glance: frames, grounds, small drawings, colours for every terminal and eye."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from rich.color import Color
from rich.style import Style
from rich.text import Text

from khronos_pbem.canvas.frames import HEAVY, for_encoding, to_ascii
from khronos_pbem.canvas.player_styles import FILLS, STYLES
from khronos_pbem.games.khronos.drawing.text.ascii import draw_all, draw_one, draw_rich
from khronos_pbem.games.khronos.drawing.text.building_text import BuildingText, narrow_building, wide_building
from khronos_pbem.games.khronos.drawing.text.captions import board_symbols
from khronos_pbem.games.khronos.model.pieces import BY_NAME, COLOURS
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.view import BuildingView, view
from khronos_pbem.messages import untranslated
from tests.games.khronos.cases import position_of
from tests.games.khronos.rules.test_random_play import SMALL, deal

SIGNS = board_symbols(untranslated)


def building(
    name: str, owner: str = "", *, ruin: bool = False, printed: bool = False, **cubes: int
) -> BuildingView:
    """A building by itself, with these cubes."""
    piece = BY_NAME[name]
    value = piece.ruin_value if ruin else piece.value
    there = tuple(cubes.items())
    return BuildingView(name, piece.type.word, piece.size, value, (0, 0), owner, ruin, printed, there)


WIDE = [
    (building("watchtower", "red"), "Wr"),
    (building("hamlet"), "H1"),
    (building("hamlet", printed=True), "h1"),
    (building("hamlet", printed=True, black=1), "hk"),
    (building("keep", "red"), "+K2+/+r-+"),
    (building("keep"), "+K2+/+--+"),
    (building("keep", ruin=True), "%K1%/%%%%"),
    (building("town", blue=2), "+T3+/+b2+"),
    (building("town", blue=2, red=1), "+T3+/b2r1"),
    (building("town", blue=1, red=1, white=1), "+T3+/brw+"),
    (building("castle", "white"), "+C4--+/|w   |/+----+"),
    (building("castle", ruin=True, green=1), "%C2%%%/%g1  %/%%%%%%"),
    (building("city", red=1, blue=1, green=1, white=1, black=1), "+Y5k1+/|r1b1|/+g1w1+"),
]


@pytest.mark.parametrize(("shown", "lines"), WIDE, ids=[lines for _, lines in WIDE])
def test_piece_value_and_owner(shown: BuildingView, lines: str) -> None:
    """Piece and value on the first line, owner or cubes on the second; a square takes two characters."""
    face = wide_building(shown, SIGNS, changed=False)
    assert [to_ascii(line) for line in face.lines] == lines.split("/")
    assert {len(line) for line in face.lines} == {2 * shown.size}
    assert all(face.lines[row][place] == SIGNS.colours[colour] for (row, place), colour in face.chips)
    players = {shown.owner} - {""} | {colour for colour, _ in shown.cubes}
    assert {colour for _, colour in face.chips} == players


NARROW = [
    (building("watchtower", "red"), "W"),
    (building("hamlet", printed=True), "h"),
    (building("keep", "red"), "K2/r+"),
    (building("keep", ruin=True), "K1/%%"),
    (building("town", blue=2, red=1), "Tr/bb"),
    (building("castle", "white"), "C4+/w |/+-+"),
    (building("city", red=3, black=2), "Y5+/rrr/kk+"),
]


@pytest.mark.parametrize(("shown", "lines"), NARROW, ids=[lines for _, lines in NARROW])
def test_one_character_a_square(shown: BuildingView, lines: str) -> None:
    """Every cube is a letter; the third one on a town takes the place of its value."""
    face = narrow_building(shown, SIGNS, changed=False)
    assert [to_ascii(line) for line in face.lines] == lines.split("/")


@pytest.mark.parametrize("face", [wide_building, narrow_building])
@pytest.mark.parametrize("shown", [shown for shown, _ in WIDE])
def test_what_changed_says_the_same(face: Callable[..., BuildingText], shown: BuildingView) -> None:
    """A heavy frame, and no other letter, number or place."""
    light, heavy = face(shown, SIGNS, changed=False), face(shown, SIGNS, changed=True)
    assert light.chips == heavy.chips
    assert [to_ascii(line) for line in light.lines] == [to_ascii(line) for line in heavy.lines]
    framed = any(sign in HEAVY for line in heavy.lines for sign in line)
    assert framed == (light.lines != heavy.lines)
    assert framed or shown.size == 1 or shown.ruin or len(shown.cubes) > 0


# --- the whole board --------------------------------------------------------------------------------------


def village() -> Position:
    """Red rules a town; blue's tower stands beside nothing."""
    buildings = ["might town C5", "might keep E5 red", "might watchtower A4 blue"]
    return position_of({"map": SMALL, "players": ["red", "blue"], "buildings": buildings})


def style_at(text: Text, row: int, place: int) -> Style:
    """The style of a character, counted from the first line and column."""
    found = Style()
    for span in text.split("\n", allow_blank=True)[row].spans:
        if span.start <= place < span.end:
            found += Style.parse(str(span.style))
    return found


def square(text: Text, name: str, character: int = 0) -> Style:
    """The style of a square on a board that is drawn alone."""
    return style_at(text, 1 + int(name[1:]), 3 + 2 * "ABCDEFGH".index(name[0]) + character)


def ground(colour: str) -> Color:
    return Color.parse(FILLS[colour][0])


def test_the_ground_is_the_rulers() -> None:
    """RULES 10.1: the squares of a domain have the colour of who rules it, an owner's sign has his own."""
    text = draw_rich(view(village(), None), 40, "might")
    for name in ("C5", "D5", "C6", "D6", "E5", "F6"):
        assert {square(text, name, character).bgcolor for character in (0, 1)} == {ground("red")}
    assert square(text, "A4", 1).bgcolor == ground("blue")
    assert square(text, "A1").bgcolor not in {ground(colour) for colour in COLOURS}


def test_several_rulers_take_turns() -> None:
    """RULES 10.3: a domain that two rule has both their colours."""
    buildings = ["reason city B2 red=1 blue=1", "reason keep E3"]
    land = {"name": "flat", "terrain": "........\n" * 8, "hamlets": ["A1"]}
    position = position_of({"map": land, "players": ["red", "blue"], "buildings": buildings})
    text = draw_rich(view(position, None), 40, "reason")
    assert {square(text, name).bgcolor for name in ("E3", "F3")} == {ground("red"), ground("blue")}


def test_changed_is_bold_and_underlined_and_keeps_its_letters() -> None:
    marks = [("might", name) for name in ("E5", "F5", "E6", "F6", "H8")]
    before, after = (draw_rich(view(village(), None, each), 40, "might") for each in ([], marks))
    for name in ("E5", "F6", "H8"):
        assert square(after, name).bold
        assert square(after, name).underline
        assert not square(before, name).underline
    one, two = ([line[3:19] for line in to_ascii(text.plain).split("\n")[2:10]] for text in (before, after))
    assert one == two


def test_labels_stand_around_the_squares() -> None:
    """Above, below, left and right; a letter over the first character of its square."""
    lines = draw_one(view(village(), None), "might", 40)
    for heads in (lines[1], lines[10]):
        assert [heads[3 + 2 * column] for column in range(8)] == list("ABCDEFGH")
    for row in range(8):
        assert lines[2 + row].split()[0].startswith(str(row + 1))
        assert lines[2 + row].split()[-1] == str(row + 1)
    assert lines[6][7:15] == "+T3++K2+"


@pytest.mark.parametrize("width", [62, 76, 78, 80, 109])
def test_three_boards_in_80_columns(width: int) -> None:
    """Where two characters a square do not fit, three boards of one: no more rows than a terminal has."""
    lines = draw_all(view(deal(5, 2, Random(1)), None), width)
    assert max(map(len, lines)) <= width
    heads = [number for number, line in enumerate(lines) if line.count("ABCDEFGHIJKLMNOP") == 3]
    assert len(heads) == 2
    assert heads[1] - heads[0] == 21


def test_small_buildings_are_named_where_they_show_just_a_letter() -> None:
    buildings = ["might watchtower B3 blue", "might watchtower A1 blue", "reason hamlet D4 printed red=1"]
    shown = position_of({"map": SMALL, "players": ["red", "blue"], "buildings": buildings})
    lines = draw_all(view(shown, None), 40)
    assert any("Wb A1 B3" in line for line in lines)
    assert any("hr D4" in line for line in lines)


# --- colours ----------------------------------------------------------------------------------------------


def test_no_colour_is_one_that_terminals_repaint() -> None:
    """Every colour is one of the cube or the greys of 256, named by its value, ground and ink together."""
    text = draw_rich(view(village(), 0), 110)
    steps = {"00", "5f", "87", "af", "d7", "ff"}
    greys = {f"{8 + 10 * number:02x}" for number in range(24)}
    coloured = 0
    for span in text.spans:
        style = Style.parse(str(span.style))
        assert (style.color is None) == (style.bgcolor is None)
        for colour in (style.color, style.bgcolor):
            if colour is not None:
                red, green, blue = re.findall("..", colour.name[1:])
                assert {red, green, blue} <= steps or (red == green == blue and red in greys)
                coloured += 1
    assert coloured > 100


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(part, 16) / 255 for part in re.findall("..", colour[1:])]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", sorted(FILLS))
def test_the_ink_of_a_player_is_read_on_its_ground(colour: str) -> None:
    """WCAG 2: a contrast of 4.5 for text."""
    light, dark = sorted(map(luminance, FILLS[colour]), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5
    assert Style.parse(STYLES[colour]).bgcolor == ground(colour)


SIGHTS = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}
"""How colours are seen by people without cones for red or green: Machado, Oliveira and Fernandes 2009."""


@pytest.mark.parametrize("sight", sorted(SIGHTS))
def test_players_are_told_apart_by_all_eyes(sight: str) -> None:
    """Far apart among the colours that are seen; and every piece has its player's letter."""
    seen = {}
    for colour, (fill, _) in FILLS.items():
        parts = [int(part, 16) for part in re.findall("..", fill[1:])]
        seen[colour] = [sum(k * part for k, part in zip(row, parts, strict=True)) for row in SIGHTS[sight]]
    for one, two in combinations(seen, 2):
        away = sum((a - b) ** 2 for a, b in zip(seen[one], seen[two], strict=True)) ** 0.5
        assert away > 50, (one, two)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", None, "no-such"])
def test_encodings_without_frames(encoding: str | None) -> None:
    """One character for each, so that nothing moves."""
    drawn = draw_rich(view(village(), None), 110).plain
    shown = for_encoding(drawn, encoding)
    assert len(shown) == len(drawn)
    assert shown.isascii()
    assert for_encoding(drawn, "utf-8") == drawn
