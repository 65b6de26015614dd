"""The entry point of `python -m khronos_pbem` and `khronos`.

It imports nothing large at the top, so that Ctrl-C during start-up still ends with a one-line message.
"""

from __future__ import annotations

import gc
import os
import sys

OFTEN_ENOUGH = 100_000
"""The threshold of the garbage collector, in new objects.

Most commands create fewer objects than this, and keep all of them.
"""


def run() -> None:
    """Run the command line and exit with an exit code of FORMATS 1, even after Ctrl-C or a failed import."""
    gc.set_threshold(OFTEN_ENOUGH)
    try:
        from khronos_pbem.cli.main import run as run_command

        run_command()
    except KeyboardInterrupt:
        _print_and_exit("interrupted from the keyboard")
    except ImportError as problem:
        if os.environ.get("KHRONOS_DEBUG"):
            raise
        _print_and_exit(f"a part of the installation is missing: {problem.name!a}")


def _print_and_exit(what: str) -> None:
    """Print an error without importing anything, and exit with code 2 (FORMATS 1).

    With `--json`, the error is also printed as JSON.
    """
    try:
        if "--json" in sys.argv:
            os.write(1, f'{{\n  "error": "{what}",\n  "exit": 2\n}}\n'.encode())
        os.write(2, f"khronos: {what}\n".encode())
    except OSError:
        pass
    os._exit(2)


if __name__ == "__main__":  # other processes that verify import this file too
    run()
