"""Whether a machine goes over to another history by itself, stays, or has to ask a person (DECK 9.6)."""

from __future__ import annotations

from collections.abc import Collection

from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import block_hash
from khronos_pbem.record.leaving.precedence import Standing, Verdict, Way, standing, way_from
from khronos_pbem.record.leaving.votes import Run, seats_after
from khronos_pbem.record.save import Save


def parting(one: Save, other: Save) -> int | None:
    """The number of the first block in which two histories differ; None if one contains the other."""
    pairs = enumerate(zip(one.blocks, other.blocks, strict=False))
    return next((number for number, (ours, theirs) in pairs if ours != theirs), None)


def follows(seen: Save, save: Save, keys: Collection[bytes]) -> bool | None:
    """Whether a machine whose owner has these identities (32 bytes each) takes a history in the place of the
    one that it has seen, from which that parts; None if a person has to choose.

    Raises InvalidFile for votes and acks that are out of order.
    """
    number = parting(seen, save)
    assert number is not None
    found = standing(seen.blocks, save.blocks, number)
    ours, theirs = way_from(seen.blocks, found.base), way_from(save.blocks, found.base)
    match found.verdict:
        case Verdict.OURS:
            return None if _may_rather_wait(ours, theirs, keys) else False
        case Verdict.THEIRS:
            return _dropped_for(ours, theirs, keys)
        case Verdict.SIDE_BY_SIDE:
            return _size(theirs) > _size(ours)
    return None


def takes_place(seen: Save, save: Save) -> bool:
    """Whether a history stands against another one, from which it may part, by what the files say alone."""
    number = parting(seen, save)
    if number is None:
        return False
    found = standing(seen.blocks, save.blocks, number)
    if found.verdict is Verdict.SIDE_BY_SIDE:
        return _size(way_from(save.blocks, found.base)) > _size(way_from(seen.blocks, found.base))
    return found.verdict is Verdict.THEIRS


def are_side_by_side(seen: Save, save: Save) -> bool:
    """Whether two histories part at unfinished runs, of which neither stands against the other."""
    number = parting(seen, save)
    if number is None:
        return False
    return standing(seen.blocks, save.blocks, number).verdict is Verdict.SIDE_BY_SIDE


def standing_of(one: Save, other: Save) -> Standing | None:
    """Which of two histories stands, and why; None if one contains the other. Raises as `follows`."""
    number = parting(one, other)
    return None if number is None else standing(one.blocks, other.blocks, number)


def _dropped_for(ours: Way, theirs: Way, keys: Collection[bytes]) -> bool | None:
    """What a machine does whose history does not stand against another one."""
    if not ours.is_late:
        return True
    if not theirs.is_final:  # its owner may be on the list, and stays; others have seen the late block
        return False if _own_seats(theirs, keys) and not _staying(theirs, keys) else None
    author = ours.blocks[ours.base].seat
    return None if any(block.seat != author for _, block in ours.binding()) else True


def _may_rather_wait(ours: Way, theirs: Way, keys: Collection[bytes]) -> bool:
    """Whether an own ack is missing in the run that stands, while here is the late block against it."""
    if ours.run is None or ours.is_final or not theirs.is_late:
        return False
    bound = {block.seat for _, block in ours.binding()}
    return bool(_staying(ours, keys) - bound)


def _own_seats(way: Way, keys: Collection[bytes]) -> set[int]:
    return {seat for seat, key in enumerate(way.seats[way.base].identities) if key in keys}


def _staying(way: Way, keys: Collection[bytes]) -> set[int]:
    """The own seats that stay in a run."""
    return _own_seats(way, keys) & {*way.run.stay} if way.run is not None else set()


def _size(way: Way) -> tuple[int, int, list[int]]:
    """What puts unfinished runs in order, so that all machines show the same one: votes, names, its hash."""
    run = _unfinished(way)
    last = [-byte for byte in block_hash(way.blocks[-1])]
    return (0, 0, last) if run is None else (run.voted, len(run.without), last)


def _unfinished(way: Way) -> Run | None:
    return way.seats[-1].run


def late_block(ours: Save, other: Save) -> Block | None:
    """The late block against the finished run in which the newest block of a history stands, if another one
    holds it; None if that run is final, or there is none."""
    run = seats_after(ours.blocks)[-1].run
    if run is None or not run.is_finished or other.blocks[: run.base] != ours.blocks[: run.base]:
        return None
    found = other.blocks[run.base : run.base + 1]
    is_late = bool(found) and found[0] != ours.blocks[run.base] and way_from(other.blocks, run.base).is_late
    return found[0] if is_late else None
