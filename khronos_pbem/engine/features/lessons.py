"""What a game offers to `learn`: lessons as data, their positions, and goals by name.

A lesson is a list of steps. A step begins with a position and asks for orders. It is passed when all its
goals hold, which test the position reached and the events, so that any orders that get there count. The
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
"""Whether what a step asks for has come about."""


@runtime_checkable
class Lessons(Protocol[P]):
    """The lessons of a game."""

    goals: Mapping[str, Goal[P]]
    """The goals of all steps by their names."""

    def course(self) -> Mapping[str, Any]:
        """Return the lessons in order, as tables under the key `lesson`.

        Each has `name`, the paragraphs `rules`, and a list `step` of tables with `name`, `goals`, `solution`
        (orders in canonical text, separated by `;`) and `position`, the name of the set-up position with
        which the step begins. Without `position`, the step continues where the one before ended.
        """

    def position(self, name: str) -> Mapping[str, object]:
        """Return a set-up position of the lessons, by its name, as data (FORMATS 3)."""

    def texts(self, language: str) -> str:
        """Return the texts of all lessons in a language, as Markdown."""


class LessonFiles(Lessons[P]):
    """Lessons in files of a game's package: `course.toml`, `positions/NAME.toml`, `LANGUAGE.md`."""

    package: str
    """The name of the package."""

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
