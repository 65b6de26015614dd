"""Cache of the hashes of verified records, and of the last tables of such records (FORMATS 4).

It only saves time. Entries carry a MAC with a secret key of this machine, so they cannot be forged elsewhere.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from khronos_pbem.errors import KhronosError
from khronos_pbem.storage.files import MAX_BYTES, read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder
from khronos_pbem.version import __version__

MAX_MARKS = 2000
_MARK = 16


def count_verified(home: Path, heads: Sequence[bytes]) -> int:
    """Return how many leading blocks this machine has verified before.

    `heads[n]` is the hash after n blocks.
    """
    key, marks = _key(home), set(_marks(home))
    if key is None or not marks:
        return 0
    for count in range(len(heads) - 1, 0, -1):
        if _mark(key, heads[count]) in marks:
            return count
    return 0


def mark_verified(home: Path, head: bytes) -> bool:
    """Note that the record whose last block has this hash is valid.

    Return False if the home cannot be written.
    """
    return mark_all_verified(home, [head])


def mark_all_verified(home: Path, heads: Iterable[bytes]) -> bool:
    """Note that the records whose last blocks have these hashes are valid.

    Return False if the home cannot be written.
    """
    try:
        key = _key(home) or _new_key(home)
        marks = _marks(home)
        known = set(marks)
        fresh = [mark for head in heads if (mark := _mark(key, head)) not in known]
        if fresh:
            write_state_file(_folder(home) / "verified", b"".join([*marks, *fresh][-MAX_MARKS:]))
    except (KhronosError, OSError):
        return False
    return True


def _folder(home: Path) -> Path:
    return home / "cache"


def _marks(home: Path) -> list[bytes]:
    data = read_if_possible(_folder(home) / "verified", MAX_MARKS * _MARK) or b""
    return [data[at : at + _MARK] for at in range(0, len(data) - _MARK + 1, _MARK)]


def _mark(key: bytes, head: bytes) -> bytes:
    return hmac.new(key, _program() + head, sha256).digest()[:_MARK]


def _program() -> bytes:
    """Return the version of the program, which is part of every MAC.

    A different version therefore verifies everything again.
    """
    return __version__.encode()


def _key(home: Path) -> bytes | None:
    key = read_if_possible(_folder(home) / "key", 33)
    return key if key is not None and len(key) == 32 else None


def _new_key(home: Path) -> bytes:
    ensure_folder(home, "cache")
    key = secrets.token_bytes(32)
    write_state_file(_folder(home) / "key", key)
    return key


# --- anything else that was worked out ----------------------------------------------------------------------


def with_mac(home: Path, purpose: bytes, content: bytes) -> bytes:
    """Return the content after a MAC that binds it to the purpose and the program version.

    The MAC uses this machine's key. It reveals a file that is damaged, or was made by another version or on
    another machine, before its content is parsed. Raises UsageError if there is no key yet and the home
    cannot be written.
    """
    return _seal(_key(home) or _new_key(home), purpose, content) + content


def check_mac(home: Path, purpose: bytes, data: bytes | None) -> bytes | None:
    """Return the content that was passed to `with_mac`; None if the MAC is wrong or `data` is None."""
    key = _key(home)
    if key is None or data is None:
        return None
    mark, content = data[:32], data[32:]
    return content if hmac.compare_digest(mark, _seal(key, purpose, content)) else None


def load_cached(home: Path, path: Path, purpose: bytes, most: int = MAX_BYTES) -> Any:
    """Return the JSON data that `store_cached` wrote for this purpose; None if missing or not valid."""
    content = check_mac(home, purpose, read_if_possible(path, most))
    return None if content is None else json.loads(content)


def store_cached(home: Path, path: Path, purpose: bytes, data: object) -> None:
    """Write JSON data with a MAC to a file below `cache`; do nothing if it cannot be written."""
    with contextlib.suppress(KhronosError, OSError):
        ensure_folder(path.parent, "")
        write_state_file(path, with_mac(home, purpose, json.dumps(data).encode()))


def _seal(key: bytes, purpose: bytes, content: bytes) -> bytes:
    head = sha256(_program() + b"/" + purpose).digest()
    return hmac.digest(key, b"content" + head + content, sha256)


# --- tables: what a verified history has come to ----------------------------------------------------------

MAX_TABLES = 40
MAX_TABLE = 4 * 1024 * 1024


def load_table(home: Path, head: bytes, shape: bytes) -> bytes | None:
    """Return the stored table of the record whose last block has this hash; None if there is none.

    `shape` (32 bytes) identifies the format. A table in another format or with a wrong MAC is ignored.
    """
    key = _key(home)
    if key is None:
        return None
    data = read_if_possible(_table_path(home, key, head), MAX_TABLE + 1) or b""
    mark, table = data[:32], data[32:]
    return table if hmac.compare_digest(mark, _table_mark(key, head, shape, table)) else None


def save_table(home: Path, head: bytes, shape: bytes, table: bytes) -> None:
    """Store the last table of a verified record, unless it is too large or the home cannot be written.

    Only the newest MAX_TABLES tables are kept.
    """
    if len(table) > MAX_TABLE - 32:
        return
    with contextlib.suppress(KhronosError, OSError):
        key = _key(home) or _new_key(home)
        ensure_folder(_folder(home), "tables")
        path = _table_path(home, key, head)
        write_state_file(path, _table_mark(key, head, shape, table) + table)
        old = sorted(path.parent.glob("*.table"), key=lambda each: each.stat().st_mtime_ns)[:-MAX_TABLES]
        for each in old:
            each.unlink(missing_ok=True)


def delete_table(home: Path, head: bytes) -> None:
    """Delete the stored table of the record whose last block has this hash, in any format."""
    key = _key(home)
    if key is not None:
        with contextlib.suppress(OSError):
            _table_path(home, key, head).unlink(missing_ok=True)


def _table_path(home: Path, key: bytes, head: bytes) -> Path:
    return _folder(home) / "tables" / f"{hmac.digest(key, b'name' + head, sha256)[:16].hex()}.table"


def _table_mark(key: bytes, head: bytes, shape: bytes, table: bytes) -> bytes:
    return hmac.digest(key, b"table" + shape + head + sha256(table).digest() + _program(), sha256)
