"""Successors that `rekey` noted for own identities in all games, until a block names them (DECK 9.5).

Each next own block names the successor. If the file is lost, only this intention is lost.
"""

from __future__ import annotations

import json
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes, encode_bytes, is_public_key
from khronos_pbem.storage.files import read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

_FILE = "heirs.json"


def wanted_successor(home: Path, identity: bytes) -> bytes | None:
    """The identity noted as the successor of an own identity (32 bytes each); None if there is none."""
    try:
        key = decode_bytes(_read(home)[encode_bytes(identity)], 32)
    except (KeyError, ValueError):
        return None
    return key if is_public_key(key) else None


def note_successor(home: Path, identity: bytes, heir: bytes | None) -> None:
    """Note the successor of an own identity (32 bytes each) in all games; None removes the note.

    Raises UsageError if the home cannot be written.
    """
    known = {old: new for old, new in _read(home).items() if old != encode_bytes(identity)}
    if heir is not None:
        known[encode_bytes(identity)] = encode_bytes(heir)
    ensure_folder(home, "")
    write_state_file(home / _FILE, json.dumps(known).encode())


def _read(home: Path) -> dict[str, str]:
    """The noted successors by identity, base64url; empty if the file cannot be read."""
    try:
        found = json.loads(read_if_possible(home / _FILE) or b"{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {old: new for old, new in found.items() if isinstance(new, str)}
