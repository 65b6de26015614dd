"""`watch`: a shared folder of saves."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.desks import caller, desk
from khronos_pbem.cli.printing import print_lines
from khronos_pbem.mail.watching import Watch


def watch(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The shared folder.")],
    name: opt.As = None,
    assist: Annotated[bool, typer.Option("--assist", help="Pay what you owe the deck by itself.")] = False,
    hook: opt.Hook = "",
    notify: opt.Notify = False,
    interval: Annotated[float, typer.Option("--interval", min=0.1, help="Seconds between two looks.")] = 2.0,
    once: Annotated[bool, typer.Option("--once", help="Look once and leave.")] = False,
) -> None:
    """Watch a shared folder of saves: merge copies, pay debts, say when it is your move."""
    watching = Watch(folder, desk(name), assist, caller=caller(hook, notify))
    while True:
        print_lines(watching.look())
        sys.stdout.flush()
        if once:
            return
        time.sleep(interval)
