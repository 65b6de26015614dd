"""Which of two histories stands where players went on without somebody: from the files alone (DECK 9.2).

The awaited seat's block and the votes against it stand on the same block, the base. A late block beats votes
that finish nothing and loses against those that do; between runs of votes the larger one stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from khronos_pbem.record.block import VOTE, Block, same_turn
from khronos_pbem.record.chain import block_hash, identities, is_signed_by
from khronos_pbem.record.save import Save


class Rank(IntEnum):
    """What a history holds behind the base, each beating those before it."""

    UNFINISHED = 0
    LATE = 1
    FINISHED = 2


class Way(NamedTuple):
    """How a history goes on behind the base: what it holds there, and the votes of the run, if it is one."""

    rank: Rank
    votes: tuple[Block, ...] = ()

    def beats(self, other: Way) -> bool:
        """Whether this way stands against another one on the same base."""
        if self.rank is not other.rank:
            return self.rank > other.rank
        mine, theirs = self._size(), other._size()
        return mine > theirs if mine != theirs else self._last() < other._last()

    def _size(self) -> int:
        """Of finished runs the one that names more seats stands, of unfinished ones the longer."""
        return len(self.votes[-1].without) if self.rank is Rank.FINISHED else len(self.votes)

    def _last(self) -> bytes:
        return block_hash(self.votes[-1])


def base_of(blocks: Sequence[Block], number: int) -> int:
    """How many blocks stand before the run of votes that is open before block `number`; it, if none is."""
    while number and blocks[number - 1].kind == VOTE and not blocks[number - 1].finishes:
        number -= 1
    return number


def way_from(blocks: Sequence[Block], base: int) -> Way:
    """How a history goes on behind its first `base` blocks; it has more than these."""
    votes = list[Block]()
    for block in blocks[base:]:
        if block.kind != VOTE:
            break
        votes.append(block)
        if block.finishes:
            return Way(Rank.FINISHED, tuple(votes))
    return Way(Rank.UNFINISHED, tuple(votes)) if votes else Way(Rank.LATE)


def overtakes(seen: Save, save: Save, number: int) -> bool | None:
    """Whether a history stands against the one seen here, from which it parts with block `number`.

    None if that is not for votes to say: a person has to choose.
    """
    base = base_of(seen.blocks, number)
    ours, theirs = way_from(seen.blocks, base), way_from(save.blocks, base)
    if ours.rank is Rank.LATE and theirs.rank is Rank.LATE:
        return None
    if ours.votes == theirs.votes:  # they part behind the same finished run
        return None
    return theirs.beats(ours)


def decided_twice(one: Save, other: Save, number: int) -> tuple[Block, Block] | None:
    """The fork of a decider, where two histories part with block `number`: a finishing vote in one, and
    another block of its author behind the same base in the other, which is no vote or finishes one too."""
    base = base_of(one.blocks, number)
    for ours, theirs in ((one, other), (other, one)):
        for vote in way_from(ours.blocks, base).votes[-1:]:
            found = _other_block(ours, theirs, vote, base) if vote.finishes else None
            if found is not None:
                return (vote, found) if ours is one else (found, vote)
    return None


def _other_block(ours: Save, theirs: Save, vote: Block, base: int) -> Block | None:
    key = identities(Save(ours.header, ours.blocks[:base])).get(vote.seat)
    if key is None or vote in theirs.blocks[base:] or not is_signed_by(vote, key):
        return None
    later = (block for block in theirs.blocks[base:] if block.seat == vote.seat)
    decided = (block for block in later if block.binds and not same_turn(block, vote))
    return next((block for block in decided if is_signed_by(block, key)), None)
