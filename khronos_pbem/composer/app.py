"""The full-screen application for composing a turn, with its key and mouse actions."""

from __future__ import annotations

from textual import events
from textual.containers import VerticalScroll
from textual.widgets import Input

from khronos_pbem.composer import screen_lines
from khronos_pbem.composer.pages import Page, PageAction, commit_page, earning_lines, plans_page
from khronos_pbem.composer.screen import ComposerResult, Screen
from khronos_pbem.composer.state import State
from khronos_pbem.messages import message

_LOOK = 1.0
"""The interval in seconds between checks of the file for changes."""


class Composer(Screen):
    """The application that composes a turn, with the keys of `composer.keys`."""

    def on_mount(self) -> None:
        """Check the file for changes at regular intervals."""
        self.set_interval(_LOOK, self.look)

    def to(self, state: State) -> None:
        """Make `state` the current state and draw it; if its orders have changed, save them at once."""
        given = state.composition.texts != self.state.composition.texts
        self.state = state
        if given:
            problem = self.bench.remember(state.composition)
            self.state = state if not problem else state.with_message(problem)
        self.show()

    def open(self, page: Page) -> None:
        """Show a page."""
        self.page = page
        self.show()
        self.query_one("#page", VerticalScroll).scroll_home(animate=False)

    def look(self) -> None:
        """Read the file again if it has changed, and draw the new state."""
        state = self.bench.reload_if_changed(self.state)
        if state is not self.state:
            self.page = None
            self.state = state
            self.show()

    # --- keys -----------------------------------------------------------------------------------------

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor, choose another option, or scroll the page."""
        if self.page is None:
            self.to(self.state.moved(down, right))
        elif self.page.choices and len(self.page.choices) > 1:
            self.page = self.page.moved(down or right)
            self.show()
            lines = self.query_one("#page", VerticalScroll)
            (lines.scroll_end if self.page.selected else lines.scroll_home)(animate=False)
        else:
            self.query_one("#page", VerticalScroll).scroll_relative(y=3 * down, animate=False)

    def action_turn(self, step: int) -> None:
        """Go to the next or previous panel, or complete the word of an order being typed."""
        if self._asking:
            field = self.query_one("#ask", Input)
            if self._asking == "type":
                field.value = screen_lines.completed_order(self.state.composition, field.value, self.language)
                field.cursor_position = len(field.value)
        elif self.page is None:
            self.to(self.state.turned(step))

    def action_begin(self, number: int) -> None:
        """Choose a kind of order by the number of its key, so that the cursor selects its legal orders."""
        if self.page is None:
            self.to(self.state.begun(self.state.game.verb_keys[number].verbs))

    def action_digit(self, number: int) -> None:
        """Choose a tool or an option by its number."""
        if self.page is None:
            self.to(self.state.digit(number))

    def action_give(self) -> None:
        """Give the chosen order, or run the selected line of a page.

        If no kind of order is chosen, ask what to do with the turn.
        """
        if self.page is not None:
            self._choose()
        elif self.state.aim is not None:
            self.to(self.state.given())
        else:
            self.look()
            self.open(commit_page(self.state.composition, self.bench.signs, self.speak))

    def action_pick(self, number: int) -> None:
        """Select the line of a page that was clicked; Enter then runs it."""
        if self.page is not None and self.page.choices:
            self.page = self.page.moved(number - self.page.selected)
            self.show()

    def _choose(self) -> None:
        choice = None if self.page is None else self.page.choice
        self.page = None
        if choice is None or choice.do is PageAction.BACK:
            self.show()
        elif choice.do is PageAction.KEEP:
            self.to(self.state.with_message(self.bench.keep(self.state.composition)))
        elif choice.do is PageAction.CONTINUE_PLAN:
            plan = next(plan for plan in self.bench.plans if plan.letter == choice.letter)
            self.to(self.bench.with_plan(plan, self.state))
        else:
            text = "".join(f"{order}\n" for order in self.state.composition.texts)
            self.exit(ComposerResult(choice.do, text, self.bench.scene.head))

    def action_forget(self) -> None:
        """Delete the plan selected on the page."""
        choice = None if self.page is None else self.page.choice
        if choice is not None and choice.do is PageAction.CONTINUE_PLAN:
            self.bench.forget(choice.letter)
            self.open(plans_page(self.bench.judged(), self.speak))

    def action_close(self) -> None:
        """Close the input line or the page; else cancel the selection."""
        if self._asking:
            self._close()
        elif self.page is not None:
            self.page = None
            self.show()
        else:
            self.to(self.state.back())

    def action_undo(self) -> None:
        """Take back the last order."""
        if self.page is None:
            self.to(self.state.undone())

    def action_redo(self) -> None:
        """Redo the last order that was taken back."""
        if self.page is None:
            self.to(self.state.redone())

    def action_keep(self) -> None:
        """Keep the turn as a plan."""
        if self.page is None:
            self.to(self.state.with_message(self.bench.keep(self.state.composition)))

    def action_compare(self) -> None:
        """Show the page that compares the plans."""
        self.open(plans_page(self.bench.judged(), self.speak))

    def action_why(self) -> None:
        """Show why orders are not legal."""
        self.open(
            Page(
                self.speak(message("Why an action is not possible")),
                tuple(screen_lines.why_lines(self.state, self.speak)),
            )
        )

    def action_since(self) -> None:
        """Show what happened since the player's last turn."""
        lines = [self.speak(line) for line in self.bench.scene.since]
        nothing = self.speak(message("nothing has happened since your last turn"))
        self.open(Page(self.speak(message("Since your last turn")), tuple(lines or [nothing])))

    def action_earnings(self) -> None:
        """Show the earnings of each player."""
        title = self.speak(self.state.game.overview)
        lines = earning_lines(self.state, self.speak)
        self.open(Page(title[:1].upper() + title[1:], tuple(lines)))

    def action_help(self) -> None:
        """Show all keys and signs."""
        lines = screen_lines.help_lines(self.state, self.size.width - 6, self.speak, self.keys)
        self.open(Page(self.speak(message("Help")), tuple(lines)))

    def action_leave(self) -> None:
        """Save the orders and quit."""
        self.bench.remember(self.state.composition)
        self.exit()

    # --- typing ---------------------------------------------------------------------------------------

    def action_type(self) -> None:
        """Open the input line for orders."""
        self._ask("type", message("an order, or several separated by ;"))

    def action_message(self) -> None:
        """Open the input line for a message to all players."""
        self._ask("message", message("a message to all players"))

    def _ask(self, what: str, hint: str) -> None:
        if self.page is not None:
            return
        self._asking = what
        field = self.query_one("#ask", Input)
        field.placeholder, field.value = self.speak(hint), ""
        field.add_class("shown")
        field.focus()

    def _close(self) -> None:
        self._asking = ""
        self.query_one("#ask", Input).remove_class("shown")
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the orders that were typed, or the message as an order."""
        text, asked = event.value, self._asking
        if text.strip():
            if asked == "message":
                quoted = text.replace("\\", "\\\\").replace('"', '\\"')
                text = f'message "{quoted}"'
            state = self.state.typed(text)
            self._close()
            self.to(state)
        else:
            self._close()

    # --- mouse ----------------------------------------------------------------------------------------

    async def on_click(self, event: events.Click) -> None:
        """Move the cursor to the click, give the order there, or use a tool, option or footer key."""
        name = "" if event.widget is None else event.widget.id
        if name == "footer":
            key = screen_lines.footer_key(self.state, self.size.width - 2, event.x - 1, self.speak, self.keys)
            if key is not None:
                await self.run_action(key.action)
        elif self.page is None and name == "side" and event.y < len(self._side):
            self.to(screen_lines.state_after_click(self.state, self._side[event.y], self.speak))
        elif self.page is None and name == "boards":
            self._click_place(event.y, event.x)

    def _click_place(self, line: int, column: int) -> None:
        found = (area.spot(line, column) for area in self._drawn.areas)
        spot = next((spot for spot in found if spot is not None), None)
        if spot is None:
            return
        if spot == self.state.cursor and self.state.aim is not None:
            self.to(self.state.given())
        else:
            self.to(self.state.at(spot))

    def on_mouse_scroll_down(self) -> None:
        """Choose the next option, or scroll the page down."""
        self.action_move(1, 0)

    def on_mouse_scroll_up(self) -> None:
        """Choose the previous option, or scroll the page up."""
        self.action_move(-1, 0)
