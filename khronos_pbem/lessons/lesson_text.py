"""Lessons in words: what the screen and the command line say of a step, its verdict, and the list of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from khronos_pbem.games.registry import DEFAULT, title_of
from khronos_pbem.lessons.course import Lesson, StepText, lessons_of, text_of
from khronos_pbem.lessons.lesson_progress import Progress
from khronos_pbem.lessons.lesson_run import Outlook, Sitting
from khronos_pbem.manual.plain_text import inline
from khronos_pbem.manual.topics import ORIGINAL
from khronos_pbem.messages import Said, listed, say, say_many


def heading(lesson: Lesson, language: str) -> Said:
    """Which lesson of how many it is, and what it is called."""
    count, title = len(lessons_of(lesson.game)), text_of(lesson, language).title
    return say("Lesson {number} of {count}: {title}", number=lesson.number, count=count, title=title)


def about(lesson: Lesson, language: str) -> list[str]:
    """The explanation of a lesson, one paragraph a line, an empty one between them."""
    return [inline(line) for line in text_of(lesson, language).about.splitlines()]


def words_of(sitting: Sitting, language: str) -> StepText:
    """What the step of a sitting says."""
    return text_of(sitting.lesson, language).steps[sitting.step.name]


def task(sitting: Sitting, language: str) -> Said:
    """Which step of how many it is, and what it asks for."""
    count, words = len(sitting.lesson.steps), inline(words_of(sitting, language).task)
    return say("Step {number} of {count}: {words}", number=sitting.number + 1, count=count, words=words)


def keys(sitting: Sitting, language: str) -> str:
    """The keys of the screen that do what a step asks for; empty if it names none."""
    words = words_of(sitting, language).keys
    return say("Keys: {words}", words=inline(words)) if words else ""


def verdict(sitting: Sitting, language: str) -> Said:
    """What is said of the orders so far: that the step is done, or what is missing."""
    if sitting.reached:
        return say("Done. {words}", words=inline(words_of(sitting, language).done))
    if sitting.outlook is Outlook.ON_THE_WAY:
        return say("So far so good; go on.")
    return say("Not there yet. {words}", words=lacking(sitting, language))


def lacking(sitting: Sitting, language: str) -> str:
    """What a step says of its first goal that is not reached."""
    missed = words_of(sitting, language).missed
    return inline(missed.get(sitting.missing) or missed.get("", ""))


def hint(sitting: Sitting, language: str) -> Said:
    """The hint of the step."""
    return say("Hint: {words}", words=inline(words_of(sitting, language).hint))


def solution(sitting: Sitting) -> Said:
    """A way to reach the step, in the words of the language."""
    orders = [say("{order}", order=order) for order in sitting.step.orders]
    return say("A solution: {orders}", orders=listed(orders, "; "))


def set_anew() -> Said:
    """That a step does not begin where the learner's own orders have led."""
    return say("For this step the lesson continues from its own solution, not from yours.")


def finished(lesson: Lesson, language: str) -> Said:
    """That a lesson is at its end."""
    title = text_of(lesson, language).title
    return say("Lesson {number} is done: {title}", number=lesson.number, title=title)


# --- the list ---------------------------------------------------------------------------------------------


def state_of(lesson: Lesson, progress: Progress) -> str:
    """How far somebody came in a lesson, in a word or two; empty for one that was never begun."""
    passed = min(len(progress.passed(lesson.name)), len(lesson.steps))
    if passed:
        return say("step {number} of {count}", number=passed + 1, count=len(lesson.steps))
    return say("done") if lesson.name in progress.done else ""


def entry(lesson: Lesson, progress: Progress, language: str) -> Said:
    """A lesson as a line of the list: its number, a mark if it is done, title, name, and how far one came."""
    mark = "x" if lesson.name in progress.done else " "
    text, state = text_of(lesson, language), state_of(lesson, progress)
    parts: dict[str, Any] = {"number": lesson.number, "title": text.title, "name": text.names[0]}
    if lesson.name in progress.begun:
        return say("{number} [{mark}] {title} ({name}), {state}", mark=mark, state=state, **parts)
    return say("{number} [{mark}] {title} ({name})", mark=mark, **parts)


def titled(game: str) -> Said:
    """Whose lessons they are."""
    return say("The lessons for {title}:", title=title_of(game))


def list_lines(game: str, progress: Progress, language: str, others: Sequence[str]) -> list[str]:
    """All lessons of a game, which of them are done, and what other games have some."""
    lines: list[str] = [titled(game)]
    lines += [say("  {line}", line=entry(lesson, progress, language)) for lesson in lessons_of(game)]
    lines.append(tally(game, progress))
    return [*lines, *other_lines(others)]


def tally(game: str, progress: Progress) -> Said:
    """How many lessons are done, and which one is next."""
    count, done = len(lessons_of(game)), len(progress.done)
    if done >= count:
        alone = "khronos solo" if game == DEFAULT else f"khronos solo --game {game}"
        return say("All lessons are done. Play against the computer: {command}", command=alone)
    return say_many("{n} of {count} lessons is done.", "{n} of {count} lessons are done.", done, count=count)


def other_lines(others: Sequence[str]) -> list[str]:
    """Which other games have lessons."""
    return [
        say("{title} has lessons too: khronos learn --game {name}", title=title_of(name), name=name)
        for name in others
    ]


def lesson_facts(lesson: Lesson, progress: Progress) -> dict[str, Any]:
    """A lesson as JSON, which is English (FORMATS 1)."""
    return {
        "number": lesson.number,
        "name": lesson.name,
        "title": text_of(lesson, ORIGINAL).title,
        "rules": list(lesson.rules),
        "steps": len(lesson.steps),
        "passed": min(len(progress.passed(lesson.name)), len(lesson.steps)),
        "done": lesson.name in progress.done,
    }
