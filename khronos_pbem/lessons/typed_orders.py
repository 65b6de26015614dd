"""Orders in a lesson, given as text line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from khronos_pbem.engine.contract import AnyParsedOrder, Event
from khronos_pbem.engine.runner import locate_error
from khronos_pbem.errors import GoalMissed, OrderError
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.lessons.lesson_run import LessonRun, StepOutlook
from khronos_pbem.messages import message

_CITED = re.compile(r" \((?:RULES )?((?:[A-Z]+ )?\d+\.\d+)\)$")
"""The pattern of a paragraph cited at the end of a sentence; errors cite it separately."""


class LineResult(NamedTuple):
    """The result of one line of orders: the lesson run after it, and the events.

    `left` holds the orders that follow, in the same line, the one that completed the step; they are ignored.
    """

    lesson_run: LessonRun
    events: tuple[Event, ...]
    left: tuple[str, ...] = ()


def give_typed_orders(learner: Learner, lesson_run: LessonRun, text: str) -> list[LineResult]:
    """Give the orders of a text line by line, save the progress, and return the result of each line.

    Orders that follow in a line after the step is complete are ignored. The next line belongs to the next
    step. Lines after the last step are ignored.

    Raises OrderError if the text has no orders, before any is given. Raises OrderError with its place for an
    illegal order; the progress in steps completed before it stays saved.
    """
    spelled = lesson_run.composition.game.parse(text)
    lines = [list(each) for _, each in groupby(spelled, key=lambda one: one.line)]
    found = list[LineResult]()
    for line in lines:
        if lesson_run.reached:
            following = lesson_run.next_step()
            if following is None:
                break
            lesson_run = following
        found.append(_give_line(learner, lesson_run, line))
        lesson_run = found[-1].lesson_run
    return found


def _give_line(learner: Learner, lesson_run: LessonRun, orders: Sequence[AnyParsedOrder]) -> LineResult:
    """Give the orders of one line. Raises OrderError with the place of an illegal one."""
    begin = len(lesson_run.composition.given)
    for number, each in enumerate(orders):
        try:
            lesson_run = learner.on(lesson_run, lesson_run.composition.add(each.order))
        except OrderError as problem:
            raise locate_error(problem, each) from None
        if lesson_run.reached:
            rest = tuple(one.words for one in orders[number + 1 :])
            return LineResult(lesson_run, _events_since(lesson_run, begin), rest)
    return LineResult(lesson_run, _events_since(lesson_run, begin))


def _events_since(lesson_run: LessonRun, begin: int) -> tuple[Event, ...]:
    return tuple(event for given in lesson_run.composition.given[begin:] for event in given.events)


def goal_missed_error(lesson_run: LessonRun, language: str, hint: str) -> GoalMissed:
    """Return the error for orders of a step that are legal but do not reach its goals."""
    if lesson_run.outlook is StepOutlook.ON_THE_WAY:
        what = message("this step is not done yet; give all its orders together")
        return GoalMissed(what, rule=lesson_run.lesson.rules[0], hint=hint)
    words, rule = lesson_text.missing_goal_text(lesson_run, language).rstrip("."), lesson_run.lesson.rules[0]
    cited = _CITED.search(words)
    if cited is not None:
        words, rule = words[: cited.start()], cited[1]
    return GoalMissed(message("Not there yet. {words}", words=words), rule=rule, hint=hint)
