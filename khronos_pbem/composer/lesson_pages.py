"""Pages of the screen in lessons: the list of them, one with its task and hints, and its end."""

from __future__ import annotations

from khronos_pbem.composer.pages import Choice, Do, Page
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.course import lessons_of
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.lessons.lesson_run import LessonRun
from khronos_pbem.messages import Speak, message

HINTED, SOLVED = 1, 2
"""How much help was asked for in a step: a hint, and its solution."""


def list_page(learner: Learner, speak: Speak) -> Page:
    """All lessons to choose from; the next one is picked."""
    game, progress, language = learner.game, learner.progress, learner.language
    lessons, following = lessons_of(game), learner.next_lesson()
    choices = [
        Choice(lesson_text.entry(lesson, progress, language), Do.LEARN, lesson.name) for lesson in lessons
    ]
    lines = [
        speak(message("Press Enter to begin or continue a lesson.")),
        "",
        speak(lesson_text.tally(game, progress)),
    ]
    lines += [speak(line) for line in lesson_text.other_lines(learner.others)]
    picked = 0 if following is None else following.number - 1
    title = lesson_text.titled(game)
    return Page(speak(title), (*lines, ""), (*choices, Choice(message("quit"), Do.LEAVE)), picked)


def lesson_page(
    learner: Learner, lesson_run: LessonRun, helped: int, speak: Speak, *, explained: bool = True
) -> Page:
    """The lesson and its step: the explanation, if it is wanted, task, keys, what is said of the orders so
    far, and the help that was asked for."""
    language, lesson = learner.language, lesson_run.lesson
    lines = [*lesson_text.about(lesson, language), ""] if explained else []
    lines += step_lines(lesson_run, language, speak)
    if lesson_run.composition.given:
        lines += ["", speak(lesson_text.verdict(lesson_run, language))]
    if helped >= HINTED:
        lines += ["", speak(lesson_text.hint(lesson_run, language))]
    if helped >= SOLVED:
        lines += ["", speak(lesson_text.solution(lesson_run))]
    more = message("show a hint") if helped < HINTED else message("show a solution")
    choices = [
        Choice(message("back to the board") if lesson_run.composition.given else message("begin"), Do.BACK)
    ]
    choices += [Choice(more, Do.HINT)] if helped < SOLVED else []
    choices += [
        Choice(message("start this step again"), Do.ANEW),
        Choice(message("other lessons"), Do.LESSONS),
        Choice(message("quit"), Do.LEAVE),
    ]
    return Page(speak(lesson_text.heading(lesson, language)), (*lines, ""), tuple(choices))


def step_lines(lesson_run: LessonRun, language: str, speak: Speak) -> list[str]:
    """The task of a step, and the keys that do it."""
    keys = lesson_text.keys(lesson_run, language)
    return [speak(lesson_text.task(lesson_run, language)), *(["", speak(keys)] if keys else [])]


def end_page(learner: Learner, lesson_run: LessonRun, speak: Speak) -> Page:
    """The end of a lesson: what is next."""
    following = learner.next_lesson()
    lines = [speak(lesson_text.verdict(lesson_run, learner.language)), ""]
    lines += [speak(lesson_text.tally(learner.game, learner.progress)), ""]
    choices = []
    if following is not None:
        words = lesson_text.heading(following, learner.language)
        choices.append(Choice(words, Do.LEARN, following.name))
    else:
        lines += [speak(line) for line in lesson_text.other_lines(learner.others)]
    choices += [Choice(message("other lessons"), Do.LESSONS), Choice(message("quit"), Do.LEAVE)]
    return Page(
        speak(lesson_text.finished(lesson_run.lesson, learner.language)), tuple(lines), tuple(choices)
    )
