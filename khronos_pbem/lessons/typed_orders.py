"""Orders given in a lesson as text, line by line: what they reach, and what stops them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Event, Spelled
from khronos_pbem.engine.runner import placed
from khronos_pbem.errors import Missed, OrderError
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.lessons.lesson_run import LessonRun, Outlook
from khronos_pbem.messages import message

_CITED = re.compile(r" \((?:RULES )?((?:[A-Z]+ )?\d+\.\d+)\)$")
"""The paragraph that a sentence ends with; an error says it by itself."""


class Answer(NamedTuple):
    """What the orders of one line came to: the lesson run with them, what happened by them, and the words of
    those behind the one that has reached the step, which are left out."""

    lesson_run: LessonRun
    events: tuple[Event, ...]
    left: tuple[str, ...] = ()


def answers(learner: Learner, lesson_run: LessonRun, text: str) -> list[Answer]:
    """What the lines of a text come to, one after the other; a line that reaches a step ends it, and the next
    one belongs to the step behind it.

    Stops behind the last step. Raises OrderError for what is no order, before any is given, and, with its
    place, for one that may not be given: the steps before it are remembered all the same.
    """
    spelled = lesson_run.composition.game.parse(text)
    lines = [list(each) for _, each in groupby(spelled, key=lambda one: one.line)]
    found = list[Answer]()
    for line in lines:
        if lesson_run.reached:
            following = lesson_run.advanced()
            if following is None:
                break
            lesson_run = following
        found.append(_answer(learner, lesson_run, line))
        lesson_run = found[-1].lesson_run
    return found


def _answer(learner: Learner, lesson_run: LessonRun, orders: Sequence[Spelled[Any]]) -> Answer:
    """What the orders of a line come to. Raises OrderError with the place of the one that stops it."""
    begin = len(lesson_run.composition.given)
    for number, each in enumerate(orders):
        try:
            lesson_run = learner.on(lesson_run, lesson_run.composition.add(each.order))
        except OrderError as problem:
            raise placed(problem, each) from None
        if lesson_run.reached:
            rest = tuple(one.words for one in orders[number + 1 :])
            return Answer(lesson_run, _since(lesson_run, begin), rest)
    return Answer(lesson_run, _since(lesson_run, begin))


def _since(lesson_run: LessonRun, begin: int) -> tuple[Event, ...]:
    return tuple(event for given in lesson_run.composition.given[begin:] for event in given.events)


def missed(lesson_run: LessonRun, language: str, hint: str) -> Missed:
    """That the orders of a step are legal, and not what it asks for."""
    if lesson_run.outlook is Outlook.ON_THE_WAY:
        what = message("this step is not done yet: give all its orders together")
        return Missed(what, rule=lesson_run.lesson.rules[0], hint=hint)
    words, rule = lesson_text.lacking(lesson_run, language).rstrip("."), lesson_run.lesson.rules[0]
    cited = _CITED.search(words)
    if cited is not None:
        words, rule = words[: cited.start()], cited[1]
    return Missed(message("Not there yet. {words}", words=words), rule=rule, hint=hint)
