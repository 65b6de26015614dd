"""A learner in the lessons of a game: where he is, and what is remembered of it in his home."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from khronos_pbem.engine.features.lessons import Lessons
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.registry import offered
from khronos_pbem.lessons.course import Lesson, lessons_of
from khronos_pbem.lessons.lesson_progress import Progress, change_progress, read_progress
from khronos_pbem.lessons.lesson_run import LessonRun, Passed, begun, resumed
from khronos_pbem.messages import message
from khronos_pbem.session.turns.turn_draft import Composition


@dataclass
class Learner:
    """The lessons of a game for the owner of a home, in a language.

    `problem` is why something could not be remembered; empty if all could.
    """

    home: Path
    game: str
    language: str
    progress: Progress = field(default_factory=Progress)
    problem: str = ""
    _noted: tuple[str, Passed] = ("", ())

    @classmethod
    def of(cls, home: Path, game: str, language: str) -> Learner:
        """The lessons of a game, with what the home remembers of them. Raises UsageError for a game without
        any."""
        lessons_of(game)
        learner = cls(home, game, language)
        try:
            learner.progress = read_progress(home, game)
        except KhronosError as problem:
            learner.problem = problem.said
        return learner

    @property
    def others(self) -> list[str]:
        """The names of the other games with lessons."""
        return [name for name, _ in offered(Lessons) if name != self.game]

    def next_lesson(self) -> Lesson | None:
        """The lesson to go on with; None if all are done."""
        name = self.progress.next_of(self.game)
        return next((lesson for lesson in lessons_of(self.game) if lesson.name == name), None)

    def entered(self, lesson: Lesson, *, again: bool = False) -> LessonRun:
        """A lesson where it was left, or, with `again`, from its first step."""
        if again:
            self._change_by_forgetting_steps(lesson)
            return begun(lesson)
        return resumed(lesson, self.progress.passed(lesson.name))

    def on(self, lesson_run: LessonRun, composition: Composition) -> LessonRun:
        """The lesson run with other orders; what they reach is remembered."""
        lesson_run = lesson_run.on(composition)
        if lesson_run.reached and self._noted != (lesson_run.lesson.name, lesson_run.all_passed):
            self._noted = (lesson_run.lesson.name, lesson_run.all_passed)
            self.remember(lesson_run)
        return lesson_run

    def remember(self, lesson_run: LessonRun) -> None:
        """Remember that the step of a lesson run is done."""
        self.progress = self.progress.with_step(lesson_run)
        try:
            self.progress = change_progress(self.home, self.game, lambda newest: newest.with_step(lesson_run))
        except KhronosError as problem:
            self._lost(problem)

    def forget(self, lessons: tuple[Lesson, ...]) -> None:
        """Forget that lessons were done or begun. Raises KhronosError where that cannot be written."""

        def without(progress: Progress) -> Progress:
            for lesson in lessons:
                progress = progress.forgetting(lesson.name)
            return progress

        self.progress = change_progress(self.home, self.game, without)

    def _change_by_forgetting_steps(self, lesson: Lesson) -> None:
        self.progress = self.progress.without(lesson.name)
        try:
            self.progress = change_progress(self.home, self.game, lambda newest: newest.without(lesson.name))
        except KhronosError as problem:
            self._lost(problem)

    def _lost(self, problem: KhronosError) -> None:
        self.problem = message("your progress in the lessons is not saved: {problem}", problem=problem.said)
