"""What a game offers to `learn`: its lessons as data, the positions that they begin with, and named goals.

A lesson is a row of steps. A step begins on a position, asks for orders, and is reached once all its goals
hold: facts of the position that the orders have led to, or of what happened, so that every order that gets
there counts. The texts are Markdown, one page a language, in the form that `khronos_pbem.lessons` reads.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from khronos_pbem.engine.contract import Event

P = TypeVar("P")


class Tried(NamedTuple, Generic[P]):
    """What a learner has done in a step: the position that it began with, the one now, what happened in
    between, and the learner's seat."""

    before: P
    after: P
    events: tuple[Event, ...]
    seat: int


Goal = Callable[[Tried[P]], bool]
"""Whether what a step asks for has come about."""


@runtime_checkable
class Lessons(Protocol[P]):
    """The lessons of a game."""

    goals: Mapping[str, Goal[P]]
    """The goals of all steps by their names."""

    def course(self) -> Mapping[str, Any]:
        """The lessons in their order: a list `lesson` of tables with `name`, the paragraphs `rules`, and a
        list `step` of tables with `name`, `goals`, `solution` (orders in canonical text, `;` between them),
        and `position`, the name of the set-up position that the step begins with: without it the step goes
        on where the one before has ended."""

    def position(self, name: str) -> Mapping[str, Any]:
        """A set-up position of the lessons as data (FORMATS 3)."""

    def texts(self, language: str) -> str:
        """What all lessons say in a language, as Markdown."""


class LessonFiles(Lessons[P]):
    """Lessons in files of a game's package: `course.toml`, `positions/NAME.toml`, `LANGUAGE.md`."""

    package: str
    """The name of the package."""

    def course(self) -> Mapping[str, Any]:
        """The lessons and their steps, in order."""
        return tomllib.loads(self._read("course.toml"))

    def position(self, name: str) -> Mapping[str, Any]:
        """A set-up position (FORMATS 3)."""
        return tomllib.loads(self._read(f"positions/{name}.toml"))

    def texts(self, language: str) -> str:
        """What the lessons say in a language."""
        return self._read(f"{language}.md")

    def _read(self, name: str) -> str:
        return resources.files(self.package).joinpath(name).read_text(encoding="utf-8")
