"""Runs of votes and acks, read from blocks alone: who leaves, stays, and is next (DECK 9.2).

A run begins after its base, the block before its first vote. First, all seats that stay vote, the decider
last; the decider's vote finishes the run. Then all other staying seats ack, in the same order. The last ack
makes the run final; only then are the excluded seats removed or given to others. If an ack is missing,
another run can begin after the last block. Once that run is final, it replaces the run that contains it.
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
    """A run of votes and acks.

    `base` is the number of blocks before it. `without` are the seats that are to leave, the awaited one
    first. `stay` are the seats that stay, in seat order after the awaited one, so that the decider is first.
    `successors` are the identities (32 bytes) that take over some of the seats. `voted` and `acked` count the
    votes and acks. `content` is the common content of all its votes, as canonical JSON.
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
        """The number of the newest block of the run, which has at least one."""
        return self.base + self.voted + self.acked - 1

    @property
    def awaited(self) -> int:
        """The seat that was awaited at the base."""
        return self.without[0]

    @property
    def decider(self) -> int:
        """The seat whose vote finishes the run: the first staying seat after the awaited one."""
        return self.stay[0]

    @property
    def voters(self) -> tuple[int, ...]:
        """The seats that vote, in their order: the decider last."""
        return (*self.stay[1:], self.stay[0])

    @property
    def is_finished(self) -> bool:
        """Whether all seats that stay have voted."""
        return self.voted == len(self.stay)

    @property
    def is_final(self) -> bool:
        """Whether the run is finished and all other seats that stay have acked it."""
        return self.is_finished and self.acked == len(self.stay) - 1

    def has_majority(self, named: Mapping[int, bytes]) -> bool:
        """Return whether more seats stay than leave, or a named replacement takes over the awaited seat.

        In the second case, no other seat may leave. `named` are the identities (32 bytes) that seats have
        most recently named as replacements (DECK 9.5).
        """
        if len(self.stay) > len(self.without):
            return True
        to_heir = self.awaited in named and self.successors.get(self.awaited) == named[self.awaited]
        return to_heir and len(self.without) == 1

    @property
    def next_voter(self) -> int | None:
        """The seat that votes next; None if the run is finished."""
        return None if self.is_finished else self.voters[self.voted]

    @property
    def next_acker(self) -> int | None:
        """The seat that acks next; None if the run is not finished yet or already final."""
        return self.stay[1 + self.acked] if self.is_finished and not self.is_final else None


class Seats(NamedTuple):
    """The seats after some blocks: their colours and identities (32 bytes), and the runs of votes.

    `living` are the seats that have not left. `runs` are the open runs; each begins after the acks of the
    previous one, and only the last can be unfinished. `final` are the runs that have become final. `names`
    and `bots` are listed by seat, from its join or offer.
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
        """Return the seats that stay if the seats `without` leave, in seat order after the first of those."""
        count = len(self.colours)
        behind = ((without[0] + step) % count for step in range(1, count))
        return tuple(seat for seat in behind if seat in self.living and seat not in without)


def seats_after(blocks: Iterable[Block]) -> tuple[Seats, ...]:
    """Return the seats before the first block and after each block.

    Raises InvalidFile if a vote or ack is not allowed, or if another block interrupts a run of votes.
    """
    found = [Seats()]
    for number, block in enumerate(blocks):
        found.append(next_seats(found[-1], number, block))
    return tuple(found)


def next_seats(seats: Seats, number: int, block: Block) -> Seats:
    """Return the seats after block `number`, given the seats before it.

    Raises the same errors as `seats_after`.
    """
    if block.kind == VOTE:
        return with_run(seats, voted(seats, number, block))
    if block.kind == ACK:
        return with_run(seats, acked(seats, block))
    if seats.run is not None:
        what = message(
            "a vote is under way; only votes and confirmations are allowed until the vote is final"
        )
        raise _out_of_order_error(what)
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
    """Return the run with the vote in block `number` added. Raises InvalidFile if the vote is not allowed."""
    run = seats.run
    if run is None or run.is_finished:
        run = new_run(seats, number, block)
    elif run.content != _content(block):
        raise _out_of_order_error(message("this vote differs from the earlier votes"))
    check_voter(seats, run, block.seat)
    return run._replace(voted=run.voted + 1)


def new_run(seats: Seats, number: int, block: Block) -> Run:
    """Return the run that the vote in block `number` begins, with no votes counted yet.

    Raises InvalidFile if the vote is not allowed: for example, if it names a seat that has left, or follows a
    finished run without naming more seats.
    """
    numbers = {colour: seat for seat, colour in enumerate(seats.colours)}
    for colour in block.without:
        if numbers.get(colour) not in seats.living:
            raise _out_of_order_error(message("{colour} is not in this game, or has left it", colour=colour))
    without = tuple(numbers[colour] for colour in block.without)
    if without != in_vote_order(seats, without):
        raise _out_of_order_error(
            message(
                'the list "without" must name the seats in seat order, '
                "going round the table from the first seat named"
            )
        )
    outer = seats.run
    if outer is not None and (without[0] != outer.next_acker or not {*outer.without} < {*without}):
        what = message(
            "a vote that follows an unconfirmed vote must name the seat whose confirmation is missing, "
            "and all seats named in earlier votes"
        )
        raise _out_of_order_error(what)
    stay = seats.staying(without)
    if not stay:
        raise _out_of_order_error(message("no player would be left in the game"))
    successors = {offer.seat: offer.key for offer in block.offers}
    if not successors.keys() <= {*without}:
        raise _out_of_order_error(message("the vote includes an offer for a seat that is not being voted on"))
    return Run(number, without, stay, _content(block), successors, offers=block.offers)


def _content(vote: Block) -> bytes:
    return canonical_json(dict(vote.ballot))


def in_vote_order(seats: Seats, without: Iterable[int]) -> tuple[int, ...]:
    """Return seats as a vote lists them: the first one, then the rest in seat order from there."""
    first, *others = without
    count = len(seats.colours)
    return (first, *sorted({*others} - {first}, key=lambda seat: (seat - first) % count))


def check_voter(seats: Seats, run: Run, seat: int) -> None:
    """Raise InvalidFile unless this seat votes next in the run."""
    if run.next_voter == seat:
        return
    who = seats.colours[seat] if seat < len(seats.colours) else str(seat)
    if seat in run.without:
        raise _out_of_order_error(message("this vote is about {who}, so {who} cannot vote", who=who))
    following = run.next_voter
    hint = None if following is None else message("{colour} votes next", colour=seats.colours[following])
    raise _out_of_order_error(message("it is not {who}'s turn to vote", who=who), hint)


def acked(seats: Seats, block: Block) -> Run:
    """Return the innermost run with one more ack. Raises InvalidFile if the ack is not allowed."""
    run = seats.run
    if run is None or run.next_acker is None:
        raise _out_of_order_error(message("there is no vote to confirm here"))
    if run.next_acker != block.seat:
        hint = message("{colour} confirms next", colour=seats.colours[run.next_acker])
        raise _out_of_order_error(message("another player has to confirm the vote first"), hint)
    return run._replace(acked=run.acked + 1)


def with_run(seats: Seats, run: Run) -> Seats:
    """Return the seats with the innermost run replaced by `run`; if it is final, all open runs end."""
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
    """Return whether a block binds its author: it is not a vote, or it finishes its run.

    `seats` come from `seats_after`.
    """
    if blocks[number].kind != VOTE:
        return True
    after = seats[number + 1]
    return after.run is None or after.run.is_finished


def binds_last(blocks: Sequence[Block]) -> bool:
    """Return whether the last of these blocks binds its author."""
    return binds(blocks, seats_after(blocks), len(blocks) - 1)


def is_irrevocable(blocks: Sequence[Block], number: int) -> bool:
    """Return whether a block cannot be undone: it is an ack, or the vote that finishes a run (DECK 9.2)."""
    kind = blocks[number].kind
    return kind == ACK or (kind == VOTE and binds_last(blocks[: number + 1]))


def _out_of_order_error(what: str, hint: str | None = None) -> InvalidFile:
    return InvalidFile(what, rule="DECK 9.2", hint=hint)
