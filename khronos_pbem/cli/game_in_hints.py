"""Insert the game given to a command into the commands that its error messages suggest."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.messages import with_game_file


def with_game_in_hints(run: Callable[..., None]) -> Callable[..., None]:
    """Return the command as a function that inserts its argument `file` into the hints of its errors.

    The argument replaces the placeholder for the game.
    """

    @wraps(run)
    def command(**given: object) -> None:
        try:
            run(**given)
        except KhronosError as problem:
            file = given.get("file")
            if not isinstance(file, Path):
                raise
            raise problem.changed(hint=with_game_file(problem.hint, file)) from problem.__cause__

    return command
