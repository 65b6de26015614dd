"""Every puzzle that comes with the program: what it asks is a turn, and its solution earns what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.features.puzzles import Puzzle
from khronos_pbem.errors import OrderError, UsageError
from khronos_pbem.games.registry import GAMES, feature, game_by_name
from khronos_pbem.session.turns import puzzle as puzzling
from tests.make_puzzles import KINDS, at_once

EVERY = [(game, puzzle) for game in GAMES for puzzle in puzzling.puzzles_of(game)]


def test_there_are_puzzles_of_every_game() -> None:
    for game in GAMES:
        found = puzzling.puzzles_of(game)
        assert len(found) >= 4
        assert [puzzle.number for puzzle in found] == list(range(1, len(found) + 1))
        assert len({puzzling.puzzle_key(puzzle) for puzzle in found}) == len(found)


@pytest.mark.parametrize(("game", "puzzle"), EVERY, ids=[f"{game}-{one.number}" for game, one in EVERY])
def test_the_solution_earns_what_no_player_at_once_finds(game: str, puzzle: Puzzle) -> None:
    """And the position is one of FORMATS 3, written canonically."""
    asked = puzzling.set_up_puzzle(game, puzzle)
    positions = feature(game_by_name(game), Positions)
    assert positions.to_data(positions.from_data(puzzle.position)) == puzzle.position
    found = puzzling.evaluate_solution(asked)
    assert (found.earned, found.missing) == (puzzle.best, 0)
    assert found.composition.texts == puzzle.solution
    assert not any(given.revealed for given in found.composition.given[:-1])
    simple = at_once(asked)
    assert simple is not None
    assert puzzle.best - simple >= KINDS[game].better


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_whole_turn_is_refused(game: str) -> None:
    asked = puzzling.open_puzzle(game, 1)
    for text in (asked.puzzle.solution[0], "", "fly", "\n".join([*asked.puzzle.solution, "end"])):
        with pytest.raises(OrderError):
            puzzling.evaluate_orders(asked, text)


def test_a_better_turn_than_the_solution_is_told_from_a_worse_one() -> None:
    asked = puzzling.open_puzzle("khronos", 1)
    modest = asked._replace(puzzle=asked.puzzle._replace(best=asked.puzzle.best - 2))
    assert puzzling.evaluate_orders(modest, "\n".join(asked.puzzle.solution)).missing == -2
    assert puzzling.evaluate_orders(asked, "end").missing > 0


def test_numbers_that_there_are_not() -> None:
    for number in (0, -1, 99_999):
        with pytest.raises(UsageError, match=f"there is no puzzle {number}"):
            puzzling.open_puzzle("khronos", number)


def test_what_was_solved_is_remembered_by_its_position(tmp_path: Path) -> None:
    first, second = puzzling.puzzles_of("khronos")[:2]
    assert puzzling.load_solved(tmp_path, "khronos") == frozenset()
    puzzling.note_solved(tmp_path, "khronos", second)
    puzzling.note_solved(tmp_path, "khronos", second._replace(number=9))
    assert puzzling.load_solved(tmp_path, "khronos") == {puzzling.puzzle_key(second)}
    assert puzzling.load_solved(tmp_path, "my-village") == frozenset()
    puzzling.note_solved(tmp_path, "khronos", first)
    assert len(puzzling.load_solved(tmp_path, "khronos")) == 2


@pytest.mark.parametrize("content", [b"", b"{}", b"[1, null, [2]]", b"[" * 50_000, b"\xff", b"nothing"])
def test_a_memory_that_cannot_be_read_is_none(tmp_path: Path, content: bytes) -> None:
    puzzle = puzzling.puzzles_of("khronos")[0]
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "khronos.json").write_bytes(content)
    assert puzzling.load_solved(tmp_path, "khronos") == frozenset()
    puzzling.note_solved(tmp_path, "khronos", puzzle)
    assert puzzling.load_solved(tmp_path, "khronos") == {puzzling.puzzle_key(puzzle)}


def test_a_home_that_cannot_be_written_remembers_nothing(tmp_path: Path) -> None:
    (tmp_path / "puzzles").write_text("in the way", encoding="utf-8")
    puzzling.note_solved(tmp_path, "khronos", puzzling.puzzles_of("khronos")[0])
    assert puzzling.load_solved(tmp_path, "khronos") == frozenset()
