"""The file names for a game in the home, and the lock of a game.

Only one process writes to a game at a time, even if its files have different paths.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.record.chain import game_hash
from khronos_pbem.record.save import Header
from khronos_pbem.storage.files import named_lock


def id_key(header: Header) -> str:
    """The id of a game as 32 hexadecimal digits."""
    return decode_bytes(header.id, 16).hex()


def game_key(header: Header) -> str:
    """Return the name of a game in file names of the home.

    It consists of the game's id and the first 128 bits of its header's hash.
    """
    return f"{id_key(header)}-{game_hash(header).hex()[:32]}"


class _HeldLocks(threading.local):
    """The games whose locks this thread holds, so that it can enter them again."""

    def __init__(self) -> None:
        self.games: set[tuple[str, str]] = set()


_HELD = _HeldLocks()


def game_lock(home: Path, header: Header) -> AbstractContextManager[None]:
    """Hold the lock of a game while it is compared, signed, written and remembered.

    The lock is reentrant. It depends on the id, so two games with one id share it. Raises Conflict if another
    process holds it, UsageError if the home cannot be written.
    """
    return id_lock(home, id_key(header), header.title)


@contextmanager
def id_lock(home: Path, id_: str, title: str) -> Iterator[None]:
    """Hold the lock of the game with this `id_key`, as `game_lock` does; messages show `title`."""
    game = (os.path.realpath(home), id_)
    if game in _HELD.games:
        yield
        return
    busy = message("another khronos process is using the game {title}", title=VerbatimText(title))
    with named_lock(f"game-{id_}", home, busy):
        _HELD.games.add(game)
        try:
            yield
        finally:
            _HELD.games.discard(game)
