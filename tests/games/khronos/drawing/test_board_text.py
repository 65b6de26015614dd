"""The boards as players see them: golden drawings, and what holds for every drawing (RULES 1, 10)."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from khronos_pbem.canvas.frames import to_ascii
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.features.protocols import Audience
from khronos_pbem.games.khronos.drawing.text.ascii import draw_all, draw_one, draw_rich, rectangles
from khronos_pbem.games.khronos.model.maps import standard_map
from khronos_pbem.games.khronos.model.pieces import COLOURS
from khronos_pbem.games.khronos.model.position import Card, Position
from khronos_pbem.games.khronos.view import BuildingView, changed_squares, view
from tests.games.khronos.cases import position_of
from tests.games.khronos.rules.test_random_play import SMALL, deal
from tests.games.khronos.sandbox import play_text

GOLDEN = Path(__file__).parent.parent / "golden"
PLAYERS = [
    {"colour": "red", "hand": ["civil", "military"], "adventurers": ["might", "reason"]},
    {"colour": "blue", "hand": ["religious"], "adventurers": ["faith", "faith"], "policy": "auto"},
    {"colour": "black", "ecus": 1},
]
SCENE = {
    "map": SMALL,
    "players": PLAYERS,
    "round": 3,
}
BUILDINGS = [
    "might watchtower B2 red",
    "might town D3",
    "might hamlet C7",
    "might keep B5 black",
    "faith monastery C6 blue",
    "faith town D3",
    "reason castle A3 ruin red=1",
    "reason town D3 red=1 black=2",
    "reason keep G6",
    "reason hamlet A8 printed blue=1",
]


def scene() -> Position:
    """A little of everything; the printed hamlet at D4 is covered."""
    return position_of({**SCENE, "buildings": BUILDINGS})


def crowded() -> Position:
    """Five players on the standard map, all of them with a cube on one city."""
    hand = ["civil", "military", "religious", "religious"]
    players = [{"colour": colour, "hand": hand, "policy": "auto"} for colour in COLOURS]
    cubes = " ".join(f"{colour}=1" for colour in COLOURS)
    buildings = [f"reason city A5 {cubes}", "reason keep A8 ruin", "might keep E5 red", "might hamlet G5"]
    land = standard_map().to_data()
    return position_of({"map": land, "players": players, "buildings": buildings})


def compare(name: str, lines: list[str]) -> None:
    """Compare with a golden drawing; KHRONOS_UPDATE_GOLDEN=1 writes it anew, to be looked at."""
    path = GOLDEN / f"{name}.txt"
    text = "\n".join(lines) + "\n"
    if os.environ.get("KHRONOS_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_standard_map() -> None:
    compare("standard_map", draw_all(view(crowded(), 4, [("might", "G5"), ("reason", "A8")]), 110))


def test_side_by_side() -> None:
    compare("side_by_side", draw_all(view(scene(), 0), 110))


def test_one_under_another() -> None:
    compare("one_under_another", draw_all(view(scene(), None), 30))


def test_what_a_turn_changed() -> None:
    """Changed rows and columns are starred, and what changed is named; nothing of it is written over."""
    position = position_of({"map": SMALL, "players": [{"colour": "red", "hand": ["civil"] * 3}, "blue"]})
    trial = play_text(position, "build town might E5")
    compare("changes", draw_all(view(trial.position, Audience.EVERYTHING, changed_squares(trial.events)), 70))


def test_the_standard_board_fits_110_columns() -> None:
    lines = draw_all(view(deal(5, 2, Random(1)), 0), 110)
    assert max(map(len, lines)) <= 110
    assert sum(line.count("A B C D") == 3 for line in lines) == 2


@pytest.mark.parametrize("width", [40, 79, 80, 110, 200])
@pytest.mark.parametrize("audience", [None, 0, Audience.EVERYTHING])
def test_every_line_fits_where_a_board_does(width: int, audience: Audience | int | None) -> None:
    for position in (deal(2, 2, Random(1)), deal(5, 2, Random(1), holdem=True), scene(), crowded()):
        marks = [("might", name) for name in position.land.names[::3]]
        assert max(map(len, draw_all(view(position, audience, marks), width))) <= width


def test_a_tie_of_five_leaves_the_boards_side_by_side() -> None:
    """RULES 10.3: all five rule the domain on reason; their names take two lines."""
    lines = draw_all(view(crowded(), None), 110)
    assert sum(line.count("A B C D") == 3 for line in lines) == 2
    assert any("A5-C7 A8-B9 red(1) blue(1) green(1)" in line for line in lines)


def test_a_long_hand_stays_with_its_owner() -> None:
    """The longest line of a player, in the width of pipes and files: the hand is on a line below it."""
    lines = draw_all(view(crowded(), 4), 110)
    (at,) = (number for number, line in enumerate(lines) if "hand:" in line)
    assert lines[at - 1 : at + 1] == [
        "  black  4 ecus  revenue now  0  4 cards  24 cubes  adventurers: might  might   auto",
        "    hand: 1 civil 1 military 2 religious",
    ]


def test_a_changed_building_of_one_square_is_named() -> None:
    """Its neighbour, on starred row and column too, is not named."""
    marks = [("might", name) for name in ("E5", "F5", "E6", "F6", "G5", "B12")]
    lines = draw_one(view(crowded(), None, marks), "might")
    assert "* E5-F6  G5  B12" in lines
    assert not any(line.startswith("* ") for line in draw_one(view(crowded(), None, marks), "faith"))


@pytest.mark.parametrize(
    ("squares", "corners"),
    [
        ({(0, 0)}, [((0, 0), (0, 0))]),
        ({(0, 0), (0, 1), (1, 0), (1, 1)}, [((0, 0), (1, 1))]),
        ({(0, 1), (1, 0), (1, 1)}, [((0, 1), (1, 1)), ((1, 0), (1, 0))]),
        (set(), []),
    ],
)
def test_rectangles(squares: set[tuple[int, int]], corners: list[object]) -> None:
    parts = rectangles(frozenset(squares))
    assert [(min(part), max(part)) for part in parts] == corners
    assert sorted(square for part in parts for square in part) == sorted(squares)


@pytest.mark.parametrize("size", [(3, 3), (26, 99), (5, 12)])
def test_all_maps_are_drawn(size: tuple[int, int]) -> None:
    columns, rows = size
    land = {"name": "other", "terrain": ("." * columns + "\n") * rows, "hamlets": ["A1"]}
    lines = draw_one(view(position_of({"map": land}), None), "reason", 20)
    assert lines.index("") == rows + 4
    assert lines[1] == lines[rows + 2]
    assert lines[2].startswith(" 1 h1")


def test_plain_is_ascii() -> None:
    for line in draw_all(view(scene(), None), 110):
        assert line.isascii()


def test_colours_change_no_character() -> None:
    """With colour it is the same picture, but that frames are of box characters."""
    seen = view(scene(), 0)
    plain = [to_ascii(line.rstrip()) for line in draw_rich(seen, 110).plain.split("\n")]
    assert plain == draw_all(seen, 110)
    assert draw_rich(seen, 110).spans


def test_a_hand_is_shown_to_its_owner_only() -> None:
    """RULES 11.1: whatever is drawn for the others does not depend on what the cards are."""
    position = scene()
    for audience in (None, 1, 2):
        drawn = draw_all(view(position, audience), 110)
        other = position.with_player(0, hand=position_of(SCENE).players[0].hand[::-1])
        hidden = position.with_player(
            0, hand=(Card(None, Handle("cards/1", 1)), Card(None, Handle("cards/1", 2)))
        )
        assert drawn == draw_all(view(other, audience), 110) == draw_all(view(hidden, audience), 110)
    assert any("hand: 1 civil 1 military" in line for line in draw_all(view(position, 0), 110))


def test_who_rules_and_what_it_pays_now() -> None:
    """RULES 10: a ruler without an adventurer there earns nothing, and the picture says so."""
    seen = view(scene(), None)
    assert [[tuple(domain)[:5] for domain in board.domains if domain.pays] for board in seen.boards] == [
        [("B1", 2, ("red",), 1, ()), ("B5", 5, ("black",), 1, ())],
        [],
        [("A3", 13, ("black",), 2, ("black",))],
    ]
    assert [player.income for player in seen.players] == [1, 0, 1]


def test_every_building_is_in_one_domain() -> None:
    """RULES 6.3: also in those that nobody rules; a domain is named by its first square."""
    for board in view(scene(), None).boards:
        built = [square for building in board.buildings for square in footprint(building)]
        assert sorted(square for domain in board.domains for square in domain.squares) == sorted(built)
        for domain in board.domains:
            row, column = min(domain.squares)
            assert (domain.at, domain.size) == (f"{'ABCDEFGH'[column]}{row + 1}", len(domain.squares))


def footprint(building: BuildingView) -> list[tuple[int, int]]:
    top, left = building.at
    return [(top + down, left + right) for down in range(building.size) for right in range(building.size)]
