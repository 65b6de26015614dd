"""The lessons that a game offers to `learn`: steps as data, their positions, and goals by name.

A lesson is a list of steps. A step begins with a position and asks for orders. It is passed when all
its goals hold. Goals test the resulting position and the events, so different orders can pass. The
texts are Markdown, one page per language, in the form that `khronos_pbem.lessons` reads.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.engine.contract import Event

P = TypeVar("P")


class LessonAttempt(NamedTuple, Generic[P]):
    """A learner's attempt at a step: the positions before and after, the events between, and the seat."""

    before: P
    after: P
    events: tuple[Event, ...]
    seat: int


Goal = Callable[[LessonAttempt[P]], bool]
"""A function that tests whether an attempt has reached a goal of its step."""


@runtime_checkable
class Lessons(Protocol[P]):
    """The lessons of a game."""

    goals: Mapping[str, Goal[P]]
    """The goals of all steps, by name."""

    def course(self) -> Mapping[str, Any]:
        """Return the lessons in sequence, as a list of tables under the key `lesson`.

        Each table has `name`, `rules` (paragraphs of the rules) and `step`, a list of tables. A step has
        `name`, `goals`, `solution` (orders in canonical text, separated by `;`) and `position`, the name of
        its set-up position. Without `position`, the step continues where the previous one ended.
        """

    def position(self, name: str) -> Mapping[str, object]:
        """Return a set-up position of the lessons as data, by its name (FORMATS 3)."""

    def texts(self, language: str) -> str:
        """Return the texts of all lessons in a language, as Markdown."""


class LessonFiles(Lessons[P]):
    """Lessons in files of a game's package: `course.toml`, `positions/NAME.toml`, `LANGUAGE.md`."""

    package: str
    """The name of the package that contains the files."""

    def course(self) -> Mapping[str, object]:
        """Read the lessons and their steps, in order, from `course.toml`."""
        return tomllib.loads(self._read("course.toml"))

    def position(self, name: str) -> Mapping[str, object]:
        """Read a set-up position (FORMATS 3)."""
        return tomllib.loads(self._read(f"positions/{name}.toml"))

    def texts(self, language: str) -> str:
        """Read the texts of all lessons in a language."""
        return self._read(f"{language}.md")

    def _read(self, name: str) -> str:
        return resources.files(self.package).joinpath(name).read_text(encoding="utf-8")
