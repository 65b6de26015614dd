"""The last state of a game that a player has seen on this machine, so that each change is shown once.

If this data is lost or damaged, changes are only shown again.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.game_paths import game_key
from khronos_pbem.record.save import Header
from khronos_pbem.storage.files import read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

_FOLDER, _ROLLED, _MOST = "told", b" rolled", 100


class LastView(NamedTuple):
    """The last state that a player saw: the hash (hex) of the last block, and whether a roll was seen.

    `rolled` is True if the player also saw the result of a roll that only their own share completes.
    """

    head: str
    rolled: bool = False


def load_last_view(home: Path, header: Header, seat: int) -> LastView | None:
    """Return the last state of a game that the player of a seat saw; None if unknown."""
    data = read_if_possible(_path(home, header, seat), _MOST)
    if data is None:
        return None
    head = data.removesuffix(_ROLLED)
    return LastView(head.decode("ascii", "replace"), head != data)


def save_last_view(home: Path, header: Header, seat: int, look: LastView) -> None:
    """Note the last state that the player of a seat has seen, if the home can be written."""
    if not home.is_dir() or load_last_view(home, header, seat) == look:
        return
    with contextlib.suppress(KhronosError, OSError):
        ensure_folder(home, _FOLDER)
        write_state_file(_path(home, header, seat), look.head.encode() + _ROLLED * look.rolled)


def _path(home: Path, header: Header, seat: int) -> Path:
    return home / _FOLDER / f"seen-{game_key(header)}-{seat}"
