"""Ask a person at the terminal to confirm what has serious consequences."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from khronos_pbem.cli.terminal.printing import print_lines, translate
from khronos_pbem.errors import NothingToDo
from khronos_pbem.messages import message
from khronos_pbem.session.queries import signing_warnings as cautions

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Draft


def is_terminal() -> bool:
    """Whether a person can be asked: standard input and standard output are both a terminal."""
    return all(
        stream is not None and not stream.closed and stream.isatty() for stream in (sys.stdin, sys.stdout)
    )


def confirm_orders(draft: Draft) -> None:
    """Ask on a terminal whether to play orders with serious consequences.

    Raises NothingToDo if the answer is no. Without a terminal, nothing is asked.
    """
    if not is_terminal():
        return
    lines = cautions.cautions(draft)
    if lines and not agreed(lines, message("Play it anyway?")):
        hint = message("to play without being asked, add --yes")
        raise NothingToDo(message("nothing was played"), rule="FORMATS 1", hint=hint)


def agreed(lines: Sequence[str], question: str) -> bool | None:
    """Print some lines, ask a question, and return whether the answer is yes; None without a terminal."""
    if not is_terminal():
        return None
    print_lines(lines)
    return bool(typer.confirm(translate(question), default=False))
