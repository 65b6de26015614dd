"""The command `watch`: watch a shared folder of saves."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.run_bots import Bots, parse_bots
from khronos_pbem.cli.command_context import caller, context
from khronos_pbem.cli.option_types import argument, flag, option
from khronos_pbem.cli.terminal.printing import print_lines
from khronos_pbem.library.watch_folder import FolderWatch
from khronos_pbem.session.replay.worker_pool import worker_pool


def watch(
    folder: Annotated[Path, argument("DIR", "The shared folder.")],
    name: opt.As = None,
    assist: Annotated[bool, flag("--assist", "Send your shares automatically.")] = False,
    hook: opt.Hook = "",
    notify: opt.Notify = False,
    bot: Bots = None,
    interval: Annotated[
        float, option("--interval", "SECONDS", "Seconds between two checks of the folder.", min=0.1)
    ] = 2.0,
    once: Annotated[bool, flag("--once", "Check the folder once, then exit.")] = False,
) -> None:
    watching = FolderWatch(folder, context(name), assist, caller=caller(hook, notify), bots=parse_bots(bot))
    with worker_pool() as workers:
        watching.starmap = workers.starmap
        while True:
            print_lines(watching.poll())
            sys.stdout.flush()
            if once:
                return
            time.sleep(interval)
