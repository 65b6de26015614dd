"""Where the home keeps what belongs to one game, and the game's lock: one writer a game, not a path."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.messages import Typed, message
from khronos_pbem.record.chain import game_hash
from khronos_pbem.record.save import Header
from khronos_pbem.storage.files import holding


def id_key(header: Header) -> str:
    """A game's id as 32 hexadecimal digits."""
    return decode_bytes(header.id, 16).hex()


def game_key(header: Header) -> str:
    """A game's name in the home: its id, and the beginning of its header's hash (128 bits)."""
    return f"{id_key(header)}-{game_hash(header).hex()[:32]}"


class _Held(threading.local):
    """The games whose lock this thread holds: who holds one may enter again."""

    def __init__(self) -> None:
        self.games: set[tuple[str, str]] = set()


_HELD = _Held()


@contextmanager
def at_game(home: Path, header: Header) -> Iterator[None]:
    """Hold the lock of a game, which spans compare, sign, write and remember; it may be taken again inside.

    It goes by the id, so that two games of one id wait for each other too. Raises Conflict if another process
    keeps it, UsageError if the home cannot be written.
    """
    game = (os.path.realpath(home), id_key(header))
    if game in _HELD.games:
        yield
        return
    busy = message("another khronos process is using the game {title}", title=Typed(header.title))
    with holding(f"game-{id_key(header)}", home, busy):
        _HELD.games.add(game)
        try:
            yield
        finally:
            _HELD.games.discard(game)
