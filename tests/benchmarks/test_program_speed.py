"""The program as a whole process, on a finished game of five (the issue's targets are medians of these)."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.shell import ROOT, Person

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


# --- against what Python itself takes ---------------------------------------------------------------------

BASE = ("-c", "import typer, nacl.bindings")
"""What every command loads in any case."""

GUARDED = {"--help": 1.6, "status": 2.4, "show": 2.4, "play": 2.7, "play My Village": 2.7}
"""How many times the CPU time of `BASE` a command may take, with something to spare for a busy machine."""


def test_ratios(tmp_path: Path, benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The CPU times of whole processes, all caches warm, as multiples of that of `BASE` beside them."""
    shutil.copy(FIVE, tmp_path / "five.khronos")
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode")}
    variables |= {"KHRONOS_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    khronos = ("-m", "khronos_pbem")
    measured: dict[str, list[float]] = {"base": [], **{name: [] for name in GUARDED}}

    def once() -> None:
        for name, sample in (("play", "middle"), ("play My Village", "my-village-middle")):
            shutil.rmtree(tmp_path / "mine", ignore_errors=True)
            shutil.copytree(ROOT / "sample_games" / sample, tmp_path / "mine")
            mine = {**variables, "KHRONOS_HOME": str(tmp_path / "mine" / "keyring")}
            cpu_time((*khronos, "status", "mine/game.khronos"), tmp_path, mine)
            play = ("play", "mine/game.khronos", "mine/turn.txt")
            measured[name].append(cpu_time((*khronos, *play), tmp_path, mine))
        measured["base"].append(cpu_time(BASE, tmp_path, variables))
        measured["--help"].append(cpu_time((*khronos, "--help"), tmp_path, variables))
        for command in ("status", "show"):
            measured[command].append(cpu_time((*khronos, command, "five.khronos"), tmp_path, variables))

    benchmark.pedantic(once, rounds=9, warmup_rounds=1)
    base = min(measured.pop("base")[1:])
    ratios = {name: round(min(times[1:]) / base, 2) for name, times in measured.items()}
    benchmark.extra_info.update(ratios)
    with capsys.disabled():
        print(f"\nbase {base * 1000:.0f} ms; times of it: {ratios}")
    assert {name: ratio for name, ratio in ratios.items() if ratio > GUARDED[name]} == {}


def cpu_time(arguments: tuple[str, ...], folder: Path, variables: dict[str, str]) -> float:
    """Seconds of CPU that Python takes with these arguments, system time included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=variables, check=True, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
