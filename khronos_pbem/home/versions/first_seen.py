"""When this machine first saw the newest blocks of a game; the clock counts from then (DECK 9.2).

The date in a block is what its author wrote. If it were too early, the next player's clock would run out at
once; if it were in the future, the clock would never run out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.game_paths import game_key
from khronos_pbem.record.record_fields import instant_moment
from khronos_pbem.record.save import Header
from khronos_pbem.storage.files import SMALL_BYTES, read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

_FOLDER = "first_seen"
MOST = 32
"""Newest blocks of a game that are noted: as many as can stand behind the one from which a clock counts."""


def note_first_seen(home: Path, header: Header, heads: Sequence[bytes], at: str = "") -> None:
    """Note the newest blocks of a game, by their hashes, as first seen at a moment (UTC; empty: now).

    Blocks that were noted before keep their moment. Raises UsageError if the home cannot be written.
    """
    at = at or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    known, newest = _read(home, header), [encode_bytes(head) for head in heads[1:][-MOST:]]
    others = islice((key for key in known if key not in newest), max(0, len(known) - MOST), None)
    found = {key: known[key] for key in others} | {key: known.get(key, at) for key in newest}
    if found != known:
        ensure_folder(home, _FOLDER)
        write_state_file(_path(home, header), json.dumps(found).encode())


def first_seen(home: Path, header: Header, head: bytes) -> str:
    """When the block with this hash was first seen here (UTC in whole seconds); empty if not known."""
    return _read(home, header).get(encode_bytes(head), "")


def _read(home: Path, header: Header) -> dict[str, str]:
    """The moments by block hash (base64url) for a game; empty if the file cannot be read."""
    data = read_if_possible(_path(home, header), SMALL_BYTES)
    try:
        found = json.loads(data or b"{}")
        for moment in found.values():
            instant_moment(moment)
    except (KhronosError, ValueError, TypeError, AttributeError, RecursionError):
        return {}
    return dict(found)


def _path(home: Path, header: Header) -> Path:
    return home / _FOLDER / f"{game_key(header)}.json"
