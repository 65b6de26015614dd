"""A learner's run of a lesson, as immutable values.

Orders are given in a `Composition`, as in a turn, so that only the engine decides on legality and effects.
The goals of the step decide whether the orders complete it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from khronos_pbem.engine.contract import AnyPosition
from khronos_pbem.engine.features.lessons import LessonAttempt, Lessons
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.registry import feature, game_by_name
from khronos_pbem.lessons.course import Lesson, LessonStep
from khronos_pbem.session.turns.setup_position import SetUp
from khronos_pbem.session.turns.starting_point import starting_point_of_position
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint

Passed = tuple[tuple[str, ...], ...]
"""The orders with which the learner completed the steps of a lesson, one tuple for each step."""


class StepOutlook(Enum):
    """The outlook for a step: whether it is complete, or the lesson's solution can still complete it."""

    REACHED = "reached"
    ON_THE_WAY = "on the way"
    """The lesson's own solution, without its first order or orders, would complete the step."""
    OPEN = "open"
    """The whole of the lesson's own solution would complete the step from here."""
    DOUBTFUL = "doubtful"
    """The lesson's own solution can no longer complete the step; other orders may."""


@dataclass(frozen=True)
class LessonRun:
    """A step of a lesson, with the orders given in it so far; `number` counts the steps from 0.

    `passed` holds the orders of the previous steps. `anew` is true if the step starts from the lesson's own
    solution, because it cannot be solved from the learner's last position.
    """

    lesson: Lesson
    number: int
    composition: Composition
    passed: Passed = ()
    anew: bool = False

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.number]

    @property
    def seat(self) -> int:
        """The seat that plays in this step."""
        decision = self.composition.game.decision(self.composition.starting_point.position)
        return 0 if decision is None else decision.seat

    @cached_property
    def missing(self) -> str:
        """The name of the first goal that is not reached; empty if all are reached."""
        now, goals = self.composition, feature(self.lesson.game, Lessons).goals
        tried = LessonAttempt[AnyPosition](now.starting_point.position, now.position, now.events, self.seat)
        return next((name for name in self.step.goals if not (now.given and goals[name](tried))), "")

    @property
    def reached(self) -> bool:
        """Whether all goals of the step are reached."""
        return not self.missing

    @cached_property
    def outlook(self) -> StepOutlook:
        """The outlook for the step after the orders so far."""
        if self.reached:
            return StepOutlook.REACHED
        orders = self.step.orders
        if any(self._reached_with(orders[begin:]) for begin in range(1, len(orders))):
            return StepOutlook.ON_THE_WAY
        return StepOutlook.OPEN if self._reached_with(orders) else StepOutlook.DOUBTFUL

    def _reached_with(self, orders: Sequence[str]) -> LessonRun | None:
        """The step with these orders added; None if they are illegal or do not reach it."""
        try:
            done = self.on(self.composition.read("\n".join(orders)).composition)
        except KhronosError:
            return None
        return done if done.reached else None

    @property
    def last(self) -> bool:
        """Whether this is the last step of the lesson."""
        return self.number + 1 == len(self.lesson.steps)

    @property
    def all_passed(self) -> Passed:
        """The orders of all done steps, including this one if it is done."""
        return (*self.passed, self.composition.texts) if self.reached else self.passed

    def on(self, composition: Composition) -> LessonRun:
        """The same step with other orders."""
        return replace(self, composition=composition)

    def restarted(self) -> LessonRun:
        """The same step without orders."""
        return self.on(Composition(self.composition.starting_point))

    def next_step(self) -> LessonRun | None:
        """Return the next step; None after the last one.

        A step with a start position of its own begins there. Any other continues from the learner's position
        if its solution works there, otherwise from the lesson's own solution.
        """
        if self.last:
            return None
        following, passed = self.number + 1, self.all_passed
        continues = not self.lesson.steps[following].position
        if continues:
            starting_point = self.composition.starting_point._replace(position=self.composition.position)
            here = LessonRun(self.lesson, following, Composition(starting_point), passed)
            if here.solved() is not None:
                return here
        return replace(_step_after_solutions(self.lesson, following), passed=passed, anew=continues)

    def solved(self) -> LessonRun | None:
        """Return the step with its solution as its only orders; None if they do not complete it."""
        return self.restarted()._reached_with(self.step.orders)


def start_lesson(lesson: Lesson) -> LessonRun:
    """The first step of a lesson."""
    return _step_after_solutions(lesson, 0)


def resume_lesson(lesson: Lesson, passed: Sequence[Sequence[str]]) -> LessonRun:
    """Return the first step of a lesson that these orders do not complete, or the last step.

    `passed` has one tuple of orders for each step.
    """
    lesson_run = start_lesson(lesson)
    for orders in passed:
        done = lesson_run._reached_with(orders)
        following = None if done is None else done.next_step()
        if following is None:
            return lesson_run
        lesson_run = following
    return lesson_run


def _step_after_solutions(lesson: Lesson, number: int) -> LessonRun:
    """Return a step as reached with the lesson's own solutions, from the last start position before it."""
    begin = max(n for n in range(number + 1) if lesson.steps[n].position)
    composition = Composition(_starting_point(lesson.game, lesson.steps[begin].position))
    for each in lesson.steps[begin:number]:
        done = composition.read(each.solution).composition
        composition = Composition(done.starting_point._replace(position=done.position))
    return LessonRun(lesson, number, composition)


def _starting_point(game: str, name: str) -> StartingPoint:
    positions = feature(game, Positions)
    position = positions.from_data(feature(game, Lessons).position(name))
    return starting_point_of_position(SetUp(game_by_name(game), positions, position))
