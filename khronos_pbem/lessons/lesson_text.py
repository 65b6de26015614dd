"""Lessons in words: what the screen and the command line say of a step, its verdict, and the list of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from khronos_pbem.games.registry import DEFAULT, title_of
from khronos_pbem.lessons.course import Lesson, StepText, lessons_of, text_of
from khronos_pbem.lessons.lesson_progress import Progress
from khronos_pbem.lessons.lesson_run import LessonRun, Outlook
from khronos_pbem.manual.plain_text import inline
from khronos_pbem.manual.topics import ORIGINAL
from khronos_pbem.messages import Message, listed, message, plural_message


def heading(lesson: Lesson, language: str) -> Message:
    """Which lesson of how many it is, and what it is called."""
    count, title = len(lessons_of(lesson.game)), text_of(lesson, language).title
    return message("Lesson {number} of {count}: {title}", number=lesson.number, count=count, title=title)


def about(lesson: Lesson, language: str) -> list[str]:
    """The explanation of a lesson, one paragraph a line, an empty one between them."""
    return [inline(line) for line in text_of(lesson, language).about.splitlines()]


def words_of(lesson_run: LessonRun, language: str) -> StepText:
    """What the step of a lesson run says."""
    return text_of(lesson_run.lesson, language).steps[lesson_run.step.name]


def task(lesson_run: LessonRun, language: str) -> Message:
    """Which step of how many it is, and what it asks for."""
    count, words = len(lesson_run.lesson.steps), inline(words_of(lesson_run, language).task)
    return message(
        "Step {number} of {count}: {words}", number=lesson_run.number + 1, count=count, words=words
    )


def keys(lesson_run: LessonRun, language: str) -> str:
    """The keys of the screen that do what a step asks for; empty if it names none."""
    words = words_of(lesson_run, language).keys
    return message("Keys: {words}", words=inline(words)) if words else ""


def verdict(lesson_run: LessonRun, language: str) -> Message:
    """What is said of the orders so far: that the step is done, or what is missing."""
    if lesson_run.reached:
        return message("Done. {words}", words=inline(words_of(lesson_run, language).done))
    if lesson_run.outlook is Outlook.ON_THE_WAY:
        return message("So far so good; go on.")
    return message("Not there yet. {words}", words=lacking(lesson_run, language))


def lacking(lesson_run: LessonRun, language: str) -> str:
    """What a step says of its first goal that is not reached."""
    missed = words_of(lesson_run, language).missed
    return inline(missed.get(lesson_run.missing) or missed.get("", ""))


def hint(lesson_run: LessonRun, language: str) -> Message:
    """The hint of the step."""
    return message("Hint: {words}", words=inline(words_of(lesson_run, language).hint))


def solution(lesson_run: LessonRun) -> Message:
    """A way to reach the step, in the words of the language."""
    orders = [message("{order}", order=order) for order in lesson_run.step.orders]
    return message("A solution: {orders}", orders=listed(orders, "; "))


def set_anew() -> Message:
    """That a step does not begin where the learner's own orders have led."""
    return message("For this step the lesson continues from its own solution, not from yours.")


def finished(lesson: Lesson, language: str) -> Message:
    """That a lesson is at its end."""
    title = text_of(lesson, language).title
    return message("Lesson {number} is done: {title}", number=lesson.number, title=title)


# --- the list ---------------------------------------------------------------------------------------------


def state_of(lesson: Lesson, progress: Progress) -> str:
    """How far somebody came in a lesson, in a word or two; empty for one that was never begun."""
    passed = min(len(progress.passed(lesson.name)), len(lesson.steps))
    if passed:
        return message("step {number} of {count}", number=passed + 1, count=len(lesson.steps))
    return message("done") if lesson.name in progress.done else ""


def entry(lesson: Lesson, progress: Progress, language: str) -> Message:
    """A lesson as a line of the list: its number, a mark if it is done, title, name, and how far one came."""
    mark = "x" if lesson.name in progress.done else " "
    text, state = text_of(lesson, language), state_of(lesson, progress)
    parts: dict[str, Any] = {"number": lesson.number, "title": text.title, "name": text.names[0]}
    if lesson.name in progress.begun:
        return message("{number} [{mark}] {title} ({name}), {state}", mark=mark, state=state, **parts)
    return message("{number} [{mark}] {title} ({name})", mark=mark, **parts)


def titled(game: str) -> Message:
    """Whose lessons they are."""
    return message("The lessons for {title}:", title=title_of(game))


def list_lines(game: str, progress: Progress, language: str, others: Sequence[str]) -> list[str]:
    """All lessons of a game, which of them are done, and what other games have some."""
    lines: list[str] = [titled(game)]
    lines += [message("  {line}", line=entry(lesson, progress, language)) for lesson in lessons_of(game)]
    lines.append(tally(game, progress))
    return [*lines, *other_lines(others)]


def tally(game: str, progress: Progress) -> Message:
    """How many lessons are done, and which one is next."""
    count, done = len(lessons_of(game)), len(progress.done)
    if done >= count:
        alone = "khronos solo" if game == DEFAULT else f"khronos solo --game {game}"
        return message("All lessons are done. Play against the computer: {command}", command=alone)
    return plural_message(
        "{n} of {count} lessons is done.", "{n} of {count} lessons are done.", done, count=count
    )


def other_lines(others: Sequence[str]) -> list[str]:
    """Which other games have lessons."""
    return [
        message("{title} has lessons too: khronos learn --game {name}", title=title_of(name), name=name)
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
