"""The lessons of a game, and what they say in a language (`engine.features.lessons`).

A page of Markdown has a heading for each lesson, `## build: Building`, in other languages than English with
the English name, `## bauen = build: Bauen`, and the explanation below it. `### NAME` begins a step: its task,
then lines that begin with `keys:` (for the screen), `hint:`, `done:`, and `missed:`, or `missed GOAL:` for
one goal of several.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from khronos_pbem.engine.features.lessons import Lessons
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import feature, offered
from khronos_pbem.manual.topics import ORIGINAL, parse_topics
from khronos_pbem.messages import Typed, message, plural_message

_STEP = re.compile(r"^### ([\w-]+)\n", re.MULTILINE)
_LABEL = re.compile(r"^(keys|hint|done|missed)(?: ([\w-]+))?: ", re.MULTILINE)
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its goals by their names, a solution (canonical orders, `;` between), and the set-up position
    that it begins with (empty: it goes on where the step before has ended)."""

    name: str
    goals: tuple[str, ...]
    solution: str
    position: str = ""

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders of the solution."""
        return tuple(order.strip() for order in self.solution.split(";"))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a game: its number from 1, its English name, the paragraphs that it is about, its steps."""

    game: str
    number: int
    name: str
    rules: tuple[str, ...]
    steps: tuple[Step, ...]


class StepText(NamedTuple):
    """What a step says: its task, which keys of the screen do it, a hint, what is said when it is done, and
    what when a goal is missed, by the goal's name ("" for every other)."""

    task: str
    keys: str
    hint: str
    done: str
    missed: Mapping[str, str]


class LessonText(NamedTuple):
    """What a lesson says in a language: its names there, its title, the explanation, its steps."""

    names: tuple[str, ...]
    title: str
    about: str
    steps: Mapping[str, StepText]


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in their order. Raises UsageError for a game without any."""
    rows = feature(game, Lessons).course()["lesson"]
    return tuple(
        Lesson(
            game,
            number,
            row["name"],
            tuple(row["rules"]),
            tuple(
                Step(s["name"], tuple(s["goals"]), s["solution"], s.get("position", "")) for s in row["step"]
            ),
        )
        for number, row in enumerate(rows, 1)
    )


@cache
def texts_of(game: str, language: str = ORIGINAL) -> Mapping[str, LessonText]:
    """What the lessons of a game say in a language, by their English names."""
    topics = parse_topics(feature(game, Lessons).texts(language))
    return {topic.key: LessonText(topic.names, topic.title, *_parted(topic.text)) for topic in topics}


def text_of(lesson: Lesson, language: str = ORIGINAL) -> LessonText:
    """What a lesson says in a language."""
    return texts_of(lesson.game, language)[lesson.name]


def _parted(text: str) -> tuple[str, dict[str, StepText]]:
    """The explanation of a lesson, and its steps by their names."""
    about, *rest = _STEP.split(text)
    return about.strip(), {name: _step(body) for name, body in zip(rest[::2], rest[1::2], strict=True)}


def _step(text: str) -> StepText:
    task, *rest = _LABEL.split(text)
    said: dict[tuple[str, str], str] = {}
    for label, goal, words in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        said[label, goal or ""] = _one_line(words)
    missed = {goal: words for (label, goal), words in said.items() if label == "missed"}
    keys, hint, done = (said.get((label, ""), "") for label in ("keys", "hint", "done"))
    return StepText(_one_line(task), keys, hint, done, missed)


def _one_line(text: str) -> str:
    return " ".join(text.split())


# --- by their names ---------------------------------------------------------------------------------------


def find(word: str, game: str, language: str = ORIGINAL, *, elsewhere: bool = False) -> Lesson:
    """The lesson of this number or name, which is English or of the language, and may be shortened.

    With `elsewhere` a name that the game does not have is looked for in all others. Raises UsageError if
    there is none such, or several.
    """
    for each in [game, *(_others(game) if elsewhere else ())]:
        keys = _keys(word, each, language)
        if len(keys) == 1:
            return next(lesson for lesson in lessons_of(each) if lesson.name in keys)
    raise _none_such(word, game, language)


def _others(game: str) -> list[str]:
    return [name for name, _ in offered(Lessons) if name != game]


def _keys(word: str, game: str, language: str) -> set[str]:
    """The English names of the lessons that a word may mean: by its number, its whole name, its beginning."""
    lessons, wanted = lessons_of(game), word.strip().casefold()
    if re.fullmatch(r"[0-9]{1,9}", wanted):
        return {lesson.name for lesson in lessons if lesson.number == int(wanted)}
    called = names_of(game, language)
    whole = {called[wanted]} if wanted in called else set()
    return whole or {key for name, key in called.items() if wanted and name.startswith(wanted)}


def names_of(game: str, language: str = ORIGINAL) -> dict[str, str]:
    """The English names of a game's lessons by all names that they have in a language and in English."""
    called: dict[str, str] = {}
    for spoken in (ORIGINAL, language):
        for key, text in texts_of(game, spoken).items():
            called |= {name.casefold(): key for name in (key, *text.names)}
    return called


def _none_such(word: str, game: str, language: str) -> UsageError:
    called = names_of(game, language)
    count = len(lessons_of(game))
    hint: str = plural_message(
        "khronos learn --list shows the {n} lesson", "khronos learn --list shows the {n} lessons", count
    )
    near = get_close_matches(word.strip().casefold()[:_SHOWN], called, n=1)
    if near:
        hint = message("did you mean {near}?", near=near[0])
    shown = Typed(word[:_SHOWN])
    return UsageError(message("there is no lesson {words!r}", words=shown), rule="FORMATS 1", hint=hint)


def all_names(language: str = ORIGINAL, game: str = "") -> list[str]:
    """Every number and name by which a lesson can be asked for, each once: of a game, else of all."""
    found = list[str]()
    for name, _ in offered(Lessons):
        if game in ("", name):
            found += [str(lesson.number) for lesson in lessons_of(name)]
            found += [text.names[0] for text in texts_of(name, language).values()]
    return list(dict.fromkeys(found))
