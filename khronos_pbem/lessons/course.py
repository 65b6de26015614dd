"""The lessons of a game, and their texts in a language (`engine.features.lessons`).

A page of Markdown has a heading for each lesson, `## build: Building`, with its explanation below. In
languages other than English the heading also has the English name: `## bauen = build: Bauen`. `### NAME`
begins a step with its task. The lines after it begin with `keys:` (for the screen), `hint:`, `done:`, and
`missed:`, or `missed GOAL:` for one goal of several.
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
from khronos_pbem.games.registry import feature, games_with_feature
from khronos_pbem.manual.topics import ORIGINAL, parse_topics
from khronos_pbem.messages import VerbatimText, message, plural_message

_STEP = re.compile(r"^### ([\w-]+)\n", re.MULTILINE)
_LABEL = re.compile(r"^(keys|hint|done|missed)(?: ([\w-]+))?: ", re.MULTILINE)
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson: the names of its goals, a solution, and its start position.

    The solution has canonical orders, separated by `;`. An empty `position` means that the step continues
    where the step before it ended.
    """

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
    """A lesson of a game: its number from 1, English name, paragraphs of the rules, and steps."""

    game: str
    number: int
    name: str
    rules: tuple[str, ...]
    steps: tuple[LessonStep, ...]


class StepText(NamedTuple):
    """The texts of a step: its task, its keys on the screen, a hint, and the text shown when done.

    `missed` has the text for each goal that is not reached, by the goal's name ("" for all others).
    """

    task: str
    keys: str
    hint: str
    done: str
    missed: Mapping[str, str]


class LessonText(NamedTuple):
    """The texts of a lesson in a language: its names, its title, the explanation, and its steps."""

    names: tuple[str, ...]
    title: str
    about: str
    steps: Mapping[str, StepText]


@cache
def load_lessons(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game in order of number. Raises UsageError if the game has none."""
    rows = feature(game, Lessons).course()["lesson"]
    return tuple(
        Lesson(
            game,
            number,
            row["name"],
            tuple(row["rules"]),
            tuple(
                LessonStep(s["name"], tuple(s["goals"]), s["solution"], s.get("position", ""))
                for s in row["step"]
            ),
        )
        for number, row in enumerate(rows, 1)
    )


@cache
def load_lesson_texts(game: str, language: str = ORIGINAL) -> Mapping[str, LessonText]:
    """The texts of a game's lessons in a language, by the lessons' English names."""
    topics = parse_topics(feature(game, Lessons).texts(language))
    return {topic.key: LessonText(topic.names, topic.title, *_split_steps(topic.text)) for topic in topics}


def find_lesson_text(lesson: Lesson, language: str = ORIGINAL) -> LessonText:
    """The texts of one lesson in a language."""
    return load_lesson_texts(lesson.game, language)[lesson.name]


def _split_steps(text: str) -> tuple[str, dict[str, StepText]]:
    """The explanation of a lesson, and the texts of its steps by name."""
    about, *rest = _STEP.split(text)
    return about.strip(), {name: _parse_step(body) for name, body in zip(rest[::2], rest[1::2], strict=True)}


def _parse_step(text: str) -> StepText:
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


def find_lesson(word: str, game: str, language: str = ORIGINAL, *, elsewhere: bool = False) -> Lesson:
    """Return the lesson with this number or name.

    The name is in English or in the language, and may be shortened. With `elsewhere` the other games are also
    searched. Raises UsageError if no lesson, or more than one, matches.
    """
    for each in [game, *(other_games(game) if elsewhere else ())]:
        keys = _matching_lessons(word, each, language)
        if len(keys) == 1:
            return next(lesson for lesson in load_lessons(each) if lesson.name in keys)
    raise _no_lesson_error(word, game, language)


def other_games(game: str) -> list[str]:
    """The names of the other games with lessons."""
    return [name for name, _ in games_with_feature(Lessons) if name != game]


def _matching_lessons(word: str, game: str, language: str) -> set[str]:
    """The English names of the lessons that a word may mean: by number, by name, or by its beginning."""
    lessons, wanted = load_lessons(game), word.strip().casefold()
    if re.fullmatch(r"[0-9]{1,9}", wanted):
        return {lesson.name for lesson in lessons if lesson.number == int(wanted)}
    called = lesson_names(game, language)
    whole = {called[wanted]} if wanted in called else set()
    return whole or {key for name, key in called.items() if wanted and name.startswith(wanted)}


def lesson_names(game: str, language: str = ORIGINAL) -> dict[str, str]:
    """Map the lesson names of a game, in a language and in English, to their English names.

    The keys are casefolded.
    """
    called: dict[str, str] = {}
    for spoken in (ORIGINAL, language):
        for key, text in load_lesson_texts(game, spoken).items():
            called |= {name.casefold(): key for name in (key, *text.names)}
    return called


def _no_lesson_error(word: str, game: str, language: str) -> UsageError:
    called = lesson_names(game, language)
    count = len(load_lessons(game))
    hint: str = plural_message(
        "khronos learn --list shows the {n} lesson", "khronos learn --list shows the {n} lessons", count
    )
    near = get_close_matches(word.strip().casefold()[:_SHOWN], called, n=1)
    if near:
        hint = message("did you mean {near}?", near=near[0])
    return UsageError(message("there is no lesson {words!r}", words=VerbatimText(word[:_SHOWN])), hint=hint)


def all_lesson_names(language: str = ORIGINAL, game: str = "") -> list[str]:
    """Return all numbers and names of lessons, without duplicates, for one game or for all games."""
    found = list[str]()
    for name, _ in games_with_feature(Lessons):
        if game in ("", name):
            found += [str(lesson.number) for lesson in load_lessons(name)]
            found += [text.names[0] for text in load_lesson_texts(name, language).values()]
    return list(dict.fromkeys(found))
