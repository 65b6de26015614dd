"""How far a player has seen a game on this machine, so that what has changed since is told once.

It only saves repeating: what is lost or damaged is as if the player had not looked yet.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.game_paths import game_key
from khronos_pbem.record.save import Header
from khronos_pbem.storage.files import read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

_FOLDER, _ROLLED, _MOST = "told", b" rolled", 100


class Look(NamedTuple):
    """What was seen last: the record up to the block of this hash (hex), and whether what a roll brings that
    only the player's own share completes was seen too."""

    head: str
    rolled: bool = False


def last_look(home: Path, header: Header, seat: int) -> Look | None:
    """How far whoever has a seat has seen a game; None if that is not known."""
    data = read_if_possible(_path(home, header, seat), _MOST)
    if data is None:
        return None
    head = data.removesuffix(_ROLLED)
    return Look(head.decode("ascii", "replace"), head != data)


def note_look(home: Path, header: Header, seat: int, look: Look) -> None:
    """Note that a game was shown; where that cannot be written it is told again."""
    if not home.is_dir() or last_look(home, header, seat) == look:
        return
    with contextlib.suppress(KhronosError, OSError):
        folder(home, _FOLDER)
        write_aside(_path(home, header, seat), look.head.encode() + _ROLLED * look.rolled)


def _path(home: Path, header: Header, seat: int) -> Path:
    return home / _FOLDER / f"seen-{game_key(header)}-{seat}"
