"""Decide whether to keep a version of a game, switch to another, or ask a person (DECK 9.6)."""

from __future__ import annotations

from collections.abc import Collection

from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import block_hash
from khronos_pbem.record.leaving.precedence import Branch, Precedence, Verdict, branch_from, find_precedence
from khronos_pbem.record.leaving.votes import seats_after
from khronos_pbem.record.save import Save


def first_difference(one: Save, other: Save) -> int | None:
    """Return the number of the first block in which two versions differ; None if one contains the other."""
    pairs = enumerate(zip(one.blocks, other.blocks, strict=False))
    return next((number for number, (ours, theirs) in pairs if ours != theirs), None)


def should_switch(seen: Save, save: Save, keys: Collection[bytes]) -> bool | None:
    """Return whether this machine switches from version `seen` to `save`; None if a person must choose.

    `keys` are the identities (32 bytes each) of the machine's owner. The two versions must differ in some
    block. Raises InvalidFile if votes or acks are out of order.
    """
    number = first_difference(seen, save)
    assert number is not None
    found = find_precedence(seen.blocks, save.blocks, number)
    ours, theirs = branch_from(seen.blocks, found.base), branch_from(save.blocks, found.base)
    match found.verdict:
        case Verdict.OURS:
            return None if _could_decline_ack(ours, theirs, keys) else False
        case Verdict.THEIRS:
            return _should_drop_ours(ours, theirs, keys)
        case Verdict.SIDE_BY_SIDE:
            return _tie_break_key(theirs) > _tie_break_key(ours)
    return None


def has_precedence(seen: Save, save: Save) -> bool:
    """Return whether `save` takes precedence over `seen`, judged from the files alone.

    Return False if one contains the other.
    """
    number = first_difference(seen, save)
    if number is None:
        return False
    found = find_precedence(seen.blocks, save.blocks, number)
    if found.verdict is Verdict.SIDE_BY_SIDE:
        ours, theirs = branch_from(seen.blocks, found.base), branch_from(save.blocks, found.base)
        return _tie_break_key(theirs) > _tie_break_key(ours)
    return found.verdict is Verdict.THEIRS


def are_side_by_side(seen: Save, save: Save) -> bool:
    """Return whether two versions differ by unfinished runs of votes, with neither taking precedence."""
    found = precedence_between(seen, save)
    return found is not None and found.verdict is Verdict.SIDE_BY_SIDE


def precedence_between(one: Save, other: Save) -> Precedence | None:
    """Return which of two versions takes precedence, and why; None if one contains the other.

    Raises InvalidFile if votes or acks are out of order.
    """
    number = first_difference(one, other)
    return None if number is None else find_precedence(one.blocks, other.blocks, number)


def _should_drop_ours(ours: Branch, theirs: Branch, keys: Collection[bytes]) -> bool | None:
    """Return whether the losing version `ours` is dropped; None if a person must choose."""
    if not ours.is_late:
        return True
    if not theirs.is_final:  # its owner may be on the list, and stays; others have seen the late block
        return False if _own_seats(theirs, keys) and not _staying(theirs, keys) else None
    author = ours.blocks[ours.base].seat
    return None if any(block.seat != author for _, block in ours.binding()) else True


def _could_decline_ack(ours: Branch, theirs: Branch, keys: Collection[bytes]) -> bool:
    """Return whether our winning run lacks an ack by an owner of `keys` and the other version is late."""
    if ours.run is None or ours.is_final or not theirs.is_late:
        return False
    bound = {block.seat for _, block in ours.binding()}
    return bool(_staying(ours, keys) - bound)


def _own_seats(branch: Branch, keys: Collection[bytes]) -> set[int]:
    return {seat for seat, key in enumerate(branch.seats[branch.base].identities) if key in keys}


def _staying(branch: Branch, keys: Collection[bytes]) -> set[int]:
    """Return the seats of the owner of `keys` that stay in a run."""
    return _own_seats(branch, keys) & {*branch.run.stay} if branch.run is not None else set()


def _tie_break_key(branch: Branch) -> tuple[int, int, list[int]]:
    """Return the sort key of unfinished runs: votes, excluded seats, hash.

    With it, all machines show the same run.
    """
    run = branch.seats[-1].run
    last = [-byte for byte in block_hash(branch.blocks[-1])]
    return (0, 0, last) if run is None else (run.voted, len(run.without), last)


def find_late_block(ours: Save, other: Save) -> Block | None:
    """Return the late block in `other` that competes with the finished run at the end of `ours`.

    Return None if there is no such block, or if `ours` does not end with such a run. A final run does not
    count.
    """
    run = seats_after(ours.blocks)[-1].run
    if run is None or not run.is_finished or other.blocks[: run.base] != ours.blocks[: run.base]:
        return None
    found = other.blocks[run.base] if len(other.blocks) > run.base else None
    if found == ours.blocks[run.base]:
        return None
    return found if found is not None and branch_from(other.blocks, run.base).is_late else None
