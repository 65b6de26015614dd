"""The command `learn`: the lessons of a game, full-screen or line by line."""

from __future__ import annotations

import sys
from typing import Annotated, NamedTuple

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.game_options import checked_game_name
from khronos_pbem.cli.option_types import argument, flag, option
from khronos_pbem.cli.practise.print_lesson import LessonPrinter, is_input_piped, lesson_command
from khronos_pbem.cli.terminal.fullscreen import screen_problem
from khronos_pbem.cli.terminal.printing import language, note, print_json, print_lines, translate
from khronos_pbem.composer import tutor
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.registry import DEFAULT
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.course import Lesson, find_lesson, load_lessons
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.messages import message
from khronos_pbem.storage.home_folder import home


def _game_or_none(name: str) -> str:
    """Return the name of a playable game, or an empty name, unchanged.

    Raises UsageError for any other name.
    """
    return checked_game_name(name) if name else name


Wanted = Annotated[
    str | None,
    argument(
        "[LESSON]",
        "Number or name of a lesson; default: the next lesson that you have not completed.",
        completion.lessons,
    ),
]
OfGame = Annotated[
    str, option("--game", "NAME", "The game to use.", completion.game_names, callback=_game_or_none)
]
Listing = Annotated[bool, flag("--list", "List the lessons and your progress.")]
Hint = Annotated[bool, flag("--hint", "Print a hint for the current step.")]
Solution = Annotated[bool, flag("--solution", "Print a solution for the current step.")]
Again = Annotated[bool, flag("--again", "Start the lesson again from its first step.")]
Forget = Annotated[
    bool,
    flag("--forget", "Forget your progress in this lesson, or in all lessons if you do not name one."),
]


def learn(
    lesson: Wanted = None,
    orders: opt.OrdersFile = None,
    commands: opt.Commands = None,
    game: OfGame = "",
    listing: Listing = False,
    hint: Hint = False,
    solution: Solution = False,
    again: Again = False,
    forget: Forget = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    wanted = None if lesson is None else find_lesson(lesson, game or DEFAULT, language(), elsewhere=not game)
    learner = Learner.of(home(), wanted.game if wanted else game or DEFAULT, language())
    _note_problem(learner)
    answered = orders is not None or bool(commands)
    if forget:
        _forget(learner, wanted, as_json)
    elif listing or (as_json and not (wanted or answered or hint or solution)):
        _print_list(learner, as_json)
    elif not (answered or hint or solution or plain or as_json) and screen_problem() is None:
        _run_on_screen(learner, wanted, again)
    else:
        typed = opt.read_orders(orders, commands) if answered else None
        _run_in_lines(learner, wanted, typed, LessonOptions(plain, as_json, hint, solution, again))
    _note_problem(learner)


class LessonOptions(NamedTuple):
    """The options of a lesson that is shown line by line."""

    plain: bool
    as_json: bool
    hint: bool
    solution: bool
    again: bool


def _run_in_lines(
    learner: Learner, wanted: Lesson | None, typed: tuple[str, str | None] | None, shown: LessonOptions
) -> None:
    """Run a lesson line by line: the wanted one, or else the next one.

    If no lesson, orders, help or JSON is requested, the list of all lessons is printed first. `typed`
    contains the text of the orders and its name for errors, or None if no orders were given.
    """
    helping = shown.hint or shown.solution
    if wanted is None and not (typed or helping or shown.as_json):
        _print_list(learner, as_json=False)
        print_lines([""])
    found = wanted or learner.next_lesson()
    if found is None:
        if typed or helping:
            raise NothingToDo(lesson_text.tally_message(learner.game, learner.progress))
        return
    lines = LessonPrinter(learner, learner.enter_lesson(found, again=shown.again), shown.plain, shown.as_json)
    if typed is None and not helping and is_input_piped():
        typed = opt.read_orders("-", None)
    lines.run(*(typed or ("", None)), hint=shown.hint, solution=shown.solution)


def _run_on_screen(learner: Learner, wanted: Lesson | None, again: bool) -> None:
    """Run the lessons full-screen, then print the progress and how to continue."""
    if again:
        found = wanted or learner.next_lesson() or load_lessons(learner.game)[0]
        learner.enter_lesson(found, again=True)
    app = tutor.Tutor(learner, wanted, translate, language(), sys.stdout.encoding or "ascii")
    app.run()
    command = lesson_command(learner.game, app.lesson_run.lesson)
    state = lesson_text.progress_text(app.lesson_run.lesson, learner.progress)
    lines = [lesson_text.tally_message(learner.game, learner.progress)]
    if app.lesson_run.lesson.name in learner.progress.begun:
        lines.append(message("{state}; to continue: {command}", state=state, command=command))
    print_lines(lines)
    _note_problem(learner)


def _print_list(learner: Learner, as_json: bool) -> None:
    """Print all lessons of the game, with the progress in each."""
    if not as_json:
        print_lines(lesson_text.list_lines(learner.game, learner.progress, language(), learner.others))
        return
    rows = [lesson_text.lesson_document(each, learner.progress) for each in load_lessons(learner.game)]
    print_json(
        {
            "game": learner.game,
            "lessons": rows,
            "next": learner.progress.next_lesson_name(learner.game) or None,
        }
    )


def _forget(learner: Learner, wanted: Lesson | None, as_json: bool) -> None:
    """Delete the progress in a lesson, or in all. Raises KhronosError if it cannot be written."""
    learner.forget((wanted,) if wanted else load_lessons(learner.game))
    if as_json:
        _print_list(learner, as_json)
    else:
        told = message("your progress was deleted")
        print_lines([told, lesson_text.tally_message(learner.game, learner.progress)])


def _note_problem(learner: Learner) -> None:
    """Print once to standard error why progress cannot be saved."""
    note(*filter(None, [learner.take_problem()]))
