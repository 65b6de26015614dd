"""How far somebody came in the lessons: a small file for each game in the home.

It is only a help. What is in it is believed as far as the engine takes its orders; a damaged file is put
aside, one by a newer program is left as it is, and where nothing can be remembered the lessons go on.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from khronos_pbem.errors import InvalidFile, OtherFormat
from khronos_pbem.lessons.course import lessons_of
from khronos_pbem.lessons.lesson_run import LessonRun, Passed
from khronos_pbem.messages import message
from khronos_pbem.storage.files import holding, read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

FORMAT = "khronos-lessons/"
VERSION = 1
MOST_BYTES = 1024 * 1024
MOST_ORDERS, LONGEST = 64, 200
"""Orders of a lesson that are remembered, and characters of one: with more it is begun anew."""
_FOLDER = "lessons"


@dataclass(frozen=True, slots=True)
class Progress:
    """The English names of the lessons that are done, in their order, and the orders of the steps that are
    done in those that were begun."""

    done: tuple[str, ...] = ()
    begun: Mapping[str, Passed] = field(default_factory=dict)

    def passed(self, name: str) -> Passed:
        """The orders of the steps that are done in a lesson."""
        return self.begun.get(name, ())

    def with_step(self, lesson_run: LessonRun) -> Progress:
        """The same with the steps of a lesson run; with the last one its lesson is done."""
        name, passed = lesson_run.lesson.name, lesson_run.all_passed
        begun = {**self.begun, name: passed}
        if lesson_run.last and lesson_run.reached:
            return replace(self.without(name), done=_in_order(lesson_run.lesson.game, {*self.done, name}))
        return replace(self, begun=begun) if _may_be_kept(passed) else self

    def without(self, name: str) -> Progress:
        """The same with a lesson to begin anew; that it was done once stays."""
        return replace(self, begun={key: value for key, value in self.begun.items() if key != name})

    def forgetting(self, name: str) -> Progress:
        """The same as if a lesson had never been begun."""
        return replace(self.without(name), done=tuple(each for each in self.done if each != name))

    def next_of(self, game: str) -> str:
        """The lesson to go on with: the first that is not done; empty once all are."""
        return next((lesson.name for lesson in lessons_of(game) if lesson.name not in self.done), "")


def read_progress(home: Path, game: str) -> Progress:
    """How far the owner of a home came in the lessons of a game.

    Raises InvalidFile for a damaged file, which is put aside then, OtherFormat for one by a newer program.
    """
    path = _path(home, game)
    data = read_if_possible(path, MOST_BYTES + 1)
    if data is None:
        return Progress()
    try:
        return _from_data(game, _loaded(data))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        if isinstance(problem, OtherFormat):
            raise
        aside = path.with_suffix(".damaged")
        with contextlib.suppress(OSError):
            path.replace(aside)
        what = message("your saved progress in the lessons cannot be read")
        hint = message("the old file is now {path}, and the lessons start from the beginning", path=aside)
        raise InvalidFile(what, file=str(path), rule="FORMATS 1", hint=hint) from None


def change_progress(home: Path, game: str, change: Callable[[Progress], Progress]) -> Progress:
    """Remember what a change makes of the newest progress, one process at a time; what it comes to.

    Raises UsageError or Conflict where it cannot be written, OtherFormat, InvalidFile as `read_progress`.
    """
    with holding(
        f"lessons-{game}", home, message("another khronos process is saving your progress in the lessons")
    ):
        before = read_progress(home, game)
        after = change(before)
        if after != before:
            folder(home, _FOLDER)
            write_aside(_path(home, game), _written(after))
        return after


def _path(home: Path, game: str) -> Path:
    return home / _FOLDER / f"{game}.json"


def _loaded(data: bytes) -> dict[str, Any]:
    if len(data) > MOST_BYTES:
        raise ValueError
    table: Any = json.loads(data)
    name, _, version = str(table["format"]).partition("/")
    if f"{name}/" != FORMAT:
        raise ValueError
    if version != str(VERSION):
        what = message("a newer version of khronos has saved your progress in the lessons")
        raise OtherFormat(what, rule="FORMATS 1", hint=message("use that newer version for your lessons"))
    return dict(table)


def _from_data(game: str, table: Mapping[str, Any]) -> Progress:
    """The progress in a file, as far as there are such lessons. Raises ValueError, TypeError, KeyError."""
    names = [lesson.name for lesson in lessons_of(game)]
    begun = {name: _passed(table["begun"][name]) for name in names if name in table["begun"]}
    return Progress(tuple(name for name in names if name in list(table["done"])), begun)


def _passed(rows: Any) -> Passed:
    """The orders of steps. Raises TypeError, ValueError for what are none."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise TypeError
    passed = tuple(tuple(row) for row in rows)
    if not all(isinstance(text, str) for row in passed for text in row) or not _may_be_kept(passed):
        raise ValueError
    return passed


def _may_be_kept(passed: Passed) -> bool:
    """Whether orders are few and short enough to be remembered."""
    texts = [text for row in passed for text in row]
    return len(texts) <= MOST_ORDERS and all(len(text) <= LONGEST for text in texts)


def _written(progress: Progress) -> bytes:
    begun = {name: [list(row) for row in passed] for name, passed in progress.begun.items()}
    data = {"format": f"{FORMAT}{VERSION}", "done": list(progress.done), "begun": begun}
    return json.dumps(data, indent=1).encode()


def _in_order(game: str, done: set[str]) -> tuple[str, ...]:
    return tuple(lesson.name for lesson in lessons_of(game) if lesson.name in done)
