"""A cache of game documents (`game_summary`), by the content of their files.

If the cache is lost, the documents are made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from khronos_pbem.engine.features.statistics import GameFacts
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.cache import check_mac, with_mac
from khronos_pbem.storage.sqlite_cache import SqliteCache, open_sqlite_cache

_MOST = 20_000


@dataclass(frozen=True, slots=True)
class DocumentCache:
    """An open cache. Without a writable home it stores nothing."""

    cache: SqliteCache
    home: Path

    def get(self, data: bytes) -> GameFacts | None:
        """The stored document of the game in a file with these bytes, or None."""
        key = _cache_key(data)
        content = check_mac(self.home, key, self.cache.get(key))
        return None if content is None else dict(json.loads(content))

    def put(self, data: bytes, facts: GameFacts) -> None:
        """Store the document of the game in a file with these bytes. Errors are ignored."""
        key = _cache_key(data)
        with suppress(KhronosError):
            self.cache.put(key, with_mac(self.home, key, json.dumps(facts).encode()))


def _cache_key(data: bytes) -> bytes:
    """The cache key of a file; the version in it changes with the format of the documents."""
    return sha256(b"facts/7/" + data).digest()


@contextmanager
def open_document_cache(home: Path) -> Iterator[DocumentCache]:
    """Open the document cache of a home for the duration of a `with` block."""
    with open_sqlite_cache(home / "cache" / "facts.sqlite", _MOST) as cache:
        yield DocumentCache(cache, home)
