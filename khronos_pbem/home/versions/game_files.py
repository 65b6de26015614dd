"""Notes of the files outside the library in which games are played, one per game (FORMATS 1).

If a note is lost, the game is no longer found by its name, but the path of its file still works.
"""

from __future__ import annotations

import os
from pathlib import Path

from khronos_pbem.storage.file_types import real_path
from khronos_pbem.storage.files import read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

_FOLDER = "places"
_LONGEST = 8192


def note_game_file(home: Path, game: str, path: Path) -> None:
    """Note the file in which a game is played; `game` is its `game_paths.game_key`.

    Raises UsageError if the home cannot be written.
    """
    place = os.fsencode(real_path(path))
    if read_if_possible(_path(home, game), _LONGEST) != place and len(place) < _LONGEST:
        ensure_folder(home, _FOLDER)
        write_state_file(_path(home, game), place)


def noted_game_file(home: Path, game: str) -> Path | None:
    """Return the full path of the noted file of a game, even if it does not exist; None if none is noted."""
    place = read_if_possible(_path(home, game), _LONGEST)
    return Path(os.fsdecode(place)) if place and b"\0" not in place else None


def _path(home: Path, game: str) -> Path:
    return home / _FOLDER / game
