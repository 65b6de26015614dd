"""Successors that `rekey` noted for the user's own identities, until blocks name them (DECK 9.5).

The next own block in each game names the successor. If the file is lost, only this note is lost.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes, encode_bytes, is_public_key
from khronos_pbem.storage.files import file_lock
from khronos_pbem.storage.json_store import JsonStore, json_codec, text_table


def wanted_successor(home: Path, identity: bytes) -> bytes | None:
    """The identity noted as the successor of an own identity (32 bytes each); None if there is none."""
    try:
        key = decode_bytes(_store(home).read()[encode_bytes(identity)], 32)
    except (KeyError, ValueError):
        return None
    return key if is_public_key(key) else None


def note_successor(home: Path, identity: bytes, heir: bytes | None) -> None:
    """Note the successor of an own identity (32 bytes each) in all games; None removes the note.

    Raises UsageError if the home cannot be written, Conflict if another process is changing the file.
    """

    def noted(known: dict[str, str]) -> dict[str, str]:
        others = {old: new for old, new in known.items() if old != encode_bytes(identity)}
        return others if heir is None else {**others, encode_bytes(identity): encode_bytes(heir)}

    _store(home).change(noted)


def _store(home: Path) -> JsonStore[dict[str, str]]:
    """Return the store of the noted successors by identity, both in base64url."""
    path = home / "heirs.json"
    return JsonStore(path, json_codec(text_table), {}, partial(file_lock, path, home))
