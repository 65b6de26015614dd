"""Opening a save: read it, compare it with earlier versions, replay and verify it (FORMATS 4)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import Conflict, InvalidFile, KhronosError, UsageError
from khronos_pbem.home.cache import count_verified, mark_verified
from khronos_pbem.home.versions import withdrawn_blocks as withdrawing
from khronos_pbem.home.versions.first_seen import first_seen
from khronos_pbem.home.versions.newest_seen import (
    Comparison,
    ConcurrentVotes,
    NewestUnreadable,
    OlderVersion,
    compare_with_newest,
    remember_newest,
    undecided_versions,
)
from khronos_pbem.home.versions.other_versions import store_other_version
from khronos_pbem.messages import message, shell_operand, with_game_file
from khronos_pbem.record.chain import are_linked, block_hashes
from khronos_pbem.record.leaving import forks as parting
from khronos_pbem.record.save import Readable, Save, parse_readable, parse_save
from khronos_pbem.session.replay import replay
from khronos_pbem.session.replay import worker_pool as processes
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.snapshots import load_history, save_last_table
from khronos_pbem.session.replay.table import Table
from khronos_pbem.storage.files import read_file


class Opened(NamedTuple):
    """A save as it was read: its bytes, its record, and the replayed record.

    `problem` is the error that makes the record invalid, if any. `older` is the error that the save is older
    than the newest seen, or conflicts with it but was accepted by `--rewind`. `twice` is set if the save
    holds the other copy of a turn that was signed twice. `gave_way` is set if it holds an own block that
    replaced one that was never sent. `unnoted` is the error that prevented a save that was only read from
    being remembered. `seen` is when this machine first saw the block before the awaited one (UTC; empty if
    not known).
    """

    path: Path
    data: bytes
    save: Save
    history: History
    problem: KhronosError | None = None
    older: KhronosError | None = None
    twice: bool = False
    gave_way: bool = False
    unnoted: KhronosError | None = None
    seen: str = ""

    @property
    def table(self) -> Table:
        """The table after the last valid block."""
        return self.history.table


def receive_save(home: Path, save: Save) -> Comparison:
    """Compare, verify and remember a received save; return the result of the comparison.

    Every received save is handled here. Raises OlderVersion if it is older than the newest seen, and
    VersionConflict if it conflicts with it (the save is then stored for `settle`). Raises Conflict for
    another game with the same id, InvalidFile if the save is not valid, UsageError if the home cannot be
    written. After an exception the newest version seen is unchanged.
    """
    return _receive(home, save, block_hashes(save), lambda: _check_valid(home, save))


def _receive(
    home: Path, save: Save, heads: Sequence[bytes], verify: Callable[[], None], *, looking: bool = False
) -> Comparison:
    """Compare, `verify` and remember a save; with `looking`, do not replace own unsent blocks."""
    try:
        compared = compare_with_newest(home, save, heads)
    except InvalidFile:
        verify()
        raise
    except ConcurrentVotes:
        verify()
        with contextlib.suppress(KhronosError):
            store_other_version(home, save, settled=True)
        raise
    except parting.VersionConflict as parted:
        verify()
        withdrawing.check_not_withdrawn(home, parted)
        if not looking and withdrawing.accept_sent_block(home, parted):
            return Comparison.WENT_OUT
        _store_refused(home, parted)
        raise
    verify()
    if compared.goes_on and save.blocks:
        remember_newest(home, save, heads=heads)
    return compared


def _check_valid(home: Path, save: Save) -> None:
    """Raise the error that makes a record invalid.

    If the record was verified before, only the links between its blocks are checked.
    """
    heads = block_hashes(save)
    if save.blocks and count_verified(home, heads) == len(save.blocks) and are_linked(save.blocks, heads):
        return
    history = replay_known(home, save)
    if history.problem is not None:
        raise history.problem
    mark_verified(home, heads[-1])


def _store_refused(home: Path, parted: parting.VersionConflict) -> None:
    """Store the refused version if possible."""
    with contextlib.suppress(KhronosError):
        store_other_version(home, parted.theirs)


def open_for_play(path: Path, home: Path, *, rewind: bool, looking: bool = False) -> Opened:
    """Open a save to continue it; it must be complete, valid, and not older than the newest seen here.

    Raises UsageError if it cannot be read, InvalidFile (or UnsupportedFormat) if it is not valid. Raises
    Conflict if it is older than the newest seen or conflicts with it; `rewind` accepts such a save, but does
    not yet lower the newest seen. With `looking`, own unsent blocks are not replaced by received ones.
    """
    opened = open_to_act(path, home, rewind=rewind, looking=looking)
    if opened.older is not None and not rewind:
        raise opened.older
    return opened


def open_to_act(path: Path, home: Path, *, rewind: bool, looking: bool = False) -> Opened:
    """Open a save like `open_for_play`, but accept an older one too, with its error in `older`.

    The player may already have signed the next block of an older save on this machine.
    """
    data = read_file(path)
    try:
        save = parse_save(data)
        opened = _replay_file(path, data, Readable(save), home)
        try:
            heads = opened.history.heads
            compared = _receive(home, save, heads, lambda: _raise(opened.problem), looking=looking)
            opened = opened._replace(
                twice=compared in (Comparison.TWICE, Comparison.NEWER_TWICE),
                gave_way=compared is Comparison.WENT_OUT,
            )
        except Conflict as problem:
            if opened.problem is not None:
                raise opened.problem from None
            if not isinstance(problem, OlderVersion) and not rewind:
                raise
            opened = opened._replace(older=with_file(problem, path))
    except KhronosError as problem:
        raise with_file(problem, path) from None
    return _with_first_seen(opened, home)


def _with_first_seen(opened: Opened, home: Path) -> Opened:
    """Return the opened save with the time when the block before the awaited one was first seen here."""
    table = opened.table
    run = table.run
    base = len(opened.history.entries) if run is None or run.is_finished else run.base
    return opened._replace(seen=first_seen(home, opened.save.header, opened.history.heads[base]))


def open_without_noting(path: Path, home: Path) -> Opened:
    """Open a valid save without comparing it with the newest seen, and without remembering it.

    Raises UsageError if it cannot be read, InvalidFile (or UnsupportedFormat) if it is not valid.
    """
    data = read_file(path)
    opened = _replay_file(path, data, Readable(parse_save(data)), home)
    _raise(opened.problem)
    return opened


def without_open_votes(opened: Opened) -> Opened:
    """Return the opened save without its unfinished run of votes.

    The awaited player continues from there (DECK 9.2).
    """
    run = opened.table.run
    if run is None or run.is_finished:
        return opened
    count = run.base
    history = opened.history
    shorter = History(history.start, tuple(history.entries[:count]), history.heads[: count + 1])
    return opened._replace(save=opened.save._replace(blocks=opened.save.blocks[:count]), history=shorter)


def gave_way_message() -> str:
    """Return the message that a received save replaced an own unsent block (`Comparison.WENT_OUT`)."""
    return message(
        "the others already have another block that you signed: that block now counts, and your "
        "unsent block has been discarded"
    )


def two_versions_messages(opened: Opened, home: Path) -> tuple[str, ...]:
    """Return a message if a game has two versions and no choice has been made; otherwise nothing."""
    return tuple(problem.full_message for problem in two_versions_errors(opened, home))


def two_versions_errors(opened: Opened, home: Path) -> tuple[Conflict, ...]:
    """Return an error if a game has two versions and no choice has been made; otherwise nothing."""
    if not undecided_versions(home, opened.save.header):
        return ()
    hint = message("compare them and choose: khronos settle {path}", path=shell_operand(opened.path))
    return (Conflict(message("there are two versions of this game"), file=str(opened.path), hint=hint),)


def _raise(problem: KhronosError | None) -> None:
    if problem is not None:
        raise problem


def open_for_reading(
    path: Path, home: Path, *, rewind: bool, whole_file: bool = False, passing: bool = False
) -> Opened:
    """Open a save to read it, even an older one (see `older`), or an invalid one up to its error.

    With `whole_file` everything is verified, even blocks that were verified here before. With `passing`, no
    table is stored in the cache; this is for reading one of many files. The newest seen is never lowered. If
    the home cannot be written, the error is in `unnoted`.

    Raises UsageError if the save cannot be read, InvalidFile if not even its header can be read. Raises
    Conflict if it conflicts with the newest seen and `rewind` does not accept it.
    """
    data = read_file(path)
    try:
        readable = parse_readable(data)
        opened = _replay_file(path, data, readable, home, whole_file, keeps=not passing)
        if opened.problem is not None:  # a damaged block looks like another history: what broke it says more
            return opened
        try:
            _receive(home, readable.save, opened.history.heads, lambda: None, looking=True)
        except (OlderVersion, NewestUnreadable) as problem:
            opened = opened._replace(older=with_file(problem, path))
        except Conflict:
            if not rewind:
                raise
        except UsageError as problem:  # whoever only looks needs no home that can be written
            opened = opened._replace(unnoted=with_file(problem, path))
    except KhronosError as problem:
        raise with_file(problem, path) from None
    return _with_first_seen(opened, home)


def _replay_file(
    path: Path, data: bytes, readable: Readable, home: Path, whole_file: bool = False, *, keeps: bool = True
) -> Opened:
    heads = block_hashes(readable.save)
    trusted = 0 if whole_file else count_verified(home, heads)
    history = _load_verified(home, readable.save, heads, trusted)
    if history is None:
        history = replay.replay(readable.save, heads, trusted)
        if keeps:
            save_last_table(home, history)
    problem = history.problem or readable.problem
    if history.problem is None and len(readable.save.blocks) > trusted:
        mark_verified(home, heads[-1])
    return Opened(path, data, readable.save, history, problem and with_file(problem, path))


def _load_verified(home: Path, save: Save, heads: Sequence[bytes], trusted: int) -> History | None:
    """Return the history of a completely verified record from its stored table.

    None if the record must be replayed.
    """
    if not save.blocks or trusted < len(save.blocks) or not are_linked(save.blocks, heads):
        return None
    return load_history(home, save, heads, lambda: replay.replay(save, heads, trusted))


def replay_known(home: Path, save: Save) -> History:
    """Replay a record; blocks that were verified on this machine before are not verified again."""
    heads = block_hashes(save)
    return replay.replay(save, heads, count_verified(home, heads))


_WORTH_PROCESSES = 8


def verify_many(
    home: Path, saves: Sequence[Save], texts: Sequence[bytes], message: Callable[[Table], str]
) -> dict[bytes, str]:
    """Verify records in parallel; return the result of `message` for the valid ones, by last hash.

    Records that were verified before are skipped. If fewer than 8 others remain, nothing is verified. The
    function only saves time: a skipped record is verified when it is opened.
    """
    fresh: list[tuple[bytes, bytes]] = []
    for save, text in zip(saves, texts, strict=True):
        heads = block_hashes(save)
        if count_verified(home, heads) < len(save.blocks):
            fresh.append((heads[-1], text))
    if len(fresh) < _WORTH_PROCESSES:
        return {}
    answers = processes.map_in_processes(partial(_verify_and_describe, message), [text for _, text in fresh])
    held = {head: said for (head, _), said in zip(fresh, answers, strict=True) if said is not None}
    for head in held:
        mark_verified(home, head)
    return held


def _verify_and_describe(message: Callable[[Table], str], text: bytes) -> str | None:
    """Verify a save from its first block and return the result of `message`; None if it is not valid."""
    try:
        save = parse_save(text)
        history = replay.replay(save, block_hashes(save))
    except KhronosError:
        return None
    return message(history.table) if history.problem is None else None


def with_file(problem: KhronosError, path: Path) -> KhronosError:
    """Return the error with this file in its hint, and as its file if it does not name another."""
    return problem.in_file(str(path)).changed(hint=with_game_file(problem.hint, path))
