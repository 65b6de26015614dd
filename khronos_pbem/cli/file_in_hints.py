"""The game that a command was given, in the commands that its errors advise."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from khronos_pbem.errors import KhronosError
from khronos_pbem.messages import in_game


def naming_its_game(run: Callable[..., None]) -> Callable[..., None]:
    """The command; what is wrong with its game is told with the file that it was given as `file`."""

    @wraps(run)
    def command(**given: Any) -> None:
        try:
            run(**given)
        except KhronosError as problem:
            file = given.get("file")
            if isinstance(file, Path):
                problem.hint = in_game(problem.hint, file)
            raise

    return command
