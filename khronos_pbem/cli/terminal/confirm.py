"""Asking a person at the terminal before something that cannot be taken lightly."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from khronos_pbem.cli.terminal.printing import print_lines, spoken
from khronos_pbem.errors import NothingToDo
from khronos_pbem.messages import message
from khronos_pbem.session.queries import signing_warnings as cautions

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Draft


def is_terminal() -> bool:
    """Whether somebody can be asked: standard input and output are a terminal."""
    return all(
        stream is not None and not stream.closed and stream.isatty() for stream in (sys.stdin, sys.stdout)
    )


def ask_about(draft: Draft) -> None:
    """Ask, on a terminal, about orders that are not to be taken lightly. Raises NothingToDo for a no."""
    if not is_terminal():
        return
    lines = cautions.cautions(draft)
    if lines and not agreed(lines, message("Play it anyway?")):
        hint = message("to play without being asked, add --yes")
        raise NothingToDo(message("nothing was played"), rule="FORMATS 1", hint=hint)


def agreed(lines: Sequence[str], question: str) -> bool | None:
    """Whether a person agrees, who is asked on the terminal below some lines; None if there is nobody."""
    if not is_terminal():
        return None
    print_lines(lines)
    return bool(typer.confirm(spoken(question), default=False))
