"""Own blocks signed on this machine that are not known to have left it (FORMATS 1, `undo`).

They are noted in the home, one file for each game, without their contents, because these may reveal a hand. A
block without a note counts as sent, so a lost or damaged file never allows a second block.

`mark_sent` must be called before a save is given out. Of all blocks signed on one state, at most one ever
leaves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import Conflict
from khronos_pbem.home.game_paths import game_key, game_lock, id_lock
from khronos_pbem.home.keyring import Identity, all_own_keys
from khronos_pbem.home.sealed_orders import seal_orders, unseal_orders
from khronos_pbem.messages import message
from khronos_pbem.record.block import TIMELESS, Block
from khronos_pbem.record.chain import block_hash
from khronos_pbem.record.leaving.votes import Seats, binds_last, seats_after
from khronos_pbem.record.record_fields import instant_moment
from khronos_pbem.record.save import Header, Save
from khronos_pbem.storage.json_store import FileCodec, JsonStore

MOST = 32
"""The maximum number of blocks noted for a game; those withdrawn longest ago are forgotten first."""


class SignedBlockNote(NamedTuple):
    """The note of a block signed on this machine, without its contents, because these may reveal a hand.

    `hash` (base64url) is the hash of the block, `by` the author's identity (32 bytes). `seq`, `seat`, `kind`,
    `at`, `prev` and `sig` are as in the block. `binds` is False for a vote that binds nobody yet.

    `place` is the full path of the file that the block was written to. `sealed` are the orders as typed,
    encrypted for the author. `left` tells whether the block has left this machine.
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

    def is_in_save(self, save: Save) -> bool:
        """Return whether a save holds exactly this block."""
        return self.seq < len(save.blocks) and self.is_block(save.blocks[self.seq])

    def is_block(self, block: Block) -> bool:
        """Return whether this is the note of exactly this block."""
        return self.sig == block.sig and self.hash == _hash(block)

    def is_same_turn(self, block: Block) -> bool:
        """Return whether a block is the same turn, even if it was signed at another time."""
        return self.is_block(self.as_signed(block))

    def as_signed(self, block: Block) -> Block:
        """Return a block of the same turn with the date and signature in this note."""
        return replace(block, at=self.at, sig=self.sig)

    def words(self, identity: Identity) -> tuple[str, ...]:
        """Return the orders as typed; empty if they are damaged or encrypted for another identity."""
        try:
            return unseal_orders(identity, self.sealed)
        except ValueError:
            return ()


def _hash(block: Block) -> str:
    return encode_bytes(block_hash(block))


def signed_here(home: Path, header: Header) -> list[SignedBlockNote]:
    """The noted blocks of a game, oldest first; none if the file cannot be read."""
    return _store(home, header).read()


def unsent_heads(home: Path, key: str) -> set[str]:
    """The hashes (base64url) of the unsent blocks of a game; `key` is its `game_paths.game_key`."""
    noted = _store_of(home, key, partial(id_lock, home, key.partition("-")[0], key)).read()
    return {one.hash for one in noted if not one.left}


def unsent_last_block(home: Path, save: Save) -> SignedBlockNote | None:
    """Return the note of a save's last block if the block has not left this machine; else None."""
    if not save.blocks:
        return None
    last = save.blocks[-1]
    return next((one for one in signed_here(home, save.header) if not one.left and one.is_block(last)), None)


def mark_sent(home: Path, save: Save) -> tuple[Block, ...]:
    """Note that the blocks of a save have left this machine; return those that had not left before.

    Call it right before giving a save to another person. Raises Conflict if another own block on the same
    state has already left; the save must then not be given out. Raises UsageError if the home cannot be
    written.
    """
    return _mark_left(home, save, alone=True)


def mark_received(home: Path, save: Save) -> tuple[Block, ...]:
    """Note that the blocks of a received save have been sent; return those that counted as unsent.

    Call it before remembering a received save. Raises UsageError if the home cannot be written.
    """
    return _mark_left(home, save, alone=False)


def _mark_left(home: Path, save: Save, *, alone: bool) -> tuple[Block, ...]:
    """Note that the blocks of a save have left; with `alone`, raise Conflict as `mark_sent` does."""
    if not signed_here(home, save.header):
        return ()
    with game_lock(home, save.header):
        known = signed_here(home, save.header)
        fresh = [one for one in known if not one.left and one.is_in_save(save)]
        for one in fresh if alone else ():
            _check_alone(known, save.blocks[one.seq], one.binds)
        if fresh:
            marked = [one._replace(left=one.left or one in fresh) for one in known]
            _store(home, save.header).change(lambda _: marked)
        return tuple(save.blocks[one.seq] for one in fresh)


def note_signed(
    home: Path, save: Save, place: str = "", orders: Sequence[str] = (), *, left: bool = False
) -> None:
    """Note a save's last block and its orders as typed, before the save is remembered and written.

    With `left` the block counts as sent. Raises the errors of `JsonStore.change`; with `left`, also Conflict
    if another own block on the same state has already left.
    """
    block, by, binds = save.blocks[-1], _author(save), binds_last(save.blocks)

    shared = {key: getattr(block, key) for key in ("seq", "seat", "kind", "at", "prev", "sig")}
    signed = SignedBlockNote(hash=_hash(block), by=by, binds=binds, place=place, **shared)

    def noted(known: list[SignedBlockNote]) -> list[SignedBlockNote]:
        old = next((one for one in known if one.is_block(block)), None)
        gone = left or (old is not None and old.left)
        if gone:
            _check_alone(known, block, binds)
        sealed = seal_orders(by, orders) if orders else old.sealed if old is not None else b""
        return [*(one for one in known if one is not old), signed._replace(sealed=sealed, left=gone)]

    _store(home, save.header).change(noted)


def _author(save: Save) -> bytes:
    """The identity (32 bytes) that signed the last block of a save."""
    block = save.blocks[-1]
    return block.identity or seats_after(save.blocks[:-1])[-1].identities[block.seat]


def update_signed_notes(home: Path, save: Save) -> None:
    """Update the notes before a save becomes the newest version.

    A block counts as sent once another player has played after it. The note of a sent block is kept only
    while another block on the same state could still leave. Raises the errors of `JsonStore.change`.
    """
    _store(home, save.header).change(lambda known: _with_left(home, save, known) if known else known)


def _with_left(home: Path, save: Save, known: list[SignedBlockNote]) -> list[SignedBlockNote]:
    """Return the notes of a game as `update_signed_notes` updates them for a save."""
    free, nobody_else = [one.hash for one in known if not one.left], holds_every_seat(home, save)
    there = [one for one in known if one.is_in_save(save)]
    settled = [one for one in there if one.left or _is_continued(one, save, free, alone=nobody_else)]
    alone = [one for one in settled if sum(each.prev == one.prev for each in known) == 1]
    return [one._replace(left=one.left or one in settled) for one in known if one not in alone]


def remove_signed_notes(home: Path, header: Header, signed: Iterable[SignedBlockNote]) -> None:
    """Remove the notes of blocks, which then count as sent. Raises the errors of `JsonStore.change`."""
    gone = {one.hash for one in signed}
    _store(home, header).change(lambda known: [one for one in known if one.hash not in gone])


def _is_continued(one: SignedBlockNote, save: Save, free: Sequence[str], *, alone: bool) -> bool:
    """Return whether another player has played after a block.

    `alone` means that all seats belong to this keyring. The blocks of bots then do not count while their
    hashes are in `free`, the hashes of unsent blocks. Otherwise a bot counts as another player: its owner
    could read the information that its block revealed, and then play differently.
    """
    seats = seats_after(save.blocks)[-1] if alone else Seats()
    bots = {seat for seat, bot in enumerate(seats.bots) if bot}
    others = [block for block in save.blocks[one.seq + 1 :] if block.seat != one.seat]
    return any(not bots & {block.seat, one.seat} or _hash(block) not in free for block in others)


def holds_every_seat(home: Path, save: Save) -> bool:
    """Return whether all players of a game are identities of this keyring."""
    return {key.hex() for key in seats_after(save.blocks)[-1].identities} <= all_own_keys(home)


def _check_alone(known: Sequence[SignedBlockNote], block: Block, binds: bool) -> None:
    """Raise Conflict if another block on the same state has left, since both together would prove a fork."""
    for one in known:
        if one.left and one.prev == block.prev and one.binds and binds and not one.is_same_turn(block):
            seq, hint = block.seq, message("use the newest file of the game")
            what = message("you took back block {seq} and sent a different block in its place", seq=seq)
            raise Conflict(what, rule="FORMATS 1", hint=hint, block=seq)


# --- the file ---------------------------------------------------------------------------------------------


def _store(home: Path, header: Header) -> JsonStore[list[SignedBlockNote]]:
    return _store_of(home, game_key(header), partial(game_lock, home, header))


def _store_of(
    home: Path, key: str, lock: Callable[[], AbstractContextManager[None]]
) -> JsonStore[list[SignedBlockNote]]:
    return JsonStore(home / "unsent" / f"{key}.json", _CODEC, [], lock)


def _decode(data: bytes) -> list[SignedBlockNote]:
    return [_from_data(each) for each in json.loads(data)["blocks"]]


def _encode(known: list[SignedBlockNote]) -> bytes | None:
    bound = [one for one in known if one.left]
    free = [one for one in known if not one.left][-MOST:]
    data = json.dumps({"blocks": [_to_data(one) for one in (*bound, *free)]}, ensure_ascii=False)
    return data.encode(errors="surrogatepass") if known else None


_CODEC = FileCodec(_decode, _encode)


def _to_data(one: SignedBlockNote) -> dict[str, Any]:
    return {**one._asdict(), "by": encode_bytes(one.by), "sealed": encode_bytes(one.sealed)}


def _from_data(data: dict[str, Any]) -> SignedBlockNote:
    """Return a note from its JSON data. Raises ValueError, KeyError or TypeError if the data is invalid."""
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
    return SignedBlockNote(**texts, **numbers, by=by, sealed=sealed, binds=binds, left=left)
