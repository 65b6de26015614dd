"""A cache of inbox rows: the rows of known files are loaded, and the others are made in parallel.

A file is known by its path, time and size, or by its bytes, so a copied or touched file is not replayed
again. Losing the cache costs only time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypedDict

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.cache import load_cached, mark_all_verified, store_cached
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.session.replay import worker_pool as processes
from khronos_pbem.storage.files import read_file

_ROWS = 12
"""The version of the row format; cached rows of other versions are made again."""
WORTH_PROCESSES = 32
"""The minimum number of games for which processes are started, which takes about half a second."""


class _CacheEntry(TypedDict):
    """The row of a file in the cache, with the stamp of the file and the digest of its bytes."""

    stamp: list[int]
    digest: str
    row: GameRow


class MadeRow(NamedTuple):
    """A new row, the digest of the bytes it depends on, and the hash of the save's last block.

    If the row depends on more than the bytes of its file, `digest` is empty. Without a valid save, `head` is
    None.
    """

    row: GameRow
    digest: str = ""
    head: bytes | None = None


Make = Callable[[Path, Path], MadeRow]
"""A function that makes the row of a file, given the home.

It must be a module-level function, so that other processes can call it.
"""


def load_or_make_rows(paths: Sequence[Path], home: Path, make: Make, index: str) -> list[GameRow]:
    """Load each file's row from the cache file `index`, or make it with `make`; update the cache."""
    file, purpose = home / "cache" / index, f"{index}/2".encode()
    found: dict[str, _CacheEntry] | None = load_cached(home, file, purpose)
    known = found or {}
    stamps = {path: _stamp(path) for path in paths}
    kept = {path: known[str(path)] for path in paths if _is_known(known.get(str(path)), stamps[path])}
    digests = {path: _digest(path) for path in paths if path not in kept}
    rows = {entry["digest"]: entry["row"] for entry in known.values() if _is_current(entry)}
    rows |= _make_rows([path for path in digests if digests[path] not in rows], digests, home, make)
    for path, digest in digests.items():
        row = rows.get(str(path)) or rows[digest]
        kept[path] = {"stamp": stamps[path], "digest": digest, "row": {**row, "file": str(path)}}
    entries = {str(path): kept[path] for path in paths}
    if entries != found:
        store_cached(home, file, purpose, entries)
    return [entry["row"] for entry in entries.values()]


def content_digest(data: bytes) -> str:
    """The digest that identifies the bytes of a file in the cache."""
    return sha256(data).hexdigest()


def _make_rows(paths: Sequence[Path], digests: dict[Path, str], home: Path, make: Make) -> dict[str, GameRow]:
    """The rows of new files: by digest if they depend only on the bytes, else by path."""
    first = {digests[path] or str(path): path for path in reversed(paths)}
    made = dict(zip(first.values(), _make_in_parallel(list(first.values()), home, make), strict=True))
    same = {digests[path] for path, each in made.items() if each.digest and each.digest == digests[path]}
    rest = [path for path in paths if path not in made and digests[path] not in same]
    made |= zip(rest, _make_in_parallel(rest, home, make), strict=True)
    heads = [each.head for each in made.values() if each.head is not None]
    if heads:
        mark_all_verified(home, heads)
    return {
        digests[path] if digests[path] in same and each.digest else str(path): each.row
        for path, each in made.items()
    }


def _make_in_parallel(paths: Sequence[Path], home: Path, make: Make) -> list[MadeRow]:
    if len(paths) < WORTH_PROCESSES:
        return [make(path, home) for path in paths]
    return processes.map_in_processes(make, paths, [home] * len(paths))


def _digest(path: Path) -> str:
    """The digest of a file; empty if it cannot be read."""
    try:
        return content_digest(read_file(path))
    except KhronosError:
        return ""


def _stamp(path: Path) -> list[int]:
    try:
        status = path.stat()
    except OSError:  # a link that leads nowhere; its row says so
        return [_ROWS, 0, 0]
    return [_ROWS, status.st_mtime_ns, status.st_size]


def _is_known(entry: _CacheEntry | None, stamp: list[int]) -> bool:
    return entry is not None and entry["stamp"] == stamp


def _is_current(entry: _CacheEntry) -> bool:
    """Return whether an entry was made by this version and depends only on the bytes of the file."""
    return entry["stamp"][0] == _ROWS and bool(entry["digest"]) and not entry["row"].get("problem")
