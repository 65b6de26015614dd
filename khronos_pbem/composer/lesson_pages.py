"""Pages of the screen in lessons: the list of them, one with its task and hints, and its end."""

from __future__ import annotations

from khronos_pbem.composer.pages import Choice, Do, Page
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.course import lessons_of
from khronos_pbem.lessons.learner import School
from khronos_pbem.lessons.lesson_run import Sitting
from khronos_pbem.messages import Speak, say

HINTED, SOLVED = 1, 2
"""How much help was asked for in a step: a hint, and its solution."""


def list_page(school: School, speak: Speak) -> Page:
    """All lessons to choose from; the next one is picked."""
    game, progress, language = school.game, school.progress, school.language
    lessons, following = lessons_of(game), school.next_lesson()
    choices = [
        Choice(lesson_text.entry(lesson, progress, language), Do.LEARN, lesson.name) for lesson in lessons
    ]
    lines = [
        speak(say("Press Enter to begin or continue a lesson.")),
        "",
        speak(lesson_text.tally(game, progress)),
    ]
    lines += [speak(line) for line in lesson_text.other_lines(school.others)]
    picked = 0 if following is None else following.number - 1
    title = lesson_text.titled(game)
    return Page(speak(title), (*lines, ""), (*choices, Choice(say("quit"), Do.LEAVE)), picked)


def lesson_page(
    school: School, sitting: Sitting, helped: int, speak: Speak, *, explained: bool = True
) -> Page:
    """The lesson and its step: the explanation, if it is wanted, task, keys, what is said of the orders so
    far, and the help that was asked for."""
    language, lesson = school.language, sitting.lesson
    lines = [*lesson_text.about(lesson, language), ""] if explained else []
    lines += step_lines(sitting, language, speak)
    if sitting.composition.given:
        lines += ["", speak(lesson_text.verdict(sitting, language))]
    if helped >= HINTED:
        lines += ["", speak(lesson_text.hint(sitting, language))]
    if helped >= SOLVED:
        lines += ["", speak(lesson_text.solution(sitting))]
    more = say("show a hint") if helped < HINTED else say("show a solution")
    choices = [Choice(say("back to the board") if sitting.composition.given else say("begin"), Do.BACK)]
    choices += [Choice(more, Do.HINT)] if helped < SOLVED else []
    choices += [
        Choice(say("start this step again"), Do.ANEW),
        Choice(say("other lessons"), Do.LESSONS),
        Choice(say("quit"), Do.LEAVE),
    ]
    return Page(speak(lesson_text.heading(lesson, language)), (*lines, ""), tuple(choices))


def step_lines(sitting: Sitting, language: str, speak: Speak) -> list[str]:
    """The task of a step, and the keys that do it."""
    keys = lesson_text.keys(sitting, language)
    return [speak(lesson_text.task(sitting, language)), *(["", speak(keys)] if keys else [])]


def end_page(school: School, sitting: Sitting, speak: Speak) -> Page:
    """The end of a lesson: what is next."""
    following = school.next_lesson()
    lines = [speak(lesson_text.verdict(sitting, school.language)), ""]
    lines += [speak(lesson_text.tally(school.game, school.progress)), ""]
    choices = []
    if following is not None:
        words = lesson_text.heading(following, school.language)
        choices.append(Choice(words, Do.LEARN, following.name))
    else:
        lines += [speak(line) for line in lesson_text.other_lines(school.others)]
    choices += [Choice(say("other lessons"), Do.LESSONS), Choice(say("quit"), Do.LEAVE)]
    return Page(speak(lesson_text.finished(sitting.lesson, school.language)), tuple(lines), tuple(choices))
