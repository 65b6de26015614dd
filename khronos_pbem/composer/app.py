"""The full-screen program on which a turn is composed: keys and mouse in, pictures of a state out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Size
from textual.widgets import Input, Static

from khronos_pbem.canvas.frames import readable
from khronos_pbem.canvas.spans import Line
from khronos_pbem.characters import visible
from khronos_pbem.composer import looks
from khronos_pbem.composer.desk import Bench
from khronos_pbem.composer.keys import keys_of
from khronos_pbem.composer.pages import Do, Page, commit_page, earning_lines, plans_page
from khronos_pbem.composer.state import State
from khronos_pbem.engine.composing import Drawn
from khronos_pbem.saying import Speak, say

_LOOK = 1.0
"""Seconds after which the file is looked at again."""


class Outcome(NamedTuple):
    """What somebody wants done with the turn once the screen is left: `do` is SIGN, SEND or PRINT; the text
    is exactly what `play` takes, and belongs behind the block of this head."""

    do: Do
    text: str
    head: str


class Composer(App[Outcome]):
    """Composes a turn; the keys are those of `composer.keys`."""

    CSS = """
    #where { background: $primary; color: $text; padding: 0 1; height: 1; }
    #main { height: 1fr; }
    #boards { width: auto; height: 1fr; overflow: hidden; }
    #side { width: 1fr; height: 1fr; padding: 0 0 0 1; overflow: hidden; }
    #cursor { height: 1; background: $surface; }
    #told { height: auto; max-height: 6; padding: 0 1; }
    #page { display: none; height: 1fr; padding: 0 1; }
    #ask { display: none; height: 1; border: none; padding: 0 1; }
    #ask.shown { display: block; }
    #footer { height: 1; background: $panel; padding: 0 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("tab", "turn(1)", show=False, priority=True),  # which else goes from field to field
        Binding("shift+tab", "turn(-1)", show=False, priority=True),
    ]

    def __init__(
        self, bench: Bench, state: State, speak: Speak, language: str = "en", encoding: str = "utf-8"
    ) -> None:
        super().__init__()
        self.bench = bench
        self.state = state
        self.speak = speak
        self.language = language
        self.encoding = encoding
        self.page: Page | None = None
        self._asking = ""
        self._drawn = Drawn([], ())
        for key in keys_of(state.game):
            for name in key.keys:
                self.bind(name, key.action or f"digit({name})", description=speak(key.does), show=False)
        self.bind("delete", "forget", show=False)

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        yield Static(id="where")
        with Horizontal(id="main"):
            yield Static(id="boards")
            yield Static(id="side")
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="lines")
        yield Static(id="cursor")
        yield Static(id="told")
        yield Input(id="ask")
        yield Static(id="footer")

    def on_mount(self) -> None:
        """Show the beginning, and look at the file from time to time."""
        self.set_interval(_LOOK, self.look)
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything anew for another size."""
        self.show(event.size)

    # --- showing --------------------------------------------------------------------------------------

    def show(self, size: Size | None = None) -> None:
        """Draw the state, or the page over it."""
        columns, rows = size or self.size
        small = columns < looks.SMALLEST[0] or rows < looks.SMALLEST[1]
        self.query_one("#main").display = self.page is None and not small
        self.query_one("#page").display = self.page is not None or small
        wide = looks.together(self.state, columns, rows)
        self.query_one("#where").display = wide or self.page is not None
        told = self.query_one("#told", Static)
        told.display = wide and self.page is None and not small
        self._put("#footer", [looks.footer(self.state, columns - 2, self.speak)])
        if small:
            self._put_texts("#lines", [self.speak(_too_small(columns, rows))])
        elif self.page is not None:
            self._show_page(self.page)
        else:
            self._show_state(columns, rows, wide)

    def _show_state(self, columns: int, rows: int, wide: bool) -> None:
        state, speak = self.state, self.speak
        self._put_texts("#where", [self._where()])
        self._drawn = looks.panels(state, columns, rows, speak)
        self._put("#boards", self._drawn.lines)
        width = (
            columns - max((sum(len(span.text) for span in line) for line in self._drawn.lines), default=0) - 2
        )
        side = looks.beside(state, width, speak)
        said = looks.told(state, columns - 2 if wide else width, speak)
        self._put("#side", side if wide else _fitted(side, said, rows - 2))
        self._put("#told", said)
        self._put_texts("#cursor", [looks.cursor_line(state, speak)])

    def _where(self) -> str:
        scene = self.bench.scene
        about = "; ".join(self.speak(line).strip() for line in scene.about)
        title = visible(self.speak(scene.title))
        return f"{title}: {about}" if about else title

    def _show_page(self, page: Page) -> None:
        self._put_texts("#where", [page.title])
        self._put_texts("#cursor", [self.speak(self.state.said)])
        text = Text("\n".join(readable(visible_line(line), self.encoding) for line in page.lines))
        for number, choice in enumerate(page.choices):
            here = number == page.picked
            style = Style(bold=here, reverse=here) + Style.from_meta({"@click": f"app.pick({number})"})
            text.append("\n")
            text.append(f"{'>' if here else ' '} {self.speak(choice.words)}", style)
        self.query_one("#lines", Static).update(text)

    def _put(self, name: str, lines: Iterable[Line]) -> None:
        text = Text(no_wrap=True, overflow="crop")
        for number, line in enumerate(lines):
            if number:
                text.append("\n")
            for span in line:
                text.append(readable(span.text, self.encoding), style=span.style or None)
        self.query_one(name, Static).update(text)

    def _put_texts(self, name: str, lines: Sequence[str]) -> None:
        texts = (readable(visible_line(line), self.encoding) for line in lines)
        self.query_one(name, Static).update(
            Text("\n".join(texts), no_wrap=name != "#lines", overflow="ellipsis")
        )

    def to(self, state: State) -> None:
        """Go on with another state; what was composed is kept at once."""
        given = state.composition.texts != self.state.composition.texts
        self.state = state
        if given:
            problem = self.bench.remember(state.composition)
            self.state = state if not problem else state.saying(problem)
        self.show()

    def open(self, page: Page) -> None:
        """Show a page."""
        self.page = page
        self.show()
        self.query_one("#page", VerticalScroll).scroll_home(animate=False)

    def look(self) -> None:
        """Take in the file if it has changed."""
        state = self.bench.looked(self.state)
        if state is not self.state:
            self.page = None
            self.state = state
            self.show()

    # --- keys -----------------------------------------------------------------------------------------

    def action_move(self, down: int, right: int) -> None:
        """The cursor, an option, or a line of a page."""
        if self.page is None:
            self.to(self.state.moved(down, right))
        elif self.page.choices and len(self.page.choices) > 1:
            self.page = self.page.moved(down or right)
            self.show()
        else:
            self.query_one("#page", VerticalScroll).scroll_relative(y=3 * down, animate=False)

    def action_turn(self, step: int) -> None:
        """The next panel; in a line that is typed, its next word."""
        if self._asking:
            field = self.query_one("#ask", Input)
            if self._asking == "type":
                field.value = looks.completed(self.state.composition, field.value, self.language)
                field.cursor_position = len(field.value)
        elif self.page is None:
            self.to(self.state.turned(step))

    def action_begin(self, number: int) -> None:
        """Aim the orders of a key."""
        if self.page is None:
            self.to(self.state.begun(self.state.game.verb_keys[number].verbs))

    def action_digit(self, number: int) -> None:
        """A tool or an option by its number."""
        if self.page is None:
            self.to(self.state.digit(number))

    def action_give(self) -> None:
        """Give the chosen order; with nothing aimed, ask what to do with the turn; on a page, choose."""
        if self.page is not None:
            self._choose()
        elif self.state.aim is not None:
            self.to(self.state.given())
        else:
            self.look()
            self.open(commit_page(self.state.composition, self.bench.signs, self.speak))

    def action_pick(self, number: int) -> None:
        """Put the mouse's choice under the cursor of a page; it takes Enter to choose it."""
        if self.page is not None and self.page.choices:
            self.page = self.page.moved(number - self.page.picked)
            self.show()

    def _choose(self) -> None:
        choice = None if self.page is None else self.page.choice
        self.page = None
        if choice is None or choice.do is Do.BACK:
            self.show()
        elif choice.do is Do.KEEP:
            self.to(self.state.saying(self.bench.keep(self.state.composition)))
        elif choice.do is Do.TAKE:
            plan = next(plan for plan in self.bench.plans if plan.letter == choice.letter)
            self.to(self.bench.taken_up(plan, self.state))
        else:
            text = "".join(f"{order}\n" for order in self.state.composition.texts)
            self.exit(Outcome(choice.do, text, self.bench.scene.head))

    def action_forget(self) -> None:
        """Forget the plan under the cursor of the page."""
        choice = None if self.page is None else self.page.choice
        if choice is not None and choice.do is Do.TAKE:
            self.bench.forget(choice.letter)
            self.open(plans_page(self.bench.judged(), self.speak))

    def action_close(self) -> None:
        """Close what is open."""
        if self._asking:
            self._close()
        elif self.page is not None:
            self.page = None
            self.show()
        else:
            self.to(self.state.back())

    def action_undo(self) -> None:
        """Take the last order back."""
        if self.page is None:
            self.to(self.state.undone())

    def action_redo(self) -> None:
        """Give it again."""
        if self.page is None:
            self.to(self.state.redone())

    def action_keep(self) -> None:
        """Keep the turn as a plan."""
        if self.page is None:
            self.to(self.state.saying(self.bench.keep(self.state.composition)))

    def action_compare(self) -> None:
        """The plans beside each other."""
        self.open(plans_page(self.bench.judged(), self.speak))

    def action_why(self) -> None:
        """Why not."""
        self.open(Page(self.speak(say("Why not")), tuple(looks.why_lines(self.state, self.speak))))

    def action_since(self) -> None:
        """What happened since the player's last turn."""
        lines = [self.speak(line) for line in self.bench.scene.since]
        nothing = self.speak(say("nothing happened since your last turn"))
        self.open(Page(self.speak(say("Since your last turn")), tuple(lines or [nothing])))

    def action_earnings(self) -> None:
        """Who earns what."""
        self.open(Page(self.speak(say("Who earns what")), tuple(earning_lines(self.state, self.speak))))

    def action_help(self) -> None:
        """All keys and signs."""
        lines = looks.help_lines(self.state, self.size.width - 6, self.speak)
        self.open(Page(self.speak(say("Help")), tuple(lines)))

    def action_leave(self) -> None:
        """Leave; what was composed is kept already."""
        self.bench.remember(self.state.composition)
        self.exit()

    # --- typing ---------------------------------------------------------------------------------------

    def action_type(self) -> None:
        """Type an order."""
        self._ask("type", say("an order, or several with ; between them"))

    def action_message(self) -> None:
        """Write a message."""
        self._ask("message", say("a message to all players"))

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
        """Give what was typed."""
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

    def on_click(self, event: events.Click) -> None:
        """The cursor where the mouse is; there already, the order is given."""
        if self.page is not None or event.widget is None or event.widget.id != "boards":
            return
        found = (area.spot(event.y, event.x) for area in self._drawn.areas)
        spot = next((spot for spot in found if spot is not None), None)
        if spot is None:
            return
        if spot == self.state.cursor and self.state.aim is not None:
            self.to(self.state.given())
        else:
            self.to(self.state.at(spot))

    def on_mouse_scroll_down(self) -> None:
        """The next option, or a page further."""
        self.action_move(1, 0)

    def on_mouse_scroll_up(self) -> None:
        """The option before, or a page back."""
        self.action_move(-1, 0)


def visible_line(line: str) -> str:
    """A line as it may stand on the screen: what is not seen is escaped."""
    return visible(line)


def _fitted(side: list[Line], said: list[Line], rows: int) -> list[Line]:
    """What stands beside a single panel: the orders last, always seen."""
    room = max(0, rows - len(said) - 1)
    while len(side) > room and [] in side:
        side.remove([])
    return [*side[:room], [], *said]


def _too_small(columns: int, rows: int) -> str:
    return say(
        "the terminal has {columns} columns and {rows} rows; {least} by {least2} at least, or khronos check",
        columns=columns,
        rows=rows,
        least=looks.SMALLEST[0],
        least2=looks.SMALLEST[1],
    )
