"""Pages of the composer in lessons: the list of lessons, a lesson with its task, and its end."""

from __future__ import annotations

from khronos_pbem.composer.pages import Page, PageAction, PageChoice
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.course import load_lessons
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.lessons.lesson_run import LessonRun
from khronos_pbem.messages import Translate, message

HINTED, SOLVED = 1, 2
"""The levels of help requested in a step: a hint, and also its solution."""


def list_page(learner: Learner, speak: Translate) -> Page:
    """Return the page that lists all lessons, with the next lesson selected."""
    game, progress, language = learner.game, learner.progress, learner.language
    lessons, following = load_lessons(game), learner.next_lesson()
    choices = [
        PageChoice(lesson_text.list_line(lesson, progress, language), PageAction.LEARN, lesson.name)
        for lesson in lessons
    ]
    lines = [
        speak(message("Press Enter to begin or continue a lesson.")),
        "",
        speak(lesson_text.tally_message(game, progress)),
    ]
    lines += [speak(line) for line in lesson_text.other_game_lines(learner.others)]
    selected = 0 if following is None else following.number - 1
    title = lesson_text.list_heading(game)
    told = message("quit")
    return Page(speak(title), (*lines, ""), (*choices, PageChoice(told, PageAction.LEAVE)), selected)


def lesson_page(
    learner: Learner, lesson_run: LessonRun, helped: int, speak: Translate, *, explained: bool = True
) -> Page:
    """Return the page of a lesson's step: task, keys, verdict on the orders so far, and requested help.

    With `explained`, the explanation of the lesson comes first. `helped` is 0, HINTED or SOLVED.
    """
    language, lesson = learner.language, lesson_run.lesson
    lines = [*lesson_text.explanation_lines(lesson, language), ""] if explained else []
    lines += step_lines(lesson_run, language, speak)
    if lesson_run.composition.given:
        lines += ["", speak(lesson_text.result_message(lesson_run, language))]
    if helped >= HINTED:
        lines += ["", speak(lesson_text.hint_message(lesson_run, language))]
    if helped >= SOLVED:
        lines += ["", speak(lesson_text.solution_message(lesson_run))]
    more = message("show a hint") if helped < HINTED else message("show a solution")
    choices = [
        PageChoice(
            message("back to the board") if lesson_run.composition.given else message("begin"),
            PageAction.BACK,
        )
    ]
    choices += [PageChoice(more, PageAction.HINT)] if helped < SOLVED else []
    choices += [
        PageChoice(message("start this step again"), PageAction.RESTART),
        PageChoice(message("other lessons"), PageAction.LESSONS),
        PageChoice(message("quit"), PageAction.LEAVE),
    ]
    return Page(speak(lesson_text.lesson_heading(lesson, language)), (*lines, ""), tuple(choices))


def step_lines(lesson_run: LessonRun, language: str, speak: Translate) -> list[str]:
    """The task of a step, and the keys to use."""
    keys = lesson_text.keys_message(lesson_run, language)
    return [speak(lesson_text.task_message(lesson_run, language)), *(["", speak(keys)] if keys else [])]


def end_page(learner: Learner, lesson_run: LessonRun, speak: Translate) -> Page:
    """Return the page at the end of a lesson, with the next lesson as a choice."""
    following = learner.next_lesson()
    lines = [speak(lesson_text.result_message(lesson_run, learner.language)), ""]
    lines += [speak(lesson_text.tally_message(learner.game, learner.progress)), ""]
    choices = []
    if following is not None:
        words = lesson_text.lesson_heading(following, learner.language)
        choices.append(PageChoice(words, PageAction.LEARN, following.name))
    else:
        lines += [speak(line) for line in lesson_text.other_game_lines(learner.others)]
    choices += [
        PageChoice(message("other lessons"), PageAction.LESSONS),
        PageChoice(message("quit"), PageAction.LEAVE),
    ]
    return Page(
        speak(lesson_text.lesson_done_message(lesson_run.lesson, learner.language)),
        tuple(lines),
        tuple(choices),
    )
