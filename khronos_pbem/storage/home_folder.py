"""The home: the folder with the keyring and with everything that this machine remembers about games."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from khronos_pbem.errors import UsageError
from khronos_pbem.messages import message


def home() -> Path:
    """The path of the home: `$KHRONOS_HOME`, else the platform's data folder for khronos."""
    given = os.environ.get("KHRONOS_HOME")
    if given:
        return Path(given)
    return platformdirs.user_data_path("khronos")


def ensure_folder(parent: Path, name: str) -> Path:
    """The path of a subfolder, created for its owner alone if it does not exist. Raises UsageError."""
    path = parent / name
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        why = problem.strerror or message("the folder cannot be created")
        what = message("{path}: {why}", path=path, why=why)
        raise UsageError(what, hint=message("set KHRONOS_HOME to a folder that you can write to")) from None
    return path
