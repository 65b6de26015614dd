"""The composer in a lesson: the same keys and boards, with the task and a verdict above them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from textual.app import ComposeResult
from textual.geometry import Size
from textual.widgets import Static

from khronos_pbem.canvas.spans import HEAD, Line, flow, words
from khronos_pbem.composer import lesson_pages as lp
from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.composer_context import ComposerContext
from khronos_pbem.composer.keys import Key, lesson_keys
from khronos_pbem.composer.pages import Page, PageAction
from khronos_pbem.composer.state import State, initial_state
from khronos_pbem.composer.turn_sources import FixedSource, Scene
from khronos_pbem.lessons import lesson_text
from khronos_pbem.lessons.course import Lesson, load_lessons
from khronos_pbem.lessons.learner import Learner
from khronos_pbem.lessons.lesson_run import LessonRun, StepOutlook
from khronos_pbem.messages import Translate, message
from khronos_pbem.session.turns.turn_draft import Composition

_MOST_ABOVE = 8
"""The maximum number of rows for the task."""
_FAILED = "bold #ffaf00"
_DONE = "bold #5fd75f"


def composer_context_of_step(lesson_run: LessonRun) -> tuple[ComposerContext, State]:
    """The composer's context and first state for a step of a lesson."""
    scene = Scene(lesson_run.composition.starting_point, "")
    return ComposerContext(FixedSource(scene), scene), initial_state(lesson_run.composition)


class Tutor(Composer):
    """The application for lessons. It starts with the list of lessons, or with a given lesson."""

    CSS = (
        Composer.CSS
        + """
    #task { height: auto; padding: 0 1; background: $boost; }
    #lines { max-width: 100; }
    """
    )

    def __init__(
        self,
        learner: Learner,
        lesson: Lesson | None,
        speak: Translate,
        language: str,
        encoding: str = "utf-8",
    ) -> None:
        first = lesson or learner.next_lesson() or load_lessons(learner.game)[0]
        self.learner = learner
        self.lesson_run = learner.enter_lesson(first)
        self.helped = 0
        self.before = False
        super().__init__(*composer_context_of_step(self.lesson_run), speak, language, encoding)
        self.page = lp.list_page(learner, speak) if lesson is None else self._lesson_page()

    def table(self, state: State) -> Iterable[Key]:
        """The keys of lessons."""
        return lesson_keys(state.game)

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen, with the task above them."""
        yield Static(id="task")
        yield from super().compose()

    # --- showing --------------------------------------------------------------------------------------

    @property
    def shown_state(self) -> State:
        """The drawn state: the current one, or, after `w`, the one before the orders of the step."""
        if not self.before:
            return self.state
        now = self.state.composition
        said = message("this is the position before your orders; w shows the current one")
        return replace(
            self.state, composition=Composition(now.starting_point), aim=None, message=said, events=now.events
        )

    def rows_above(self, columns: int) -> int:
        """The number of rows of the task."""
        return len(self._task_lines(columns - 2))

    def show(self, size: Size | None = None) -> None:
        """Draw the screen and the task."""
        super().show(size)
        task = self.query_one("#task", Static)
        task.display = self.query_one("#main").display  # neither a page nor too small a terminal
        self.query_one("#where").display = self.page is not None
        self._put("#task", self._task_lines((size or self.size).width - 2))

    def _task_lines(self, width: int) -> list[Line]:
        """Return the lines of the task, the verdict on the orders so far, and the requested help."""
        lesson_run, language, speak = self.lesson_run, self.language, self.speak
        if lesson_run.reached:
            return flow([words(speak(self._verdict()), _DONE)], width, 2)
        lines = flow([words(speak(lesson_text.task_message(lesson_run, language)), HEAD)], width, 2)
        if lesson_run.composition.given:
            lines += flow([words(speak(self._verdict()), _FAILED)], width, 2)
        elif lesson_run.anew:
            lines += flow([words(speak(lesson_text.continues_from_solution_message()))], width, 2)
        if self.helped:
            solved = self.helped == lp.SOLVED
            helping = (
                lesson_text.solution_message(lesson_run)
                if solved
                else lesson_text.hint_message(lesson_run, language)
            )
            lines += flow([words(speak(helping))], width, 2)
        return lines[:_MOST_ABOVE]

    def _verdict(self) -> str:
        """The verdict on the orders so far, and the key to press next."""
        told = lesson_text.result_message(self.lesson_run, self.language)
        match self.lesson_run.outlook:
            case StepOutlook.REACHED:
                return message(
                    "{told} Press Enter to continue, or w to see the position before your orders.", told=told
                )
            case StepOutlook.DOUBTFUL:
                return message("{told} Press z to take back your last order.", told=told)
        return told

    def _lesson_page(self, *, explained: bool = True) -> Page:
        return lp.lesson_page(self.learner, self.lesson_run, self.helped, self.speak, explained=explained)

    # --- what keys do ---------------------------------------------------------------------------------

    def to(self, state: State) -> None:
        """Make `state` the current state, judge it, save the progress and draw it."""
        self.before = False
        self.lesson_run = self.learner.on(self.lesson_run, state.composition)
        super().to(state if not self.learner.problem else self._with_problem(state))

    def _with_problem(self, state: State) -> State:
        """Return the state with a message that progress could not be saved; it is shown only once."""
        problem = self.learner.take_problem()
        return state.with_message(
            message("{said}; {then}", said=problem, then=state.message) if state.message else problem
        )

    def action_give(self) -> None:
        """Give the chosen order, go on to the next step, or show the lesson.

        Without a chosen kind of order, it goes on if the step is complete; otherwise it shows the lesson.
        """
        if self.page is not None or self.state.aim is not None:
            super().action_give()
        elif self.lesson_run.reached:
            self._advance()
        else:
            self.open(self._lesson_page(explained=False))

    def action_lesson(self) -> None:
        """Show the page of the lesson."""
        self.open(self._lesson_page())

    def action_nudge(self) -> None:
        """Show a hint; if it is already shown, show a solution."""
        if self.page is None:
            self.helped = min(lp.SOLVED, self.helped + 1)
            self.show()

    def action_flip(self) -> None:
        """Switch between the boards before and after the orders of the step."""
        if self.page is None and self.state.composition.given:
            self.before = not self.before
            self.show()

    def action_close(self) -> None:
        """Close the input line, the page or the selection, and show the current boards.

        The list of lessons can also be closed.
        """
        self.before = False
        super().action_close()

    def _advance(self) -> None:
        following = self.lesson_run.next_step()
        if following is None:
            self.open(lp.end_page(self.learner, self.lesson_run, self.speak))
        else:
            self._begin_step(following)

    def _begin_step(self, lesson_run: LessonRun) -> None:
        """Begin another step, or the same one again."""
        here = self.state.cursor
        self.lesson_run, self.helped, self.before, self.page = lesson_run, 0, False, None
        self.bench, state = composer_context_of_step(lesson_run)
        if state.game.linked and state.aim is None:
            state = state.at(here)
        self.to(state)

    def _choose(self) -> None:
        choice = None if self.page is None else self.page.choice
        match None if choice is None else choice.do:
            case PageAction.HINT:
                self.helped = min(lp.SOLVED, self.helped + 1)
                self.open(self._lesson_page(explained=False))
            case PageAction.RESTART:
                self._begin_step(self.lesson_run.restarted())
            case PageAction.LESSONS:
                self.open(lp.list_page(self.learner, self.speak))
            case PageAction.LEARN:
                self._take_up("" if choice is None else choice.letter)
            case PageAction.LEAVE:
                self.exit()
            case _:
                super()._choose()

    def _take_up(self, name: str) -> None:
        lesson = next(each for each in load_lessons(self.learner.game) if each.name == name)
        if lesson is not self.lesson_run.lesson or self.lesson_run.reached:
            self._begin_step(self.learner.enter_lesson(lesson))
        self.open(self._lesson_page())

    def action_leave(self) -> None:
        """Quit; the progress has already been saved."""
        self.exit()
