"""The command `watch`: watch a shared folder of saves."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.run_bots import Bots, parse_bots
from khronos_pbem.cli.command_context import caller, context
from khronos_pbem.cli.terminal.printing import print_lines
from khronos_pbem.library.watch_folder import FolderWatch
from khronos_pbem.session.replay.worker_pool import worker_pool


def watch(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The shared folder.")],
    name: opt.As = None,
    assist: Annotated[bool, typer.Option("--assist", help="Send your shares automatically.")] = False,
    hook: opt.Hook = "",
    notify: opt.Notify = False,
    bot: Bots = None,
    interval: Annotated[
        float,
        typer.Option(
            "--interval", metavar="SECONDS", min=0.1, help="Seconds between two checks of the folder."
        ),
    ] = 2.0,
    once: Annotated[bool, typer.Option("--once", help="Look once, then exit.")] = False,
) -> None:
    watching = FolderWatch(folder, context(name), assist, caller=caller(hook, notify), bots=parse_bots(bot))
    with worker_pool() as workers:
        watching.spread = workers.spread
        while True:
            print_lines(watching.poll())
            sys.stdout.flush()
            if once:
                return
            time.sleep(interval)
