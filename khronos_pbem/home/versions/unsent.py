"""Blocks of one's own that were signed on this machine and are not known to have left it (FORMATS 1, `undo`).

They lie in the home beside the newest seen, one file a game, never in the save, without what they do: that
may show a hand, and once it is taken back nothing else does. A block that is not noted
counts as one that has left: what is lost or damaged is never an excuse to sign another block. Whatever gives
a save out calls `has_left` first; of all blocks signed on one state at most one ever leaves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import Conflict
from khronos_pbem.home.game_paths import at_game, game_key
from khronos_pbem.home.keyring import Identity, kept_keys
from khronos_pbem.home.sealed_orders import open_orders, seal_orders
from khronos_pbem.messages import message
from khronos_pbem.record.block import TIMELESS, Block
from khronos_pbem.record.chain import block_hash
from khronos_pbem.record.leaving.votes import Seats, binds_last, seats_after
from khronos_pbem.record.record_fields import instant_moment
from khronos_pbem.record.save import Header, Save
from khronos_pbem.storage.files import read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

_FOLDER = "unsent"
MOST = 32
"""Blocks that are noted for one game; those taken back longest ago are forgotten first."""


class Signed(NamedTuple):
    """What is noted of a block that was signed here; what it does is not, for that may show a hand.

    `hash` (base64url) is the block's, `by` its author's identity (32 bytes), the next six are as in the
    block. `place` is the file that it was written to (a full path), `sealed` the orders as they were typed,
    for its author alone, and `left` whether it has left.
    """

    hash: str
    by: bytes
    seq: int
    seat: int
    kind: str
    at: str
    prev: str
    sig: str
    binds: bool
    place: str = ""
    sealed: bytes = b""
    left: bool = False

    def stands_in(self, save: Save) -> bool:
        """Whether a history holds this very block."""
        return self.seq < len(save.blocks) and self.is_block(save.blocks[self.seq])

    def is_block(self, block: Block) -> bool:
        """Whether this is noted of that very block."""
        return self.sig == block.sig and self.hash == _hash(block)

    def is_turn(self, block: Block) -> bool:
        """Whether a block is the same turn, whenever it was signed."""
        return self.is_block(self.as_signed(block))

    def as_signed(self, block: Block) -> Block:
        """A block that is the same turn, as it was signed here."""
        return replace(block, at=self.at, sig=self.sig)

    def words(self, identity: Identity) -> tuple[str, ...]:
        """The orders as they were typed; none if they are sealed for another identity, or damaged."""
        try:
            return open_orders(identity, self.sealed)
        except ValueError:
            return ()


def _hash(block: Block) -> str:
    return encode_bytes(block_hash(block))


def signed_here(home: Path, header: Header) -> list[Signed]:
    """The blocks of a game that are noted here, oldest first; a file that cannot be read holds none."""
    return _read(_path(home, header))


def unsent_heads(home: Path, key: str) -> set[str]:
    """The hashes (base64url) of the blocks of a game that have not left; `key` is its `places.game_key`."""
    noted = _read(home / _FOLDER / f"{key}.json")
    return {one.hash for one in noted if not one.left}


def _read(path: Path) -> list[Signed]:
    data = read_if_possible(path)
    if data is None:
        return []
    try:
        return [_from_data(each) for each in json.loads(data)["blocks"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []


def unsent(home: Path, save: Save) -> Signed | None:
    """What is noted of a history's last block, if it has not left this machine; else None."""
    if not save.blocks:
        return None
    last = save.blocks[-1]
    return next((one for one in signed_here(home, save.header) if not one.left and one.is_block(last)), None)


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
        fresh = [one for one in known if not one.left and one.stands_in(save)]
        for one in fresh if alone else ():
            _check_alone(known, save.blocks[one.seq], one.binds)
        if fresh:
            _write(home, save.header, [one._replace(left=one.left or one in fresh) for one in known])
        return tuple(save.blocks[one.seq] for one in fresh)


def note_signed(
    home: Path, save: Save, place: str = "", orders: Sequence[str] = (), *, left: bool = False
) -> None:
    """Note the last block of a save before it is remembered and written, with the orders as they were typed.

    Raises as `has_left` if it leaves by that.
    """
    block = save.blocks[-1]
    with at_game(home, save.header):
        known = signed_here(home, save.header)
        old = next((one for one in known if one.is_block(block)), None)
        left = left or (old is not None and old.left)
        if left:
            _check_alone(known, block, binds_last(save.blocks))
        by = _author(save)
        sealed = seal_orders(by, orders) if orders else old.sealed if old is not None else b""
        signed = Signed(
            _hash(block),
            by,
            block.seq,
            block.seat,
            block.kind,
            block.at,
            block.prev,
            block.sig,
            binds_last(save.blocks),
            place,
            sealed,
            left,
        )
        _write(home, save.header, [*(one for one in known if one is not old), signed])


def _author(save: Save) -> bytes:
    """The identity that has signed the last block of a save."""
    block = save.blocks[-1]
    return block.identity or seats_after(save.blocks[:-1])[-1].identities[block.seat]


def note_gone_on(home: Path, save: Save) -> None:
    """Take in what a history that is remembered next settles: its blocks that somebody else has gone on from
    have left; of those that have, only what keeps another one from leaving is still noted. Raises UsageError.
    """
    known = signed_here(home, save.header)
    if not known:
        return
    free, nobody_else = [one.hash for one in known if not one.left], holds_every_seat(home, save)
    settled = [
        one
        for one in known
        if one.stands_in(save) and (one.left or _is_answered(one, save, free, alone=nobody_else))
    ]
    alone = [one for one in settled if sum(each.prev == one.prev for each in known) == 1]
    kept = [one._replace(left=one.left or one in settled) for one in known if one not in alone]
    if kept != known:
        _write(home, save.header, kept)


def forget(home: Path, header: Header, signed: Iterable[Signed]) -> None:
    """Forget blocks, which count as left from then on. Raises UsageError."""
    gone = {one.hash for one in signed}
    with at_game(home, header):
        known = signed_here(home, header)
        kept = [one for one in known if one.hash not in gone]
        if len(kept) < len(known):
            _write(home, header, kept)


def _is_answered(one: Signed, save: Save, free: Sequence[str], *, alone: bool) -> bool:
    """Whether somebody else has gone on from a block.

    A bot and its keeper, `alone` on one machine, are nobody else, as long as their blocks are `free`: have
    not left. Among others a bot is: the keeper could read what its block has opened, and play otherwise.
    """
    seats = seats_after(save.blocks)[-1] if alone else Seats()
    bots = {seat for seat, bot in enumerate(seats.bots) if bot}
    others = [block for block in save.blocks[one.seq + 1 :] if block.seat != one.seat]
    return any(not bots & {block.seat, one.seat} or _hash(block) not in free for block in others)


def holds_every_seat(home: Path, save: Save) -> bool:
    """Whether all who sit at a game are identities of this keyring: there is nobody to keep fair with."""
    return {key.hex() for key in seats_after(save.blocks)[-1].identities} <= kept_keys(home)


def _check_alone(known: Sequence[Signed], block: Block, binds: bool) -> None:
    """Raise Conflict if another block on the same state has left: both together would prove a fork."""
    for one in known:
        if one.left and one.prev == block.prev and one.binds and binds and not one.is_turn(block):
            what = message(
                "you took block {seq} back and have sent another block in its place", seq=block.seq
            )
            hint = message("use the newest file of the game")
            raise Conflict(what, rule="FORMATS 1", hint=hint, block=block.seq)


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
    return {**one._asdict(), "by": encode_bytes(one.by), "sealed": encode_bytes(one.sealed)}


def _from_data(data: dict[str, Any]) -> Signed:
    """What is noted of a block. Raises ValueError, KeyError or TypeError for anything else."""
    texts = {key: data[key] for key in ("hash", "kind", "at", "prev", "sig", "place")}
    numbers = {key: data[key] for key in ("seq", "seat")}
    if not all(type(text) is str for text in texts.values()) or not all(
        type(number) is int and number >= 0 for number in numbers.values()
    ):
        raise ValueError("not a note of a block")
    if texts["at"] or texts["kind"] not in TIMELESS:
        instant_moment(texts["at"])
    by, sealed = decode_bytes(data["by"], 32), decode_bytes(data["sealed"])
    binds, left = data["binds"] is not False, data["left"] is not False
    return Signed(**texts, **numbers, by=by, sealed=sealed, binds=binds, left=left)
