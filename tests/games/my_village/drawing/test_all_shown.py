"""A game of My Village on the screen: show with its options, replay, what a letter and a save carry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.replay.cursor import cursor_at_start
from khronos_pbem.canvas.raster import render_image, to_latin
from khronos_pbem.canvas.shapes import Picture, Text
from khronos_pbem.cli.look.replay_screen import Viewer
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.messages import untranslated
from khronos_pbem.session.turns.setup_position import position_toml
from tests.archive.games import context
from tests.games.my_village.drawing.display import PAGE, scene
from tests.support.pilots import drive
from tests.support.playing import NAMES, Group
from tests.support.shell import Person


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of three that is over."""
    players = Group(tmp_path_factory.mktemp("shown"), 3, 5, game="my-village")
    players.start(rounds=2)
    players.play()
    return players


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person("alice", tmp_path)


def shown(person: Person, *words: str) -> list[str]:
    return person.ok("show", *words).out.splitlines()


def test_the_display_of_a_position_file(person: Person, tmp_path: Path) -> None:
    """VILLAGE 16: as the page shows it, with the legend once, and again if it is asked for."""
    file = tmp_path / "scene.toml"
    file.write_text(position_toml(position_to_data(scene())), encoding="utf-8")
    person.home.mkdir()
    first, second = shown(person, str(file)), shown(person, str(file))
    page = PAGE.read_text(encoding="utf-8")
    assert sum(line.rstrip() in page for line in first) > 25
    assert any(line.startswith("o a marker") for line in first)
    assert not any(line.startswith("o a marker") for line in second)
    assert any(line.startswith("o a marker") for line in shown(person, str(file), "--legend"))


def test_what_happened_stands_below_the_boards(person: Person, played: Group) -> None:
    lines = shown(person, str(played.save))
    assert "MY VILLAGE   the game is over" in "\n".join(lines)
    at = next(place for place, line in enumerate(lines) if line.startswith("What happened:"))
    assert "wins." in " ".join(lines[at:])
    assert any(line.startswith("marked: ") for line in lines[:4])


def test_one_board_of_it(person: Person, played: Group) -> None:
    graves = shown(person, str(played.save), "--board", "graves")
    assert any(line.startswith("chronicle") for line in graves)
    assert not any(line.startswith("workshop") for line in graves)
    refused = person.fails(2, "show", str(played.save), "--board", "might")
    assert "there is no board" in refused


def test_plain_is_one_fact_a_line_without_a_legend(person: Person, played: Group) -> None:
    lines = shown(person, str(played.save), "--plain")
    assert any(line.startswith("red: coins: ") for line in lines)
    assert not any(line.startswith(("o a marker", "----")) for line in lines)
    steps = person.ok("replay", str(played.save), "--plain").out
    assert "red: coins: 1" in steps
    assert "-----" not in steps


def test_the_score(person: Person, played: Group) -> None:
    lines = shown(person, str(played.save), "--score")
    assert any(line.startswith("PP ") for line in lines)


def test_a_letter_and_a_save_have_the_boards_in_80_columns(played: Group) -> None:
    comments = [line for line in played.save.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    board = [line.removeprefix("#").removeprefix(" ") for line in comments]
    assert any(line.startswith("MY VILLAGE") for line in board)
    assert max(len(line) for line in board if " | " in line) <= 80


@pytest.mark.parametrize("size", [(80, 24), (44, 16)])
def test_replay_on_a_whole_screen(played: Group, size: tuple[int, int]) -> None:
    """Each board alone with its key, and no line is cut."""
    chronicle = read_game(played.save, context()).chronicle

    viewer = Viewer(cursor_at_start(chronicle), None, untranslated)
    drawn = list[str]()

    async def test(pilot: Any) -> None:
        await pilot.press("end")
        for _ in range(4):
            drawn.append(str(viewer.query_one("#picture").render()))
            await pilot.press("o")

    drive(viewer, test, size)
    assert [("clock" in text, "chronicle" in text, "desk" in text) for text in drawn] == [
        (True, True, True), (False, False, True), (True, False, False), (False, True, False),
    ]  # fmt: skip
    assert max(len(line) for text in drawn for line in text.split("\n")) <= size[0]


def test_accents_are_legible_in_pixels() -> None:
    """Pillow's own font has no accents: letters stand for them, not boxes."""
    assert to_latin("Grün à ×2 … ß Łódź 村") == "Gruen a x2 … ss Łodz 村"
    one, two = (render_image(Picture(60, 30, "", (Text(2, 20, words, 16),))) for words in ("é", "e"))
    assert one.tobytes() == two.tobytes()


def test_names_are_not_in_the_boards(played: Group, person: Person) -> None:
    """People's names never break a frame: boards have colours."""
    lines = shown(person, str(played.save))
    framed = [line for line in lines if " | " in line or line.startswith("pool")]
    assert framed
    assert not any(name in line for name in NAMES for line in framed)
