"""Versions of a game other than the newest seen, from which a person can choose (`settle`, FORMATS 1).

Only valid versions are stored. They are open until one is chosen. Settled versions are kept, so that they can
be viewed, and so that nobody signs a second block in place of one they have signed.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.record.block import same_turn
from khronos_pbem.record.chain import are_linked, block_hashes, head_hash
from khronos_pbem.record.save import Header, Save, parse_save, write_save
from khronos_pbem.storage.files import MAX_BYTES, read_file, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

MOST = 16
_SETTLED = ".settled.khronos"


class OtherVersion(NamedTuple):
    """Another stored version: its file, its save, and whether a person has decided against it."""

    path: Path
    save: Save
    settled: bool


def load_other_versions(home: Path, header: Header) -> list[OtherVersion]:
    """Return the other stored versions of a game, in the order of arrival, without unreadable files.

    This order keeps the number of a version the same until the person has chosen.
    """
    found = []
    for path in _files(home, header):
        with contextlib.suppress(KhronosError):
            save = parse_save(read_file(path))
            if save.header == header and _is_whole(path, save):
                found.append(OtherVersion(path, save, path.name.endswith(_SETTLED)))
    return found


def _is_whole(path: Path, save: Save) -> bool:
    """Return whether a stored version is undamaged and its file is named by the hash of its last block."""
    heads = block_hashes(save)
    named = path.name.partition(".")[0] == heads[-1].hex()[:32]
    return named and bool(save.blocks) and are_linked(save.blocks, heads)


def _files(home: Path, header: Header) -> list[Path]:
    try:
        return sorted(_folder(home, header).glob("*.khronos"), key=_arrival)
    except OSError:
        return []


def _arrival(path: Path) -> tuple[int, str]:
    """Return the arrival time of a stored version (nanoseconds) and its file name, as a sort key."""
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:  # it was put aside in this moment
        return 0, path.name


def store_other_version(home: Path, save: Save, *, settled: bool = False) -> Path | None:
    """Store a valid version beside the newest seen; return its file, or None if it cannot be kept.

    A version contained in a stored one is not stored again, and one that continues a stored one replaces it.
    The new version is settled at once if a settled one holds the same turns, only signed at another time.
    None means too many versions or too large a save. Raises UsageError if the home cannot be written.
    """
    with game_lock(home, save.header):
        known = load_other_versions(home, save.header)
        for each in known:
            if each.save.blocks[: len(save.blocks)] == save.blocks:
                return each.path
        shorter = [each for each in known if save.blocks[: len(each.save.blocks)] == each.save.blocks]
        if len(known) - len(shorter) >= MOST and not settled:
            return None
        settled = settled or any(each.settled and _has_nothing_new(save, each.save) for each in known)
        text = write_save(save, [])
        if len(text.encode()) > MAX_BYTES:
            return None
        name = head_hash(save).hex()[:32] + (_SETTLED if settled else ".khronos")
        ensure_folder(home, "settle")
        path = ensure_folder(home / "settle", game_key(save.header)) / name
        came = _arrival_time(known, shorter)
        write_state_file(path, text.encode())
        with contextlib.suppress(OSError):
            os.utime(path, ns=(came, came))
        for each in shorter:
            delete_other_version(each)
        return path


def _has_nothing_new(save: Save, known: Save) -> bool:
    """Return whether a version holds only turns that another one also holds, perhaps signed again."""
    return len(save.blocks) <= len(known.blocks) and all(map(same_turn, save.blocks, known.blocks))


def _arrival_time(known: list[OtherVersion], replaced: list[OtherVersion]) -> int:
    """Return the arrival time (nanoseconds) for a version.

    It is that of the versions it replaces, or else later than all others.
    """
    moments = {each.path: _arrival(each.path)[0] for each in known}
    if replaced:
        return min(moments[each.path] for each in replaced)
    return max([time.time_ns(), *(moment + 1 for moment in moments.values())])


def mark_as_settled(each: OtherVersion) -> None:
    """Mark a stored version as settled: a person has chosen another one.

    Raises OSError if its file cannot be renamed.
    """
    if not each.settled:
        each.path.replace(each.path.with_name(each.path.name.removesuffix(".khronos") + _SETTLED))


def delete_other_version(each: OtherVersion) -> None:
    """Delete a stored version that is contained in another one."""
    with contextlib.suppress(OSError):
        each.path.unlink()


def _folder(home: Path, header: Header) -> Path:
    return home / "settle" / game_key(header)
