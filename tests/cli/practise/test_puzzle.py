"""`puzzle` as players use it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from khronos_pbem.cli.study import puzzle as command
from khronos_pbem.games.registry import GAMES
from khronos_pbem.session.turns import puzzle
from tests.support.shell import Person


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_asked_judged_solved_and_remembered(tmp_path: Path, game: str) -> None:
    player, first = Person("x", tmp_path), puzzle.puzzles_of(game)[0]
    of = ("puzzle", "1", "--game", game)
    asked = player.ok(*of).out
    assert f"Puzzle 1 of {len(puzzle.puzzles_of(game))}. Round " in asked
    assert first.solution[0] not in asked
    shown = player.ok(*of, "--json").json
    assert (shown["number"], shown["solved"], shown["position"]) == (1, False, first.position)
    assert "solution" not in shown
    turn = "; ".join(first.solution)
    right = player.ok(*of, "-c", turn, "--json").json
    assert (right["earned"], right["missing"], right["orders"]) == (first.best, 0, list(first.solution))
    assert "Solved: no better turn is known." in player.ok(*of, "-c", turn).out
    assert player.ok(*of, "--json").json["solved"]
    assert "  1. solved: " in player.ok("puzzle", "list", "--game", game).out
    assert player.ok("puzzle", "--game", game, "--json").json["number"] == 2


def test_a_turn_that_earns_less(tmp_path: Path) -> None:
    player, first = Person("x", tmp_path), puzzle.puzzles_of("khronos")[0]
    out = player.ok("puzzle", "1", "-c", "end").out
    assert re.search(r"^A better turn earns [1-9]\d* \w+ more\.$", out, re.MULTILINE)
    facts = player.ok("puzzle", "1", "-c", "end", "--json").json
    assert facts["earned"] + facts["missing"] == first.best
    assert not player.ok("puzzle", "1", "--json").json["solved"]


def test_the_solution_is_told_when_asked_for(tmp_path: Path) -> None:
    player, first = Person("x", tmp_path), puzzle.puzzles_of("my-village")[0]
    out = player.ok("puzzle", "1", "--game", "my-village", "--solution").out
    assert f"The solution earns {first.best} PP:" in out
    assert all(f"  {order}\n" in out for order in first.solution)
    facts = player.ok("puzzle", "1", "--game", "my-village", "--solution", "--json").json
    assert facts["solution"] == {"orders": list(first.solution), "earned": first.best}
    assert facts["why"]
    assert not facts["solved"]


def test_the_position_is_one_for_try(tmp_path: Path) -> None:
    player, first = Person("x", tmp_path), puzzle.puzzles_of("khronos")[0]
    player.ok("puzzle", "1", "-o", "p.toml", "--json")
    tried = player.ok("try", "p.toml", "-c", "; ".join(first.solution), "--json").json
    assert tried["pending"] is None
    assert "already exists" in player.fails(2, "puzzle", "1", "-o", "p.toml")
    player.ok("puzzle", "1", "-o", "p.toml", "--force")


def test_what_is_refused(tmp_path: Path) -> None:
    player = Person("x", tmp_path)
    for words in ("0", "999", "x", "1.5", "²", "1000000000000"):
        player.fails(2, "puzzle", words)
    assert 'The turn has not ended yet: end it with "end"' in player.fails(
        3, "puzzle", "1", "-c", "travel 1 reason"
    )
    player.fails(3, "puzzle", "1", "-c", "fly")
    player.fails(3, "puzzle", "1", "-c", "build castle might A1; end")
    player.fails(2, "puzzle", "1", "--game", "chess")
    player.fails(2, "puzzle", "1", "nowhere.txt")
    assert not (tmp_path / "home").exists()


def test_a_terminal_asks_until_it_is_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = puzzle.puzzles_of("khronos")[0]
    answers = iter(["fly", "end", "; ".join(first.solution)])
    monkeypatch.setattr(command, "is_read_by_person", lambda: True)
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    result = Person("x", tmp_path).ok("puzzle", "1")
    assert result.out.count("This turn earns ") == 2
    assert "Solved: no better turn is known." in result.out
    assert result.err.startswith("khronos: ")
    answers = iter(["?"])
    assert "Solution:" in Person("x", tmp_path).ok("puzzle", "1").out
    answers = iter([""])
    assert "Solution:" not in Person("x", tmp_path).ok("puzzle", "1").out
