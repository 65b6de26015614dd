"""Opening a save: read, compare with what this machine has seen, replay and verify (FORMATS 4)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import Conflict, InvalidFile, KhronosError, UsageError
from khronos_pbem.home.cache import mark_verified, verified
from khronos_pbem.home.versions import withdrawn as withdrawing
from khronos_pbem.home.versions.first_seen import first_seen
from khronos_pbem.home.versions.newest_seen import (
    Behind,
    Compared,
    SideBySide,
    Unreadable,
    compare,
    remember,
    two_histories,
)
from khronos_pbem.home.versions.other_versions import keep
from khronos_pbem.messages import in_game, message, operand
from khronos_pbem.record.chain import hang_together, heads_of
from khronos_pbem.record.leaving import forks as parting
from khronos_pbem.record.save import Readable, Save, parse_readable, parse_save
from khronos_pbem.session.replay import replay
from khronos_pbem.session.replay import worker_pool as processes
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.snapshots import keep_last, resumed
from khronos_pbem.session.replay.table import Table
from khronos_pbem.storage.files import read_file


class Opened(NamedTuple):
    """A save as it was read: its bytes, its record, and the record replayed.

    `problem` is what breaks the record, if anything; `older` is set if the machine has seen a newer one, or
    something else that only `--rewind` passes; `twice` if it holds the other copy of a turn signed twice;
    `gave_way` if an own block in it took the place of one that never left; `unnoted` is why a save that was
    only looked at could not be remembered. `seen` is when this machine first saw the block after which a seat
    is awaited; empty if nobody knows.
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
        """The table after the last block that holds."""
        return self.history.table


def enter(home: Path, save: Save) -> Compared:
    """The one door for every save that comes to this machine: compared, verified, remembered, in this order.

    Raises Behind if it is older than what was seen here, Parted if it is another history (which is kept then,
    for `settle`), Conflict for another game with the same id, InvalidFile if it does not hold, UsageError if
    the home cannot be written. Nothing that is raised has changed what was seen.
    """
    return _entered(home, save, heads_of(save), lambda: _check_holds(home, save))


def _entered(
    home: Path, save: Save, heads: Sequence[bytes], verify: Callable[[], None], *, looking: bool = False
) -> Compared:
    try:
        compared = compare(home, save, heads)
    except InvalidFile:
        verify()
        raise
    except SideBySide:
        verify()
        with contextlib.suppress(KhronosError):
            keep(home, save, settled=True)
        raise
    except parting.Parted as parted:
        verify()
        withdrawing.check_not_taken_back(home, parted)
        if not looking and withdrawing.went_out_before(home, parted):
            return Compared.WENT_OUT
        _keep(home, parted)
        raise
    verify()
    if compared.goes_on and save.blocks:
        remember(home, save, heads=heads)
    return compared


def _check_holds(home: Path, save: Save) -> None:
    """Raise what breaks a record, if anything does; known ones are checked for links alone."""
    heads = heads_of(save)
    if save.blocks and verified(home, heads) == len(save.blocks) and hang_together(save.blocks, heads):
        return
    history = replay_known(home, save)
    if history.problem is not None:
        raise history.problem
    mark_verified(home, heads[-1])


def _keep(home: Path, parted: parting.Parted) -> None:
    """Keep the history that was refused; where there is no room, what is wrong is told all the same."""
    with contextlib.suppress(KhronosError):
        keep(home, parted.theirs)


def open_for_play(path: Path, home: Path, *, rewind: bool, looking: bool = False) -> Opened:
    """A save to go on with: whole, verified, and not behind what this machine has seen.

    Raises UsageError if it cannot be read, InvalidFile (or OtherFormat) if it does not hold, Conflict if it
    is older than or conflicts with what was seen; `rewind` accepts the latter, and lowers nothing as yet. Who
    is only `looking` changes nothing by it.
    """
    opened = open_to_act(path, home, rewind=rewind, looking=looking)
    if opened.older is not None and not rewind:
        raise opened.older
    return opened


def open_to_act(path: Path, home: Path, *, rewind: bool, looking: bool = False) -> Opened:
    """As `open_for_play`, but an older save is opened too and says so: its next block may be known here."""
    data = read_file(path)
    try:
        save = parse_save(data)
        opened = _replayed(path, data, Readable(save), home)
        try:
            heads = opened.history.heads
            compared = _entered(home, save, heads, lambda: _raise(opened.problem), looking=looking)
            opened = opened._replace(
                twice=compared in (Compared.TWICE, Compared.NEWER_TWICE),
                gave_way=compared is Compared.WENT_OUT,
            )
        except Conflict as problem:
            if opened.problem is not None:
                raise opened.problem from None
            if not isinstance(problem, Behind) and not rewind:
                raise
            opened = opened._replace(older=at_file(problem, path))
    except KhronosError as problem:
        raise at_file(problem, path) from None
    return _with_first_seen(opened, home)


def _with_first_seen(opened: Opened, home: Path) -> Opened:
    """An opened save with the moment at which the block before the awaited one was first seen here."""
    table = opened.table
    run = table.run
    base = len(opened.history.entries) if run is None or run.is_finished else run.base
    return opened._replace(seen=first_seen(home, opened.save.header, opened.history.heads[base]))


def open_unnoted(path: Path, home: Path) -> Opened:
    """A whole save as it stands: compared with nothing that was seen, and not seen by it.

    Raises UsageError if it cannot be read, InvalidFile (or OtherFormat) if it does not hold.
    """
    data = read_file(path)
    opened = _replayed(path, data, Readable(parse_save(data)), home)
    _raise(opened.problem)
    return opened


def before_votes(opened: Opened) -> Opened:
    """An opened save without the unfinished run of votes: what the awaited seat goes on from (DECK 9.2)."""
    run = opened.table.run
    if run is None or run.is_finished:
        return opened
    count = run.base
    history = opened.history
    shorter = History(history.start, tuple(history.entries[:count]), history.heads[: count + 1])
    return opened._replace(save=opened.save._replace(blocks=opened.save.blocks[:count]), history=shorter)


def about_giving_way() -> str:
    """What to say where a save that came in is `Compared.WENT_OUT`."""
    return message(
        "the others already have another block of yours: it counts now, and your unsent block was dropped"
    )


def about_histories(opened: Opened, home: Path) -> tuple[str, ...]:
    """That a game has two histories, among which nobody has chosen as yet; nothing if it has one."""
    return tuple(problem.said for problem in histories_conflict(opened, home))


def histories_conflict(opened: Opened, home: Path) -> tuple[Conflict, ...]:
    """The same as an error; none if the game has one history."""
    if not two_histories(home, opened.save.header):
        return ()
    hint = message("compare them and choose: khronos settle {path}", path=operand(opened.path))
    return (Conflict(message("there are two versions of this game"), file=str(opened.path), hint=hint),)


def _raise(problem: KhronosError | None) -> None:
    if problem is not None:
        raise problem


def open_for_reading(
    path: Path, home: Path, *, rewind: bool, whole_file: bool = False, passing: bool = False
) -> Opened:
    """A save to look at: an older one is no error but says so, a broken one is read up to the break.

    With `whole_file` nothing is trusted because it was verified here before. With `passing`, for one of many,
    nothing is kept that would only save time.

    Raises UsageError if it cannot be read, InvalidFile if not even its header can, Conflict if its history
    is another than the one seen here and `rewind` does not accept it. Looking never lowers what was seen, and
    where the home cannot be written it is `unnoted`.
    """
    data = read_file(path)
    try:
        readable = parse_readable(data)
        opened = _replayed(path, data, readable, home, whole_file, keeps=not passing)
        if opened.problem is not None:  # a damaged block looks like another history: what broke it says more
            return opened
        try:
            _entered(home, readable.save, opened.history.heads, lambda: None, looking=True)
        except (Behind, Unreadable) as problem:
            opened = opened._replace(older=at_file(problem, path))
        except Conflict:
            if not rewind:
                raise
        except UsageError as problem:  # whoever only looks needs no home that can be written
            opened = opened._replace(unnoted=at_file(problem, path))
    except KhronosError as problem:
        raise at_file(problem, path) from None
    return _with_first_seen(opened, home)


def _replayed(
    path: Path, data: bytes, readable: Readable, home: Path, whole_file: bool = False, *, keeps: bool = True
) -> Opened:
    heads = heads_of(readable.save)
    trusted = 0 if whole_file else verified(home, heads)
    history = _resumed(home, readable.save, heads, trusted)
    if history is None:
        history = replay.replay(readable.save, heads, trusted)
        if keeps:
            keep_last(home, history)
    problem = history.problem or readable.problem
    if history.problem is None and len(readable.save.blocks) > trusted:
        mark_verified(home, heads[-1])
    return Opened(path, data, readable.save, history, problem and at_file(problem, path))


def _resumed(home: Path, save: Save, heads: Sequence[bytes], trusted: int) -> History | None:
    """A history that was verified whole, from where it was left; None if it has to be replayed."""
    if not save.blocks or trusted < len(save.blocks) or not hang_together(save.blocks, heads):
        return None
    return resumed(home, save, heads, lambda: replay.replay(save, heads, trusted))


def replay_known(home: Path, save: Save) -> History:
    """A record replayed; what was verified on this machine before is not verified again."""
    heads = heads_of(save)
    return replay.replay(save, heads, verified(home, heads))


_WORTH_PROCESSES = 8


def verify_many(
    home: Path, saves: Sequence[Save], texts: Sequence[bytes], message: Callable[[Table], str]
) -> dict[bytes, str]:
    """Verify records side by side in processes of their own; what `message` says of those that hold, by head.

    It only saves time: who opens a record that is not among them verifies it himself.
    """
    fresh: list[tuple[bytes, bytes]] = []
    for save, text in zip(saves, texts, strict=True):
        heads = heads_of(save)
        if verified(home, heads) < len(save.blocks):
            fresh.append((heads[-1], text))
    if len(fresh) < _WORTH_PROCESSES:
        return {}
    answers = processes.side_by_side(partial(_said_of, message), [text for _, text in fresh])
    held = {head: said for (head, _), said in zip(fresh, answers, strict=True) if said is not None}
    for head in held:
        mark_verified(home, head)
    return held


def _said_of(message: Callable[[Table], str], text: bytes) -> str | None:
    """What is said of a save, verified from its first block on; None if it does not hold."""
    try:
        save = parse_save(text)
        history = replay.replay(save, heads_of(save))
    except KhronosError:
        return None
    return message(history.table) if history.problem is None else None


def at_file(problem: KhronosError, path: Path) -> KhronosError:
    """The error as one in this file, which its hint then names."""
    problem.file = problem.file or str(path)
    problem.hint = in_game(problem.hint, path)
    return problem
