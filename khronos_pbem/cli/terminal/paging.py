"""Long lists, page by page on a terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from rich import console

from khronos_pbem.characters import visible
from khronos_pbem.cli.terminal.printing import print_lines, told


def print_paged(lines: Sequence[str]) -> None:
    """Print lines; those that are more than a terminal shows at once by a pager ($PAGER, else the system's).

    What goes to a pipe or a file is never paged.
    """
    if not (_is_terminal() and len(lines) >= shutil.get_terminal_size().lines):
        print_lines(lines)
        return
    screen = console.Console(highlight=False, markup=False, emoji=False)
    with screen.pager():
        for line in lines:
            screen.print(visible(told(line)), crop=False, soft_wrap=True)


def _is_terminal() -> bool:
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and not stream.closed and stream.isatty() for stream in streams)
