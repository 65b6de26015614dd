"""Check that the terminal is suitable for composing a turn full-screen."""

from __future__ import annotations

import os
import shutil

from khronos_pbem.cli.terminal.is_terminal import can_ask
from khronos_pbem.composer import screen_lines
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import GAME, Message, message


def screen_problem() -> UsageError | None:
    """Return an error if there is no terminal or it is too small; None if a turn can be composed."""
    if not can_ask() or os.environ.get("TERM") == "dumb":
        hint = message(
            "to list your possible orders as lines of text instead: khronos moves {game} --explore", game=GAME
        )
        return UsageError(message("to compose a turn in full-screen mode, you need a terminal"), hint=hint)
    least = screen_lines.SMALLEST
    if (what := too_small_message(least)) is not None:
        hint = message(
            "enlarge the terminal to at least {columns} by {rows}, or list your possible orders as "
            "lines of text: khronos moves {game} --explore",
            columns=least[0],
            rows=least[1],
            game=GAME,
        )
        return UsageError(what, hint=hint)
    return None


def too_small_message(least: tuple[int, int]) -> Message | None:
    """Return a message if the terminal has fewer than these columns and rows; else None."""
    columns, rows = shutil.get_terminal_size()
    if columns >= least[0] and rows >= least[1]:
        return None
    return message("the terminal is too small: {columns} columns and {rows} rows", columns=columns, rows=rows)
