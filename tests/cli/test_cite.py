"""Events are told without paragraphs unless `--cite` asks for them; errors and JSON keep them (FORMATS 1)."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.support.shell import ROOT, Person

MIDDLE = ROOT / "sample_games" / "middle"
POSITION = """
edition = 2
map = "valley"
round = 1
active = "red"
phase = "change"
player = [
    { colour = "red", ecus = 4, adventurers = ["might", "might"], hand = ["military", "military"] },
    { colour = "blue", ecus = 4, adventurers = ["might", "might"], hand = [] },
]
"""
_PARAGRAPH = re.compile(r" \((?:RULES|FORMATS|DECK|VILLAGE) [\d.]+\)$", re.MULTILINE)


def person(folder: Path) -> Person:
    """Who has to act in the sample in the middle, with the game, its text record, and a position."""
    somebody = Person("alice", folder)
    shutil.copytree(MIDDLE / "keyring", somebody.home)
    for name in ("game.khronos", "turn.txt"):
        shutil.copy(MIDDLE / name, folder)
    (folder / "position.toml").write_text(POSITION, encoding="utf-8")
    somebody.ok("export", "game.khronos", "--record", "-o", "game.krec")
    return somebody


@pytest.fixture
def player(tmp_path: Path) -> Person:
    return person(tmp_path / "one")


@pytest.fixture
def other(tmp_path: Path) -> Person:
    """The same player before anything was done."""
    return person(tmp_path / "other")


JSON = [
    ["check", "game.khronos", "turn.txt"],
    ["play", "game.khronos", "turn.txt", "-o", "next.khronos"],
    ["try", "position.toml", "-c", "build keep might D4; travel 1 faith; end"],
    ["log", "game.khronos"],
    ["log", "game.krec"],
]


@pytest.mark.parametrize(
    "command", [*JSON, ["replay", "game.khronos", "--plain"]], ids=lambda words: " ".join(words[:2])
)
def test_paragraphs_are_told_when_asked_for(command: list[str], player: Person, other: Person) -> None:
    plain, cited = player.ok(*command).out, other.ok(*command, "--cite").out
    assert _PARAGRAPH.findall(plain) == []
    assert len(_PARAGRAPH.findall(cited)) >= 5
    assert _PARAGRAPH.sub("", cited) == plain


@pytest.mark.parametrize("command", JSON, ids=lambda words: " ".join(words[:2]))
def test_json_has_them_always(command: list[str], player: Person, other: Person) -> None:
    plain = player.ok(*command, "--json").out
    assert '"rule": "3.2"' in plain
    assert other.ok(*command, "--json", "--cite").out == plain


def test_the_comments_of_a_save_do_without(player: Person) -> None:
    player.ok("play", "game.khronos", "turn.txt")
    head = player.save.read_text(encoding="utf-8").split("\nformat = ")[0]
    assert "#    red discards military military\n" in head
    assert "(RULES" not in head


def test_errors_keep_them(player: Person) -> None:
    assert "(RULES 5.4)" in player.fails(3, "check", "game.khronos", "-c", "build castle reason A1; end")
