"""`python -m khronos_pbem` is `khronos`; nothing is imported before a Ctrl-C can be answered in one line."""

from __future__ import annotations

import gc
import os
import sys

OFTEN_ENOUGH = 100_000
"""New objects between two looks for garbage: most commands make fewer, all of them to be kept."""


def run() -> None:
    """Run the command line and leave with an exit code of FORMATS 1, whatever stops it on its way."""
    gc.set_threshold(OFTEN_ENOUGH)
    try:
        from khronos_pbem.cli.main import run as run_command

        run_command()
    except KeyboardInterrupt:
        _leave("interrupted from the keyboard")
    except ImportError as problem:
        if os.environ.get("KHRONOS_DEBUG"):
            raise
        _leave(f"a part of the installation is missing: {problem.name!a}")


def _leave(what: str) -> None:
    """Say it without anything that would have to be imported, and end at once (FORMATS 1: 2)."""
    try:
        if "--json" in sys.argv:
            os.write(1, f'{{\n  "error": "{what}",\n  "exit": 2\n}}\n'.encode())
        os.write(2, f"khronos: {what}\n".encode())
    except OSError:
        pass
    os._exit(2)


if __name__ == "__main__":  # other processes that verify import this file too
    run()
