"""The program as a whole process, on a finished game of five (the issue's targets are medians of these)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.program.shell import ROOT, Person

FIVE = ROOT / "sample_games" / "five-players.khronos"


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    """Somebody with a copy of the game, and a cache that knows it."""
    person = Person("x", tmp_path)
    shutil.copy(FIVE, person.save)
    person.ok("status", "game.khronos")
    return person


@pytest.mark.parametrize("command", ["show", "status", "log"])
def test_looking_warm(command: str, somebody: Person, benchmark: Any) -> None:
    benchmark.pedantic(somebody.process, (command, "game.khronos"), rounds=7)


def test_verify(somebody: Person, benchmark: Any) -> None:
    benchmark.pedantic(somebody.process, ("verify", "game.khronos"), rounds=5)


def test_help(somebody: Person, benchmark: Any) -> None:
    benchmark.pedantic(somebody.process, ("--help",), rounds=7)


def test_play(tmp_path: Path, benchmark: Any) -> None:
    """A turn of the game in the middle, written elsewhere again and again."""
    shutil.copytree(ROOT / "sample_games" / "middle", tmp_path / "mine")
    person = Person("x", tmp_path)
    home = {"KHRONOS_HOME": str(tmp_path / "mine" / "keyring")}
    play = ("play", "mine/game.khronos", "mine/turn.txt", "-o", "out.khronos", "--force", "--rewind")
    person.ok(*play, **home)
    benchmark.pedantic(person.process, play, home, rounds=7)
