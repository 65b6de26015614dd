"""Storage for the progress in the lessons: a small file for each game in the home.

The progress is only a convenience. Stored orders count only if the engine accepts them. The file of a newer
program is not changed. If the progress cannot be stored, the lessons continue without it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from khronos_pbem.errors import UnsupportedFormat
from khronos_pbem.lessons.course import load_lessons
from khronos_pbem.lessons.lesson_run import LessonRun, Passed
from khronos_pbem.messages import message
from khronos_pbem.storage.files import file_lock
from khronos_pbem.storage.json_store import FileCodec, JsonStore

FORMAT = "khronos-lessons/"
VERSION = 1
MOST_BYTES = 1024 * 1024
MOST_ORDERS, LONGEST = 64, 200
"""The maximum number of orders stored for a lesson, and of characters in one of them.

The progress in a lesson that exceeds these limits is not stored.
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """The English names of the lessons that are done, and the orders of the done steps of begun lessons."""

    done: tuple[str, ...] = ()
    begun: Mapping[str, Passed] = field(default_factory=dict)

    def passed(self, name: str) -> Passed:
        """The orders of the done steps of a lesson."""
        return self.begun.get(name, ())

    def with_step(self, lesson_run: LessonRun) -> Progress:
        """Return the progress with a lesson run's done steps; after the last step the lesson is done.

        Steps that exceed the limits are not added.
        """
        name, passed = lesson_run.lesson.name, lesson_run.all_passed
        begun = {**self.begun, name: passed}
        if lesson_run.last and lesson_run.reached:
            return replace(self.without(name), done=_in_order(lesson_run.lesson.game, {*self.done, name}))
        return replace(self, begun=begun) if _fits_limits(passed) else self

    def without(self, name: str) -> Progress:
        """Return the progress without the steps of a lesson; a done lesson remains done."""
        return replace(self, begun={key: value for key, value in self.begun.items() if key != name})

    def without_lesson(self, name: str) -> Progress:
        """Return the progress as if a lesson had never been started."""
        return replace(self.without(name), done=tuple(each for each in self.done if each != name))

    def next_lesson_name(self, game: str) -> str:
        """The name of the first lesson of a game that is not done; empty if all are done."""
        return next((lesson.name for lesson in load_lessons(game) if lesson.name not in self.done), "")


def read_progress(home: Path, game: str) -> Progress:
    """Read the progress in the lessons of a game; empty if there is none.

    Raises UnsupportedFormat for the file of a newer program.
    """
    return _store(home, game).read()


def change_progress(home: Path, game: str, change: Callable[[Progress], Progress]) -> Progress:
    """Apply a change to the stored progress, one process at a time; return the new progress.

    Raises the errors of `JsonStore.change`, such as UsageError, Conflict and UnsupportedFormat.
    """
    return _store(home, game).change(change)


def _store(home: Path, game: str) -> JsonStore[Progress]:
    path, codec = home / "lessons" / f"{game}.json", FileCodec(partial(_from_json, game), _to_json)
    return JsonStore(path, codec, Progress(), partial(file_lock, path, home), MOST_BYTES)


def _from_json(game: str, data: bytes) -> Progress:
    """Return the progress in a file, without unknown lessons.

    Raises the same errors as the codec of a store.
    """
    table: Any = json.loads(data)
    name, _, version = str(table["format"]).partition("/")
    if f"{name}/" != FORMAT:
        raise ValueError
    if version != str(VERSION):
        what = message("your progress in the lessons was saved by a newer version of khronos")
        hint = message("use that newer version for your lessons")
        raise UnsupportedFormat(what, rule="FORMATS 1", hint=hint)
    names = [lesson.name for lesson in load_lessons(game)]
    begun = {name: _parse_passed(table["begun"][name]) for name in names if name in table["begun"]}
    return Progress(tuple(name for name in names if name in list(table["done"])), begun)


def _parse_passed(rows: object) -> Passed:
    """The orders of done steps. Raises TypeError or ValueError for anything else."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise TypeError
    passed = tuple(tuple(row) for row in rows)
    if not all(isinstance(text, str) for row in passed for text in row) or not _fits_limits(passed):
        raise ValueError
    return passed


def _fits_limits(passed: Passed) -> bool:
    """Return whether orders are few and short enough to be stored."""
    texts = [text for row in passed for text in row]
    return len(texts) <= MOST_ORDERS and all(len(text) <= LONGEST for text in texts)


def _to_json(progress: Progress) -> bytes:
    begun = {name: [list(row) for row in passed] for name, passed in progress.begun.items()}
    data = {"format": f"{FORMAT}{VERSION}", "done": list(progress.done), "begun": begun}
    return json.dumps(data, indent=1).encode()


def _in_order(game: str, done: set[str]) -> tuple[str, ...]:
    return tuple(lesson.name for lesson in load_lessons(game) if lesson.name in done)
