"""Which of two histories stands where players went on without somebody: from the files alone (DECK 9.6).

Machines follow it by themselves; where none of its rules decides, a person is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from khronos_pbem.record.block import ACK, VOTE, Block
from khronos_pbem.record.votes import Run, Seats, binds, seats_after


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
    """How a history goes on behind a base: its blocks and who sits there after each, the last finished run
    there, and whether it, or the run in which it stands, is final; `is_late` if no vote stands on the base.
    """

    blocks: tuple[Block, ...]
    seats: tuple[Seats, ...]
    base: int
    run: Run | None
    is_final: bool
    is_late: bool

    def binding(self) -> Iterator[tuple[int, Block]]:
        """The blocks behind the base that bind those who sat there, by number (DECK 9)."""
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
    before, behind = seats[base], seats[base + 1 :]
    ended = next((after.final[-1] for after in behind if len(after.final) > len(before.final)), None)
    is_late = blocks[base].kind != VOTE
    if is_late:  # of the run in which the base itself stands: its acks went on, or did not
        return Way(tuple(blocks), seats, base, None, bool(before.runs) and ended is not None, is_late)
    if ended is not None:
        return Way(tuple(blocks), seats, base, ended, True, is_late)
    inside = [run for run in seats[-1].runs if run.base >= base and run.is_finished]
    return Way(tuple(blocks), seats, base, inside[-1] if inside else None, False, is_late)


def standing(ours: Sequence[Block], theirs: Sequence[Block], number: int) -> Standing:
    """Which of two histories stands that part with block `number` (DECK 9.6). Raises InvalidFile for votes
    and acks that are out of order."""
    base = base_of(seats_after(ours[:number]), number)
    return Standing(*_decided(way_from(ours, base), way_from(theirs, base)), base)


def _decided(ours: Way, theirs: Way) -> tuple[Verdict, str]:
    if ours.is_final or theirs.is_final:
        return _better(ours.is_final, theirs.is_final), "a"
    fallen = _is_withdrawn(ours, theirs), _is_withdrawn(theirs, ours)
    if any(fallen):
        return _better(fallen[1], fallen[0]), "b"
    if ours.run is not None and theirs.run is not None:
        awaited, count = ours.run.awaited, len(ours.seats[-1].colours)
        mine, other = ((run.decider - awaited) % count for run in (ours.run, theirs.run))
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


def cheat(ours: Sequence[Block], theirs: Sequence[Block], number: int) -> tuple[Block, Block] | None:
    """The two blocks of a seat that has bound itself in a run of one history and first of all who stay there
    in the other (DECK 9.6), the block in `ours` first; None if there is none.

    The histories part with block `number`. Raises InvalidFile for votes and acks that are out of order.
    """
    base = base_of(seats_after(ours[:number]), number)
    mine, other = way_from(ours, base), way_from(theirs, base)
    found = _bound_twice(mine, other)
    if found is not None:
        return found
    turned = _bound_twice(other, mine)
    return None if turned is None else turned[::-1]


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
