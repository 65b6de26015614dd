"""A learner in the lessons of a game, with the progress stored in the home."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.lessons.course import Lesson, load_lessons, other_games
from khronos_pbem.lessons.lesson_progress import Progress, change_progress, read_progress
from khronos_pbem.lessons.lesson_run import LessonRun, Passed, resume_lesson, start_lesson
from khronos_pbem.messages import clauses, message
from khronos_pbem.session.turns.turn_draft import Composition
from khronos_pbem.storage.json_store import take_notices


@dataclass
class Learner:
    """The lessons of a game for the owner of a home, in a language.

    `problem` is the reason why progress could not be loaded or saved; empty if it could.
    """

    home: Path
    game: str
    language: str
    progress: Progress = field(default_factory=Progress)
    problem: str = ""
    _noted: tuple[str, Passed] = ("", ())

    @classmethod
    def of(cls, home: Path, game: str, language: str) -> Learner:
        """The learner of a game's lessons, with the stored progress.

        Raises UsageError if the game has no lessons.
        """
        load_lessons(game)
        learner = cls(home, game, language)
        try:
            learner.progress = read_progress(home, game)
            learner.problem = clauses(take_notices().values())
        except KhronosError as problem:
            learner.problem = problem.full_message
        return learner

    @property
    def others(self) -> list[str]:
        """The names of the other games with lessons."""
        return other_games(self.game)

    def next_lesson(self) -> Lesson | None:
        """The first lesson that is not done; None if all are done."""
        name = self.progress.next_lesson_name(self.game)
        return next((lesson for lesson in load_lessons(self.game) if lesson.name == name), None)

    def enter_lesson(self, lesson: Lesson, *, again: bool = False) -> LessonRun:
        """Resume a lesson at its current step; with `again`, forget its done steps and restart it."""
        if again:
            self._change(lambda progress: progress.without(lesson.name))
            return start_lesson(lesson)
        return resume_lesson(lesson, self.progress.passed(lesson.name))

    def on(self, lesson_run: LessonRun, composition: Composition) -> LessonRun:
        """Return the lesson run with other orders. If they complete the step, save the progress."""
        lesson_run = lesson_run.on(composition)
        if lesson_run.reached and self._noted != (lesson_run.lesson.name, lesson_run.all_passed):
            self._noted = (lesson_run.lesson.name, lesson_run.all_passed)
            self.remember(lesson_run)
        return lesson_run

    def remember(self, lesson_run: LessonRun) -> None:
        """Save that the step of a lesson run is done."""
        self._change(lambda progress: progress.with_step(lesson_run))

    def take_problem(self) -> str:
        """Return `problem` and clear it, so that it is shown once."""
        problem, self.problem = self.problem, ""
        return problem

    def forget(self, lessons: tuple[Lesson, ...]) -> None:
        """Forget that lessons were done or begun. Raises a KhronosError if the progress cannot be saved."""

        def without(progress: Progress) -> Progress:
            for lesson in lessons:
                progress = progress.without_lesson(lesson.name)
            return progress

        self.progress = change_progress(self.home, self.game, without)

    def _change(self, change: Callable[[Progress], Progress]) -> None:
        """Change the progress, and save it if possible."""
        self.progress = change(self.progress)
        try:
            self.progress = change_progress(self.home, self.game, change)
        except KhronosError as problem:
            told = message(
                "your progress in the lessons could not be saved: {problem}", problem=problem.full_message
            )
            self.problem = told
