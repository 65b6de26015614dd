"""A SQLite file for results that can be computed again, so that losing it costs only time.

A damaged file is deleted and created again without a message. Without a writable folder, or while another
process locks the file, nothing is found and nothing is stored.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.storage.home_folder import ensure_folder

_TABLE = "create table if not exists games (file blob primary key, facts blob) without rowid"
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class SqliteCache:
    """An open cache: a table with a key and a content, both bytes, in each row."""

    def __init__(self, connection: sqlite3.Connection | None) -> None:
        self._connection = connection

    def get(self, key: bytes) -> bytes | None:
        """Return the content stored under a key; None if there is none or it cannot be read."""
        if self._connection is None:
            return None
        with contextlib.suppress(sqlite3.Error):
            row = self._connection.execute("select facts from games where file = ?", (key,)).fetchone()
            return row[0] if row and isinstance(row[0], bytes) else None
        return None

    def put(self, key: bytes, content: bytes) -> None:
        """Store content under a key. Errors are ignored."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("insert or replace into games values (?, ?)", (key, content))


@contextmanager
def open_sqlite_cache(path: Path, most: int) -> Iterator[SqliteCache]:
    """Open the cache in a file for the block; at the end, empty it if it has more than `most` rows."""
    try:
        connection = _connect(path)
    except sqlite3.DatabaseError as problem:
        connection = None if getattr(problem, "sqlite_errorcode", None) in _BUSY else _create_again(path)
    if connection is None:
        yield SqliteCache(None)
        return
    with closing(connection):
        yield SqliteCache(connection)
        with contextlib.suppress(sqlite3.Error):
            connection.execute("delete from games where (select count(*) from games) > ?", (most,))
            connection.commit()


def _connect(path: Path) -> sqlite3.Connection | None:
    """Open the file; None if it cannot be written. Raises sqlite3.DatabaseError if it is damaged."""
    try:
        ensure_folder(path.parent, "")
        if path.exists() and not path.is_file():
            return None
    except (KhronosError, OSError):
        return None
    connection = sqlite3.connect(path, timeout=5)
    try:
        connection.execute(_TABLE)
        connection.execute("select file, facts from games limit 1").fetchone()
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _create_again(path: Path) -> sqlite3.Connection | None:
    with contextlib.suppress(sqlite3.Error, OSError):
        path.unlink()
        return _connect(path)
    return None
