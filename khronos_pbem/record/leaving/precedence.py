"""Decide which of two versions counts after a vote to continue without a player (DECK 9.6).

The decision depends only on the files. If no rule decides, a person must choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from khronos_pbem.record.block import ACK, VOTE, Block, same_turn
from khronos_pbem.record.leaving.votes import Run, Seats, binds, seats_after


class Verdict(Enum):
    """The result of comparing two versions: which one takes precedence.

    SIDE_BY_SIDE: neither, until another vote is cast. ASK: a person has to choose.
    """

    OURS = "ours"
    THEIRS = "theirs"
    SIDE_BY_SIDE = "side by side"
    ASK = "ask"

    @property
    def turned(self) -> Verdict:
        """The same verdict with the two versions exchanged."""
        return {Verdict.OURS: Verdict.THEIRS, Verdict.THEIRS: Verdict.OURS}.get(self, self)


class Precedence(NamedTuple):
    """The version that takes precedence, the deciding item of DECK 9.6, and the point of divergence.

    `base` is the number of blocks before the point at which the versions diverge.
    """

    verdict: Verdict
    letter: str
    base: int


class Branch(NamedTuple):
    """A version of a game from a base onwards.

    `blocks` are all blocks, and `base` is the number of blocks before the branch. `seats` are the result of
    `seats_after`. `run` is the last finished run of votes on the base, or on the acks of such a run; None if
    there is none.
    """

    blocks: tuple[Block, ...]
    seats: tuple[Seats, ...]
    base: int
    run: Run | None

    @property
    def is_late(self) -> bool:
        """Whether the awaited seat has written after all: no vote follows the base."""
        return self.blocks[self.base].kind != VOTE

    @property
    def is_final(self) -> bool:
        """Whether the run has become final."""
        return self.run is not None and self.run.is_final

    def binding(self) -> Iterator[tuple[int, Block]]:
        """Yield the binding blocks after the base, with their numbers (DECK 9).

        Only blocks of players who had a seat at the base are included, not those of later successors.
        """
        then = self.seats[self.base].identities
        for number in range(self.base, len(self.blocks)):
            seat, now = self.blocks[number].seat, self.seats[number].identities
            if now[seat : seat + 1] == then[seat : seat + 1] and binds(self.blocks, self.seats, number):
                yield number, self.blocks[number]


def base_of(seats: Sequence[Seats], number: int) -> int:
    """Return the number of blocks before the unfinished run that contains block `number`.

    Return `number` if the block is in no such run.
    """
    run = seats[number].run
    return number if run is None or run.is_finished else run.base


def branch_from(blocks: Sequence[Block], base: int) -> Branch:
    """Return the branch after the first `base` of these blocks; there must be more blocks than that.

    Raises InvalidFile if votes or acks are out of order.
    """
    seats = seats_after(blocks)
    final = seats[-1].final[len(seats[base].final) :]
    runs = final[:1] or seats[-1].runs
    finished = [run for run in runs if run.base >= base and run.is_finished]
    is_voted = blocks[base].kind == VOTE and bool(finished)
    return Branch(tuple(blocks), seats, base, finished[-1] if is_voted else None)


def branches_from(ours: Sequence[Block], theirs: Sequence[Block], number: int) -> tuple[Branch, Branch]:
    """Return the branches of two versions that differ from block `number` onwards.

    Raises InvalidFile if votes or acks are out of order.
    """
    base = base_of(seats_after(ours[:number]), number)
    return branch_from(ours, base), branch_from(theirs, base)


def find_precedence(ours: Sequence[Block], theirs: Sequence[Block], number: int) -> Precedence:
    """Return which of two versions takes precedence (DECK 9.6).

    The versions differ from block `number` onwards. Raises InvalidFile if votes or acks are out of order.
    """
    return compare_branches(*branches_from(ours, theirs, number))


def compare_branches(ours: Branch, theirs: Branch) -> Precedence:
    """Return which of two branches from one base takes precedence (DECK 9.6)."""
    return Precedence(*_decided(ours, theirs), ours.base)


def _decided(ours: Branch, theirs: Branch) -> tuple[Verdict, str]:
    if ours.is_final or theirs.is_final:
        return _better(ours.is_final, theirs.is_final), "a"
    fallen = _is_withdrawn(ours, theirs), _is_withdrawn(theirs, ours)
    if any(fallen):
        return _better(fallen[1], fallen[0]), "b"
    if ours.run is not None and theirs.run is not None:
        mine, other = _distance(ours, ours.run), _distance(theirs, theirs.run)
        return _better(mine < other, other < mine), "c"
    if ours.run is not None or theirs.run is not None:
        return _better(ours.run is not None, theirs.run is not None), "d"
    if ours.is_late or theirs.is_late:
        return _better(ours.is_late, theirs.is_late), "e"
    return Verdict.SIDE_BY_SIDE, "e"


def _better(ours: bool, theirs: bool) -> Verdict:
    """Return the verdict for a yes-or-no criterion; ASK if both versions meet it or neither does."""
    if ours == theirs:
        return Verdict.ASK
    return Verdict.OURS if ours else Verdict.THEIRS


def _is_withdrawn(branch: Branch, other: Branch) -> bool:
    """Return whether a seat that stays in one version's run has a binding block in the other."""
    return branch.run is not None and any(block.seat in branch.run.stay for _, block in other.binding())


def _distance(branch: Branch, run: Run) -> int:
    """Return how many seats after the awaited seat the decider of a run sits; the run is not final."""
    outermost = next(each for each in branch.seats[-1].runs if each.base == branch.base)
    return (run.decider - outermost.awaited) % len(branch.seats[-1].colours)


def find_cheat(ours: Sequence[Block], theirs: Sequence[Block], number: int) -> tuple[Block, Block] | None:
    """Return two blocks that prove that a seat cheated (DECK 9.6), the one in `ours` first; or None.

    The seat signed a vote or an ack in a run of one version. In the other version, it was the first seat
    staying in that run to sign a binding block. If two seats have cheated, the blocks are those of the
    lower-numbered seat. The versions differ from block `number` onwards; the links and signatures of both
    must be valid. Raises InvalidFile if votes or acks are out of order.
    """
    return min(find_cheats(*branches_from(ours, theirs, number)), key=lambda pair: pair[0].seat, default=None)


def find_cheats(ours: Branch, theirs: Branch) -> tuple[tuple[Block, Block], ...]:
    """Return two blocks, ours first, for each seat that two branches prove to have cheated.

    Both branches must begin at the same base.
    """
    forward, turned = _bound_twice(ours, theirs), _bound_twice(theirs, ours)
    found = (forward, None if turned is None else turned[::-1])
    return tuple(pair for pair in found if pair is not None)


def _bound_twice(branch: Branch, other: Branch) -> tuple[Block, Block] | None:
    """Return the two blocks of a seat that is bound in both branches, or None.

    It is the first seat bound in `other` that stays in the run of `branch`.
    """
    run = branch.run
    if run is None:
        return None
    first = next((block for _, block in other.binding() if block.seat in run.stay), None)
    if first is None:
        return None
    for number, block in branch.binding():
        if number >= run.base and block.seat == first.seat and block.kind in (VOTE, ACK):
            return block, first
    return None


def find_own_cheat(history: Sequence[Block], known: Iterable[Sequence[Block]]) -> tuple[Block, Block] | None:
    """Return a version's last block and an older one that prove cheating (DECK 9.6), or None.

    Both blocks have the same author. The last block is not signed yet; the older one is in one of the `known`
    versions. Raises InvalidFile if votes or acks are out of order.
    """
    for ours, theirs in _beside_own(history, known):
        for pair in find_cheats(ours, theirs):
            if pair[0] == history[-1]:
                return pair
    return None


def find_block_against_vote(history: Sequence[Block], known: Iterable[Sequence[Block]]) -> Block | None:
    """Return the author's earlier binding block that rules out the vote at the end of `history`, or None.

    The vote is not signed yet. The block is in a known version that takes precedence over this one, so the
    author could not ack after the vote (DECK 9.2). Raises InvalidFile if votes or acks are out of order.
    """
    for ours, theirs in _beside_own(history, known):
        bound = theirs.blocks[-1]
        binding = (block for _, block in theirs.binding())
        if bound in binding and compare_branches(ours, theirs).verdict is Verdict.THEIRS:
            return bound
    return None


def _beside_own(
    history: Sequence[Block], known: Iterable[Sequence[Block]]
) -> Iterator[tuple[Branch, Branch]]:
    """Yield pairs of branches: this version, and a known one cut after each block of the same author.

    Each cut is needed because the known version could be presented only up to that block.
    """
    for other in known:
        number = _common_length(history, other)
        for end in range(number, len(other)) if number < len(history) else ():
            if other[end].seat == history[-1].seat:
                yield branches_from(history, other[: end + 1], number)


def _common_length(history: Sequence[Block], other: Sequence[Block]) -> int:
    """Return how many blocks two versions have in common; an unsigned block equals its signed one."""
    for number, (ours, theirs) in enumerate(zip(history, other, strict=False)):
        if ours != theirs and (ours.sig or not same_turn(ours, theirs)):
            return number
    return min(len(history), len(other))
