"""Where a learner is in a lesson: pure values. Orders are given on a `Composition`, as in a turn, so that the
engine alone says what is legal and what comes of it; the goals of the step say whether that is enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any

from khronos_pbem.engine.features.lessons import Lessons, Tried
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.registry import feature, game_named
from khronos_pbem.lessons.course import Lesson, Step
from khronos_pbem.session.turns.setup_position import SetUp
from khronos_pbem.session.turns.starting_point import starting_point_of_position
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint

Passed = tuple[tuple[str, ...], ...]
"""The orders by which the steps of a lesson were reached, one tuple a step."""


class Outlook(Enum):
    """What the orders so far promise."""

    REACHED = "reached"
    ON_THE_WAY = "on the way"
    """The end of the lesson's own solution would do it from here, without its beginning."""
    OPEN = "open"
    """The whole solution would do it from here."""
    DOUBTFUL = "doubtful"
    """The solution does not lead there any more; something else may."""


@dataclass(frozen=True)
class LessonRun:
    """A step of a lesson with the orders given in it so far; `number` counts the steps from 0.

    `passed` are the orders of the steps before. `anew` tells that the step begins on the lesson's own way,
    and not where the step before has ended: the learner's way would not have led on.
    """

    lesson: Lesson
    number: int
    composition: Composition
    passed: Passed = ()
    anew: bool = False

    @property
    def step(self) -> Step:
        """The step."""
        return self.lesson.steps[self.number]

    @property
    def seat(self) -> int:
        """Whose turn the step is."""
        decision = self.composition.game.decision(self.composition.starting_point.position)
        return 0 if decision is None else decision.seat

    @cached_property
    def missing(self) -> str:
        """The first goal of the step that is not reached; empty once all are."""
        now, goals = self.composition, feature(self.lesson.game, Lessons).goals
        tried = Tried[Any](now.starting_point.position, now.position, now.events, self.seat)
        return next((name for name in self.step.goals if not (now.given and goals[name](tried))), "")

    @property
    def reached(self) -> bool:
        """Whether the step is done."""
        return not self.missing

    @cached_property
    def outlook(self) -> Outlook:
        """What the orders so far promise."""
        if self.reached:
            return Outlook.REACHED
        orders = self.step.orders
        if any(self._reaching(orders[begun:]) for begun in range(1, len(orders))):
            return Outlook.ON_THE_WAY
        return Outlook.OPEN if self._reaching(orders) else Outlook.DOUBTFUL

    def _reaching(self, orders: Sequence[str]) -> LessonRun | None:
        """The step with some orders more; None if that does not reach it."""
        try:
            done = self.on(self.composition.read("\n".join(orders)).composition)
        except KhronosError:
            return None
        return done if done.reached else None

    @property
    def last(self) -> bool:
        """Whether the lesson ends with this step."""
        return self.number + 1 == len(self.lesson.steps)

    @property
    def all_passed(self) -> Passed:
        """The orders of all steps that are done, of this one too if it is."""
        return (*self.passed, self.composition.texts) if self.reached else self.passed

    def on(self, composition: Composition) -> LessonRun:
        """The same step with other orders."""
        return replace(self, composition=composition)

    def restarted(self) -> LessonRun:
        """The step from its beginning."""
        return self.on(Composition(self.composition.starting_point))

    def advanced(self) -> LessonRun | None:
        """The next step; None behind the last one.

        It goes on from where the learner is, if its solution can be reached from there; else the lesson's own
        way leads to it.
        """
        if self.last:
            return None
        following, passed = self.number + 1, self.all_passed
        if not self.lesson.steps[following].position:
            starting_point = replace(self.composition.starting_point, position=self.composition.position)
            here = LessonRun(self.lesson, following, Composition(starting_point), passed)
            if here.solved() is not None:
                return here
            return replace(_own_way(self.lesson, following), passed=passed, anew=True)
        return replace(_own_way(self.lesson, following), passed=passed)

    def solved(self) -> LessonRun | None:
        """The step with its solution given instead of all orders; None if that does not reach it."""
        return self.restarted()._reaching(self.step.orders)


def begun(lesson: Lesson) -> LessonRun:
    """The first step of a lesson."""
    return _own_way(lesson, 0)


def resumed(lesson: Lesson, passed: Sequence[Sequence[str]]) -> LessonRun:
    """The step behind those that these orders reach, as far as they still do; the first one without any."""
    lesson_run = begun(lesson)
    for orders in passed:
        try:
            done = lesson_run.on(lesson_run.composition.read("\n".join(orders)).composition)
        except KhronosError:
            return lesson_run
        following = done.advanced() if done.reached else None
        if following is None:
            return lesson_run
        lesson_run = following
    return lesson_run


def _own_way(lesson: Lesson, number: int) -> LessonRun:
    """A step as the lesson itself leads to it: from the newest set-up position, by the solutions."""
    begin = max(n for n in range(number + 1) if lesson.steps[n].position)
    composition = Composition(_starting_point(lesson.game, lesson.steps[begin].position))
    for each in lesson.steps[begin:number]:
        done = composition.read(each.solution).composition
        composition = Composition(replace(done.starting_point, position=done.position))
    return LessonRun(lesson, number, composition)


def _starting_point(game: str, name: str) -> StartingPoint:
    positions = feature(game, Positions)
    position = positions.from_data(feature(game, Lessons).position(name))
    return starting_point_of_position(SetUp(game_named(game), positions, position))
