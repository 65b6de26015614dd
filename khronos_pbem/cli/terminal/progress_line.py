"""How far a long command has come: one line on a terminal that is gone at the end, nothing anywhere else."""

from __future__ import annotations

import contextlib
import sys

from khronos_pbem.canvas.spans import screen_width
from khronos_pbem.characters import visible
from khronos_pbem.cli.terminal.printing import told


class Progress:
    """The line, as wide as what it has shown last."""

    def __init__(self) -> None:
        self._shown = 0

    def show(self, line: str) -> None:
        """Say how far it has come, in the place of what was said before."""
        if sys.stderr is None or sys.stderr.closed or not sys.stderr.isatty():
            return
        text = f"khronos: {visible(told(line))}"
        blanks = " " * max(0, self._shown - screen_width(text))
        self._shown = screen_width(text)
        self._write(f"\r{text}{blanks}")

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._write(f"\r{' ' * self._shown}\r")
            self._shown = 0

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            encoding = sys.stderr.encoding or "utf-8"
            sys.stderr.write(text.encode(encoding, "replace").decode(encoding))
            sys.stderr.flush()
