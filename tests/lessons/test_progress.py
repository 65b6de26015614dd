"""What is remembered of the lessons: damaged, hostile and future files, two processes, no home."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.errors import UnsupportedFormat
from khronos_pbem.lessons.course import find_lesson
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.lessons.lesson_progress import MOST_BYTES, Progress, change_progress, read_progress
from khronos_pbem.lessons.lesson_run import start_lesson

BUILD = find_lesson("build", "khronos")


def solved_all(learner: Learner) -> None:
    """All of the first lesson."""
    lesson_run = learner.enter_lesson(BUILD)
    while True:
        lesson_run = learner.on(lesson_run, lesson_run.composition.read(lesson_run.step.solution).composition)
        following = lesson_run.next_step()
        if following is None:
            return
        lesson_run = following


def file(home: Path) -> Path:
    return home / "lessons" / "khronos.json"


def test_steps_and_lessons_are_remembered_and_forgotten(tmp_path: Path) -> None:
    learner = Learner.of(tmp_path, "khronos", "en")
    lesson_run = learner.enter_lesson(BUILD)
    learner.on(lesson_run, lesson_run.composition.read("build watchtower might D3").composition)
    assert read_progress(tmp_path, "khronos").passed("build") == (("build watchtower might D3",),)
    assert Learner.of(tmp_path, "khronos", "de").enter_lesson(BUILD).number == 1
    assert learner.enter_lesson(BUILD, again=True).number == 0
    assert Learner.of(tmp_path, "khronos", "de").enter_lesson(BUILD).number == 0
    solved_all(learner)
    assert read_progress(tmp_path, "khronos") == Progress(("build",))
    assert learner.next_lesson() == find_lesson("upgrade", "khronos")
    learner.forget((BUILD,))
    assert read_progress(tmp_path, "khronos") == Progress()
    assert file(tmp_path).stat().st_mode & 0o077 == 0


def test_a_step_that_is_not_reached_is_not_remembered(tmp_path: Path) -> None:
    learner = Learner.of(tmp_path, "khronos", "en")
    lesson_run = learner.enter_lesson(BUILD)
    learner.on(lesson_run, lesson_run.composition.read("build watchtower might H8").composition)
    assert not file(tmp_path).exists()


def test_two_who_learn_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    one, other = Learner.of(tmp_path, "khronos", "en"), Learner.of(tmp_path, "khronos", "en")
    ripples = find_lesson("ripples", "khronos")
    first = start_lesson(ripples).solved()
    assert first is not None
    other.remember(first)
    solved_all(one)
    found = read_progress(tmp_path, "khronos")
    assert found.done == ("build",)
    assert found.passed("ripples") == first.all_passed


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"{}",
        b'{"format": 1}',
        b'{"format": "khronos-plans/1"}',
        b'{"format": "khronos-lessons/1"}',
        b'{"format": "khronos-lessons/1", "done": 7, "begun": {}}',
        b'{"format": "khronos-lessons/1", "done": [], "begun": {"build": "end"}}',
        b'{"format": "khronos-lessons/1", "done": [], "begun": {"build": [["end", 3]]}}',
        b'{"format": "khronos-lessons/1", "done": [], "begun": {"build": [["' + b"x" * 501 + b'"]]}}',
        b'{"format": "khronos-lessons/1", "done": [], "begun": {"build": ' + b"[[]," * 30 + b"[" + b"]" * 31,
        b"[" * 100_000,
        b" " * (MOST_BYTES + 1),
    ],
)
def test_a_damaged_file_is_put_aside_and_named(tmp_path: Path, content: bytes) -> None:
    file(tmp_path).parent.mkdir()
    file(tmp_path).write_bytes(content)
    learner = Learner.of(tmp_path, "khronos", "en")
    assert (learner.progress, "is damaged" in learner.problem) == (Progress(), True)
    assert file(tmp_path).with_suffix(".damaged").read_bytes() == content
    assert read_progress(tmp_path, "khronos") == Progress()


def test_what_names_no_lesson_is_left_out(tmp_path: Path) -> None:
    data: dict[str, Any] = {
        "format": "khronos-lessons/1",
        "done": ["nosuch", "turn", 3, None, ["build"], "build"],
        "begun": {"../../etc": [["end"]], "upgrade": [["\x1b[2J"], ["upgrade keep might C4 from C4"]]},
        "more": {"deep": [1]},
    }
    file(tmp_path).parent.mkdir()
    file(tmp_path).write_text(json.dumps(data))
    learner = Learner.of(tmp_path, "khronos", "en")
    assert learner.problem == ""
    assert learner.progress.done == ("build", "turn")
    assert list(learner.progress.begun) == ["upgrade"]
    assert learner.enter_lesson(find_lesson("upgrade", "khronos")).number == 0


def test_a_file_by_a_newer_program_is_left_as_it_is(tmp_path: Path) -> None:
    file(tmp_path).parent.mkdir()
    newer = '{"format": "khronos-lessons/2", "done": {"everything": true}}'
    file(tmp_path).write_text(newer)
    with pytest.raises(UnsupportedFormat, match="newer"):
        read_progress(tmp_path, "khronos")
    learner = Learner.of(tmp_path, "khronos", "en")
    assert "newer" in learner.problem
    solved_all(learner)
    assert "your progress in the lessons could not be saved: " in learner.problem
    assert learner.progress.done == ("build",), "as long as one sits there"
    assert file(tmp_path).read_text() == newer


def test_lessons_go_on_where_nothing_can_be_written(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file")
    learner = Learner.of(home, "khronos", "en")
    solved_all(learner)
    assert "your progress in the lessons could not be saved: " in learner.problem
    assert learner.progress.done == ("build",)
    assert home.read_text() == "a file"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes of that kind here")
def test_what_is_no_file_holds_nobody_up(tmp_path: Path) -> None:
    file(tmp_path).parent.mkdir()
    os.mkfifo(file(tmp_path))
    assert Learner.of(tmp_path, "khronos", "en").progress == Progress()


def test_reading_makes_no_home(tmp_path: Path) -> None:
    home = tmp_path / "none"
    Learner.of(home, "khronos", "en")
    assert not home.exists()


def test_what_is_too_long_to_be_remembered_is_not_written_down(tmp_path: Path) -> None:
    learner = Learner.of(tmp_path, "khronos", "en")
    chatter = f'message "{"x" * 300}"'
    for words in (chatter, "\n".join(['message "x"'] * 70)):
        lesson_run = learner.enter_lesson(BUILD)
        text = f"{words}\nbuild watchtower might C4"
        assert learner.on(lesson_run, lesson_run.composition.read(text).composition).reached
        assert read_progress(tmp_path, "khronos") == Progress()


def test_nothing_is_written_that_says_nothing_new(tmp_path: Path) -> None:
    change_progress(tmp_path, "khronos", lambda progress: progress)
    assert not file(tmp_path).exists()
