"""Temporary files: names for files before they are moved into place, and removal of stale ones.

The name contains the machine and the process, so that the program removes only its own.
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
import secrets
import stat
import time
from functools import cache
from hashlib import sha256
from pathlib import Path

OLD = 24 * 60 * 60
"""The age in seconds from which a temporary file is stale, whichever machine created it."""

_NAME = re.compile(r"\.khronos-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{8}\.tmp", re.ASCII)


def temporary_beside(path: Path) -> Path:
    """A new random name for a temporary file in the folder of `path`."""
    return path.with_name(f".khronos-{_machine()}-{os.getpid()}-{secrets.token_hex(4)}.tmp")


@cache
def _machine() -> str:
    """Return eight hexadecimal digits that identify this machine."""
    return sha256(platform.node().encode()).hexdigest()[:8]


def remove_stale(folder: Path) -> None:
    """Remove temporary files that killed commands left in a folder; those that cannot be removed stay."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            name = _NAME.fullmatch(entry.name)
            if name is not None:
                with contextlib.suppress(OSError):
                    _remove_if_stale(entry, name[1], int(name[2]))


def _remove_if_stale(entry: os.DirEntry[str], machine: str, process: int) -> None:
    """Remove a temporary file of this user if its process has ended, or if it is more than a day old."""
    status = entry.stat(follow_symlinks=False)
    ours = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    gone = machine == _machine() and _has_ended(process)
    if ours and stat.S_ISREG(status.st_mode) and (gone or time.time() - status.st_mtime > OLD):
        Path(entry.path).unlink()


def _has_ended(process: int) -> bool:
    """Return whether a process of this machine has ended; False if that cannot be checked safely."""
    if os.name != "posix" or process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False
