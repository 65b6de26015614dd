"""Compare two versions of a game: find a fork or a turn signed twice (FORMATS 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from khronos_pbem.engine.orders import private_orders
from khronos_pbem.errors import Conflict
from khronos_pbem.messages import GAME, Moment, listed, message, players_message
from khronos_pbem.record.block import ACK, ASSIST, JOIN, VOTE, Block, same_turn
from khronos_pbem.record.chain import is_signed_by
from khronos_pbem.record.leaving.differences import first_difference, precedence_between
from khronos_pbem.record.leaving.precedence import Branch, branch_from, find_cheat
from khronos_pbem.record.leaving.votes import Run, seats_after
from khronos_pbem.record.save import Save

_LONGEST = 60
"""The maximum number of characters shown of a block's orders."""


class VersionConflict(Conflict):
    """Raised for two versions of a game, neither of which contains the other; `theirs` is refused."""

    ours: Save
    theirs: Save

    def _blame(self) -> None:
        """Return None: the message itself names the block."""


class Fork(NamedTuple):
    """Two different blocks that one seat signed on the same previous block, as proof that it cheated."""

    colour: str
    ours: Block
    theirs: Block

    @property
    def numbers(self) -> str:
        """The number of the two blocks as text; both numbers if they differ, which happens with votes."""
        return listed(dict.fromkeys(str(block.seq) for block in (self.ours, self.theirs)), " and ")


def is_turn_signed_twice(one: Save, other: Save) -> bool:
    """Return whether two versions first differ in a turn that its player signed twice.

    This is not a fork.
    """
    number = first_difference(one, other)
    if number is None:
        return False
    ours, theirs = one.blocks[number], other.blocks[number]
    return same_turn(ours, theirs) and _both_signed(one, ours, theirs)


def find_fork(one: Save, other: Save) -> Fork | None:
    """Return the proof that a seat signed two blocks on the same previous one; None if there is none.

    A vote that does not finish a run proves nothing. A seat that plays on after other players have withdrawn
    their votes has not cheated either (DECK 9.6). Both versions must be valid. Raises InvalidFile if their
    votes are not valid.
    """
    number = first_difference(one, other)
    if number is None:
        return None
    twice = find_cheat(one.blocks, other.blocks, number)
    if twice is not None:
        return Fork(colour_at(one, twice[0]), *twice)
    ours, theirs = one.blocks[number], other.blocks[number]
    if VOTE in (ours.kind, theirs.kind):
        return None
    if same_turn(ours, theirs) or not _both_signed(one, ours, theirs):
        return None
    return Fork(colour_at(one, ours), ours, theirs)


def refused_version_text(seen: Save, save: Save) -> str:
    """Return a sentence that explains why `save` loses to the version seen here, and who cheated."""
    return _with_cheat(losing_version_text(save, seen), seen, save)


def replaced_version_text(seen: Save, save: Save) -> str:
    """Return a sentence that explains why the version seen here loses to `save`, and who cheated.

    Empty if one contains the other.
    """
    if first_difference(seen, save) is None:
        return ""
    return _with_cheat(losing_version_text(seen, save), seen, save)


def _with_cheat(why: str, seen: Save, save: Save) -> str:
    fork = find_fork(seen, save)
    if fork is None:
        return why
    return message(
        "{why}; {colour} signed two different blocks numbered {number}, and the signatures {sig} "
        "and {sig2} prove it",
        why=why,
        colour=fork.colour,
        number=fork.numbers,
        sig=fork.ours.sig,
        sig2=fork.theirs.sig,
    )


def losing_version_text(loses: Save, stands: Save) -> str:
    """Return a sentence that explains why version `loses` loses to version `stands`."""
    found = precedence_between(stands, loses)
    assert found is not None
    ours, theirs = branch_from(stands.blocks, found.base), branch_from(loses.blocks, found.base)
    late = next((branch.blocks[branch.base] for branch in (theirs, ours) if branch.is_late), None)
    who = "" if late is None else colour_at(stands, late)
    run = ours.run or ours.seats[-1].run
    if theirs.is_late and run is not None:
        return message(
            "the others have already continued without {colours}, so {awaited}'s block came too late",
            awaited=who,
            colours=_without(ours, run),
        )
    run = theirs.run or theirs.seats[-1].run
    if ours.is_late and theirs.run is None and run is not None:
        return message(
            "{awaited} played in time, so the vote to continue without {colours} no longer counts",
            awaited=who,
            colours=_without(theirs, run),
        )
    if ours.is_late and run is not None:
        return message(
            "the vote to continue without {colours} no longer counts, because one of the remaining "
            "players has gone on playing with {awaited}",
            colours=_without(theirs, run),
            awaited=who,
        )
    return message("two votes conflict, and only the one that takes precedence counts")


def _without(branch: Branch, run: Run) -> str:
    return players_message(branch.seats[-1].colours[seat] for seat in run.without)


def _both_signed(save: Save, ours: Block, theirs: Block) -> bool:
    """Return whether the same seat signed both blocks, on the same previous block."""
    keys = seats_after(save.blocks[: ours.seq])[-1].identities
    key = ours.identity or (keys[ours.seat] if ours.seat < len(keys) else b"")
    if ours.seat != theirs.seat or ours.prev != theirs.prev:
        return False
    return is_signed_by(ours, key) and is_signed_by(theirs, key)


def colour_at(save: Save, block: Block) -> str:
    """Return the colour of a block's seat, or its number in words if it has no colour yet."""
    taken = (each.colour for each in save.blocks if each.seat == block.seat and each.colour)
    return block.colour or next(taken, message("seat {seat}", seat=block.seat))


def build_conflict(seen: Save, save: Save) -> VersionConflict:
    """Return the error for two versions that differ, with the proof of a fork if they contain one."""
    number = first_difference(seen, save)
    assert number is not None
    ours, theirs = seen.blocks[number], save.blocks[number]
    fork = find_fork(seen, save)
    if is_turn_signed_twice(seen, save):
        what = message(
            "there are two versions of this game, because {colour} signed the same turn twice (block "
            "{number}, on {ours} and on {theirs}); the game has continued from both",
            colour=colour_at(seen, ours),
            number=number,
            ours=Moment(ours.at),
            theirs=Moment(theirs.at),
        )
    elif fork is not None:
        what = message(
            "there are two versions of this game, because {fork} signed two different blocks numbered "
            "{number} ({told}, and {told2}); the signatures {sig} and {sig2} prove it",
            fork=fork.colour,
            number=fork.numbers,
            told=_block_line(fork.ours),
            told2=_block_line(fork.theirs),
            sig=fork.ours.sig,
            sig2=fork.theirs.sig,
        )
    else:
        what = message(
            "there are two versions of this game: in the file that was just read, block {number} is by "
            "{who} ({told}); in your version, it is by {who2} ({told2})",
            number=number,
            who=colour_at(save, theirs),
            told=_block_line(theirs),
            who2=colour_at(seen, ours),
            told2=_block_line(ours),
        )
    hint = message(
        "ask the others which version they have, then compare the two versions and choose one: "
        "khronos settle {game}",
        game=GAME,
    )
    problem = VersionConflict(what, hint=hint, block=number)
    problem.ours, problem.theirs = seen, save
    return problem


def _block_line(block: Block) -> str:
    """Return a short description of a block, with its time if it has one."""
    what = _block_text(block)
    return message("{at}: {what}", at=Moment(block.at), what=what) if block.at else what


def _block_text(block: Block) -> str:
    if block.orders:
        return listed([message("{order}", order=order) for order in _shortened(block)], "; ")
    if block.kind == VOTE:
        return message("a vote to continue without {colours}", colours=players_message(block.without))
    if block.kind == JOIN:
        return message("joining as {colour}", colour=block.colour)
    return _KINDS.get(block.kind, block.kind)


_KINDS = {ACK: message("a confirmation of the vote"), ASSIST: message("shares of the deck or of a roll")}
"""Descriptions of blocks without orders."""


def _shortened(block: Block) -> Iterator[str]:
    """Yield the first orders of a block, as canonical texts of `_LONGEST` characters in total."""
    left = _LONGEST
    for order in map(private_orders.without_sealed_bytes, block.orders):
        if len(order) > left:
            yield f"{order[: max(left - 1, 0)]}…"
            return
        yield order
        left -= len(order) + 2
