"""The lessons of My Village (`features.lessons`): course, set-up positions, goals and texts."""

from __future__ import annotations

from khronos_pbem.engine.features.lessons import LessonFiles
from khronos_pbem.games.my_village.lessons.goals import GOALS
from khronos_pbem.games.my_village.model.position import Position


class VillageLessons(LessonFiles[Position]):
    """Eight lessons, from the first two dice to the end of a game."""

    package = __name__
    goals = GOALS
