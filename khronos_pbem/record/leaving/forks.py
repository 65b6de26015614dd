"""Where two histories of a game part, and what that proves: a fork, or a turn signed twice (FORMATS 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from khronos_pbem.engine.orders.private_orders import shorn
from khronos_pbem.errors import Conflict
from khronos_pbem.messages import GAME, Moment, listed, message, players_message
from khronos_pbem.record.block import ACK, ASSIST, JOIN, VOTE, Block, same_turn
from khronos_pbem.record.chain import is_signed_by
from khronos_pbem.record.leaving.following import parting, standing_of
from khronos_pbem.record.leaving.precedence import Way, cheat, way_from
from khronos_pbem.record.leaving.votes import Run, seats_after
from khronos_pbem.record.save import Save

_LONGEST = 60
"""How many characters of a block's orders are shown."""


class Parted(Conflict):
    """Two histories of one game, neither of which goes on from the other. `theirs` is the one refused."""

    ours: Save
    theirs: Save

    def _blame(self, parts: dict[str, Any]) -> str:
        """Nothing: the message itself names the block."""
        return ""


@dataclass(frozen=True, slots=True)
class Fork:
    """Two blocks by one seat on the same block, both signed by it: proof that it told two stories."""

    colour: str
    ours: Block
    theirs: Block

    @property
    def numbers(self) -> str:
        """The number of the two blocks, or both where a vote stands further from the base than the other."""
        return listed(dict.fromkeys(str(block.seq) for block in (self.ours, self.theirs)), " and ")


def signed_twice(one: Save, other: Save) -> bool:
    """Whether two histories part at one turn that its player has signed twice: an accident, no fork."""
    number = parting(one, other)
    return (
        number is not None
        and same_turn(one.blocks[number], other.blocks[number])
        and _both_signed(one, one.blocks[number], other.blocks[number])
    )


def fork_proof(one: Save, other: Save) -> Fork | None:
    """The proof that a seat has signed two blocks on the same one, if these two histories hold one.

    Votes that finish nothing prove nothing; nor does it prove anything that somebody went on with those who
    had withdrawn before. Both histories hold (DECK 9.6). Raises InvalidFile if their votes do not.
    """
    number = parting(one, other)
    if number is None:
        return None
    twice = cheat(one.blocks, other.blocks, number)
    if twice is not None:
        return Fork(colour_at(one, twice[0]), *twice)
    ours, theirs = one.blocks[number], other.blocks[number]
    if VOTE in (ours.kind, theirs.kind):
        return None
    if same_turn(ours, theirs) or not _both_signed(one, ours, theirs):
        return None
    return Fork(colour_at(one, ours), ours, theirs)


def lost(seen: Save, save: Save) -> str:
    """Why a history does not stand against the one seen here, and who has cheated, in a sentence."""
    return _with_cheat(why_falls(save, seen), seen, save)


def fallen(seen: Save, save: Save) -> str:
    """Why the history seen here does not stand against another one any more, and who has cheated, in a
    sentence; empty where one contains the other."""
    return "" if parting(seen, save) is None else _with_cheat(why_falls(seen, save), seen, save)


def _with_cheat(why: str, seen: Save, save: Save) -> str:
    fork = fork_proof(seen, save)
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


def _fork_parts(fork: Fork) -> dict[str, str]:
    """What is said of a fork."""
    return {
        "fork": fork.colour,
        "number": fork.numbers,
        "told": _told(fork.ours),
        "told2": _told(fork.theirs),
        "sig": fork.ours.sig,
        "sig2": fork.theirs.sig,
    }


def why_falls(loses: Save, stands: Save) -> str:
    """Why a history falls against one that stands, in a sentence."""
    found = standing_of(stands, loses)
    assert found is not None
    ours, theirs = way_from(stands.blocks, found.base), way_from(loses.blocks, found.base)
    late = next((way.blocks[way.base] for way in (theirs, ours) if way.is_late), None)
    who = "" if late is None else colour_at(stands, late)
    run = ours.run or ours.seats[-1].run
    if theirs.is_late and run is not None:
        return message(
            "the others have already continued without {colours}, so the block of {awaited} came too late",
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
            "the vote to continue without {colours} no longer counts, because a player who stays has "
            "gone on playing with {awaited}",
            colours=_without(theirs, run),
            awaited=who,
        )
    return message("there are two different votes, and only the one with precedence counts")


def _without(way: Way, run: Run) -> str:
    return players_message(way.seats[-1].colours[seat] for seat in run.without)


def _both_signed(save: Save, ours: Block, theirs: Block) -> bool:
    """Whether one seat has signed both, on the same block."""
    keys = seats_after(save.blocks[: ours.seq])[-1].identities
    key = ours.identity or (keys[ours.seat] if ours.seat < len(keys) else b"")
    if ours.seat != theirs.seat or ours.prev != theirs.prev:
        return False
    return is_signed_by(ours, key) and is_signed_by(theirs, key)


def colour_at(save: Save, block: Block) -> str:
    """The colour of a block's seat, else its number in words."""
    taken = (each.colour for each in save.blocks if each.seat == block.seat and each.colour)
    return block.colour or next(taken, message("seat {seat}", seat=block.seat))


def conflict_between(seen: Save, save: Save) -> Parted:
    """What to say of two histories that part: the proof of a fork, if they hold one."""
    number = parting(seen, save)
    assert number is not None
    ours, theirs = seen.blocks[number], save.blocks[number]
    fork = fork_proof(seen, save)
    if signed_twice(seen, save):
        what = message(
            "there are two versions of this game, because {colour} signed the same turn twice (block "
            "{number}, at {ours} and at {theirs}), and the game continued from both",
            colour=colour_at(seen, ours),
            number=number,
            ours=Moment(ours.at),
            theirs=Moment(theirs.at),
        )
    elif fork is not None:
        what = message(
            "there are two versions of this game, because {fork} signed two different blocks numbered "
            "{number}, one ({told}) and another ({told2}); the signatures {sig} and {sig2} prove it",
            **_fork_parts(fork),
        )
    else:
        what = message(
            "there are two versions of this game. In this one, block {number} is by {who} ({told}); in "
            "yours, it is by {who2} ({told2})",
            number=number,
            who=colour_at(save, theirs),
            told=_told(theirs),
            who2=colour_at(seen, ours),
            told2=_told(ours),
        )
    hint = message(
        "ask the others which version they have, then compare both and choose: khronos settle {game}",
        game=GAME,
    )
    problem = Parted(what, rule="FORMATS 4", hint=hint, block=number)
    problem.ours, problem.theirs = seen, save
    return problem


def _told(block: Block) -> str:
    """When a block was written, if it says so, and what it is, in at most so many characters."""
    what = _what_it_is(block)
    return message("{at}: {what}", at=Moment(block.at), what=what) if block.at else what


def _what_it_is(block: Block) -> str:
    if block.orders:
        return listed([message("{order}", order=order) for order in _shortened(block)], "; ")
    if block.kind == VOTE:
        return message("a vote to continue without {colours}", colours=players_message(block.without))
    if block.kind == JOIN:
        return message("joining as {colour}", colour=block.colour)
    return _KINDS.get(block.kind, block.kind)


_KINDS = {ACK: message("a confirmation of the vote"), ASSIST: message("shares of the deck or of a roll")}
"""Blocks without orders, in words."""


def _shortened(block: Block) -> Iterator[str]:
    """The first orders of a block, in canonical text: `_LONGEST` characters of them."""
    left = _LONGEST
    for order in map(shorn, block.orders):
        if len(order) > left:
            yield f"{order[: max(left - 1, 0)]}…"
            return
        yield order
        left -= len(order) + 2
