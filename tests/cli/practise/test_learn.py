"""`khronos learn` in lines: the list, tasks, answers from options and standard input, exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from khronos_pbem.engine.features.lessons import Lessons
from khronos_pbem.games.registry import DEFAULT, games_with_feature
from khronos_pbem.lessons.course import load_lessons
from tests.support.shell import Person


@pytest.fixture
def alice(tmp_path: Path) -> Person:
    return Person("alice", tmp_path)


def test_the_list_says_what_is_done_and_what_is_next(alice: Person) -> None:
    listed = alice.ok("learn", "--list").out
    assert "0 of 8 lessons are done." in listed
    assert "4 [ ] Ripples and paradoxes (ripples)" in listed
    assert "khronos learn --game my-village" in listed
    alice.ok("learn", "terrain", stdin="build keep might C2 with civil\n")
    assert "terrain), step 2 of 3" in alice.ok("learn", "--list").out
    found = alice.ok("learn", "--json").json
    assert found["next"] == "build"
    assert [each["passed"] for each in found["lessons"]] == [0, 0, 1, 0, 0, 0, 0, 0]


def test_without_a_lesson_one_goes_on_with_the_next(alice: Person) -> None:
    shown = alice.ok("learn").out
    assert shown.startswith("The lessons for Khronos:\n")
    assert "Lesson 1 of 8: Your first buildings" in shown
    assert "To answer: khronos learn 1 -c 'ORDERS'\n" in shown
    alice.ok("learn", "-c", "build watchtower might C4")
    assert "Step 2 of 3" in alice.ok("learn").out


@pytest.mark.parametrize("game", [name for name, _ in games_with_feature(Lessons)])
def test_a_whole_course_is_played_from_standard_input(alice: Person, game: str) -> None:
    for lesson in load_lessons(game):
        answers = "".join(f"{step.solution}\n" for step in lesson.steps)
        done = alice.ok("learn", str(lesson.number), "--game", game, stdin=answers).out
        assert f"Lesson {lesson.number} completed" in done
    alone = "khronos solo" if game == DEFAULT else f"khronos solo --game {game}"
    done = f"You have completed all the lessons. To play against the computer: {alone}\n"
    assert done in alice.ok("learn", "--list", "--game", game).out
    assert done in alice.ok("learn", "--game", game).out


def test_a_step_is_answered_and_the_next_one_asked(alice: Person) -> None:
    out = alice.ok("learn", "ripples", "-c", "build town might D4").out
    assert "a town appears on reason at D4" in out
    assert "Done. One order, three towns." in out
    assert "Step 2 of 4" in out
    assert re.search(r"MIGHT .*FAITH +REASON", out)


@pytest.mark.parametrize(("game", "board"), [("khronos", "MIGHT "), ("my-village", "pool")])
def test_an_answer_prints_one_board(alice: Person, game: str, board: str) -> None:
    """What has changed; where the next step is set up anew, that one, which is to be worked on."""
    for lesson in load_lessons(game):
        for step in lesson.steps:
            asked = ("learn", str(lesson.number), "--game", game, "-c", step.solution)
            out = alice.ok(*asked).out
            assert len([line for line in out.splitlines() if line.startswith(board)]) == 1, (lesson, step)


def test_what_is_refused_and_what_misses_the_goal_is_one_line(alice: Person) -> None:
    refused = alice.fails(3, "learn", "3", "-c", "build keep might D6")
    assert "RULES" in refused
    missed = alice.fails(3, "learn", "4", "-c", "build hamlet might D4")
    assert "Not there yet. No town stands" in missed
    assert "khronos learn 4 --hint" in missed
    alone = alice.fails(3, "learn", "1", "-c", "build hamlet might H8")
    assert alone.count("RULES 6.3") == 1, "what the sentence cites is what the error cites"
    late = alice.fails(3, "learn", "time", "--game", "my-village", "-c", "take 1 2; headman coin")
    assert ". (" not in late
    early = alice.fails(3, "learn", "2", "--game", "my-village", "-c", "take 1 6")
    assert "give all its orders together" in early
    assert "khronos learn 2 --game my-village --hint" in early
    assert "'please' does not belong here — did you mean place?" in alice.fails(
        3, "learn", "4", "-c", "please build"
    )
    assert alice.run("learn", "4", "-c", "please build", "--json").json["rule"] == "FORMATS 2"
    assert not any(lesson["passed"] for lesson in alice.ok("learn", "--json").json["lessons"])


def test_orders_come_from_a_file_too_and_say_where_they_are_wrong(alice: Person) -> None:
    alice.folder.mkdir(exist_ok=True)
    (alice.folder / "turn.txt").write_text("# the first\nbuild watchtower might C4\nbuild keep might A1\n")
    line = alice.fails(3, "learn", "1", "turn.txt")
    assert "turn.txt:3:1" in line
    assert "Step 2 of 3" in alice.ok("learn", "1").out, "what was reached before stays"


def test_orders_behind_the_goal_are_left_out_and_told(alice: Person) -> None:
    out = alice.ok("learn", "1", "-c", "build watchtower might C4; end").out
    assert "the step was already complete, so these orders were not needed: end" in out


def test_help_is_given_on_request(alice: Person) -> None:
    hint = alice.ok("learn", "4", "--hint").out
    assert "Hint: `build town might D4`" in hint
    assert "solution" not in hint
    assert "A solution: build town might D4" in alice.ok("learn", "4", "--solution").out
    assert "Eine Lösung: bauen dorf macht D4" in alice.ok("--lang", "de", "learn", "wellen", "--solution").out
    found = alice.ok("learn", "4", "--json", "--hint", "--solution").json
    assert found["step"]["solution"] == "build town might D4"


def test_one_document_says_what_was_reached(alice: Person) -> None:
    found = alice.ok("learn", "4", "--json", "-c", "build town might D4", "--lang", "de").json
    assert found["reached"] == ["town"]
    assert found["done"] is False
    assert [event["event"] for event in found["events"]] == ["built", "bonus", "rippled", "rippled"]
    assert (
        alice.run("learn", "4", "--json", "-c", "build keep might A1", "--lang", "fr").json["rule"] == "5.4"
    )
    missed = alice.run("learn", "4", "--json", "-c", "build watchtower might A1", "--lang", "fr")
    assert missed.code == missed.json["exit"] == 3
    assert missed.json["error"].startswith("Not there yet. Build a keep")


def test_a_lesson_is_begun_anew_and_forgotten(alice: Person) -> None:
    alice.ok("learn", "1", "-c", "build watchtower might C4")
    assert "Step 1 of 3" in alice.ok("learn", "1", "--again").out
    alice.ok("learn", "1", "-c", "build watchtower might C4")
    assert "your progress was deleted" in alice.ok("learn", "1", "--forget").out
    assert "Step 1 of 3" in alice.ok("learn", "1").out
    alice.ok("learn", "--forget", "--game", "my-village")


@pytest.mark.parametrize("word", ["9", "0", "nosuch", "-1", "build\x1b[2J"])
def test_a_lesson_that_there_is_not_is_one_clear_line(alice: Person, word: str) -> None:
    line = alice.fails(2, "learn", "--", word)
    assert "there is no lesson" in line
    assert "\x1b" not in line


def test_other_wrong_usage_is_one_line(alice: Person) -> None:
    assert "there is no game" in alice.fails(2, "learn", "--game", "chess")
    assert "both in a file and with -c" in alice.fails(2, "learn", "1", "f.txt", "-c", "end")
    assert "does not exist" in alice.fails(2, "learn", "1", "nosuch.txt")
    assert "there is no lesson 'wellen'" in alice.fails(2, "learn", "wellen", "--game", "my-village")


def test_a_damaged_memory_is_noted_once_and_lessons_go_on(alice: Person) -> None:
    (alice.home / "lessons").mkdir(parents=True)
    (alice.home / "lessons" / "khronos.json").write_text("{")
    shown = alice.run("learn", "1", "-c", "build watchtower might C4")
    assert shown.code == 0
    assert shown.err.count("\n") == 1
    assert "khronos.json is damaged and will not be used" in shown.err
    assert alice.run("learn", "1").err == ""


def test_names_are_completed(alice: Person) -> None:
    words = alice.run(
        _KHRONOS_COMPLETE="complete_bash", COMP_WORDS="khronos learn ri", COMP_CWORD="2"
    ).out.split()
    assert words == ["ripples"]
