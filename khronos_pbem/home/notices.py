"""What whoever owns a home has been told once, and need not be told again."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.errors import UsageError
from khronos_pbem.storage.home_folder import folder

_FOLDER = "told"


def first_told(home: Path, what: str) -> bool:
    """Whether this is told for the first time; it is noted, where there is a home that can be written to.

    `what` is a word of the program's own, never one from a file.
    """
    if not home.is_dir():
        return True
    try:
        (folder(home, _FOLDER) / what).touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        return False
    except (OSError, UsageError):
        return True
    return True
