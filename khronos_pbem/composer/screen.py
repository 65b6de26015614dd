"""The composer's screen: its widgets, and how they show a state or a page."""

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

from khronos_pbem.canvas.frames import for_encoding
from khronos_pbem.canvas.spans import Line
from khronos_pbem.characters import escape_invisible
from khronos_pbem.composer import screen_lines
from khronos_pbem.composer.composer_context import ComposerContext
from khronos_pbem.composer.keys import Key, keys_of
from khronos_pbem.composer.pages import Page, PageAction
from khronos_pbem.composer.state import State
from khronos_pbem.engine.features.turn_screen import DrawnPanels
from khronos_pbem.messages import Translate, VerbatimText, clauses, message

MOST_TYPED = 4000
"""The maximum number of characters in the input line."""


class ComposerResult(NamedTuple):
    """The action chosen for the turn when the screen is closed: `do` is SIGN, SEND or PRINT.

    `text` contains the orders as `play` accepts them; `head` is the hash of the block that they follow.
    """

    do: PageAction
    text: str
    head: str


class Screen(App[ComposerResult]):
    """The widgets of the composer, with methods that show a state or a page on them."""

    CSS = """
    #where { background: $primary; color: $text; padding: 0 1; height: 1; }
    #main { height: 1fr; }
    #boards { width: auto; height: 1fr; overflow: hidden; }
    #side { width: 1fr; height: 1fr; padding: 0 0 0 1; overflow: hidden; }
    #figures { display: none; width: 50%; height: 1fr; padding: 0 0 0 1; overflow: hidden; }
    #beside { width: 1fr; height: 1fr; }
    #main.below { layout: vertical; }
    #main.below #boards { height: auto; }
    #main.below #beside { width: 100%; }
    #main.below #figures { display: block; }
    #cursor { height: auto; max-height: 1; background: $surface; }
    #cursor.wide { max-height: 3; }
    #lines { link-style: none; link-color: $text; link-background: $background; }
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
        self,
        bench: ComposerContext,
        state: State,
        speak: Translate,
        language: str = "en",
        encoding: str = "utf-8",
    ) -> None:
        super().__init__()
        self.bench = bench
        self.state = state
        self.speak = speak
        self.language = language
        self.encoding = encoding
        self.page: Page | None = None
        self._asking = ""
        self._drawn = DrawnPanels([], ())
        self._side: list[Line] = []
        self.keys = tuple(self.table(state))
        for key in self.keys:
            for name in key.keys:
                self.bind(name, key.action or f"digit({name})", description=speak(key.does), show=False)

    def table(self, state: State) -> Iterable[Key]:
        """The keys of this screen."""
        return keys_of(state.game)

    @property
    def shown_state(self) -> State:
        """The state that is drawn."""
        return self.state

    def rows_above(self, columns: int) -> int:
        """Return the number of rows that a subclass uses above the panels."""
        return 0

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen."""
        yield Static(id="where")
        with Horizontal(id="main"):
            yield Static(id="boards")
            with Horizontal(id="beside"):
                yield Static(id="figures")
                yield Static(id="side")
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="lines")
        yield Static(id="cursor")
        yield Static(id="told")
        yield Input(id="ask", max_length=MOST_TYPED)
        yield Static(id="footer")

    def on_mount(self) -> None:
        """Draw the first state."""
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Draw everything again for the new size."""
        self.show(event.size)

    # --- showing --------------------------------------------------------------------------------------

    def show(self, size: Size | None = None) -> None:
        """Draw the state, or the page if one is open; `size` replaces that of the terminal."""
        columns, rows = size or self.size
        small = columns < screen_lines.SMALLEST[0] or rows < screen_lines.SMALLEST[1]
        self.query_one("#main").display = self.page is None and not small
        self.query_one("#page").display = self.page is not None or small
        rows -= self.rows_above(columns)
        wide = screen_lines.shows_all_panels(self.state, columns, rows)
        self.query_one("#cursor").set_class(wide, "wide")
        self.query_one("#where").display = wide or self.page is not None
        told = self.query_one("#told", Static)
        told.display = wide and self.page is None and not small
        self._put("#footer", [screen_lines.footer_line(self.state, columns - 2, self.speak, self.keys)])
        if small:
            self._put_texts("#lines", [self.speak(_too_small(*(size or self.size)))])
        elif self.page is not None:
            self._show_page(self.page)
        else:
            self._show_state(columns, rows, wide)

    def _show_state(self, columns: int, rows: int, wide: bool) -> None:
        state, speak = self.shown_state, self.speak
        self._put_texts("#where", [self._where()])
        self._drawn = screen_lines.drawn_panels(state, columns, rows, speak)
        self._put("#boards", self._drawn.lines)
        below = screen_lines.is_below(state, columns, rows)
        self.query_one("#main").set_class(below, "below")
        taken = max((sum(len(span.text) for span in line) for line in self._drawn.lines), default=0)
        width = columns // 2 - 2 if below else columns - taken - 2
        said = screen_lines.turn_so_far_lines(state, columns - 2 if wide else width, speak)
        if below:
            self._side = screen_lines.choice_lines(state, width, speak)
            self._put("#figures", screen_lines.figure_lines(state, width, speak))
        else:
            side = screen_lines.side_lines(state, width, speak)
            self._side = (
                _without_empty_lines(side, rows - len(said) - 2) if wide else _fitted(side, said, rows - 2)
            )
        self._put("#side", self._side)
        self._put("#told", said)
        self._put_texts("#cursor", [screen_lines.cursor_line(state, speak)])

    def _where(self) -> str:
        scene = self.bench.scene
        about = self.speak(clauses(scene.about))
        title = escape_invisible(self.speak(scene.title))
        return (
            self.speak(message("{title}: {what}", title=title, what=VerbatimText(about))) if about else title
        )

    def _show_page(self, page: Page) -> None:
        self._put_texts("#where", [page.title])
        self._put_texts("#cursor", [self.speak(self.state.message)])
        text = Text("\n".join(for_encoding(escape_invisible(line), self.encoding) for line in page.lines))
        for number, choice in enumerate(page.choices):
            here = number == page.selected
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
                text.append(for_encoding(span.text, self.encoding), style=span.style or None)
        self.query_one(name, Static).update(text)

    def _put_texts(self, name: str, lines: Sequence[str]) -> None:
        texts = (for_encoding(escape_invisible(line), self.encoding) for line in lines)
        self.query_one(name, Static).update(
            Text("\n".join(texts), no_wrap=name == "#where", overflow="ellipsis")
        )


def _fitted(side: list[Line], said: list[Line], rows: int) -> list[Line]:
    """The lines beside a single panel, cut so that the orders, which come last, are always visible."""
    room = max(0, rows - len(said) - 1)
    return [*_without_empty_lines(side, room)[:room], [], *said]


def _without_empty_lines(side: list[Line], room: int) -> list[Line]:
    """Return the lines, with only as many empty lines removed as needed to fit into `room` lines."""
    left = list(side)
    while len(left) > room and [] in left:
        left.remove([])
    return left


def _too_small(columns: int, rows: int) -> str:
    return message(
        "the terminal is too small ({columns} by {rows}): make it at least {least} by {least2}",
        columns=columns,
        rows=rows,
        least=screen_lines.SMALLEST[0],
        least2=screen_lines.SMALLEST[1],
    )
