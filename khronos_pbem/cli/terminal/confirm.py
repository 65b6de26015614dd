"""Ask at the terminal for confirmation of actions with serious consequences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from khronos_pbem.cli.terminal.is_terminal import can_ask
from khronos_pbem.cli.terminal.printing import print_lines, translate
from khronos_pbem.errors import NothingToDo
from khronos_pbem.messages import message
from khronos_pbem.session.queries import signing_warnings as cautions

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Draft


def confirm_orders(draft: Draft) -> None:
    """Ask on a terminal whether to play orders with serious consequences.

    Raises NothingToDo if the answer is no. Without a terminal, nothing is asked.
    """
    if not can_ask():
        return
    lines = cautions.cautions(draft)
    if lines and not ask_yes_no(lines, message("Play it anyway?")):
        hint = message("to play without being asked for confirmation, add --yes")
        raise NothingToDo(message("nothing was played"), hint=hint)


def ask_yes_no(lines: Sequence[str], question: str) -> bool | None:
    """Print some lines, ask a question, and return whether the answer is yes; None without a terminal."""
    if not can_ask():
        return None
    print_lines(lines)
    return bool(typer.confirm(translate(question), default=False))
