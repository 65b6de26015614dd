"""The texts of lessons for the screen and the command line: steps, results and lesson lists."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.games.registry import DEFAULT, game_title
from khronos_pbem.lessons.course import Lesson, StepText, find_lesson_text, load_lessons
from khronos_pbem.lessons.lesson_progress import Progress
from khronos_pbem.lessons.lesson_run import LessonRun, StepOutlook
from khronos_pbem.manual.plain_text import without_emphasis
from khronos_pbem.manual.topics import ORIGINAL
from khronos_pbem.messages import Message, listed, message, plural_message


def lesson_heading(lesson: Lesson, language: str) -> Message:
    """The number and the title of a lesson."""
    count, title = len(load_lessons(lesson.game)), find_lesson_text(lesson, language).title
    return message("Lesson {number} of {count}: {title}", number=lesson.number, count=count, title=title)


def explanation_lines(lesson: Lesson, language: str) -> list[str]:
    """The explanation of a lesson: each paragraph as one line, with an empty line between them."""
    return [without_emphasis(line) for line in find_lesson_text(lesson, language).about.splitlines()]


def step_text(lesson_run: LessonRun, language: str) -> StepText:
    """The texts of the current step of a lesson run."""
    return find_lesson_text(lesson_run.lesson, language).steps[lesson_run.step.name]


def task_message(lesson_run: LessonRun, language: str) -> Message:
    """The number of the current step, and its task."""
    count, words = len(lesson_run.lesson.steps), without_emphasis(step_text(lesson_run, language).task)
    return message(
        "Step {number} of {count}: {words}", number=lesson_run.number + 1, count=count, words=words
    )


def keys_message(lesson_run: LessonRun, language: str) -> str:
    """The keys of the screen for the current step; empty if it has none."""
    words = step_text(lesson_run, language).keys
    return message("Keys: {words}", words=without_emphasis(words)) if words else ""


def result_message(lesson_run: LessonRun, language: str) -> Message:
    """The result of the orders so far: either that the step is done, or what is missing."""
    if lesson_run.reached:
        return message("Done. {words}", words=without_emphasis(step_text(lesson_run, language).done))
    if lesson_run.outlook is StepOutlook.ON_THE_WAY:
        return message("So far, so good; go on.")
    return message("Not there yet. {words}", words=missing_goal_text(lesson_run, language))


def missing_goal_text(lesson_run: LessonRun, language: str) -> str:
    """The text of the current step for the first goal that has not been reached."""
    missed = step_text(lesson_run, language).missed
    return without_emphasis(missed.get(lesson_run.missing) or missed.get("", ""))


def hint_message(lesson_run: LessonRun, language: str) -> Message:
    """The hint of the current step."""
    return message("Hint: {words}", words=without_emphasis(step_text(lesson_run, language).hint))


def solution_message(lesson_run: LessonRun) -> Message:
    """The solution of the current step, as orders."""
    orders = [message("{order}", order=order) for order in lesson_run.step.orders]
    return message("A solution: {orders}", orders=listed(orders, "; "))


def continues_from_solution_message() -> Message:
    """Return the message that a step starts from the lesson's own solution, not from the learner's."""
    return message("In this step, the lesson continues from its own solution, not from yours.")


def lesson_done_message(lesson: Lesson, language: str) -> Message:
    """The message announcing that a lesson is done."""
    title = find_lesson_text(lesson, language).title
    return message("Lesson {number} completed: {title}", number=lesson.number, title=title)


# --- the list ---------------------------------------------------------------------------------------------


def progress_text(lesson: Lesson, progress: Progress) -> str:
    """Return the progress in a lesson: the next step, `done`, or an empty text if never started."""
    passed = min(len(progress.passed(lesson.name)), len(lesson.steps))
    if passed:
        return message("step {number} of {count}", number=passed + 1, count=len(lesson.steps))
    return message("done") if lesson.name in progress.done else ""


def list_line(lesson: Lesson, progress: Progress, language: str) -> Message:
    """A line of the list of lessons: number, done mark, title, name, and progress."""
    mark = "x" if lesson.name in progress.done else " "
    text, state = find_lesson_text(lesson, language), progress_text(lesson, progress)
    parts: dict[str, object] = {"number": lesson.number, "title": text.title, "name": text.names[0]}
    if lesson.name in progress.begun:
        return message("{number} [{mark}] {title} ({name}), {state}", mark=mark, state=state, **parts)
    return message("{number} [{mark}] {title} ({name})", mark=mark, **parts)


def list_heading(game: str) -> Message:
    """The heading of the list of a game's lessons."""
    return message("The lessons for {title}:", title=game_title(game))


def list_lines(game: str, progress: Progress, language: str, others: Sequence[str]) -> list[str]:
    """The list of a game's lessons with their progress, then the other games with lessons (`others`)."""
    lines: list[str] = [list_heading(game)]
    lines += [
        message("  {line}", line=list_line(lesson, progress, language)) for lesson in load_lessons(game)
    ]
    lines.append(tally_message(game, progress))
    return [*lines, *other_game_lines(others)]


def tally_message(game: str, progress: Progress) -> Message:
    """Return the number of done lessons; if all are done, the command to play against the computer."""
    count, done = len(load_lessons(game)), len(progress.done)
    if done >= count:
        alone = "khronos solo" if game == DEFAULT else f"khronos solo --game {game}"
        return message(
            "You have completed all the lessons. To play against the computer: {command}", command=alone
        )
    return plural_message(
        "{n} of {count} lessons is done.", "{n} of {count} lessons are done.", done, count=count
    )


def other_game_lines(others: Sequence[str]) -> list[str]:
    """A line for each other game that has lessons."""
    return [
        message("{title} has lessons too: khronos learn --game {name}", title=game_title(name), name=name)
        for name in others
    ]


def lesson_document(lesson: Lesson, progress: Progress) -> dict[str, object]:
    """A lesson and the learner's progress in it as data for JSON, in English (FORMATS 1)."""
    return {
        "number": lesson.number,
        "name": lesson.name,
        "title": find_lesson_text(lesson, ORIGINAL).title,
        "rules": list(lesson.rules),
        "steps": len(lesson.steps),
        "passed": min(len(progress.passed(lesson.name)), len(lesson.steps)),
        "done": lesson.name in progress.done,
    }
