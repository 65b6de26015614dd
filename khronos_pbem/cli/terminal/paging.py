"""Show long lists page by page on a terminal."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from rich import console

from khronos_pbem.characters import escape_invisible
from khronos_pbem.cli.terminal.is_terminal import can_ask
from khronos_pbem.cli.terminal.printing import print_lines, translate_message


def print_paged(lines: Sequence[str]) -> None:
    """Print lines; on a terminal, use a pager ($PAGER, else the system's) for more than one screen.

    Output to a pipe or a file is never paged.
    """
    if not (can_ask() and len(lines) >= shutil.get_terminal_size().lines):
        print_lines(lines)
        return
    screen = console.Console(highlight=False, markup=False, emoji=False)
    with screen.pager():
        for line in lines:
            screen.print(escape_invisible(translate_message(line)), crop=False, soft_wrap=True)
