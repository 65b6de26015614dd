"""A lesson line by line: the task and the picture printed, orders read from options, a file or a terminal."""

from __future__ import annotations

import os
import select
import stat
import sys
from dataclasses import dataclass
from typing import Any

from khronos_pbem.cli.terminal.confirm import is_terminal
from khronos_pbem.cli.terminal.print_pictures import Look, print_position
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines, print_text, spoken, width
from khronos_pbem.engine.contract import Event
from khronos_pbem.errors import KhronosError, OrderError
from khronos_pbem.games.registry import DEFAULT
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.course import Lesson
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.lessons.lesson_run import LessonRun
from khronos_pbem.lessons.typed_orders import Answer, answers, missed
from khronos_pbem.manual.plain_text import plain_lines
from khronos_pbem.manual.topics import ORIGINAL
from khronos_pbem.messages import Message, Typed, listed, message
from khronos_pbem.session.queries.documents import event_lines

_WIDEST = 88
_PATIENCE = 1.0
"""Seconds within which something has to come out of a pipe, so that an idle one holds nobody up."""


def command_of(game: str, lesson: Lesson) -> str:
    """The command line that goes on with a lesson."""
    more = "" if game == DEFAULT else f" --game {game}"
    return f"khronos learn {lesson.number}{more}"


def piped() -> bool:
    """Whether orders come from a pipe or a file on standard input."""
    if sys.stdin is None or sys.stdin.closed or sys.stdin.isatty():
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


def _set_up(lesson_run: LessonRun) -> bool:
    """Whether a step begins from a position of its own, not where the one before it has ended."""
    return bool(lesson_run.anew or lesson_run.step.position)


@dataclass
class Lines:
    """A sitting that is printed; `sitting` goes on with each step that is reached."""

    learner: Learner
    lesson_run: LessonRun
    plain: bool
    as_json: bool

    def run(self, text: str, source: str | None, *, hint: bool, solution: bool) -> None:
        """Print the task, or the help that is asked for; give the orders of a text, or those that a terminal
        is asked for. Raises OrderError for orders that are refused, Missed for those that reach nothing."""
        found = self._answers(text, source)
        if found:
            self._take(found)
        elif self.as_json:
            print_json(self._facts(hint=hint, solution=solution))
        elif hint or solution:
            self._help(hint=hint, solution=solution)
        else:
            self._lesson()
            if is_terminal():
                self._talk()

    # --- printing -------------------------------------------------------------------------------------

    def _say(self, *lines: str) -> None:
        """Sentences, in lines that are easily read."""
        for line in lines:
            print_lines(plain_lines(spoken(line), min(width(), _WIDEST)) or [""])

    def _lesson(self) -> None:
        """The lesson, what it explains, and its step."""
        lesson, language = self.lesson_run.lesson, self.learner.language
        self._say(lesson_text.heading(lesson, language), "", *lesson_text.about(lesson, language), "")
        self._picture()
        self._task()

    def _task(self) -> None:
        """The task, and how it is answered."""
        self._say("", lesson_text.task(self.lesson_run, self.learner.language), "")
        command = command_of(self.learner.game, self.lesson_run.lesson)
        if is_terminal():
            print_lines([message("Type orders. ?: help, z: take back the last order, q: quit")])
        else:
            print_lines([message("To answer: {command} -c 'ORDERS'", command=command)])
            print_lines([message("For a hint: {command} --hint", command=command)])

    def _picture(self, events: tuple[Event, ...] = ()) -> None:
        now = self.lesson_run.composition
        print_position(now.game, now.position, Look(self.plain), events)

    def _help(self, *, hint: bool, solution: bool) -> None:
        """The task with a hint, a solution, or both."""
        lines = [lesson_text.task(self.lesson_run, self.learner.language)]
        lines += [lesson_text.hint(self.lesson_run, self.learner.language)] if hint else []
        lines += [lesson_text.solution(self.lesson_run)] if solution else []
        self._say(*lines)

    def _facts(self, *, hint: bool = False, solution: bool = False) -> dict[str, Any]:
        """Where one is, as JSON, which is English (FORMATS 1)."""
        lesson_run = self.lesson_run
        words = lesson_text.words_of(lesson_run, ORIGINAL)
        facts: dict[str, Any] = {
            "game": self.learner.game,
            "lesson": lesson_text.lesson_facts(lesson_run.lesson, self.learner.progress),
            "step": {"number": lesson_run.number + 1, "name": lesson_run.step.name, "task": words.task},
        }
        facts["step"] |= {"hint": words.hint} if hint else {}
        facts["step"] |= {"solution": lesson_run.step.solution} if solution else {}
        return facts

    # --- answers --------------------------------------------------------------------------------------

    def _answers(self, text: str, source: str | None) -> list[Answer]:
        """What the orders of a text come to, line by line. Raises OrderError."""
        try:
            return answers(self.learner, self.lesson_run, text)
        except OrderError as problem:
            problem.file = source
            raise

    def _take(self, found: list[Answer]) -> None:
        """Tell what orders came to, and go on. Raises Missed if they do not reach the step."""
        if self.as_json:
            self._print_facts(found)
        for answer in found:
            self._tell(answer)
        if not self.lesson_run.reached:
            hint = message(
                "for a hint: {command} --hint", command=command_of(self.learner.game, self.lesson_run.lesson)
            )
            raise missed(self.lesson_run, ORIGINAL if self.as_json else self.learner.language, hint)
        self._go_on()

    def _print_facts(self, found: list[Answer]) -> None:
        """What the orders came to, as one document; nothing if they reach nothing, which is an error."""
        if not found[-1].lesson_run.reached:
            return
        facts = self._facts()
        facts["reached"] = [each.lesson_run.step.name for each in found if each.lesson_run.reached]
        facts["events"] = [event.to_data() for each in found for event in each.events]
        facts["done"] = found[-1].lesson_run.last
        print_json(facts)

    def _tell(self, answer: Answer) -> None:
        """What a line of orders did, and what it reached."""
        if self.lesson_run.reached and (following := self.lesson_run.advanced()):
            self._begin(following)
        self.lesson_run = answer.lesson_run
        if self.as_json:
            return
        print_lines([message("  {line}", line=line) for line in event_lines(answer.events)])
        if answer.left:
            left = listed([message("{words}", words=Typed(words)) for words in answer.left], "; ")
            print_lines(
                [message("the step was already done, so these orders were not needed: {left}", left=left)]
            )
        if self.lesson_run.reached:
            print_lines([""])
            following = self.lesson_run.advanced()
            if following is None or not _set_up(following):  # else its picture follows: one is enough
                self._picture(self.lesson_run.composition.events)
            self._say("", lesson_text.verdict(self.lesson_run, self.learner.language))

    def _go_on(self) -> None:
        """The next step, or the end of the lesson."""
        following = self.lesson_run.advanced() if self.lesson_run.reached else None
        if self.as_json:
            return
        if following is not None:
            self._begin(following)
            self._task()
        elif self.lesson_run.reached:
            self._say(
                "", lesson_text.finished(self.lesson_run.lesson, self.learner.language), *self._what_next()
            )

    def _begin(self, following: LessonRun) -> None:
        """Go on with a step; its position is shown if it is not the one that was shown last."""
        self.lesson_run = following
        if self.as_json:
            return
        self._say("", *([lesson_text.set_anew()] if following.anew else []))
        if _set_up(following):
            self._picture()

    def _what_next(self) -> list[Message]:
        found = self.learner.next_lesson()
        lines = [lesson_text.tally(self.learner.game, self.learner.progress)]
        if found is None:
            return lines
        words = lesson_text.heading(found, self.learner.language)
        command = command_of(self.learner.game, found)
        return [*lines, message("{words}; to begin: {command}", words=spoken(words), command=command)]

    # --- a terminal -----------------------------------------------------------------------------------

    def _talk(self) -> None:
        """Ask for orders until the lesson is done or left."""
        helped = False
        while True:
            print_text("> ")
            sys.stdout.flush()
            typed = sys.stdin.readline()
            if not typed or typed.strip() == "q":
                return
            if typed.strip() == "?":
                self._help(hint=not helped, solution=helped)
                helped = True
            elif typed.strip() == "z":
                self._take_back()
            elif typed.strip():
                step = self.lesson_run.step
                self._try(typed)
                helped = helped and self.lesson_run.step is step
            if self.lesson_run.reached:
                return

    def _take_back(self) -> None:
        try:
            undone = self.lesson_run.composition.undo()
        except KhronosError as problem:
            note(problem.said)
            return
        print_lines([message("taken back: {order}", order=self.lesson_run.composition.given[-1].text)])
        self.lesson_run = self.lesson_run.on(undone)

    def _try(self, typed: str) -> None:
        """Give a line of orders; what is wrong with it is told, and asked for again."""
        try:
            found = answers(self.learner, self.lesson_run, typed)
        except OrderError as problem:
            problem.line = problem.column = None
            note(problem.said)
            return
        for answer in found:
            self._tell(answer)
        if self.lesson_run.reached:
            self._go_on()
        elif found:
            self._say(lesson_text.verdict(self.lesson_run, self.learner.language))
