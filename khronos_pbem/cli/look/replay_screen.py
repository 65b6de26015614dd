"""The full-screen replay: a Textual application that moves a cursor through a game."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Footer, Input, Static

from khronos_pbem.archive.replay.cursor import Cursor, jump_to
from khronos_pbem.canvas.frames import for_encoding
from khronos_pbem.engine.contract import AnyPosition
from khronos_pbem.engine.features.protocols import Drawing, PositionToDraw
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import Translate, message

SMALLEST = (44, 16)
"""The minimum size for the replay, in columns and rows."""

_LOW = 32
"""The number of rows below which the events are shown below the boards instead of above them."""

_OTHER_KEYS = {"o": "tab"}
"""Key names that the footer shows in place of the bound key.

The action has a better key, but the footer cannot show it.
"""

_SPEEDS = (4.0, 2.0, 1.2, 0.7, 0.35)


class Viewer(App[None]):
    """The full-screen replay of a game; the footer shows its keys."""

    CSS = """
    #where { background: $primary; color: $text; padding: 0 1; height: 1; }
    #what { height: auto; max-height: 9; padding: 0 1; }
    #boards { height: 1fr; padding: 0 1; }
    #ask { display: none; dock: bottom; }
    #ask.shown { display: block; }
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(self, cursor: Cursor, seat: int | None, speak: Translate, encoding: str = "utf-8") -> None:
        super().__init__()
        self.cursor = cursor
        self.seat = seat
        self.speak = speak
        self.encoding = encoding
        self._drawing: Drawing[AnyPosition] = feature(cursor.chronicle.game, Drawing)
        self._asking = ""
        self._wanted = ""
        self._note = ""
        self._part: str | None = None
        self._legend = False
        self._speed = 2
        self._timer: Timer | None = None
        for keys, action, words in self._keys():
            for key in keys.split(","):
                shown, other = bool(words) and key == keys[: len(key)], _OTHER_KEYS.get(key)
                self.bind(key, action, description=speak(words), show=shown, key_display=other)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", show=False),
        Binding("tab", "part", show=False, priority=True),  # which else goes from field to field
    ]

    def _keys(self) -> list[tuple[str, str, str]]:
        return [
            ("right,n,space,enter", "step(1)", message("next")),
            ("left,b,backspace", "step(-1)", message("back")),
            ("m", "better(1)", message("next marked turn") if self.cursor.analysis is not None else ""),
            ("M", "better(-1)", ""),
            ("o", "part", message("one board") if self._drawing.parts else ""),
            ("pagedown", "block(1)", message("next block")),
            ("pageup", "block(-1)", message("previous block")),
            ("home", "end(-1)", message("first block")),
            ("end", "end(1)", message("last block")),
            ("g", "ask('jump')", message("go to")),
            ("slash", "ask('find')", message("search")),
            ("f", "again(1)", message("next match")),
            ("F", "again(-1)", message("previous match")),
            ("l", "legend", message("legend")),
            ("p", "play", message("play")),
            ("plus", "speed(1)", message("faster")),
            ("minus", "speed(-1)", message("slower")),
            ("down,j", "roll(1)", message("scroll")),
            ("up,k", "roll(-1)", ""),
            ("q,escape", "leave", message("quit")),
        ]

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen."""
        yield Static(id="where")
        yield Static(id="what")
        with VerticalScroll(id="boards", can_focus=False):
            yield Static(id="picture")
        yield Input(id="ask")
        yield Footer()

    def on_mount(self) -> None:
        """Show the first step."""
        self._show()

    def on_resize(self, event: Resize) -> None:
        """Draw the boards again for the new width."""
        self._show(event.size)

    def _show(self, size: Size | None = None) -> None:
        columns, rows = size or self.size
        low = rows < _LOW
        cursor, speak = self.cursor, self.speak
        first = cursor.title(speak) if low else cursor.chronicle.header.title
        where = (
            f"{cursor.location_text(speak)}: {first}" if low else f"{first}: {cursor.location_text(speak)}"
        )
        self.query_one("#where", Static).update(Text(f"{where}  {self._note}".rstrip(), no_wrap=True))
        what = Text(cursor.title(speak), style="bold")
        for line in cursor.lines(speak):
            what.append(f"\n  {line}", style="not bold")
        shown = self.query_one("#what", Static)
        shown.update(what)
        shown.display = not low
        self.query_one("#picture", Static).update(self._picture(columns - 4, what if low else None))

    def _picture(self, columns: int, below: Text | None) -> Text:
        """The boards, or the chosen one, with the events and the legend below them."""
        step, speak = self.cursor.step, self.speak
        shown = PositionToDraw(step.position, self.seat, step.events, speak, self._part)
        drawn = self._drawing.coloured(shown, columns)
        drawn.plain = for_encoding(drawn.plain, self.encoding)
        if below is not None:
            drawn = Text("\n\n").join([drawn, below])
        if self._legend:
            drawn.append("\n\n" + "\n".join(self._drawing.legend(step.position, columns, speak)))
        return drawn

    def _go_to(self, cursor: Cursor, note: str = "") -> None:
        self.cursor, self._note = cursor, note
        self._show()

    def action_step(self, by: int) -> None:
        """Go one step forward or back."""
        self._halt()
        self._go_to(self.cursor.moved(by))

    def action_block(self, way: int) -> None:
        """Go one block forward or back."""
        self._halt()
        self._go_to(self.cursor.to_adjacent_block(way))

    def action_end(self, way: int) -> None:
        """Go to the start or the end."""
        self._halt()
        self._go_to(self.cursor.to(way * len(self.cursor.steps)))

    def action_part(self) -> None:
        """Show the next board by itself; after the last one, show all boards."""
        shown = (None, *self._drawing.parts)
        self._part = shown[(shown.index(self._part) + 1) % len(shown)]
        self._show()

    def action_legend(self) -> None:
        """Show or hide the meaning of the signs on the boards."""
        self._legend = not self._legend
        self._show()
        if self._legend:
            self.query_one("#boards", VerticalScroll).scroll_end(animate=False)

    def action_roll(self, way: int) -> None:
        """Scroll the boards."""
        self.query_one("#boards", VerticalScroll).scroll_relative(y=3 * way, animate=False)

    def action_ask(self, what: str) -> None:
        """Ask where to go, or which words to search for."""
        self._halt()
        self._asking = what
        asked = (
            message("r4 for round 4, b12 for block 12") if what == "jump" else message("words to search for")
        )
        field = self.query_one("#ask", Input)
        field.placeholder, field.value = self.speak(asked), ""
        field.add_class("shown")
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the place that the player typed, or to the next step that contains the typed words."""
        self._close()
        try:
            if self._asking == "jump":
                self._go_to(jump_to(self.cursor, event.value))
            else:
                self._wanted = event.value
                self.action_again(1)
        except KhronosError as problem:
            self._go_to(self.cursor, self.speak(problem.full_message))

    def _close(self) -> None:
        field = self.query_one("#ask", Input)
        field.remove_class("shown")
        self.set_focus(None)

    def action_again(self, way: int) -> None:
        """Go to the next or previous step that contains the words searched for."""
        if not self._wanted:
            return
        found = self.cursor.found(self._wanted, way, self.speak)
        note = message("{words!r} was not found", words=self._wanted) if found is None else ""
        self._go_to(found or self.cursor, self.speak(note))

    def action_better(self, way: int) -> None:
        """Go to the next or previous turn for which the analysis found a better alternative."""
        self._halt()
        self._go_to(self.cursor.to_marked_turn(way) or self.cursor)

    def action_play(self) -> None:
        """Start or stop playing the steps automatically."""
        if self._timer is not None:
            self._halt()
            self._go_to(self.cursor)
            return
        if self.cursor.is_at_end:
            self._go_to(self.cursor.to(0))
        self._timer = self.set_interval(_SPEEDS[self._speed], self._tick)

    def _tick(self) -> None:
        if self.cursor.is_at_end:
            self._halt()
        self._go_to(self.cursor.moved(1))

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_speed(self, by: int) -> None:
        """Play the steps faster or slower."""
        self._speed = max(0, min(len(_SPEEDS) - 1, self._speed + by))
        if self._timer is not None:
            self._halt()
            self._timer = self.set_interval(_SPEEDS[self._speed], self._tick)

    def action_leave(self) -> None:
        """Close the input line if it is open, else quit."""
        if self.query_one("#ask", Input).has_class("shown"):
            self._close()
        else:
            self.exit()
