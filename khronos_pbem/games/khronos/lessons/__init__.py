"""The lessons of Khronos (`engine.features.lessons`): course, set-up positions, goals, a page a language."""

from __future__ import annotations

from khronos_pbem.engine.features.lessons import LessonFiles
from khronos_pbem.games.khronos.lessons.goals import GOALS
from khronos_pbem.games.khronos.model.position import Position


class KhronosLessons(LessonFiles[Position]):
    """Eight lessons, from the first watchtower to a whole turn."""

    package = __name__
    goals = GOALS
