"""Blocks of one's own that were signed on this machine and are not known to have left it (FORMATS 1, `undo`).

They lie in the home beside the newest seen, one file a game, never in the save. A block that is not noted
counts as one that has left: what is lost or damaged is never an excuse to sign another block. Whatever gives
a save out calls `has_left` first; of all blocks signed on one state at most one ever leaves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import Conflict, KhronosError
from khronos_pbem.record.block import Block, block_content, parse_block, same_turn
from khronos_pbem.record.chain import block_hash
from khronos_pbem.record.files import read_if_possible, write_aside
from khronos_pbem.record.home import folder
from khronos_pbem.record.keys import instant_moment
from khronos_pbem.record.kinds import real_path
from khronos_pbem.record.places import at_game, game_key
from khronos_pbem.record.save import Header, Save
from khronos_pbem.saying import say

_FOLDER = "unsent"
MOST = 32
"""Blocks that are noted for one game; those taken back longest ago are forgotten first."""
MOST_SHARED = 200


class Signed(NamedTuple):
    """A block that was signed here: the file it was written to (a full path), the orders as they were typed,
    and whether it has left."""

    block: Block
    place: str = ""
    words: tuple[str, ...] = ()
    left: bool = False

    def stands_in(self, save: Save) -> bool:
        """Whether a history holds this very block."""
        return self.block.seq < len(save.blocks) and save.blocks[self.block.seq] == self.block


def signed_here(home: Path, header: Header) -> list[Signed]:
    """The blocks of a game that are noted here, oldest first; a file that cannot be read holds none."""
    return _read(_path(home, header))


def unsent_heads(home: Path, key: str) -> set[str]:
    """The hashes (base64url) of the blocks of a game that have not left; `key` is its `places.game_key`."""
    noted = _read(home / _FOLDER / f"{key}.json")
    return {encode_bytes(block_hash(one.block)) for one in noted if not one.left}


def _read(path: Path) -> list[Signed]:
    data = read_if_possible(path)
    if data is None:
        return []
    try:
        return [_from_data(each) for each in json.loads(data)["blocks"]]
    except (KhronosError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []


def unsent(home: Path, save: Save) -> Signed | None:
    """What is noted of a history's last block, if it has not left this machine; else None."""
    if not save.blocks:
        return None
    last = save.blocks[-1]
    return next((one for one in signed_here(home, save.header) if one.block == last and not one.left), None)


def has_left(home: Path, save: Save) -> tuple[Block, ...]:
    """Note, before a save is given to anybody, that its blocks have left; those that had not until now.

    Every way out calls this right before it gives anything out. Raises Conflict, and nothing may be given
    out, if another own block on the same state has left already; UsageError if the home cannot be written.
    """
    return _left(home, save, alone=True)


def came_in(home: Path, save: Save) -> tuple[Block, ...]:
    """Note that the blocks of a save that has come in have been out; those of which it was not known.

    Every way in calls this before it lets the save in. Raises UsageError if the home cannot be written.
    """
    return _left(home, save, alone=False)


def _left(home: Path, save: Save, *, alone: bool) -> tuple[Block, ...]:
    if not _path(home, save.header).exists():
        return ()
    with at_game(home, save.header):
        known = signed_here(home, save.header)
        fresh = tuple(one.block for one in known if not one.left and one.stands_in(save))
        for block in fresh if alone else ():
            _check_alone(known, block)
        if fresh:
            _write(home, save.header, [one._replace(left=one.left or one.block in fresh) for one in known])
        return fresh


def note_signed(home: Path, header: Header, signed: Signed) -> None:
    """Note a block before it is remembered and written. Raises as `has_left` if it leaves by that."""
    with at_game(home, header):
        known = signed_here(home, header)
        old = next((one for one in known if one.block == signed.block), signed)
        signed = signed._replace(left=signed.left or old.left, words=signed.words or old.words)
        if signed.left:
            _check_alone(known, signed.block)
        others = [one for one in known if one.block != signed.block]
        _write(home, header, [*others, signed])


def note_gone_on(home: Path, save: Save) -> None:
    """Take in what a history that is remembered next settles: its blocks that somebody else has gone on from
    have left; of those that have, only what keeps another one from leaving is still noted. Raises UsageError.
    """
    known = signed_here(home, save.header)
    free = [one.block for one in known if not one.left]
    settled = [one for one in known if one.stands_in(save) and (one.left or _is_answered(one, save, free))]
    alone = [one for one in settled if sum(each.block.prev == one.block.prev for each in known) == 1]
    kept = [one._replace(left=one.left or one in settled) for one in known if one not in alone]
    if kept != known:
        _write(home, save.header, kept)


def forget(home: Path, header: Header, blocks: Iterable[Block]) -> None:
    """Forget blocks, which count as left from then on. Raises UsageError."""
    gone = list(blocks)
    with at_game(home, header):
        known = signed_here(home, header)
        kept = [one for one in known if one.block not in gone]
        if len(kept) < len(known):
            _write(home, header, kept)


def _is_answered(one: Signed, save: Save, free: Sequence[Block]) -> bool:
    """Whether somebody else has gone on from a block.

    A bot and its keeper, on one machine, are nobody else, as long as their blocks are `free`: have not left.
    """
    bots = {block.seat for block in save.blocks if block.bot}
    others = [block for block in save.blocks[one.block.seq + 1 :] if block.seat != one.block.seat]
    return any(block not in free or not bots & {block.seat, one.block.seat} for block in others)


def _check_alone(known: Sequence[Signed], block: Block) -> None:
    """Raise Conflict if another block on the same state has left: both together would prove a fork."""
    for one in known:
        if not (one.block.binds and block.binds):
            continue
        if one.left and one.block.prev == block.prev and not same_turn(one.block, block):
            what = say("block {seq} was taken back, another one of yours has left instead", seq=block.seq)
            hint = say("use the newest file of the game")
            raise Conflict(what, rule="FORMATS 4", hint=hint, block=block.seq)


# --- the file ---------------------------------------------------------------------------------------------


def _path(home: Path, header: Header) -> Path:
    return home / _FOLDER / f"{game_key(header)}.json"


def _write(home: Path, header: Header, known: list[Signed]) -> None:
    path = _path(home, header)
    if not known:
        path.unlink(missing_ok=True)
        return
    folder(home, _FOLDER)
    bound = [one for one in known if one.left]
    free = [one for one in known if not one.left][-MOST:]
    data = json.dumps({"blocks": [_to_data(one) for one in (*bound, *free)]}, ensure_ascii=False)
    write_aside(path, data.encode(errors="surrogatepass"))


def _to_data(one: Signed) -> dict[str, Any]:
    return {
        "block": block_content(one.block),
        "place": one.place,
        "words": list(one.words),
        "left": one.left,
    }


def _from_data(data: dict[str, Any]) -> Signed:
    content = dict(data["block"])
    block = parse_block({**content, "at": instant_moment(content["at"])}, int(content["seq"]))
    words = tuple(str(line) for line in data["words"])
    return Signed(block, str(data["place"]), words, data["left"] is not False)


# --- folders in which files go to others by themselves ------------------------------------------------------


def note_shared(home: Path, place: Path) -> None:
    """Note a folder whose files others may read at any moment: `watch` does. Raises UsageError."""
    known, path = shared_folders(home), real_path(place)
    if path not in known:
        folder(home, "")
        data = json.dumps([*known, path][-MOST_SHARED:], ensure_ascii=False)
        write_aside(home / "shared.json", data.encode(errors="surrogateescape"))


def shared_folders(home: Path) -> list[str]:
    """The folders that were noted, as full paths."""
    try:
        found = json.loads((read_if_possible(home / "shared.json") or b"[]").decode(errors="surrogateescape"))
    except (ValueError, RecursionError):
        return []
    return [str(each) for each in found] if isinstance(found, list) else []


def is_shared(home: Path, path: Path) -> bool:
    """Whether a file lies in a folder that was noted, or below one."""
    above = {str(parent) for parent in Path(real_path(path)).parents}
    return any(each in above for each in shared_folders(home))
