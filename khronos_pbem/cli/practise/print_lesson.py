"""Print a lesson line by line, with orders from options, a file or a terminal."""

from __future__ import annotations

import os
import select
import stat
import sys
from dataclasses import dataclass
from typing import Any

from khronos_pbem.cli.terminal.is_terminal import can_ask, is_terminal
from khronos_pbem.cli.terminal.print_pictures import PictureOptions, print_position
from khronos_pbem.cli.terminal.printing import (
    note,
    output_width,
    print_json,
    print_lines,
    print_text,
    translate,
)
from khronos_pbem.engine.contract import Event
from khronos_pbem.errors import KhronosError, OrderError
from khronos_pbem.games.registry import DEFAULT
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.course import Lesson
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.lessons.lesson_run import LessonRun
from khronos_pbem.lessons.typed_orders import LineResult, give_typed_orders, goal_missed_error
from khronos_pbem.manual.plain_text import plain_lines
from khronos_pbem.manual.topics import ORIGINAL
from khronos_pbem.messages import Message, VerbatimText, listed, message
from khronos_pbem.session.queries.documents import event_lines

_WIDEST = 88
_PATIENCE = 1.0
"""The number of seconds to wait for data from a pipe; an idle pipe is then ignored."""


def lesson_command(game: str, lesson: Lesson) -> str:
    """Return the command that begins or continues a lesson."""
    more = "" if game == DEFAULT else f" --game {game}"
    return f"khronos learn {lesson.number}{more}"


def is_input_piped() -> bool:
    """Return whether standard input is a file, or a pipe that provides data within a second."""
    if sys.stdin is None or sys.stdin.closed or is_terminal(sys.stdin):
        return False
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):  # it is no file of the system
        return True
    if stat.S_ISREG(mode):
        return True
    if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        return False
    return os.name != "posix" or bool(select.select([sys.stdin], [], [], _PATIENCE)[0])


def _has_own_position(lesson_run: LessonRun) -> bool:
    """Return whether a step has its own position instead of continuing from the previous step."""
    return bool(lesson_run.anew or lesson_run.step.position)


@dataclass
class LessonPrinter:
    """A printer for one lesson, line by line; `lesson_run` is replaced at each step."""

    learner: Learner
    lesson_run: LessonRun
    plain: bool
    as_json: bool

    def run(self, text: str, source: str | None, *, hint: bool, solution: bool) -> None:
        """Judge the orders in a text; if there are none, print help or the lesson.

        Help is a hint or a solution. On a terminal, the printed lesson is followed by a prompt for orders.
        Raises OrderError for refused orders, and Missed for orders that do not complete the step.
        """
        found = self._judge_orders(text, source)
        if found:
            self._print_results(found)
        elif self.as_json:
            print_json(self._document(hint=hint, solution=solution))
        elif hint or solution:
            self._print_help(hint=hint, solution=solution)
        else:
            self._print_lesson()
            if can_ask():
                self._ask_for_orders()

    # --- printing -------------------------------------------------------------------------------------

    def _print_sentences(self, *lines: str) -> None:
        """Print sentences, wrapped to an easily readable width."""
        for line in lines:
            print_lines(plain_lines(translate(line), min(output_width(), _WIDEST)) or [""])

    def _print_lesson(self) -> None:
        """Print the lesson, its explanation, the boards and the task."""
        lesson, language = self.lesson_run.lesson, self.learner.language
        self._print_sentences(
            lesson_text.lesson_heading(lesson, language),
            "",
            *lesson_text.explanation_lines(lesson, language),
            "",
        )
        self._print_picture()
        self._print_task()

    def _print_task(self) -> None:
        """Print the task, and how to answer it."""
        self._print_sentences("", lesson_text.task_message(self.lesson_run, self.learner.language), "")
        command = lesson_command(self.learner.game, self.lesson_run.lesson)
        if can_ask():
            print_lines([message("Type orders. ?: help, z: take back the last order, q: quit")])
        else:
            print_lines([message("To answer: {command} -c 'ORDERS'", command=command)])
            print_lines([message("For a hint: {command} --hint", command=command)])

    def _print_picture(self, events: tuple[Event, ...] = ()) -> None:
        now = self.lesson_run.composition
        print_position(now.game, now.position, PictureOptions(self.plain), events)

    def _print_help(self, *, hint: bool, solution: bool) -> None:
        """Print the task with a hint, a solution, or both."""
        lines = [lesson_text.task_message(self.lesson_run, self.learner.language)]
        lines += [lesson_text.hint_message(self.lesson_run, self.learner.language)] if hint else []
        lines += [lesson_text.solution_message(self.lesson_run)] if solution else []
        self._print_sentences(*lines)

    def _document(self, *, hint: bool = False, solution: bool = False) -> dict[str, Any]:
        """Return the lesson and its step as JSON-able data in English (FORMATS 1)."""
        lesson_run = self.lesson_run
        words = lesson_text.step_text(lesson_run, ORIGINAL)
        facts: dict[str, Any] = {
            "game": self.learner.game,
            "lesson": lesson_text.lesson_document(lesson_run.lesson, self.learner.progress),
            "step": {"number": lesson_run.number + 1, "name": lesson_run.step.name, "task": words.task},
        }
        facts["step"] |= {"hint": words.hint} if hint else {}
        facts["step"] |= {"solution": lesson_run.step.solution} if solution else {}
        return facts

    # --- answers --------------------------------------------------------------------------------------

    def _judge_orders(self, text: str, source: str | None) -> list[LineResult]:
        """Return the results of the orders in a text, line by line.

        Raises OrderError, with `source` as its file.
        """
        try:
            return give_typed_orders(self.learner, self.lesson_run, text)
        except OrderError as problem:
            raise problem.changed(file=source) from None

    def _print_results(self, found: list[LineResult]) -> None:
        """Print the results of orders, and go on to the next step.

        Raises Missed if they do not complete the step.
        """
        if self.as_json:
            self._print_document(found)
        for answer in found:
            self._print_answer(answer)
        if not self.lesson_run.reached:
            hint = message(
                "for a hint: {command} --hint",
                command=lesson_command(self.learner.game, self.lesson_run.lesson),
            )
            raise goal_missed_error(
                self.lesson_run, ORIGINAL if self.as_json else self.learner.language, hint
            )
        self._go_on()

    def _print_document(self, found: list[LineResult]) -> None:
        """Print the results of orders as one JSON document; nothing if the step is not completed."""
        if not found[-1].lesson_run.reached:
            return
        facts = self._document()
        facts["reached"] = [each.lesson_run.step.name for each in found if each.lesson_run.reached]
        facts["events"] = [event.to_data() for each in found for event in each.events]
        facts["done"] = found[-1].lesson_run.last
        print_json(facts)

    def _print_answer(self, answer: LineResult) -> None:
        """Update the lesson to a result; print the effects of its orders and whether the step is complete."""
        if self.lesson_run.reached and (following := self.lesson_run.next_step()):
            self._begin_step(following)
        self.lesson_run = answer.lesson_run
        if self.as_json:
            return
        print_lines([message("  {line}", line=line) for line in event_lines(answer.events)])
        if answer.left:
            left = listed([message("{words}", words=VerbatimText(words)) for words in answer.left], "; ")
            told = message(
                "the step was already complete, so these orders were not needed: {left}", left=left
            )
            print_lines([told])
        if self.lesson_run.reached:
            print_lines([""])
            following = self.lesson_run.next_step()
            if following is None or not _has_own_position(
                following
            ):  # else its picture follows: one is enough
                self._print_picture(self.lesson_run.composition.events)
            self._print_sentences("", lesson_text.result_message(self.lesson_run, self.learner.language))

    def _go_on(self) -> None:
        """If the step is completed, begin the next one and print its task, or print the end of the lesson."""
        following = self.lesson_run.next_step() if self.lesson_run.reached else None
        if self.as_json:
            return
        if following is not None:
            self._begin_step(following)
            self._print_task()
        elif self.lesson_run.reached:
            self._print_sentences(
                "",
                lesson_text.lesson_done_message(self.lesson_run.lesson, self.learner.language),
                *self._next_lesson_lines(),
            )

    def _begin_step(self, following: LessonRun) -> None:
        """Begin a step; its boards are printed if it has its own position."""
        self.lesson_run = following
        if self.as_json:
            return
        self._print_sentences(
            "", *([lesson_text.continues_from_solution_message()] if following.anew else [])
        )
        if _has_own_position(following):
            self._print_picture()

    def _next_lesson_lines(self) -> list[Message]:
        found = self.learner.next_lesson()
        lines = [lesson_text.tally_message(self.learner.game, self.learner.progress)]
        if found is None:
            return lines
        words = lesson_text.lesson_heading(found, self.learner.language)
        command = lesson_command(self.learner.game, found)
        return [*lines, message("{words}; to begin: {command}", words=translate(words), command=command)]

    # --- a terminal -----------------------------------------------------------------------------------

    def _ask_for_orders(self) -> None:
        """Ask for orders on the terminal until the lesson is over or the player quits."""
        helped = False
        while True:
            print_text("> ")
            sys.stdout.flush()
            typed = sys.stdin.readline()
            if not typed or typed.strip() == "q":
                return
            if typed.strip() == "?":
                self._print_help(hint=not helped, solution=helped)
                helped = True
            elif typed.strip() == "z":
                self._take_back()
            elif typed.strip():
                step = self.lesson_run.step
                self._judge_line(typed)
                helped = helped and self.lesson_run.step is step
            if self.lesson_run.reached:
                return

    def _take_back(self) -> None:
        try:
            undone = self.lesson_run.composition.undo()
        except KhronosError as problem:
            note(problem.full_message)
            return
        print_lines([message("taken back: {order}", order=self.lesson_run.composition.given[-1].text)])
        self.lesson_run = self.lesson_run.on(undone)

    def _judge_line(self, typed: str) -> None:
        """Judge one typed line of orders and print the result, or the error."""
        try:
            found = give_typed_orders(self.learner, self.lesson_run, typed)
        except OrderError as problem:
            note(problem.without_place().full_message)
            return
        for answer in found:
            self._print_answer(answer)
        if self.lesson_run.reached:
            self._go_on()
        elif found:
            self._print_sentences(lesson_text.result_message(self.lesson_run, self.learner.language))
