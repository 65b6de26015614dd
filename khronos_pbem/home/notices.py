"""Notices that the program shows only once."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.errors import UsageError
from khronos_pbem.storage.home_folder import ensure_folder

_FOLDER = "told"


def mark_notice_shown(home: Path, what: str) -> bool:
    """Note that a notice has been shown; return whether this is the first time.

    Return True every time if the home is missing or cannot be written. `what` is a file name chosen by the
    program, never text from a file.
    """
    if not home.is_dir():
        return True
    try:
        (ensure_folder(home, _FOLDER) / what).touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        return False
    except (OSError, UsageError):
        return True
    return True
