"""The lessons of Khronos (`engine.lessons`): course, set-up positions, goals, a page a language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from khronos_pbem.engine.lessons import Lessons
from khronos_pbem.games.khronos.lessons.goals import GOALS
from khronos_pbem.games.khronos.model.position import Position


class KhronosLessons(Lessons[Position]):
    """Eight lessons, from the first watchtower to a whole turn."""

    goals = GOALS

    def course(self) -> Mapping[str, Any]:
        """The lessons and their steps, in order."""
        return tomllib.loads(_read("course.toml"))

    def position(self, name: str) -> Mapping[str, Any]:
        """A set-up position (FORMATS 3)."""
        return tomllib.loads(_read(f"positions/{name}.toml"))

    def texts(self, language: str) -> str:
        """What the lessons say in a language."""
        return _read(f"{language}.md")


def _read(name: str) -> str:
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
