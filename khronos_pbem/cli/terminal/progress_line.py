"""The progress of a long command, as one line on a terminal that disappears at the end."""

from __future__ import annotations

import contextlib
import sys

from khronos_pbem.canvas.spans import screen_width
from khronos_pbem.characters import escape_invisible
from khronos_pbem.cli.terminal.is_terminal import is_terminal
from khronos_pbem.cli.terminal.printing import translate_message


class ProgressLine:
    """A line on standard error that is replaced in place."""

    def __init__(self) -> None:
        self._shown = 0

    def show(self, line: str) -> None:
        """Show a line in place of the previous one; do nothing if standard error is not a terminal."""
        if not is_terminal(sys.stderr):
            return
        text = f"khronos: {escape_invisible(translate_message(line))}"
        blanks = " " * max(0, self._shown - screen_width(text))
        self._shown = screen_width(text)
        self._write(f"\r{text}{blanks}")

    def clear(self) -> None:
        """Erase the line."""
        if self._shown:
            self._write(f"\r{' ' * self._shown}\r")
            self._shown = 0

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            encoding = sys.stderr.encoding or "utf-8"
            sys.stderr.write(text.encode(encoding, "replace").decode(encoding))
            sys.stderr.flush()
