"""Where two histories of a game part, and what that proves: a fork, or a turn signed twice (FORMATS 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from khronos_pbem.engine.orders.private_orders import shorn
from khronos_pbem.errors import Conflict
from khronos_pbem.record.block import VOTE, Block, same_turn
from khronos_pbem.record.chain import identities, is_signed_by
from khronos_pbem.record.overtaking import base_of, decided_twice, overtakes, way_from
from khronos_pbem.record.save import Save
from khronos_pbem.saying import Moment, Typed, listed, say


class Parted(Conflict):
    """Two histories of one game, neither of which goes on from the other. `theirs` is the one refused."""

    ours: Save
    theirs: Save


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


def parting(one: Save, other: Save) -> int | None:
    """The number of the first block in which two histories differ; None if one contains the other."""
    pairs = enumerate(zip(one.blocks, other.blocks, strict=False))
    return next((number for number, (ours, theirs) in pairs if ours != theirs), None)


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

    Votes that finish nothing prove nothing; one that finishes a run, and any other block of its author behind
    the same block, do (DECK 9.2).
    """
    number = parting(one, other)
    if number is None:
        return None
    twice = decided_twice(one, other, number)
    if twice is not None:
        return Fork(colour_at(one, twice[0]), *twice)
    ours, theirs = one.blocks[number], other.blocks[number]
    if VOTE in (ours.kind, theirs.kind):
        return None
    if same_turn(ours, theirs) or not _both_signed(one, ours, theirs):
        return None
    return Fork(colour_at(one, ours), ours, theirs)


def overtaken(seen: Save, save: Save) -> bool | None:
    """Whether a history takes the place of the one seen here by votes, or by a block that was in time against
    them; None if a person has to choose. Raises Parted for one that it takes a fork to reach (DECK 9.2)."""
    number = parting(seen, save)
    stands = None if number is None else overtakes(seen, save, number)
    if number is not None and stands is not None and decided_twice(seen, save, number) is not None:
        raise conflict_between(seen, save)
    return stands


def lost(seen: Save, save: Save) -> str:
    """Why a history does not stand against the one seen here, in a sentence."""
    number = parting(seen, save)
    assert number is not None
    base = base_of(seen.blocks, number)
    ours, theirs = way_from(seen.blocks, base), way_from(save.blocks, base)
    awaited = colour_at(save, save.blocks[base])
    if theirs.votes and ours.votes:
        return say("other votes stand against those that it holds")
    if theirs.votes:
        return say(
            "the votes that it holds have fallen: {awaited} has gone on in time",
            awaited=colour_at(seen, seen.blocks[base]),
        )
    return say(
        "the block of {awaited} came too late: the others have gone on without {colours} since {at}",
        awaited=awaited,
        colours=_without(ours.votes),
        at=Moment(ours.votes[-1].at),
    )


def fallen(seen: Save, save: Save) -> str:
    """Why the history seen here does not stand against another one any more, in a sentence.

    That is for those who have voted, and for who is out by votes; empty where nothing of it has fallen.
    """
    number = parting(seen, save)
    if number is None:
        return ""
    base = base_of(seen.blocks, number)
    ours, theirs = way_from(seen.blocks, base), way_from(save.blocks, base)
    if ours.votes and not theirs.votes:
        return say(
            "{awaited} has gone on in time: the votes to go on without {colours} have fallen, and may be "
            "given again",
            awaited=colour_at(save, save.blocks[base]),
            colours=_without(ours.votes),
        )
    if ours.votes:
        return say(
            "the votes to go on without {colours} have fallen: those to go on without {colours2} stand",
            colours=_without(ours.votes),
            colours2=_without(theirs.votes),
        )
    return say(
        "the others have gone on without {colours} since {at}: the block of {awaited} came too late",
        colours=_without(theirs.votes),
        at=Moment(theirs.votes[-1].at),
        awaited=colour_at(seen, seen.blocks[base]),
    )


def _without(votes: Sequence[Block]) -> str:
    return listed(votes[-1].without, " and ")


def takes_place(seen: Save, save: Save) -> bool:
    """Whether a history takes the place of the one seen here, as of `overtaken`; False where it does not."""
    try:
        return bool(overtaken(seen, save))
    except Parted:
        return False


def _both_signed(save: Save, ours: Block, theirs: Block) -> bool:
    """Whether one seat has signed both, on the same block; its key is that of its newest join before."""
    key = identities(Save(save.header, save.blocks[: ours.seq + 1])).get(ours.seat)
    if key is None or ours.seat != theirs.seat or ours.prev != theirs.prev:
        return False
    return is_signed_by(ours, key) and is_signed_by(theirs, key)


def colour_at(save: Save, block: Block) -> str:
    """The colour of a block's seat, else its number in words."""
    taken = (each.colour for each in save.blocks if each.seat == block.seat and each.colour)
    return block.colour or next(taken, say("seat {seat}", seat=block.seat))


def conflict_between(seen: Save, save: Save) -> Parted:
    """What to say of two histories that part: the proof of a fork, if they hold one."""
    number = parting(seen, save)
    assert number is not None
    ours, theirs = seen.blocks[number], save.blocks[number]
    fork = fork_proof(seen, save)
    if signed_twice(seen, save):
        what = say(
            "{colour} has signed the same turn twice, block {number}, at {ours} and at {theirs}, "
            "and the game went on from both",
            colour=colour_at(seen, ours),
            number=number,
            ours=Moment(ours.at),
            theirs=Moment(theirs.at),
        )
    elif fork is not None:
        what = say(
            "{fork} has signed two different blocks {number} on the same game: at {ours} {told}, "
            "at {theirs} {told2}; the signatures {sig} and {sig2} prove the fork",
            fork=fork.colour,
            number=fork.numbers,
            ours=Moment(fork.ours.at),
            told=_told(fork.ours),
            theirs=Moment(fork.theirs.at),
            told2=_told(fork.theirs),
            sig=fork.ours.sig,
            sig2=fork.theirs.sig,
        )
    else:
        what = say(
            "another history than the one seen here: block {number} by seat {seat} at {theirs}, "
            "seen was one by seat {seat2} at {ours}",
            number=number,
            seat=theirs.seat,
            theirs=Moment(theirs.at),
            seat2=ours.seat,
            ours=Moment(ours.at),
        )
    hint = say("ask the others which one they have; khronos settle GAME shows both and lets you choose")
    problem = Parted(what, rule="FORMATS 4", hint=hint, block=number)
    problem.ours, problem.theirs = seen, save
    return problem


def _told(block: Block) -> str:
    orders = "; ".join(map(shorn, block.orders)) or " ".join((block.kind, *block.without))
    return Typed(repr(orders if len(orders) < 60 else orders[:59] + "…"))
