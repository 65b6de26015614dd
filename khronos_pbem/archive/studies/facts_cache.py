"""A cache of game documents (`game_summary`) by the content of their files. Losing it costs only time."""

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
from khronos_pbem.home.cache import check_mac, with_mac
from khronos_pbem.storage.home_folder import ensure_folder

_MOST = 20_000


class DocumentCache:
    """An open cache. Without a writable home it stores nothing."""

    def __init__(self, store: sqlite3.Connection | None, home: Path) -> None:
        self._store, self._home = store, home

    def get(self, data: bytes) -> dict[str, Any] | None:
        """The stored document of the game in a file with these bytes, or None."""
        if self._store is None:
            return None
        key = _cache_key(data)
        with contextlib.suppress(sqlite3.Error):
            row = self._store.execute("select facts from games where file = ?", (key,)).fetchone()
            found = row[0] if row and isinstance(row[0], bytes) else None
            content = check_mac(self._home, key, found)
            return None if content is None else dict(json.loads(content))
        return None

    def put(self, data: bytes, facts: dict[str, Any]) -> None:
        """Store the document of the game in a file with these bytes. Errors are ignored."""
        if self._store is None:
            return
        key = _cache_key(data)
        with contextlib.suppress(sqlite3.Error, KhronosError):
            content = with_mac(self._home, key, json.dumps(facts).encode())
            self._store.execute("insert or replace into games values (?, ?)", (key, content))


def _cache_key(data: bytes) -> bytes:
    """The cache key of a file; the version in it changes with the shape of the documents."""
    return sha256(b"facts/7/" + data).digest()


@contextmanager
def open_document_cache(home: Path) -> Iterator[DocumentCache]:
    """Open the cache of a home, and close it at the end. A damaged cache is deleted and created again."""
    try:
        store = _open_store(home)
    except sqlite3.DatabaseError as problem:
        busy = getattr(problem, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        store = None if busy else _recreate_store(home)
    if store is None:
        yield DocumentCache(None, home)
        return
    with closing(store):
        yield DocumentCache(store, home)
        with contextlib.suppress(sqlite3.Error):
            excess = "delete from games where (select count(*) from games) > ?"
            store.execute(excess, (_MOST,))
            store.commit()


def _open_store(home: Path) -> sqlite3.Connection | None:
    """Open the database; None if the home cannot be written. Raises sqlite3.DatabaseError if it is bad."""
    path = _path(home)
    try:
        ensure_folder(home, "cache")
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


def _recreate_store(home: Path) -> sqlite3.Connection | None:
    with contextlib.suppress(sqlite3.Error, OSError):
        _path(home).unlink()
        return _open_store(home)
    return None


def _path(home: Path) -> Path:
    return home / "cache" / "facts.sqlite"
