"""Writing a save: the new block, and comments for people at the top (FORMATS 4)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.contract import Event
from khronos_pbem.errors import Conflict, InvalidFile, KhronosError, UsageError
from khronos_pbem.games.registry import game_title
from khronos_pbem.home.cache import mark_verified
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.home.shared_folders import is_shared
from khronos_pbem.home.versions.game_files import note_game_file, noted_game_file
from khronos_pbem.home.versions.newest_seen import NewestUnreadable, known_next_blocks, remember_newest
from khronos_pbem.home.versions.signed_blocks import (
    SignedBlockNote,
    note_signed,
    remove_signed_notes,
    signed_here,
)
from khronos_pbem.messages import Moment, message, shell_operand
from khronos_pbem.record.block import JOIN, Block, same_turn
from khronos_pbem.record.chain import block_hash
from khronos_pbem.record.leaving.votes import binds_last
from khronos_pbem.record.save import Save, write_save
from khronos_pbem.session.commands.signing_checks import check_safe_to_sign
from khronos_pbem.session.queries.summaries import headline, lines_since_last_turn, whose_move_line
from khronos_pbem.session.queries.text_picture import picture_lines
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.session.replay.snapshots import with_entry
from khronos_pbem.session.replay.table import Table
from khronos_pbem.storage.file_types import check_target, real_path, same_file
from khronos_pbem.storage.files import MAX_BYTES, check_unchanged, staged_write


class SecondTurn(Conflict):
    """The author has already signed another block on exactly this state; a second would be a fork."""


class WriteTarget(NamedTuple):
    """Where and how a block is written.

    `out` is the output file if it differs from the file read, and `words` are the orders as typed. `shared`
    returns the configured folders that other people read.
    """

    home: Path
    out: Path | None = None
    force: bool = False
    rewind: bool = False
    words: tuple[str, ...] = ()
    shared: Callable[[], Sequence[Path]] = tuple


class WrittenBlock(NamedTuple):
    """The block that is in the save now, and warnings about anything that could not be noted afterwards."""

    block: Block
    warnings: tuple[str, ...] = ()


def write_block(
    opened: Opened, block: Block, table: Table, events: tuple[Event, ...], to: WriteTarget
) -> WrittenBlock:
    """Write the save with one more block, to its own file if that is unchanged, or to another file.

    Under the game's lock, the block is compared with those known on this state, remembered, and then written.
    After an interruption, the same orders produce the same block again (DECK 1, P4).

    Raises SecondTurn for a second block on one state, Conflict if the file was changed or something newer was
    seen since it was read. Raises UsageError if anything cannot be written, InvalidFile if the save would be
    too large.
    """
    path = opened.path if to.out is None or same_file(to.out, opened.path) else to.out
    with game_lock(to.home, opened.save.header):
        block, known = _block_once(opened, block, to)
        save = opened.save._replace(blocks=(*opened.save.blocks, block))
        check_safe_to_sign(to.home, save, opened.table, opened.path)
        history = _history(opened, block, events, table)
        text = save_text(save, history)
        new = path != opened.path or not opened.data
        if not new:
            check_unchanged(path, opened.data)
        with staged_write(path, text.encode(), new=new, force=to.force) as put:
            _note_block(save, path, opened, to, known=known)
            if to.rewind or not known:
                remember_newest(
                    to.home, save, rewind=to.rewind, heads=history.heads, at=block.at, chosen=True
                )
            _put(put)
    if to.out is None:
        _note_moved(to.home, save, path)
    if not mark_verified(to.home, history.heads[-1]):
        told = message(
            "{path} has been written, but the program could not record that it is valid, so the whole "
            "game will be checked again next time",
            path=path,
        )
        return WrittenBlock(block, (told,))
    return WrittenBlock(block)


def _note_moved(home: Path, save: Save, path: Path) -> None:
    """Note the new file of a game if the noted one no longer exists."""
    game = game_key(save.header)
    noted = noted_game_file(home, game)
    if noted is not None and not noted.exists() and not is_shared(home, noted):
        with contextlib.suppress(KhronosError):
            note_game_file(home, game, path)


def _note_block(save: Save, path: Path, opened: Opened, to: WriteTarget, *, known: bool) -> None:
    """Note the last block of a save as unsent, unless it may leave at once or has left before.

    It may leave at once if others can read the file, or if it is written to another file. The same is true if
    it is signed with `--rewind` beside another block. A block that is `known` here but not noted has left
    before.
    """
    header, block = save.header, save.blocks[-1]
    noted = signed_here(to.home, header)
    if known and not any(one.is_block(block) for one in noted):
        return
    beside = [one for one in noted if one.prev == block.prev and not one.is_block(block)]
    if to.rewind:  # it is `undo` that says that nobody has them: all these count as left, this block too
        remove_signed_notes(to.home, header, beside)
    left = path != opened.path or is_shared(to.home, path, to.shared()) or (to.rewind and bool(beside))
    note_signed(to.home, save, real_path(path), to.words, left=left)


def _block_once(opened: Opened, block: Block, to: WriteTarget) -> tuple[Block, bool]:
    """Return the block that may be written on this state, and whether it is already known here.

    The same orders produce a block again that was taken back; such a block does not prevent another unless it
    has left. Raises SecondTurn.
    """
    noted = [one for one in signed_here(to.home, opened.save.header) if _is_rival(one, block)]
    try:
        known = known_next_blocks(to.home, opened.save)
    except NewestUnreadable:
        if not to.rewind:
            raise
        known = []
    ours = [each for each in known if is_same_author(each, block, opened.table)]
    own = [each for each in ours if not _is_free_vote(opened, each, block)]
    gone = [one for one in noted if one.left and not any(map(one.is_block, own))]
    same = next((each for each in own if same_turn(each, block)), None)
    if same is not None:
        return same, True
    if own and not to.rewind:
        raise second_turn(own[0], opened, free=any(one.is_block(own[0]) and not one.left for one in noted))
    if gone and not to.rewind and not any(one.is_same_turn(block) for one in gone):
        raise second_turn(gone[0], opened)
    return next((one.as_signed(block) for one in (*gone, *noted) if one.is_same_turn(block)), block), False


def _is_rival(known: SignedBlockNote, block: Block) -> bool:
    """Return whether a noted block is by the same author on the same state."""
    if known.prev != block.prev or known.seat != block.seat:
        return False
    return (block.kind != JOIN or known.by == block.identity) and (known.binds or known.is_same_turn(block))


def _is_free_vote(opened: Opened, known: Block, block: Block) -> bool:
    """Return whether a known vote binds nobody because it finishes no run (DECK 9.2).

    Another vote may then take its place.
    """
    return not same_turn(known, block) and not binds_last((*opened.save.blocks, known))


def is_same_author(known: Block, block: Block, table: Table) -> bool:
    """Return whether two blocks on the same state have the same author."""
    if known.seat != block.seat:
        return False
    return known.kind != JOIN or known.identity == block.identity


def second_turn(known: Block | SignedBlockNote, opened: Opened, *, free: bool = False) -> SecondTurn:
    """Return the error for a player who has already signed a block on this state.

    `free` is true if that block has not left this machine yet.
    """
    what = message(
        "you have already played at this point in the game: block {number}, {at} ({told})",
        number=known.seq,
        at=Moment(known.at or opened.save.header.created),
        told=headline(known) if isinstance(known, Block) else message("since taken back"),
    )
    hint = message(
        "give the same orders again to get that block back; with --rewind, you would sign a second "
        "block in its place, and the others could prove that you did"
    )
    if free:
        hint = message(
            "that block has not left this computer, so you can take it back with khronos undo {path}",
            path=shell_operand(opened.path),
        )
    return SecondTurn(what, rule="FORMATS 1", hint=hint, block=known.seq, file=str(opened.path))


def _put(put: Callable[[], None]) -> None:
    """Move the staged file into place; if this fails, the error says that the turn is remembered."""
    try:
        put()
    except UsageError as problem:
        hint = message(
            "your turn has been signed but not yet written to the file; when the problem is fixed, "
            "give the same orders again"
        )
        raise problem.changed(hint=hint) from None


def _history(opened: Opened, block: Block, events: tuple[Event, ...], table: Table) -> History:
    """The history with one more block."""
    head = block_hash(block)
    entries = with_entry(opened.history.entries, Entry(block, events, table))
    return History(opened.history.start, entries, (*opened.history.heads, head))


def save_text(save: Save, history: History) -> str:
    """Return the text of a save with comments for people.

    The comments are left out if the text would be too large. Raises InvalidFile, before anything is written,
    if even the bare record is larger than a save may be.
    """
    text = write_save(save, comments(history))
    if len(text.encode()) > MAX_BYTES:
        text = write_save(save, [])
    if len(text.encode()) > MAX_BYTES:
        hint = message(
            "nothing was written; a save can be at most {part} MiB in size", part=MAX_BYTES // 1024 // 1024
        )
        raise InvalidFile(message("the save would be too large"), hint=hint)
    return text


def comments(history: History) -> list[str]:
    """The comments at the top of a save: the player to move, recent events, and the boards."""
    table = history.table
    head = message(
        "{title}: a game of {name}, played by mail. It is signed: do not edit anything below.",
        title=table.header.title,
        name=game_title(table.game),
    )
    recent = next((entry.events for entry in reversed(history.entries) if entry.events), ())
    story, picture = lines_since_last_turn(history), picture_lines(table, recent)
    return [head, "", whose_move_line(table), "", *story, *picture]


def check_output(out: Path | None, force: bool) -> None:
    """Raise UsageError for an output file that exists (unless `force`) or that cannot be a file."""
    if out is not None:
        check_target(out, force=force)
