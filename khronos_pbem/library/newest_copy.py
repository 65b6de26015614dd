"""One truth for each game: the library goes on with the newest this machine has seen, wherever it was played.

A game may be a file of one's own and a game of the library at once. Whatever is signed or taken in is
remembered in the home (`home.versions.newest_seen`); the library's copy is
brought up to that before anybody looks at it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.game_paths import at_game, game_key
from khronos_pbem.home.versions.newest_seen import head_seen, seen_path, two_histories
from khronos_pbem.home.versions.unsent import has_left
from khronos_pbem.library.library import Library, inbox
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.leaving.following import takes_place
from khronos_pbem.record.save import Header, Save, parse_save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.replay.open_save import Opened, open_for_reading
from khronos_pbem.storage.files import read_file, replace_if_unchanged

_BLOCK = b"\n[[block]]"
_VOTE = b'kind = "vote"'


def bring_up(library: Library, path: Path) -> bool:
    """Bring a file of the library up to what was seen of its game since; whether there was anything.

    Only a history that goes on from the file's own comes in, as in every other way; what cannot be read or
    written stays as it is, for whoever opens it to tell.
    """
    try:
        newest = _newer(library.home, read_file(path))
        if newest is None:
            return False
        library.put(newest.save, save_text(newest.save, newest.history).encode())
    except KhronosError:
        return False
    return True


def bring_outside_up(home: Path, path: Path) -> Save | None:
    """Bring a file that others may read up to what was seen of its game since; the save that is in it now.

    None if there was nothing. What is written has left from then on. Raises Conflict if the file or the game
    was changed in the meantime, UsageError if it cannot be written.
    """
    data = read_file(path)
    newest = _newer(home, data)
    if newest is None or two_histories(home, newest.save.header):
        return None
    with at_game(home, newest.save.header):
        has_left(home, newest.save)
        replace_if_unchanged(path, data, save_text(newest.save, newest.history), home=home)
    return newest.save


def _newer(home: Path, data: bytes) -> Opened | None:
    """What was seen of the game of a file that goes on from it, or takes its place; None if nothing is.

    Raises what is wrong with the file, or with what was seen.
    """
    header = header_in(data)
    if header is None or not _is_other(home, header, data):
        return None
    have = parse_save(data)
    newest = open_for_reading(seen_path(home, header), home, rewind=True)
    if newest.problem is not None or newest.save.header != have.header or not _goes_on(newest.save, have):
        return None
    return newest


def header_in(data: bytes) -> Header | None:
    """The header of a save alone, which is read in no time."""
    with contextlib.suppress(KhronosError):
        return parse_save(data.partition(_BLOCK)[0]).header
    return None


def _is_other(home: Path, header: Header, data: bytes) -> bool:
    """Whether what was seen has more blocks than a file, or may stand against it by votes, as far as that
    shows without reading them."""
    with contextlib.suppress(KhronosError):
        seen = read_file(seen_path(home, header))
        return seen.count(_BLOCK) > data.count(_BLOCK) or _VOTE in seen or _VOTE in data
    return False


def _goes_on(newest: Save, have: Save) -> bool:
    """Whether what was seen goes on from a file's history, or takes its place by votes (DECK 9.2)."""
    count = len(have.blocks)
    if len(newest.blocks) > count and newest.blocks[:count] == have.blocks:
        return True
    return takes_place(have, newest)


def newest_of(library: Library, file: Path) -> Path | None:
    """The library's copy of the game that a file is called like, if that has what was seen last and the file
    has not; else None."""
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
        bring_up(library, copy)
        newest = library.save_of(save.header)
    except KhronosError:
        return None
    if newest is None or not _goes_on(newest, save) or encode_bytes(head_hash(newest)) != last:
        return None
    return copy


def rows_of(library: Library) -> list[dict[str, Any]]:
    """The rows of the inbox, each game as it was seen last."""
    rows = inbox(library)
    behind = [Path(row["file"]) for row in rows if _is_behind(library.home, row)]
    brought = [bring_up(library, path) for path in behind]
    return inbox(library) if any(brought) else rows


def _is_behind(home: Path, row: dict[str, Any]) -> bool:
    if not row.get("game") or row.get("histories"):
        return False
    return head_seen(home, row["game"]) not in ("", row["head"])
