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
from khronos_pbem.lessons.learner import School
from khronos_pbem.lessons.lesson_run import Outlook, Sitting
from khronos_pbem.messages import say

_CITED = re.compile(r" \((?:RULES )?((?:[A-Z]+ )?\d+\.\d+)\)$")
"""The paragraph that a sentence ends with; an error says it by itself."""


class Answer(NamedTuple):
    """What the orders of one line came to: the sitting with them, what happened by them, and the words of
    those behind the one that has reached the step, which are left out."""

    sitting: Sitting
    events: tuple[Event, ...]
    left: tuple[str, ...] = ()


def answers(school: School, sitting: Sitting, text: str) -> list[Answer]:
    """What the lines of a text come to, one after the other; a line that reaches a step ends it, and the next
    one belongs to the step behind it.

    Stops behind the last step. Raises OrderError for what is no order, before any is given, and, with its
    place, for one that may not be given: the steps before it are remembered all the same.
    """
    spelled = sitting.composition.game.parse(text)
    lines = [list(each) for _, each in groupby(spelled, key=lambda one: one.line)]
    found = list[Answer]()
    for line in lines:
        if sitting.reached:
            following = sitting.advanced()
            if following is None:
                break
            sitting = following
        found.append(_answer(school, sitting, line))
        sitting = found[-1].sitting
    return found


def _answer(school: School, sitting: Sitting, orders: Sequence[Spelled[Any]]) -> Answer:
    """What the orders of a line come to. Raises OrderError with the place of the one that stops it."""
    begin = len(sitting.composition.given)
    for number, each in enumerate(orders):
        try:
            sitting = school.on(sitting, sitting.composition.add(each.order))
        except OrderError as problem:
            raise placed(problem, each) from None
        if sitting.reached:
            rest = tuple(one.words for one in orders[number + 1 :])
            return Answer(sitting, _since(sitting, begin), rest)
    return Answer(sitting, _since(sitting, begin))


def _since(sitting: Sitting, begin: int) -> tuple[Event, ...]:
    return tuple(event for given in sitting.composition.given[begin:] for event in given.events)


def missed(sitting: Sitting, language: str, hint: str) -> Missed:
    """That the orders of a step are legal, and not what it asks for."""
    if sitting.outlook is Outlook.ON_THE_WAY:
        what = say("this step is not done yet: give all its orders together")
        return Missed(what, rule=sitting.lesson.rules[0], hint=hint)
    words, rule = lesson_text.lacking(sitting, language).rstrip("."), sitting.lesson.rules[0]
    cited = _CITED.search(words)
    if cited is not None:
        words, rule = words[: cited.start()], cited[1]
    return Missed(say("Not there yet. {words}", words=words), rule=rule, hint=hint)
