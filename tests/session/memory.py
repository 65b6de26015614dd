"""A game without files: every block is made, proven and kept, as at a real table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.block import ASSIST, Block
from khronos_pbem.record.chain import block_hashes, head_hash, sign
from khronos_pbem.record.offers import Offer
from khronos_pbem.record.save import Header, Save, parse_save, write_save
from khronos_pbem.session.queries.vote_status import next_voter
from khronos_pbem.session.replay.departures import Ballot, begin_run, make_ballot
from khronos_pbem.session.replay.draft_block import (
    Author,
    Draft,
    draft_ack,
    draft_assist,
    draft_join,
    draft_offer,
    draft_turn,
    draft_vote,
    game_secret,
    private_table,
    verify_draft,
)
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.table import Seat, Table, new_table, waiting
from tests.support.playing import COLOURS, NAMES, options

AT = "2026-11-21T10:00:00Z"


def identity(seat: int) -> Identity:
    """The identity of a seat, always the same."""
    return Identity(NAMES[seat], bytes([seat + 1]) * 32)


def header(seats: int, title: str = "In memory", **changes: Any) -> Header:
    """The header of a game, with the same id every time."""
    return Header(
        id=encode_bytes(b"an id for a game"),
        title=title,
        game="khronos",
        seats=seats,
        created=AT,
        rules=1,
        options=options(**changes),
    )


def copy_of(game: Memory) -> Memory:
    """The same game, to go on with."""
    again = Memory(game.header)
    again.save, again.table, again.others = game.save, game.table, dict(game.others)
    return again


def second_turn(seats: int, **changes: Any) -> Memory:
    """A game in its second turn, waiting for somebody; made once in a run of tests."""
    return copy_of(_second_turn(seats, tuple(changes.items())))


@cache
def _second_turn(seats: int, changes: tuple[tuple[str, Any], ...]) -> Memory:
    game = Memory(header(seats, **dict(changes))).start()
    game.play("end")
    return game.settle()


@dataclass
class Memory:
    """The players of a game and its record."""

    header: Header
    save: Save = field(init=False)
    table: Table = field(init=False)
    others: dict[bytes, Identity] = field(default_factory=dict)
    """Who has offered to take a seat over, by their keys."""

    def __post_init__(self) -> None:
        self.save, self.table = Save(self.header), new_table(self.header)

    def author(self, seat: int) -> Author:
        taken = self.table.seats[seat].identity if seat < len(self.table.seats) else b""
        who = self.others.get(taken) or identity(seat)
        return Author(seat, who, game_secret(who.seed, self.table))

    def add(self, draft: Draft) -> Draft:
        """Keep a block, as every other player has it once he has checked it."""
        self.table = verify_draft(draft, self.table)
        self.save = self.save._replace(blocks=(*self.save.blocks, draft.block))
        return draft

    def join(self) -> Draft:
        """The next seat is taken."""
        return self.add(self.draft_of_join())

    def draft_of_join(self, at: str = AT) -> Draft:
        """The block by which the next seat is taken."""
        number = len(self.table.seats)
        seat = Seat(NAMES[number], COLOURS[number], identity(number).public)
        return draft_join(self.table, seat, self.author(number), head_hash(self.save), at)

    def start(self) -> Memory:
        """All seats are taken, and who begins is known and can read his hand."""
        while len(self.table.seats) < self.header.seats:
            self.join()
        return self.settle()

    def settle(self) -> Memory:
        """Everything is paid that anybody waits for."""
        while (now := waiting(self.table)) is not None and now.need == ASSIST:
            assert now.seat is not None
            self.assist(now.seat)
        return self

    def assist(self, seat: int) -> Draft:
        """This seat pays, and does nothing else."""
        return self.add(self.draft_of_assist(seat))

    def draft_of_assist(self, seat: int) -> Draft:
        """The block by which this seat pays, and does nothing else."""
        return draft_assist(self.table, self.author(seat), head_hash(self.save), AT)

    @property
    def mover(self) -> int:
        """The seat that has to act."""
        now = waiting(self.table)
        assert now is not None
        assert now.seat is not None
        return now.seat

    def draft(self, *orders: str) -> Draft:
        """What these orders of whoever has to act would come to."""
        spelled = list(self.table.game.parse("; ".join(orders)))
        return draft_turn(self.table, self.author(self.mover), spelled, head_hash(self.save), AT)

    def play(self, *orders: str) -> Draft:
        """The block with these orders of whoever has to act."""
        return self.add(self.draft(*orders))

    def private(self, seat: int) -> Table:
        """The table as this seat sees it."""
        return private_table(self.table, self.author(seat))

    def vote(self, *colours: str, offers: Sequence[Offer] = ()) -> Draft:
        """The vote of the seat whose vote comes next, to go on without these colours."""
        return self.add(self.draft_of_vote(*colours, offers=offers))

    def draft_of_vote(self, *colours: str, offers: Sequence[Offer] = ()) -> Draft:
        """The vote that the seat whose vote comes next would give."""
        ballot = self.ballot(*colours, offers=offers)
        run = self.table.run
        if run is None or run.is_finished:
            run = begin_run(self.table, ballot)
        assert run.next_voter is not None
        return self.draft_of_vote_by(run.next_voter, ballot)

    def draft_of_vote_by(self, seat: int, ballot: Ballot) -> Draft:
        """The vote that this seat would give."""
        return draft_vote(self.table, self.author(seat), ballot, head_hash(self.save))

    def ballot(self, *colours: str, offers: Sequence[Offer] = ()) -> Ballot:
        """What such a vote says."""
        numbers = {seat.colour: number for number, seat in enumerate(self.table.seats)}
        return make_ballot(self.table, {numbers[colour] for colour in colours}, offers)

    def offer(self, colour: str, who: Identity) -> Offer:
        """The offer of an identity to play this colour from here on."""
        number = [seat.colour for seat in self.table.seats].index(colour)
        self.others[who.public] = who
        writer = Author(number, who, game_secret(who.seed, self.table))
        return draft_offer(self.table, writer, Seat(who.name, colour, who.public), head_hash(self.save))

    def ack(self) -> Draft:
        """The ack of the seat whose ack comes next."""
        return self.add(draft_ack(self.table, self.author(self.mover), head_hash(self.save)))

    def vote_all(self, *colours: str, offers: Sequence[Offer] = ()) -> Memory:
        """All vote to go on without these colours; the run is finished."""
        self.vote(*colours, offers=offers)
        while next_voter(self.table) is not None:
            self.vote(*colours, offers=offers)
        return self

    def go_on(self, *colours: str, offers: Sequence[Offer] = ()) -> Memory:
        """All vote to go on without these colours, and all ack: the run is final."""
        self.vote_all(*colours, offers=offers)
        while self.table.run is not None:
            self.ack()
        return self

    def with_block(self, block: Block, seat: int) -> History:
        """What everybody says of a block that this seat has signed, behind those that hold."""
        signed = sign(replace(block, sig=""), identity(seat))
        save = self.save._replace(blocks=(*self.save.blocks, signed))
        return replay(save, block_hashes(save), len(self.save.blocks))


def assert_holds(game: Memory) -> None:
    """The record is read back, and replayed from nothing comes to the same table."""
    save = parse_save(write_save(game.save, []).encode())
    history = replay(save, block_hashes(save))
    assert history.problem is None
    assert history.table._replace(game=game.table.game) == game.table
