"""The folder of the keyring and of what this machine has seen."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from khronos_pbem.errors import UsageError
from khronos_pbem.messages import message


def home() -> Path:
    """`$KHRONOS_HOME`, else the platform's data folder for khronos."""
    given = os.environ.get("KHRONOS_HOME")
    if given:
        return Path(given)
    return platformdirs.user_data_path("khronos")


def folder(parent: Path, name: str) -> Path:
    """A folder of the home, made for its owner alone if it is not there. Raises UsageError."""
    path = parent / name
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        why = problem.strerror or message("it cannot be created")
        raise UsageError(
            message("{path}: {why}", path=path, why=why),
            rule="FORMATS 1",
            hint=message("set KHRONOS_HOME to a folder in which you can write"),
        ) from None
    return path
