"""Store the progress in the lessons: a small file for each game in the home.

The progress is only a convenience. Stored orders count only if the engine accepts them. A damaged file is put
aside, and a file of a newer program is left alone. If nothing can be stored, the lessons continue without it.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from khronos_pbem.errors import InvalidFile, UnsupportedFormat
from khronos_pbem.lessons.course import load_lessons
from khronos_pbem.lessons.lesson_run import LessonRun, Passed
from khronos_pbem.messages import message
from khronos_pbem.storage.files import named_lock, read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

FORMAT = "khronos-lessons/"
VERSION = 1
MOST_BYTES = 1024 * 1024
MOST_ORDERS, LONGEST = 64, 200
"""Orders of a lesson that are remembered, and characters of one: with more it is begun anew."""
_FOLDER = "lessons"


@dataclass(frozen=True, slots=True)
class Progress:
    """The English names of the lessons that are done, and the orders of the done steps of begun lessons."""

    done: tuple[str, ...] = ()
    begun: Mapping[str, Passed] = field(default_factory=dict)

    def passed(self, name: str) -> Passed:
        """The orders of the done steps of a lesson."""
        return self.begun.get(name, ())

    def with_step(self, lesson_run: LessonRun) -> Progress:
        """The progress with the done steps of a lesson run; after the last step the lesson is done."""
        name, passed = lesson_run.lesson.name, lesson_run.all_passed
        begun = {**self.begun, name: passed}
        if lesson_run.last and lesson_run.reached:
            return replace(self.without(name), done=_in_order(lesson_run.lesson.game, {*self.done, name}))
        return replace(self, begun=begun) if _fits_limits(passed) else self

    def without(self, name: str) -> Progress:
        """The progress without the steps of a lesson; it stays done if it was done."""
        return replace(self, begun={key: value for key, value in self.begun.items() if key != name})

    def without_lesson(self, name: str) -> Progress:
        """The progress as if a lesson had never been begun."""
        return replace(self.without(name), done=tuple(each for each in self.done if each != name))

    def next_lesson_name(self, game: str) -> str:
        """The name of the first lesson of a game that is not done; empty if all are done."""
        return next((lesson.name for lesson in load_lessons(game) if lesson.name not in self.done), "")


def read_progress(home: Path, game: str) -> Progress:
    """Read the progress in the lessons of a game; empty if there is none.

    Raises InvalidFile for a damaged file, which is then put aside, OtherFormat for one of a newer program.
    """
    path = _path(home, game)
    data = read_if_possible(path, MOST_BYTES + 1)
    if data is None:
        return Progress()
    try:
        return _from_data(game, _parse_file(data))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        if isinstance(problem, UnsupportedFormat):
            raise
        aside = path.with_suffix(".damaged")
        with contextlib.suppress(OSError):
            path.replace(aside)
        what = message("your saved progress in the lessons cannot be read")
        hint = message("the old file is now {path}, and the lessons start from the beginning", path=aside)
        raise InvalidFile(what, file=str(path), rule="FORMATS 1", hint=hint) from None


def change_progress(home: Path, game: str, change: Callable[[Progress], Progress]) -> Progress:
    """Apply a change to the stored progress, one process at a time; return the new progress.

    Raises UsageError or Conflict if it cannot be written, OtherFormat and InvalidFile as `read_progress`.
    """
    with named_lock(
        f"lessons-{game}", home, message("another khronos process is saving your progress in the lessons")
    ):
        before = read_progress(home, game)
        after = change(before)
        if after != before:
            ensure_folder(home, _FOLDER)
            write_state_file(_path(home, game), _to_json(after))
        return after


def _path(home: Path, game: str) -> Path:
    return home / _FOLDER / f"{game}.json"


def _parse_file(data: bytes) -> dict[str, Any]:
    if len(data) > MOST_BYTES:
        raise ValueError
    table: Any = json.loads(data)
    name, _, version = str(table["format"]).partition("/")
    if f"{name}/" != FORMAT:
        raise ValueError
    if version != str(VERSION):
        what = message("a newer version of khronos has saved your progress in the lessons")
        raise UnsupportedFormat(
            what, rule="FORMATS 1", hint=message("use that newer version for your lessons")
        )
    return dict(table)


def _from_data(game: str, table: Mapping[str, Any]) -> Progress:
    """The progress in a parsed file; unknown lessons are left out. Raises ValueError, TypeError, KeyError."""
    names = [lesson.name for lesson in load_lessons(game)]
    begun = {name: _parse_passed(table["begun"][name]) for name in names if name in table["begun"]}
    return Progress(tuple(name for name in names if name in list(table["done"])), begun)


def _parse_passed(rows: Any) -> Passed:
    """The orders of done steps. Raises TypeError or ValueError for anything else."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise TypeError
    passed = tuple(tuple(row) for row in rows)
    if not all(isinstance(text, str) for row in passed for text in row) or not _fits_limits(passed):
        raise ValueError
    return passed


def _fits_limits(passed: Passed) -> bool:
    """Whether orders are few and short enough to be stored."""
    texts = [text for row in passed for text in row]
    return len(texts) <= MOST_ORDERS and all(len(text) <= LONGEST for text in texts)


def _to_json(progress: Progress) -> bytes:
    begun = {name: [list(row) for row in passed] for name, passed in progress.begun.items()}
    data = {"format": f"{FORMAT}{VERSION}", "done": list(progress.done), "begun": begun}
    return json.dumps(data, indent=1).encode()


def _in_order(game: str, done: set[str]) -> tuple[str, ...]:
    return tuple(lesson.name for lesson in load_lessons(game) if lesson.name in done)
