"""The feature `Lessons` of Khronos: course, set-up positions, goals, and a page in each language."""

from __future__ import annotations

from khronos_pbem.engine.features.lessons import LessonFiles
from khronos_pbem.games.khronos.lessons.goals import GOALS
from khronos_pbem.games.khronos.model.position import Position


class KhronosLessons(LessonFiles[Position]):
    """Eight lessons, from the first watchtower to a whole turn."""

    package = __name__
    goals = GOALS
