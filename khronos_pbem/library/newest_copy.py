"""Keep the copies of a game up to date with the newest version this machine has seen.

A game may be both in a file of your own and in the library. Each version signed or received is recorded in
the home (`home.versions.newest_seen`). The library's copy is brought up to that version before it is read.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.home.versions.newest_seen import head_seen, seen_path, undecided_versions
from khronos_pbem.home.versions.signed_blocks import mark_sent
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.library import Library, read_inbox_rows
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.leaving.differences import has_precedence
from khronos_pbem.record.save import Header, Save, parse_save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.replay.open_save import Opened, open_for_reading
from khronos_pbem.storage.files import read_file, replace_if_unchanged

_BLOCK = b"\n[[block]]"
_VOTE = b'kind = "vote"'


def update_library_file(library: Library, path: Path) -> bool:
    """Bring a file of the library up to the newest version seen; return whether it was changed.

    The newest version is written only if it continues the file, or replaces it by votes. Errors are not
    raised here, but when the file is opened.
    """
    try:
        newest = _newer_version(library.home, read_file(path))
        if newest is None:
            return False
        library.write_newest(newest.save, save_text(newest.save, newest.history).encode())
    except KhronosError:
        return False
    return True


def update_shared_file(home: Path, path: Path) -> Save | None:
    """Bring a file that others may read up to the newest version seen; return the new save.

    Returns None, writing nothing, if the file is not older or a person must still choose a version. The
    written blocks count as sent. Raises Conflict if the file or the game changed in the meantime, and
    UsageError if the file cannot be read or written.
    """
    data = read_file(path)
    newest = _newer_version(home, data)
    if newest is None or undecided_versions(home, newest.save.header):
        return None
    with game_lock(home, newest.save.header):
        mark_sent(home, newest.save)
        replace_if_unchanged(path, data, save_text(newest.save, newest.history), home=home)
    return newest.save


def _newer_version(home: Path, data: bytes) -> Opened | None:
    """The newest version seen, if it continues or replaces the save in these bytes; else None.

    Raises InvalidFile if the bytes or the newest version are damaged.
    """
    header = parse_save_header(data)
    if header is None or not _may_be_newer(home, header, data):
        return None
    have = parse_save(data)
    newest = open_for_reading(seen_path(home, header), home, rewind=True)
    if (
        newest.problem is not None
        or newest.save.header != have.header
        or not _continues_or_replaces(newest.save, have)
    ):
        return None
    return newest


def parse_save_header(data: bytes) -> Header | None:
    """The header of a save, parsed without its blocks; None if it cannot be read."""
    with contextlib.suppress(KhronosError):
        return parse_save(data.partition(_BLOCK)[0]).header
    return None


def _may_be_newer(home: Path, header: Header, data: bytes) -> bool:
    """Return whether the newest version seen has more blocks, or either version has votes.

    The check does not parse the saves.
    """
    with contextlib.suppress(KhronosError):
        seen = read_file(seen_path(home, header))
        return seen.count(_BLOCK) > data.count(_BLOCK) or _VOTE in seen or _VOTE in data
    return False


def _continues_or_replaces(newest: Save, have: Save) -> bool:
    """Return whether a newer save continues an older one, or replaces it by votes (DECK 9.2)."""
    count = len(have.blocks)
    if len(newest.blocks) > count and newest.blocks[:count] == have.blocks:
        return True
    return has_precedence(have, newest)


def newer_library_copy(library: Library, file: Path) -> Path | None:
    """The library's copy of a file's game, if it is the newest version seen and the file is not.

    Return None in all other cases, such as a file name that does not lead to that game.
    """
    try:
        save = parse_save(read_file(file))
        last = head_seen(library.home, game_key(save.header))
        copy = library.find(file.name)
        if (
            copy != library.file_of(save.header)
            or not save.blocks
            or last in ("", encode_bytes(head_hash(save)))
        ):
            return None
        update_library_file(library, copy)
        newest = library.load_save(save.header)
    except KhronosError:
        return None
    if newest is None or not _continues_or_replaces(newest, save) or encode_bytes(head_hash(newest)) != last:
        return None
    return copy


def update_inbox_rows(library: Library) -> list[GameRow]:
    """Bring the library up to date, and return the inbox rows of its games."""
    rows = read_inbox_rows(library)
    behind = [Path(row["file"]) for row in rows if _is_behind(library.home, row)]
    brought = [update_library_file(library, path) for path in behind]
    return read_inbox_rows(library) if any(brought) else rows


def _is_behind(home: Path, row: GameRow) -> bool:
    """Return whether a row does not show the newest version seen of its game."""
    if not row.get("game") or row.get("histories"):
        return False
    return head_seen(home, row["game"]) not in ("", row["head"])
