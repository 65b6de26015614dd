"""The facts of games that were read here before, by what is in their files: it only saves time."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from khronos_pbem import __version__
from khronos_pbem.errors import KhronosError
from khronos_pbem.record.home import folder

_MOST = 20_000


class FactsCache:
    """An open cache; without a home that can be written it remembers nothing."""

    def __init__(self, store: sqlite3.Connection | None) -> None:
        self._store = store
        self._program = _program()

    def get(self, data: bytes) -> dict[str, Any] | None:
        """The facts of the game in a file with these bytes, if they are known."""
        if self._store is None:
            return None
        with contextlib.suppress(sqlite3.Error, ValueError):
            row = self._store.execute("select facts from games where file = ?", (self._key(data),)).fetchone()
            facts = json.loads(row[0]) if row else None
            return facts if isinstance(facts, dict) else None
        return None

    def put(self, data: bytes, facts: dict[str, Any]) -> None:
        """Remember the facts of a game."""
        if self._store is None:
            return
        with contextlib.suppress(sqlite3.Error):
            text = json.dumps(facts)
            self._store.execute("insert or replace into games values (?, ?)", (self._key(data), text))

    def _key(self, data: bytes) -> bytes:
        return sha256(self._program + data).digest()


@contextmanager
def facts_cache(home: Path) -> Iterator[FactsCache]:
    """The cache of a home, open as long as it is used."""
    try:
        store = sqlite3.connect(folder(home, "cache") / "facts.sqlite", timeout=5)
        store.execute("create table if not exists games (file blob primary key, facts text) without rowid")
    except (sqlite3.Error, KhronosError, OSError):
        yield FactsCache(None)
        return
    with closing(store):
        yield FactsCache(store)
        with contextlib.suppress(sqlite3.Error):
            excess = "delete from games where (select count(*) from games) > ?"
            store.execute(excess, (_MOST,))
            store.commit()


def _program() -> bytes:
    """What made the facts: another version of the program makes them anew."""
    return f"{__version__}/facts-2/".encode()
