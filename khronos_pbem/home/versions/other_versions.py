"""Other histories of a game than the newest seen, kept so that a person can choose (FORMATS 1, `settle`).

Only histories that hold are kept. They are open until one is chosen; those put aside stay to be looked at,
and so that nobody signs a second block where he has signed one.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.game_paths import at_game, game_key
from khronos_pbem.record.block import same_turn
from khronos_pbem.record.chain import hang_together, head_hash, heads_of
from khronos_pbem.record.save import Header, Save, parse_save, write_save
from khronos_pbem.storage.files import MAX_BYTES, read_file, write_aside
from khronos_pbem.storage.home_folder import folder

MOST = 16
_SETTLED = ".settled.khronos"


class Kept(NamedTuple):
    """A history that was kept: its file, and whether a person has chosen another one since."""

    path: Path
    save: Save
    settled: bool


def kept(home: Path, header: Header) -> list[Kept]:
    """The other histories of a game, in the order in which they came; a file that cannot be read is none.

    So a number that a person has read stays the same history's, whatever comes in before he has chosen.
    """
    found = []
    for path in _files(home, header):
        with contextlib.suppress(KhronosError):
            save = parse_save(read_file(path))
            if save.header == header and _is_whole(path, save):
                found.append(Kept(path, save, path.name.endswith(_SETTLED)))
    return found


def _is_whole(path: Path, save: Save) -> bool:
    """Whether a history is the one that was kept in a file, which has its name from its head."""
    heads = heads_of(save)
    named = path.name.partition(".")[0] == heads[-1].hex()[:32]
    return named and bool(save.blocks) and hang_together(save.blocks, heads)


def _files(home: Path, header: Header) -> list[Path]:
    try:
        return sorted(_folder(home, header).glob("*.khronos"), key=_came)
    except OSError:
        return []


def _came(path: Path) -> tuple[int, str]:
    """When the history of a file came, and its name."""
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:  # it was put aside in this moment
        return 0, path.name


def keep(home: Path, save: Save, *, settled: bool = False) -> Path | None:
    """Keep a history that holds beside the newest seen; its file. None if there are too many already.

    One that is contained in another one kept is there already; one that goes on from another takes its place.
    What a person has not chosen is not asked about again because its last turn was signed at another time.
    Raises UsageError if the home cannot be written.
    """
    with at_game(home, save.header):
        known = kept(home, save.header)
        for each in known:
            if each.save.blocks[: len(save.blocks)] == save.blocks:
                return each.path
        shorter = [each for each in known if save.blocks[: len(each.save.blocks)] == each.save.blocks]
        if len(known) - len(shorter) >= MOST and not settled:
            return None
        settled = settled or any(each.settled and _is_no_news(save, each.save) for each in known)
        text = write_save(save, [])
        if len(text.encode()) > MAX_BYTES:
            return None
        name = head_hash(save).hex()[:32] + (_SETTLED if settled else ".khronos")
        folder(home, "settle")
        path = folder(home / "settle", game_key(save.header)) / name
        came = _place_in_time(known, shorter)
        write_aside(path, text.encode())
        with contextlib.suppress(OSError):
            os.utime(path, ns=(came, came))
        for each in shorter:
            drop(each)
        return path


def _is_no_news(save: Save, known: Save) -> bool:
    """Whether a history says nothing that another one does not say, though its turns were signed again."""
    return len(save.blocks) <= len(known.blocks) and all(map(same_turn, save.blocks, known.blocks))


def _place_in_time(known: list[Kept], replaced: list[Kept]) -> int:
    """The moment that puts a history in the place of those it replaces, else behind all that came before."""
    moments = {each.path: _came(each.path)[0] for each in known}
    if replaced:
        return min(moments[each.path] for each in replaced)
    return max([time.time_ns(), *(moment + 1 for moment in moments.values())])


def settled(each: Kept) -> None:
    """Note that a person has chosen another history than this one. Raises OSError."""
    if not each.settled:
        each.path.replace(each.path.with_name(each.path.name.removesuffix(".khronos") + _SETTLED))


def drop(each: Kept) -> None:
    """Forget a kept history that another one contains."""
    with contextlib.suppress(OSError):
        each.path.unlink()


def _folder(home: Path, header: Header) -> Path:
    return home / "settle" / game_key(header)
