"""Runs of votes and acks, read off the blocks alone: who goes, who stays, whose word is next (DECK 9.2).

A run stands on its base, the block before its first vote. First everybody who stays votes, the decider last;
the decider's vote finishes the run. Then everybody else who stays acks, in the same order. With the last ack
the run is final, and only then are the seats gone or given to others. If an ack does not come, another run
may stand upon the last block: it takes the place of the run in which it stands once it is final.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from khronos_pbem.engine.digests import canonical_json
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import message
from khronos_pbem.record.block import ACK, JOIN, VOTE, Block
from khronos_pbem.record.offers import Offer


class Run(NamedTuple):
    """A run of votes and acks: how many blocks stand before it, the seats to go on without (the awaited one
    first), the seats that stay (in seat order from behind the awaited one, so the decider first), the
    identities (32 bytes) that some of the seats are offered to, and how many have voted and acked.

    `content` is what all its votes say, as canonical JSON.
    """

    base: int
    without: tuple[int, ...]
    stay: tuple[int, ...]
    content: bytes
    successors: Mapping[int, bytes] = MappingProxyType({})
    voted: int = 0
    acked: int = 0
    offers: tuple[Offer, ...] = ()

    @property
    def last(self) -> int:
        """The number of the newest block of the run; it has one."""
        return self.base + self.voted + self.acked - 1

    @property
    def awaited(self) -> int:
        """The seat that was awaited on the base."""
        return self.without[0]

    @property
    def decider(self) -> int:
        """The seat whose vote finishes the run: the first one behind the awaited seat that stays."""
        return self.stay[0]

    @property
    def voters(self) -> tuple[int, ...]:
        """The seats that vote, in their order: the decider last."""
        return (*self.stay[1:], self.stay[0])

    @property
    def is_finished(self) -> bool:
        """Whether all who stay have voted."""
        return self.voted == len(self.stay)

    @property
    def is_final(self) -> bool:
        """Whether the run is finished, and all others who stay have acked it."""
        return self.is_finished and self.acked == len(self.stay) - 1

    def has_majority(self, heirs: Mapping[int, bytes]) -> bool:
        """Whether more stay than go; one is enough if only the awaited seat goes, and to its heir (DECK 9.5).

        `heirs` are the identities (32 bytes) that seats have named last, by seat.
        """
        if len(self.stay) > len(self.without):
            return True
        to_heir = self.awaited in heirs and self.successors.get(self.awaited) == heirs[self.awaited]
        return to_heir and len(self.without) == 1

    @property
    def next_voter(self) -> int | None:
        """The seat whose vote is next; None once the run is finished."""
        return None if self.is_finished else self.voters[self.voted]

    @property
    def next_acker(self) -> int | None:
        """The seat whose ack is next; None before the run is finished, and once it is final."""
        return self.stay[1 + self.acked] if self.is_finished and not self.is_final else None


class Seats(NamedTuple):
    """Who sits at the table after some blocks: colours and identities (32 bytes) by seat, the seats that are
    not gone, and the runs that are open.

    Of the open runs each stands upon the acks of the one before; only the last may be unfinished. `final` are
    the runs that have become final; `names` and `bots` are by seat what a join or an offer says.
    """

    colours: tuple[str, ...] = ()
    identities: tuple[bytes, ...] = ()
    living: tuple[int, ...] = ()
    runs: tuple[Run, ...] = ()
    final: tuple[Run, ...] = ()
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()

    @property
    def run(self) -> Run | None:
        """The innermost open run; None if there is none."""
        return self.runs[-1] if self.runs else None

    def staying(self, without: Sequence[int]) -> tuple[int, ...]:
        """The seats that stay if these go, in seat order from behind the first of these."""
        count = len(self.colours)
        behind = ((without[0] + step) % count for step in range(1, count))
        return tuple(seat for seat in behind if seat in self.living and seat not in without)


def seats_after(blocks: Iterable[Block]) -> tuple[Seats, ...]:
    """Who sits at the table before the first block and after each of them.

    Raises InvalidFile for votes and acks that are out of order or say something else than those before.
    """
    found = [Seats()]
    for number, block in enumerate(blocks):
        found.append(next_seats(found[-1], number, block))
    return tuple(found)


def next_seats(seats: Seats, number: int, block: Block) -> Seats:
    """Who sits at the table after block `number`. Raises as `seats_after`."""
    if block.kind == VOTE:
        return with_run(seats, voted(seats, number, block))
    if block.kind == ACK:
        return with_run(seats, acked(seats, block))
    if seats.run is not None:
        raise _out_of_order(
            message("a vote is under way: only votes and confirmations can follow until it is final")
        )
    if block.kind == JOIN:
        taken = len(seats.colours)
        colours, identities = (*seats.colours, block.colour), (*seats.identities, block.identity)
        names, bots = (*seats.names, block.name), (*seats.bots, block.bot)
        living = (*seats.living, taken)
        return Seats(colours, identities, living, seats.runs, seats.final, names, bots)
    if "key" in block.deck:  # the author has resigned (DECK 9.1)
        return seats._replace(living=tuple(seat for seat in seats.living if seat != block.seat))
    return seats


def voted(seats: Seats, number: int, block: Block) -> Run:
    """The run with the vote in block `number`. Raises InvalidFile if the vote may not stand there."""
    run = seats.run
    if run is None or run.is_finished:
        run = begun(seats, number, block)
    elif run.content != _content(block):
        raise _out_of_order(message("this vote differs from the votes before it"))
    check_voter(seats, run, block.seat)
    return run._replace(voted=run.voted + 1)


def begun(seats: Seats, number: int, block: Block) -> Run:
    """The run that the vote in block `number` begins, without that vote.

    Raises InvalidFile for seats that are not there, or if it stands on a finished run and is no larger one.
    """
    numbers = {colour: seat for seat, colour in enumerate(seats.colours)}
    for colour in block.without:
        if numbers.get(colour) not in seats.living:
            raise _out_of_order(message("{colour} is not in this game, or has left it", colour=colour))
    without = tuple(numbers[colour] for colour in block.without)
    if without != in_order(seats, without):
        raise _out_of_order(
            message(
                'the list "without" must name the seats in seat order, beginning with the first one named'
            )
        )
    outer = seats.run
    if outer is not None and (without[0] != outer.next_acker or not {*outer.without} < {*without}):
        what = message(
            "a vote that follows an unconfirmed vote must name the seat whose confirmation is missing, "
            "and all seats named before"
        )
        raise _out_of_order(what)
    stay = seats.staying(without)
    if not stay:
        raise _out_of_order(message("no player would be left in the game"))
    successors = {offer.seat: offer.key for offer in block.offers}
    if not successors.keys() <= {*without}:
        raise _out_of_order(message("the vote holds an offer for a seat that it does not name"))
    return Run(number, without, stay, _content(block), successors, offers=block.offers)


def _content(vote: Block) -> bytes:
    return canonical_json(dict(vote.ballot))


def in_order(seats: Seats, without: Iterable[int]) -> tuple[int, ...]:
    """Seats in the order in which a vote names them: the first as it is, the others in seat order behind."""
    first, *others = without
    count = len(seats.colours)
    return (first, *sorted({*others} - {first}, key=lambda seat: (seat - first) % count))


def check_voter(seats: Seats, run: Run, seat: int) -> None:
    """Raise InvalidFile unless the vote of this seat is next in a run."""
    if run.next_voter == seat:
        return
    who = seats.colours[seat] if seat < len(seats.colours) else str(seat)
    if seat in run.without:
        raise _out_of_order(message("this vote is about {who}, who therefore cannot vote", who=who))
    following = run.next_voter
    hint = None if following is None else message("{colour} votes next", colour=seats.colours[following])
    raise _out_of_order(message("it is not {who}'s turn to vote", who=who), hint)


def acked(seats: Seats, block: Block) -> Run:
    """The innermost run with an ack. Raises InvalidFile if the ack may not stand there."""
    run = seats.run
    if run is None or run.next_acker is None:
        raise _out_of_order(message("there is no vote to confirm here"))
    if run.next_acker != block.seat:
        colour = seats.colours[run.next_acker]
        raise _out_of_order(
            message("another player has to confirm the vote first"),
            message("{colour} confirms next", colour=colour),
        )
    return run._replace(acked=run.acked + 1)


def with_run(seats: Seats, run: Run) -> Seats:
    """Who sits at the table with the innermost run in this state; if it is final, all open runs end."""
    outer = seats.run
    kept = seats.runs[:-1] if outer is not None and outer.base == run.base else seats.runs
    if not run.is_final:
        return seats._replace(runs=(*kept, run))
    identities = tuple(run.successors.get(seat, key) for seat, key in enumerate(seats.identities))
    names, bots = list(seats.names), list(seats.bots)
    for offer in run.offers:
        names[offer.seat], bots[offer.seat] = offer.name, offer.bot
    gone = {seat for seat in run.without if seat not in run.successors}
    living = tuple(seat for seat in seats.living if seat not in gone)
    return Seats(seats.colours, identities, living, (), (*seats.final, run), tuple(names), tuple(bots))


def binds(blocks: Sequence[Block], seats: Sequence[Seats], number: int) -> bool:
    """Whether a block binds its author: it is no vote, or the one that finishes its run.

    `seats` are those of `seats_after`.
    """
    if blocks[number].kind != VOTE:
        return True
    after = seats[number + 1]
    return after.run is None or after.run.is_finished


def binds_last(blocks: Sequence[Block]) -> bool:
    """Whether the last of these blocks binds its author."""
    return binds(blocks, seats_after(blocks), len(blocks) - 1)


def stands_at_once(blocks: Sequence[Block], number: int) -> bool:
    """Whether a block knows no `undo`: it finishes a run of votes, or acks one (DECK 9.2)."""
    kind = blocks[number].kind
    return kind == ACK or (kind == VOTE and binds_last(blocks[: number + 1]))


def _out_of_order(what: str, hint: str | None = None) -> InvalidFile:
    return InvalidFile(what, rule="DECK 9.2", hint=hint)
