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

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.cache import sealed, unsealed
from khronos_pbem.storage.home_folder import folder

_MOST = 20_000


class FactsCache:
    """An open cache; without a home that can be written it remembers nothing."""

    def __init__(self, store: sqlite3.Connection | None, home: Path) -> None:
        self._store, self._home = store, home

    def get(self, data: bytes) -> dict[str, Any] | None:
        """The facts of the game in a file with these bytes, if they are known."""
        if self._store is None:
            return None
        key = _key(data)
        with contextlib.suppress(sqlite3.Error):
            row = self._store.execute("select facts from games where file = ?", (key,)).fetchone()
            found = row[0] if row and isinstance(row[0], bytes) else None
            content = unsealed(self._home, key, found)
            return None if content is None else dict(json.loads(content))
        return None

    def put(self, data: bytes, facts: dict[str, Any]) -> None:
        """Remember the facts of a game."""
        if self._store is None:
            return
        key = _key(data)
        with contextlib.suppress(sqlite3.Error, KhronosError):
            content = sealed(self._home, key, json.dumps(facts).encode())
            self._store.execute("insert or replace into games values (?, ?)", (key, content))


def _key(data: bytes) -> bytes:
    """What the facts of a file are called; another shape of them has other names."""
    return sha256(b"facts/7/" + data).digest()


@contextmanager
def facts_cache(home: Path) -> Iterator[FactsCache]:
    """The cache of a home, open as long as it is used; one that is damaged is dropped and begun anew."""
    try:
        store = _opened(home)
    except sqlite3.DatabaseError as problem:
        busy = getattr(problem, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        store = None if busy else _begun_anew(home)
    if store is None:
        yield FactsCache(None, home)
        return
    with closing(store):
        yield FactsCache(store, home)
        with contextlib.suppress(sqlite3.Error):
            excess = "delete from games where (select count(*) from games) > ?"
            store.execute(excess, (_MOST,))
            store.commit()


def _opened(home: Path) -> sqlite3.Connection | None:
    """The store; None if the home cannot be written. Raises sqlite3.DatabaseError for anything else."""
    path = _path(home)
    try:
        folder(home, "cache")
        if path.exists() and not path.is_file():
            return None
    except (KhronosError, OSError):
        return None
    store = sqlite3.connect(path, timeout=5)
    try:
        store.execute("create table if not exists games (file blob primary key, facts blob) without rowid")
        store.execute("select file, facts from games limit 1").fetchone()
    except sqlite3.DatabaseError:
        store.close()
        raise
    return store


def _begun_anew(home: Path) -> sqlite3.Connection | None:
    with contextlib.suppress(sqlite3.Error, OSError):
        _path(home).unlink()
        return _opened(home)
    return None


def _path(home: Path) -> Path:
    return home / "cache" / "facts.sqlite"
