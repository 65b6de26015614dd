"""Writing a save: the new block, comments for people on top, safely onto the disk (FORMATS 4)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.contract import Event
from khronos_pbem.errors import Conflict, InvalidFile, KhronosError, UsageError
from khronos_pbem.games.registry import title_of
from khronos_pbem.home.cache import mark_verified
from khronos_pbem.home.game_paths import at_game, game_key
from khronos_pbem.home.shared_folders import is_shared
from khronos_pbem.home.versions.game_files import note_place, noted_place
from khronos_pbem.home.versions.newest_seen import Unreadable, blocks_known_on, remember
from khronos_pbem.home.versions.unsent import Signed, forget, note_signed, signed_here
from khronos_pbem.messages import Moment, message, operand
from khronos_pbem.record.block import JOIN, Block, same_turn
from khronos_pbem.record.chain import block_hash
from khronos_pbem.record.leaving.votes import binds_last
from khronos_pbem.record.save import Save, write_save
from khronos_pbem.session.commands.refuse_to_sign import check_honest
from khronos_pbem.session.queries.summaries import headline, since_last_turn, whose_move
from khronos_pbem.session.queries.text_picture import picture
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.session.replay.snapshots import one_more
from khronos_pbem.session.replay.table import Table
from khronos_pbem.storage.file_types import check_target, real_path, same_file
from khronos_pbem.storage.files import MAX_BYTES, check_unchanged, staged


class SecondTurn(Conflict):
    """This machine knows another block of one's own on this very state: a second one would be a fork."""


class Target(NamedTuple):
    """Where a block goes: the file if it is another than the one read, the home, what a person allows, the
    orders as they were typed, and which folders others read, as far as that is configured."""

    home: Path
    out: Path | None = None
    force: bool = False
    rewind: bool = False
    words: tuple[str, ...] = ()
    shared: Callable[[], Sequence[Path]] = tuple


class Written(NamedTuple):
    """The block that stands in the save now, and what could not be noted once it did."""

    block: Block
    warnings: tuple[str, ...] = ()


def write_block(opened: Opened, block: Block, table: Table, events: tuple[Event, ...], to: Target) -> Written:
    """Write the save with one block more: over its file if that is unchanged, or to another one.

    Under the game's lock the block is compared with those known on this state, remembered, and only then put
    in place: whoever is stopped in between gets the same block again by the same orders (DECK 1, P4).

    Raises SecondTurn for a second block on one state, Conflict if the file was changed or something newer was
    seen since it was read, UsageError if anything cannot be written, InvalidFile if it would be too large.
    """
    path = opened.path if to.out is None or same_file(to.out, opened.path) else to.out
    with at_game(to.home, opened.save.header):
        block, known = _block_once(opened, block, to)
        save = opened.save._replace(blocks=(*opened.save.blocks, block))
        check_honest(to.home, save, opened.table, opened.path)
        history = _history(opened, block, events, table)
        text = save_text(save, history)
        new = path != opened.path or not opened.data
        if not new:
            check_unchanged(path, opened.data)
        with staged(path, text.encode(), new=new, force=to.force) as put:
            _note(save, path, opened, to, known=known)
            if to.rewind or not known:
                remember(to.home, save, rewind=to.rewind, heads=history.heads, at=block.at, chosen=True)
            _put(put)
    if to.out is None:
        _note_moved(to.home, save, path)
    if not mark_verified(to.home, history.heads[-1]):
        told = message(
            "{path} is written, but the program could not note that it is valid; it will check the "
            "whole game again next time",
            path=path,
        )
        return Written(block, (told,))
    return Written(block)


def _note_moved(home: Path, save: Save, path: Path) -> None:
    """Note where the game is played now, if the file in which it was played is not there any more."""
    game = game_key(save.header)
    noted = noted_place(home, game)
    if noted is not None and not noted.exists() and not is_shared(home, noted):
        with contextlib.suppress(KhronosError):
            note_place(home, game, path)


def _note(save: Save, path: Path, opened: Opened, to: Target, *, known: bool) -> None:
    """Note the last block of a save as one that has not left, as far as the program can know that.

    It has where others may read the file at once, where a person wants it elsewhere than it was, and where he
    signs it on purpose beside another one. What is known here already and was not noted has left before.
    """
    header, block = save.header, save.blocks[-1]
    noted = signed_here(to.home, header)
    if known and not any(one.is_block(block) for one in noted):
        return
    beside = [one for one in noted if one.prev == block.prev and not one.is_block(block)]
    if to.rewind:  # it is `undo` that says that nobody has them: all these count as left, this block too
        forget(to.home, header, beside)
    left = path != opened.path or is_shared(to.home, path, to.shared()) or (to.rewind and bool(beside))
    note_signed(to.home, save, real_path(path), to.words, left=left)


def _block_once(opened: Opened, block: Block, to: Target) -> tuple[Block, bool]:
    """The block that may stand on this state, and whether it is known here: signing is once per state.

    One that was taken back comes again by the same orders, and stands in no other's way unless it has left.
    """
    noted = [one for one in signed_here(to.home, opened.save.header) if _beside(one, block)]
    try:
        known = blocks_known_on(to.home, opened.save)
    except Unreadable:
        if not to.rewind:
            raise
        known = []
    own = [each for each in known if is_by(each, block, opened.table) and not _is_free(opened, each, block)]
    gone = [one for one in noted if one.left and not any(map(one.is_block, own))]
    same = next((each for each in own if same_turn(each, block)), None)
    if same is not None:
        return same, True
    if own and not to.rewind:
        raise second_turn(own[0], opened, free=any(one.is_block(own[0]) and not one.left for one in noted))
    if gone and not to.rewind and not any(one.is_turn(block) for one in gone):
        raise second_turn(gone[0], opened)
    return next((one.as_signed(block) for one in (*gone, *noted) if one.is_turn(block)), block), False


def _beside(known: Signed, block: Block) -> bool:
    """Whether a block that is noted here is by the same author on the same state."""
    if known.prev != block.prev or known.seat != block.seat:
        return False
    return (block.kind != JOIN or known.by == block.identity) and (known.binds or known.is_turn(block))


def _is_free(opened: Opened, known: Block, block: Block) -> bool:
    """Whether a known vote binds nobody: it finishes nothing, so any other may follow it (DECK 9.2)."""
    return not same_turn(known, block) and not binds_last((*opened.save.blocks, known))


def is_by(known: Block, block: Block, table: Table) -> bool:
    """Whether a known block is by the author of another one on the same state."""
    if known.seat != block.seat:
        return False
    return known.kind != JOIN or known.identity == block.identity


def second_turn(known: Block | Signed, opened: Opened, *, free: bool = False) -> SecondTurn:
    """That the own block on this state is signed already, and would be contradicted; `free` if it has not
    left as yet."""
    what = message(
        "you have already played at this point of the game: block {number}, {at} ({told})",
        number=known.seq,
        at=Moment(known.at or opened.save.header.created),
        told=headline(known) if isinstance(known, Block) else message("taken back since"),
    )
    hint = message(
        "give the same orders to get that block again; with --rewind you would sign a second "
        "block, and the others could prove it"
    )
    if free:
        hint = message(
            "that block has not left this computer, so you can take it back: khronos undo {path}",
            path=operand(opened.path),
        )
    problem = SecondTurn(what, rule="FORMATS 1", hint=hint, block=known.seq)
    problem.file = str(opened.path)
    return problem


def _put(put: Callable[[], None]) -> None:
    try:
        put()
    except UsageError as problem:
        problem.hint = message(
            "the program remembers your turn: give the same orders again when the problem is fixed"
        )
        raise


def _history(opened: Opened, block: Block, events: tuple[Event, ...], table: Table) -> History:
    """The history with one block more."""
    head = block_hash(block)
    entries = one_more(opened.history.entries, Entry(block, events, table))
    return History(opened.history.start, entries, (*opened.history.heads, head))


def save_text(save: Save, history: History) -> str:
    """The text of a save with comments for people, as far as there is room for them.

    Raises InvalidFile, before anything is written, if even the bare record is larger than a save may be.
    """
    text = write_save(save, comments(history))
    if len(text.encode()) > MAX_BYTES:
        text = write_save(save, [])
    if len(text.encode()) > MAX_BYTES:
        hint = message(
            "nothing was written; a save can have at most {part} MiB", part=MAX_BYTES // 1024 // 1024
        )
        raise InvalidFile(message("the save would be too large"), rule="FORMATS 4", hint=hint)
    return text


def comments(history: History) -> list[str]:
    """What stands on top of a save for people: whose move, what happened, the boards."""
    table = history.table
    lines = [
        message(
            "{title}: a game of {name}, played by mail. It is signed: do not edit anything below.",
            title=table.header.title,
            name=title_of(table.game),
        ),
        "",
    ]
    lines += [whose_move(table), ""]
    return [*lines, *since_last_turn(history), *picture(table, _recent(history))]


def _recent(history: History) -> tuple[Event, ...]:
    """What happened in the last block in which anything did."""
    return next((entry.events for entry in reversed(history.entries) if entry.events), ())


def check_out(out: Path | None, force: bool) -> None:
    """Raise UsageError at once for an output that is there already, or that cannot be a file."""
    if out is not None:
        check_target(out, force=force)
