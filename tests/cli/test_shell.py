"""Commands inside this process are what they are in one of their own, and leave nothing behind."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from tests.support import inside
from tests.support.inside import Stuck, run_inside
from tests.support.shell import ROOT, Person

MIDDLE = ROOT / "sample_games" / "middle"
SAMPLE = str(ROOT / "sample_games" / "two-players.khronos")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        (),
        ("status", SAMPLE),
        ("status", SAMPLE, "--json"),
        ("show", SAMPLE, "--lang", "fr", "--legend"),
        ("export", SAMPLE, "--svg", "-o", "-"),
        ("orders", "--lang", "xx"),
        ("show", "nothing.khronos"),
        ("nonsense",),
    ],
    ids=lambda arguments: arguments[0] if arguments else "nothing",
)
def test_inside_as_in_a_process(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """The same exit code and the same bytes, with a locale of another language."""
    somebody = Person("x", tmp_path)
    here = somebody.run(*arguments, LC_ALL="de_AT.UTF-8")
    assert here == somebody.process(*arguments, LC_ALL="de_AT.UTF-8")


def test_standard_input(tmp_path: Path) -> None:
    """Orders of a pipe are read as those of a file, with whatever line ends."""
    somebody = Person("alice", tmp_path)
    shutil.copy(MIDDLE / "game.khronos", somebody.save)
    shutil.copytree(MIDDLE / "keyring", somebody.home)
    turn = (MIDDLE / "turn.txt").read_text(encoding="utf-8")
    read = somebody.ok("check", "game.khronos", str(MIDDLE / "turn.txt"))
    for orders in (turn, turn.replace("\n", "\r\n")):
        assert somebody.run("check", "game.khronos", "-", stdin=orders) == read
    assert somebody.process("check", "game.khronos", "-", stdin=turn) == read


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    """Neither the language nor folder, environment, streams nor clock of the command before."""
    somebody = Person("x", tmp_path / "x")
    plain = somebody.ok("status", SAMPLE).out
    before = (dict(os.environ), Path.cwd(), sys.stdin, sys.stdout, sys.stderr, sys.argv, time.tzname)
    german = somebody.ok("status", SAMPLE, KHRONOS_LANG="de", TZ="Asia/Tokyo", MORE="x").out
    assert german != plain
    assert (dict(os.environ), Path.cwd(), sys.stdin, sys.stdout, sys.stderr, sys.argv, time.tzname) == before
    somebody.ok("status", SAMPLE, "--lang", "fr")
    assert "the language 'xx' is not available" in somebody.fails(2, "status", SAMPLE, "--lang", "xx")
    assert somebody.ok("status", SAMPLE).out == plain


def test_what_never_ends_is_stopped(tmp_path: Path) -> None:
    """A pipe that nobody writes to is a test that fails, not one that waits."""
    somebody = Person("x", tmp_path)
    with pytest.raises(Stuck, match="no end"):
        run_inside(["watch", ".", "--interval", "60"], b"", tmp_path, somebody.variables(), 0.3)
    assert somebody.ok("--version").out.startswith("khronos ")


def test_one_at_a_time(tmp_path: Path) -> None:
    """Threads that want to run commands side by side are told to start processes."""
    with inside.ONE_AT_A_TIME, pytest.raises(AssertionError, match="a process each"):
        Person("x", tmp_path).run("--version")
