"""Opening a save: read, compare with what this machine has seen, replay and verify (FORMATS 4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from khronos_pbem.errors import Conflict, KhronosError
from khronos_pbem.record.cache import mark_verified, verified
from khronos_pbem.record.files import read_file
from khronos_pbem.record.save import Readable, Save, parse_readable, parse_save
from khronos_pbem.record.seen import Behind, compare, remember
from khronos_pbem.session.fold import History, heads_of, replay
from khronos_pbem.session.table import Table


@dataclass(frozen=True, slots=True)
class Opened:
    """A save as it was read: its bytes, its record, and the record replayed.

    `problem` is what breaks the record, if anything; `older` is set if the machine has seen a newer one.
    """

    path: Path
    data: bytes
    save: Save
    history: History
    problem: KhronosError | None = None
    older: KhronosError | None = None

    @property
    def table(self) -> Table:
        """The table after the last block that holds."""
        return self.history.table


def open_for_play(path: Path, home: Path, *, rewind: bool) -> Opened:
    """A save to go on with: whole, verified, and not behind what this machine has seen.

    Raises UsageError if it cannot be read, InvalidFile (or NewerFormat) if it does not hold, Conflict if it
    is older than or conflicts with what was seen; `rewind` accepts the latter.
    """
    data = read_file(path)
    try:
        save = parse_save(data)
        if not rewind:
            compare(home, save)
        opened = _replayed(path, data, Readable(save), home)
        if opened.problem is not None:
            raise opened.problem
    except KhronosError as problem:
        raise at_file(problem, path) from None
    if opened.history.entries or rewind:
        remember(home, save)
    return opened


def open_for_reading(path: Path, home: Path, *, rewind: bool, whole_file: bool = False) -> Opened:
    """A save to look at: an older one is no error, a broken one is read up to the break.

    With `whole_file` nothing is trusted because it was verified here before.

    Raises UsageError if it cannot be read, InvalidFile if not even its header can, Conflict if its history
    is another than the one seen here.
    """
    data = read_file(path)
    older = None
    try:
        readable = parse_readable(data)
        if not rewind:
            try:
                compare(home, readable.save)
            except Behind as problem:
                older = problem
            except Conflict:
                # a damaged block looks like another history: what broke it says more
                broken = _replayed(path, data, readable, home, whole_file)
                if broken.problem is None:
                    raise
                return broken
        opened = replace(_replayed(path, data, readable, home, whole_file), older=older)
    except KhronosError as problem:
        raise at_file(problem, path) from None
    if opened.problem is None and older is None and not rewind and opened.history.entries:
        remember(home, readable.save)
    return opened


def _replayed(path: Path, data: bytes, readable: Readable, home: Path, whole_file: bool = False) -> Opened:
    heads = heads_of(readable.save)
    trusted = 0 if whole_file else verified(home, heads)
    history = replay(readable.save, heads, trusted)
    problem = history.problem or readable.problem
    if history.problem is None and len(readable.save.blocks) > trusted:
        mark_verified(home, heads[-1])
    return Opened(path, data, readable.save, history, problem and at_file(problem, path))


def replay_known(home: Path, save: Save) -> History:
    """A record replayed; what was verified on this machine before is not verified again."""
    heads = heads_of(save)
    return replay(save, heads, verified(home, heads))


_WORTH_PROCESSES = 8


def verify_many(
    home: Path, saves: Sequence[Save], texts: Sequence[bytes], say: Callable[[Table], str]
) -> dict[bytes, str]:
    """Verify records side by side in processes of their own; what `say` says of those that hold, by head.

    It only saves time: who opens a record that is not among them verifies it himself.
    """
    fresh: list[tuple[bytes, bytes]] = []
    for save, text in zip(saves, texts, strict=True):
        heads = heads_of(save)
        if verified(home, heads) < len(save.blocks):
            fresh.append((heads[-1], text))
    if len(fresh) < _WORTH_PROCESSES:
        return {}
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        answers = list(pool.map(partial(_said_of, say), [text for _, text in fresh]))
    held = {head: said for (head, _), said in zip(fresh, answers, strict=True) if said is not None}
    for head in held:
        mark_verified(home, head)
    return held


def _said_of(say: Callable[[Table], str], text: bytes) -> str | None:
    """What is said of a save, verified from its first block on; None if it does not hold."""
    try:
        save = parse_save(text)
        history = replay(save, heads_of(save))
    except KhronosError:
        return None
    return say(history.table) if history.problem is None else None


def remember_verified(home: Path, save: Save, head: bytes) -> None:
    """Take a verified save as the newest seen. Raises UsageError if the home cannot be written."""
    remember(home, save)
    mark_verified(home, head)


def at_file(problem: KhronosError, path: Path) -> KhronosError:
    """The error as one in this file."""
    problem.file = problem.file or str(path)
    return problem
