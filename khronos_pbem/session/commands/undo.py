"""Taking back the player's own newest block while it has not left this machine (FORMATS 1, `undo`).

The file and the newest version seen are both restored under the game's lock. The home keeps a note of the
block, so that the same orders produce it again. If the command is interrupted, the block is either present or
absent, and can be taken back again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.orders.private_orders import without_sealed_bytes
from khronos_pbem.errors import Conflict, KhronosError, NothingToDo
from khronos_pbem.home.cache import delete_table
from khronos_pbem.home.game_paths import game_lock
from khronos_pbem.home.keyring import all_own_keys, public_key_of
from khronos_pbem.home.sealed_orders import seal_orders
from khronos_pbem.home.shared_folders import is_shared
from khronos_pbem.home.versions.newest_seen import newest_seen, rewind_unsent
from khronos_pbem.home.versions.signed_blocks import (
    SignedBlockNote,
    holds_every_seat,
    mark_sent,
    signed_here,
    unsent_last_block,
)
from khronos_pbem.home.versions.withdrawn_blocks import WithdrawnBlock
from khronos_pbem.messages import message
from khronos_pbem.record.block import JOIN, VOTE, Block
from khronos_pbem.record.chain import block_hash
from khronos_pbem.record.leaving.votes import is_irrevocable
from khronos_pbem.record.save import Header, Save, parse_save
from khronos_pbem.session.commands.write_save import save_text
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author_and_identity, name_of_key
from khronos_pbem.session.queries.summaries import headline
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import Opened, open_to_act, replay_known, two_versions_errors
from khronos_pbem.session.replay.sealed_messages import Sealer, unseal_own_orders
from khronos_pbem.session.replay.table import Seat
from khronos_pbem.storage.file_types import real_path
from khronos_pbem.storage.files import check_unchanged, read_file, remove_file, staged_write


class Undoable(NamedTuple):
    """A block that can be taken back.

    `noted` is its note, `seen` the newest version with it, `before` the save without it, and `history` that
    save replayed. `files` are the files in which it is the last block, with their bytes.
    """

    noted: SignedBlockNote
    block: Block
    seen: Save
    before: Save
    history: History
    files: tuple[tuple[Path, bytes], ...]

    @property
    def since(self) -> tuple[Block, ...]:
        """The blocks after this one, which are taken back with it."""
        return self.seen.blocks[self.block.seq + 1 :] if not self.only_copy else ()

    @property
    def only_copy(self) -> bool:
        """Whether the block was already taken back, so that only an old copy of the file contains it."""
        return self.before == self.seen


def find_undoable(path: Path, context: Context, kept: Callable[[Header], Path]) -> Undoable:
    """Return the block that can be taken back in the game of a file.

    `kept` returns the game's file in the library. Raises NothingToDo if the newest block is not the player's
    own, has left this machine, or is already binding. Raises Conflict while there are two versions, and the
    errors of opening.
    """
    opened = open_to_act(path, context.home, rewind=False)
    for problem in two_versions_errors(opened, context.home):
        raise problem
    seen = newest_seen(context.home, opened.save.header)
    if seen is None or isinstance(opened.older, WithdrawnBlock):
        return _undoable_old_copy(opened, context, seen or opened.save)
    noted = newest_own_block(seen, context)
    if noted is None:
        raise _nothing_to_undo(opened, seen, context)
    _check_not_bound(seen, noted)
    before = seen._replace(blocks=seen.blocks[: noted.seq])
    files = _holding([path, Path(noted.place), kept(seen.header)], seen)
    if any(is_shared(context.home, place, context.shared()) for place, _ in files):
        mark_sent(context.home, seen)
        raise _nothing_to_undo(opened, seen, context)
    return Undoable(noted, seen.blocks[noted.seq], seen, before, replay_known(context.home, before), files)


def may_be_taken_back(seen: Save, context: Context) -> bool:
    """Return whether `undo` without a name finds a block in this version that it can take back."""
    noted = newest_own_block(seen, context._replace(name=None))
    if noted is None:
        return False
    return not any(is_irrevocable(seen.blocks, block.seq) for block in seen.blocks[noted.seq :])


def _check_not_bound(seen: Save, noted: SignedBlockNote) -> None:
    """Raise NothingToDo for an ack or the deciding vote of a run: both bind at once (DECK 9.2)."""
    for block in seen.blocks[noted.seq :]:
        if is_irrevocable(seen.blocks, block.seq):
            what = message("you cannot take this block back, even if you have not sent it yet")
            hint = message(
                "the deciding vote and the confirmation of a vote are binding as soon as you sign them"
            )
            raise NothingToDo(what, rule="DECK 9.2", detail=headline(block), hint=hint, block=block.seq)


def newest_own_block(seen: Save, context: Context) -> SignedBlockNote | None:
    """Return the note of the newest block of the context's player that has not left this machine.

    Returns None if there is no such block. In a game with bots, and if no name is given, the block is a
    person's last turn, answer or vote. Later blocks of own bots, and shares sent for the person, are taken
    back with it if none of them has left.
    """
    seats, last = replay_known(context.home, seen).table.seats, unsent_last_block(context.home, seen)
    newest = last if last is not None and _is_by(context, seats[last.seat]) else None
    if last is None or context.name is not None or not any(seat.bot for seat in seats):
        return newest
    noted = [one for one in signed_here(context.home, seen.header) if not one.left]
    for block in reversed(seen.blocks):
        found = next((one for one in noted if one.is_block(block)), None)
        if found is None or block.kind == JOIN:
            return newest
        if (block.orders or block.kind == VOTE) and not seats[block.seat].bot:
            return found
    return newest


def _is_by(context: Context, seat: Seat) -> bool:
    """Return whether a seat belongs to the context's player; a bot counts only if it is named."""
    if context.name is None:
        return not seat.bot
    return public_key_of(context.home, context.name) == seat.identity


def _undoable_old_copy(opened: Opened, context: Context, seen: Save) -> Undoable:
    """The withdrawn block that an old copy of a file still holds; undoing it updates the file."""
    noted = unsent_last_block(context.home, opened.save)
    if noted is None:
        raise _nothing_to_undo(opened, opened.save, context)
    files = ((opened.path, opened.data),)
    noted = noted._replace(place=real_path(opened.path))
    return Undoable(noted, opened.save.blocks[-1], seen, seen, replay_known(context.home, seen), files)


def _nothing_to_undo(opened: Opened, seen: Save, context: Context) -> NothingToDo:
    """Return the error that explains why there is nothing to take back."""
    if not seen.blocks:
        return NothingToDo(message("nobody has made a move in this game yet"), file=str(opened.path))
    last = seen.blocks[-1]
    seat = replay_known(context.home, seen).table.seats[last.seat]
    own = seat.identity.hex() in all_own_keys(context.home)
    if own and _is_by(context, seat):
        complaint = message("you can no longer take this block back: it may already have left this computer")
        hint = message(
            "it may be in an e-mail, a publication, a shared folder, an output file, a turn by one "
            "of your bots, or text created by the armor command"
        )
    elif own and seat.bot and not holds_every_seat(context.home, seen):
        complaint = message(
            "you can no longer take your block back: your bot {name} has already played after it",
            name=seat.name,
        )
        hint = message(
            "in a game with other players, you cannot take back this block, because the bot may have "
            "revealed a roll or cards to you"
        )
    else:
        complaint = message("you cannot take back the newest block, because {name} wrote it", name=seat.name)
        hint = message(
            "you can only take back the newest block, and only if it is yours and has not left this "
            "computer yet"
        )
    return NothingToDo(complaint, hint=hint, block=last.seq, file=str(opened.path))


def _holding(places: Sequence[Path], seen: Save) -> tuple[tuple[Path, bytes], ...]:
    """Return the files that contain exactly this save, each once, with their bytes."""
    found: dict[str, tuple[Path, bytes]] = {}
    for path in places:
        with contextlib.suppress(KhronosError):
            data = read_file(path)
            if parse_save(data) == seen:
                found.setdefault(real_path(path), (path, data))
    return tuple(found.values())


def typed_orders(found: Undoable, context: Context) -> bytes:
    """Return the orders of a block that can be taken back: as typed, and encrypted for their author.

    Private texts in the orders are readable if the identity can be unlocked. Otherwise they stay sealed, and
    `play` accepts them in that form on the same state.
    """
    block, noted = found.block, found.noted
    sealed = noted.sealed or seal_orders(noted.by, block.orders)
    if all(without_sealed_bytes(order) == order for order in block.orders):
        return sealed
    table = found.history.table
    name = name_of_key(context.home, noted.by)
    try:
        writer, identity = load_author_and_identity(context.home, table, name, context.ask)
    except KhronosError:
        return sealed
    hand = Sealer(block.seat, writer.secret, decode_bytes(block.prev, 32))
    return seal_orders(noted.by, unseal_own_orders(table, hand, noted.words(identity) or block.orders))


def take_back(what: Undoable, home: Path) -> None:
    """Take a block back: restore the save without it in all files and as the newest version seen.

    If the game began with the block, the game's file is removed. Raises Conflict if a file was changed or the
    block has left this machine in the meantime, UsageError if anything cannot be written.
    """
    text = save_text(what.before, what.history) if what.before.blocks else None
    with game_lock(home, what.seen.header), ExitStack() as stack:
        free = [one for one in signed_here(home, what.seen.header) if not one.left]
        if not all(any(one.is_block(block) for one in free) for block in (what.block, *what.since)):
            left = message("block {seq} has left this computer in the meantime", seq=what.block.seq)
            raise Conflict(left, hint=message("look at the game again"))
        puts: list[Callable[[], None]] = []
        for path, data in what.files:
            check_unchanged(path, data)
            staged = None if text is None else stack.enter_context(staged_write(path, text.encode()))
            puts.append(staged or partial(remove_file, path))
        if what.before != what.seen:
            rewind_unsent(home, what.seen, what.before)
        for put in puts:
            put()
    for block in (what.block, *what.since):  # a table that it led to names cards that it showed
        delete_table(home, block_hash(block))
