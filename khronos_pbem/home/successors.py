"""Which identities of one's own shall have heirs in all games: noted until a block names them (DECK 9.5).

`rekey` notes it; each next block of one's own says it. Losing the file loses nothing but the intention.
"""

from __future__ import annotations

import json
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes, encode_bytes, is_public_key
from khronos_pbem.storage.files import read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

_FILE = "heirs.json"


def heir_wanted(home: Path, identity: bytes) -> bytes | None:
    """The identity that shall be the heir of one's own (32 bytes each); None if none is noted."""
    try:
        key = decode_bytes(_read(home)[encode_bytes(identity)], 32)
    except (KeyError, ValueError):
        return None
    return key if is_public_key(key) else None


def note_heir(home: Path, identity: bytes, heir: bytes | None) -> None:
    """Note the heir of one's own identity (32 bytes each) in all games; None: none any more.

    Raises UsageError if the home cannot be written.
    """
    known = {old: new for old, new in _read(home).items() if old != encode_bytes(identity)}
    if heir is not None:
        known[encode_bytes(identity)] = encode_bytes(heir)
    folder(home, "")
    write_aside(home / _FILE, json.dumps(known).encode())


def _read(home: Path) -> dict[str, str]:
    """What is noted; a file that cannot be read holds nothing."""
    try:
        found = json.loads(read_if_possible(home / _FILE) or b"{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {old: new for old, new in found.items() if isinstance(new, str)}
