"""In which file outside the library a game is played: noted in the home, one small file a game (FORMATS 1).

Losing a note loses nothing but that a name leads there: the file can always be given by its path.
"""

from __future__ import annotations

import os
from pathlib import Path

from khronos_pbem.storage.file_types import real_path
from khronos_pbem.storage.files import read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

_FOLDER = "places"
_LONGEST = 8192


def note_place(home: Path, game: str, path: Path) -> None:
    """Note the file in which a game is played, by its `places.game_key`. Raises UsageError."""
    place = os.fsencode(real_path(path))
    if read_if_possible(_path(home, game), _LONGEST) != place and len(place) < _LONGEST:
        folder(home, _FOLDER)
        write_aside(_path(home, game), place)


def noted_place(home: Path, game: str) -> Path | None:
    """The file that was noted, a full path, be it there or not; None if there is none."""
    place = read_if_possible(_path(home, game), _LONGEST)
    return Path(os.fsdecode(place)) if place and b"\0" not in place else None


def _path(home: Path, game: str) -> Path:
    return home / _FOLDER / game
