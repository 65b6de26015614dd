"""Which of two histories stands where players went on without somebody: from the files alone (DECK 9.6).

Machines follow it by themselves; where none of its rules decides, a person is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from khronos_pbem.record.block import ACK, VOTE, Block, same_turn
from khronos_pbem.record.leaving.votes import Run, Seats, binds, seats_after


class Verdict(Enum):
    """Which of two histories stands: ours, theirs, both until somebody votes on (side by side), or the one
    that a person chooses."""

    OURS = "ours"
    THEIRS = "theirs"
    SIDE_BY_SIDE = "side by side"
    ASK = "ask"

    @property
    def turned(self) -> Verdict:
        """The same verdict with the histories exchanged."""
        return {Verdict.OURS: Verdict.THEIRS, Verdict.THEIRS: Verdict.OURS}.get(self, self)


class Standing(NamedTuple):
    """Which history stands, and the letter of DECK 9.6 that decides; how many blocks stand before the base's
    end (`base`), which is where the histories part."""

    verdict: Verdict
    letter: str
    base: int


class Way(NamedTuple):
    """How a history goes on behind a base: its blocks and who sits there before the first and after each, and
    the last finished run that stands on the base, or upon the acks of one that does; None if there is none.
    """

    blocks: tuple[Block, ...]
    seats: tuple[Seats, ...]
    base: int
    run: Run | None

    @property
    def is_late(self) -> bool:
        """Whether no vote stands on the base: then it is what the awaited seat has written after all."""
        return self.blocks[self.base].kind != VOTE

    @property
    def is_final(self) -> bool:
        """Whether the run has become final."""
        return self.run is not None and self.run.is_final

    def binding(self) -> Iterator[tuple[int, Block]]:
        """The blocks behind the base that bind those who sat there, by number: none of later successors (DECK
        9)."""
        then = self.seats[self.base].identities
        for number in range(self.base, len(self.blocks)):
            seat, now = self.blocks[number].seat, self.seats[number].identities
            if now[seat : seat + 1] == then[seat : seat + 1] and binds(self.blocks, self.seats, number):
                yield number, self.blocks[number]


def base_of(seats: Sequence[Seats], number: int) -> int:
    """How many blocks stand before the unfinished run of block `number`; it, if it stands in none."""
    run = seats[number].run
    return number if run is None or run.is_finished else run.base


def way_from(blocks: Sequence[Block], base: int) -> Way:
    """How a history goes on behind its first `base` blocks; it has more than these. Raises InvalidFile."""
    seats = seats_after(blocks)
    final = seats[-1].final[len(seats[base].final) :]
    runs = final[:1] or seats[-1].runs
    finished = [run for run in runs if run.base >= base and run.is_finished]
    is_voted = blocks[base].kind == VOTE and bool(finished)
    return Way(tuple(blocks), seats, base, finished[-1] if is_voted else None)


def ways_from(ours: Sequence[Block], theirs: Sequence[Block], number: int) -> tuple[Way, Way]:
    """How two histories go on behind the base at which they part with block `number`. Raises InvalidFile."""
    base = base_of(seats_after(ours[:number]), number)
    return way_from(ours, base), way_from(theirs, base)


def standing(ours: Sequence[Block], theirs: Sequence[Block], number: int) -> Standing:
    """Which of two histories stands that part with block `number` (DECK 9.6). Raises InvalidFile for votes
    and acks that are out of order."""
    return compared(*ways_from(ours, theirs, number))


def compared(ours: Way, theirs: Way) -> Standing:
    """Which of two ways to go on behind one base stands (DECK 9.6)."""
    return Standing(*_decided(ours, theirs), ours.base)


def _decided(ours: Way, theirs: Way) -> tuple[Verdict, str]:
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
    """Who has what the other lacks; a person is asked where both have it, or neither."""
    if ours == theirs:
        return Verdict.ASK
    return Verdict.OURS if ours else Verdict.THEIRS


def _is_withdrawn(way: Way, other: Way) -> bool:
    """Whether a seat that stays in the run of one history has bound itself behind the base in the other."""
    return way.run is not None and any(block.seat in way.run.stay for _, block in other.binding())


def _distance(way: Way, run: Run) -> int:
    """How far the decider of a run that is not final sits behind the seat that was awaited on the base."""
    outermost = next(each for each in way.seats[-1].runs if each.base == way.base)
    return (run.decider - outermost.awaited) % len(way.seats[-1].colours)


def cheat(ours: Sequence[Block], theirs: Sequence[Block], number: int) -> tuple[Block, Block] | None:
    """The two blocks of a seat that has bound itself in a run of one history and first of all who stay there
    in the other (DECK 9.6), the block in `ours` first; None if there is none, one of the lowest seat if two
    seats have cheated.

    The histories part with block `number`; the links and signatures of both hold. Raises InvalidFile for
    votes and acks that are out of order.
    """
    return min(cheats(*ways_from(ours, theirs, number)), key=lambda pair: pair[0].seat, default=None)


def cheats(ours: Way, theirs: Way) -> tuple[tuple[Block, Block], ...]:
    """The two blocks, ours first, of each seat that these two ways to go on behind one base prove a cheat."""
    forward, turned = _bound_twice(ours, theirs), _bound_twice(theirs, ours)
    found = (forward, None if turned is None else turned[::-1])
    return tuple(pair for pair in found if pair is not None)


def _bound_twice(way: Way, other: Way) -> tuple[Block, Block] | None:
    """The fork of the first seat that stays in a run of one history and binds itself in the other."""
    run = way.run
    if run is None:
        return None
    first = next((block for _, block in other.binding() if block.seat in run.stay), None)
    if first is None:
        return None
    for number, block in way.binding():
        if number >= run.base and block.seat == first.seat and block.kind in (VOTE, ACK):
            return block, first
    return None


def would_cheat(history: Sequence[Block], known: Iterable[Sequence[Block]]) -> tuple[Block, Block] | None:
    """The last block of a history, which is not signed yet, and a block of its author in a known history that
    together would prove a cheat (DECK 9.6); None if there is none.

    Raises InvalidFile for votes and acks that are out of order.
    """
    for ours, theirs in _beside_own(history, known):
        for pair in cheats(ours, theirs):
            if pair[0] == history[-1]:
                return pair
    return None


def kept_from_voting(history: Sequence[Block], known: Iterable[Sequence[Block]]) -> Block | None:
    """The block by which the author of the last one, a vote not signed yet, is bound in a known history that
    stands against this one: then no vote is given, since no ack could follow (DECK 9.2).

    None if there is none. Raises as `would_cheat`.
    """
    for ours, theirs in _beside_own(history, known):
        bound = theirs.blocks[-1]
        binding = (block for _, block in theirs.binding())
        if bound in binding and compared(ours, theirs).verdict is Verdict.THEIRS:
            return bound
    return None


def _beside_own(history: Sequence[Block], known: Iterable[Sequence[Block]]) -> Iterator[tuple[Way, Way]]:
    """A history beside each beginning of a known one that ends, behind where they part, with a block of the
    same seat: it may be shown alone."""
    for other in known:
        number = _parting(history, other)
        for end in range(number, len(other)) if number < len(history) else ():
            if other[end].seat == history[-1].seat:
                yield ways_from(history, other[: end + 1], number)


def _parting(history: Sequence[Block], other: Sequence[Block]) -> int:
    """How many blocks two histories have in common; one not signed yet is the same as when it is signed."""
    for number, (ours, theirs) in enumerate(zip(history, other, strict=False)):
        if ours != theirs and (ours.sig or not same_turn(ours, theirs)):
            return number
    return min(len(history), len(other))
