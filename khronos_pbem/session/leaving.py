"""Going on without somebody: votes one upon the other, and what the last of them does (DECK 9.2 to 9.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from khronos_pbem.deck.joining import accept_successor
from khronos_pbem.deck.leaving import without_keys
from khronos_pbem.deck.ledger import Checks, open_roll_for_all
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.runner import gone_on, renewed
from khronos_pbem.errors import InvalidFile
from khronos_pbem.record.block import Block
from khronos_pbem.saying import Typed, listed, say
from khronos_pbem.session.table import Seat, Table, VoteRun, waiting, with_requests


class Voted(NamedTuple):
    """What a vote or a successor's join leads to: the table, what happened, the answers by standing order."""

    table: Table
    events: tuple[Event, ...] = ()
    auto: tuple[str, ...] = ()


class Ballot(NamedTuple):
    """What somebody votes for: to go on without these seats, some of them given to other identities."""

    without: tuple[int, ...]
    successors: Mapping[int, bytes]

    def is_of(self, run: VoteRun) -> bool:
        """Whether a run of votes says the same."""
        return (run.without, dict(run.successors)) == (self.without, dict(self.successors))


class NotNow(InvalidFile):
    """A vote that somebody else has to give first, or nobody can give at this moment."""


def _wrong(what: str, hint: str | None = None, rule: str = "DECK 9.2") -> InvalidFile:
    return InvalidFile(what, rule=rule, hint=hint)


def _not_now(what: str, hint: str | None = None) -> NotNow:
    return NotNow(what, rule="DECK 9.2", hint=hint)


def may_begin(table: Table) -> InvalidFile | None:
    """Why nobody can be voted out at this moment of the game; None if somebody can."""
    now = waiting(table)
    if table.header.first_format:
        return _not_now(say("a game of format 1 has no votes"), say("start a new game"))
    if now is None:
        return _not_now(say("the game is over"))
    if table.position is None or not _has_begun(table):
        return _not_now(
            say("it is not known yet who begins"), say("start a new game without those who are gone")
        )
    return None


def _has_begun(table: Table) -> bool:
    """Whether it was ever known who begins."""
    return table.game.decision(table.position) is not None or table.ledger.rolls.count > 0


def living_seats(table: Table) -> tuple[int, ...]:
    """The seats that are not gone, in seat order."""
    return tuple(seat for seat in range(len(table.seats)) if not table.game.gone(table.position, seat))


def voters_of(table: Table, run: VoteRun) -> tuple[int, ...]:
    """The seats that vote in a run, in their order: the decider, first behind the awaited seat, is last."""
    count = len(table.seats)
    behind = [(run.awaited + step) % count for step in range(1, count)]
    stay = [seat for seat in behind if seat in living_seats(table) and seat not in run.without]
    return (*stay[1:], *stay[:1])


def next_voter(table: Table, ballot: Ballot | None = None) -> int | None:
    """The seat whose vote comes next: in the run that has begun, or in one that this ballot begins."""
    run = table.run or (None if ballot is None else begun(table, ballot))
    if run is None:
        return None
    return next((seat for seat in voters_of(table, run) if seat not in run.voted), None)


def begun(table: Table, ballot: Ballot) -> VoteRun:
    """A run of votes that begins on this table. Raises InvalidFile for one that may not be."""
    problem = may_begin(table)
    if problem is not None:
        raise problem
    now = waiting(table)
    assert now is not None
    assert now.seat is not None
    run = VoteRun(table.seq, now.seat, ballot.without, ballot.successors)
    _check_names(table, run)
    _check_successors(table, run)
    _check_majority(table, run)
    return run


def _check_names(table: Table, run: VoteRun) -> None:
    for seat in run.without:
        if seat not in living_seats(table):
            raise _wrong(say("{colour} is gone already", colour=table.seats[seat].colour))
    if run.awaited not in run.without:
        awaited = table.seats[run.awaited].colour
        what = say("the game waits for {awaited}, who is not named", awaited=awaited)
        raise _wrong(what, say("only who is awaited can be voted out, and others with that seat"))
    for seat in table.vacant:
        if seat not in run.without:
            vacant = table.seats[seat].colour
            raise _wrong(say("{vacant} has nobody to vote, and is not named", vacant=vacant))


def _check_successors(table: Table, run: VoteRun) -> None:
    keys = list(run.successors.values())
    if len(set(keys)) != len(keys):
        raise _wrong(say("one identity for two seats"), rule="DECK 9.4")
    for key in keys:
        if any(key == seat.identity for seat in (*table.seats, *table.former)):
            what = say("the identity that shall have the seat has played in this game")
            raise _wrong(what, say("name one that never had a seat in it"), "DECK 9.4")


def _check_majority(table: Table, run: VoteRun) -> None:
    """More have to stay than go; seats that are given to their heirs do not go (DECK 9.2, 9.4, 9.5)."""
    going = [seat for seat in run.without if seat not in run.successors or not _is_heir(table, run, seat)]
    staying = len(voters_of(table, run))
    if staying < 1 or (going and staying <= len(going)):
        what = say(
            "as many go as stay, or more: {staying} stay, {going} go", staying=staying, going=len(going)
        )
        raise _wrong(what, say("more have to stay than go, but a seat may always be given to its heir"))


def _is_heir(table: Table, run: VoteRun, seat: int) -> bool:
    return table.heirs.get(seat) == run.successors[seat]


def ballot_in(table: Table, block: Block) -> Ballot:
    """What a vote in a record says. Raises InvalidFile for colours that nobody has."""
    numbers = {seat.colour: number for number, seat in enumerate(table.seats)}
    for colour in block.without:
        if colour not in numbers:
            raise _wrong(say("nobody plays {colour}", colour=colour))
    successors = {numbers[colour]: key for colour, key in block.successors.items()}
    return Ballot(tuple(sorted(numbers[colour] for colour in block.without)), successors)


def voted(table: Table, seat: int, ballot: Ballot) -> tuple[Voted, bool]:
    """What the vote of a seat leads to, and whether it finishes its run. Raises InvalidFile (DECK 9.2)."""
    run = table.run or begun(table, ballot)
    if not ballot.is_of(run):
        what = say("a vote for another going on than the ones before it")
        raise _wrong(what, say("all votes of a run name the same seats, and the same successors"))
    _check_turn(table, run, seat)
    run = run._replace(voted=(*run.voted, seat))
    who, names = table.seats[seat].colour, names_of(table, run.without)
    told = Event(
        "voted", "DECK 9.2", say("{who} votes to go on without {colours}", who=who, colours=names), seat=who
    )
    if len(run.voted) < len(voters_of(table, run)):
        return Voted(table._replace(run=run), (told,)), False
    done = _gone(table._replace(run=None, actor=seat), run)
    return done._replace(events=(told, *done.events)), True


def names_of(table: Table, seats: Sequence[int]) -> str:
    """The colours of some seats, in a row."""
    return listed([table.seats[each].colour for each in seats], " and ")


def _check_turn(table: Table, run: VoteRun, seat: int) -> None:
    who = table.seats[seat].colour
    if seat in run.without:
        raise _wrong(say("{who} is named in this vote, and has no vote", who=who))
    if seat in run.voted:
        raise _not_now(say("{who} has voted already", who=who))
    following = next(each for each in voters_of(table, run) if each not in run.voted)
    if following != seat:
        hint = say(
            "next to vote is {following}, and the decider last", following=table.seats[following].colour
        )
        raise _not_now(say("{who} votes out of turn", who=who), hint)


def _gone(table: Table, run: VoteRun) -> Voted:
    """The table once a run is finished: seats are gone, or wait for those who shall have them (DECK 9.3,
    9.4).
    """
    hands = [h for seat in living_seats(table) for h in table.game.hand(table.position, seat)]
    done = gone_on(table.game, table.position, (seat for seat in run.without if seat not in run.successors))
    table = with_requests(table._replace(position=done.position), done.requests)
    ledger = without_keys(table.ledger, run.without, hands)
    openings = tuple(handle for handle in table.openings if handle in ledger.held)
    vacant = {seat: run.successors[seat] for seat in run.without if seat in run.successors}
    table = table._replace(ledger=ledger, openings=openings, vacant=vacant)
    if vacant:
        return Voted(table, (*done.events, *_offered(table)), done.auto)
    table, more = _renewed(table)
    return Voted(table, (*done.events, *more), done.auto)


def _offered(table: Table) -> list[Event]:
    told = list[Event]()
    for seat in table.vacant:
        colour = table.seats[seat].colour
        text = say("the seat of {colour} waits for a successor", colour=colour)
        told.append(Event("vacant", "DECK 9.4", text, seat=colour))
    return told


def _renewed(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """The table with a new deck and new hands, and an open roll begun again (DECK 9.3, 10.5)."""
    if table.game.over(table.position):
        return table, ()
    outcome = renewed(table.game, table.position)
    table = with_requests(table._replace(position=outcome.position), outcome.requests)
    opened = table.ledger.rolls.open
    if opened is not None:
        table = table._replace(ledger=open_roll_for_all(table.ledger, opened.opener))
    elif table.asked:
        table = table._replace(ledger=open_roll_for_all(table.ledger, table.actor))
    return table, outcome.events


def succeeded(table: Table, seat: Seat, number: int, part: Any, checks: Checks, prev: bytes) -> Voted:
    """What the join of a successor leads to (DECK 9.4).

    Raises InvalidFile (also DeckError) unless the seat waits for this identity.
    """
    wanted = table.vacant.get(number)
    if wanted is None or number != min(table.vacant):
        raise _wrong(say("seat {number} waits for nobody", number=number), rule="DECK 9.4")
    old = table.seats[number]
    if seat.identity != wanted:
        what = say("the seat of {colour} was given to another identity", colour=old.colour)
        raise _wrong(what, rule="DECK 9.4")
    if seat.colour != old.colour:
        hint = say("join as {colour}", colour=old.colour)
        raise _wrong(say("a seat keeps its colour"), hint, "DECK 9.4")
    if not isinstance(part, Mapping):
        raise _wrong(say("a join without a key"), rule="DECK 9.4")
    ledger = accept_successor(table.ledger, number, part, checks, seat.identity, prev)
    return seat_given(table._replace(ledger=ledger), seat, number)


def seat_given(table: Table, seat: Seat, number: int) -> Voted:
    """The table with a successor in a seat, his key laid in already; the last one brings the new deck."""
    old = table.seats[number]
    seats = (*table.seats[:number], seat, *table.seats[number + 1 :])
    vacant = {each: key for each, key in table.vacant.items() if each != number}
    heirs = {each: key for each, key in table.heirs.items() if each != number}
    table = table._replace(seats=seats, former=(*table.former, old), vacant=vacant, heirs=heirs, actor=number)
    text = say(
        "{name} takes over the seat of {colour} from {old}",
        name=Typed(seat.name),
        colour=seat.colour,
        old=Typed(old.name),
    )
    told = Event("succeeded", "DECK 9.4", text, seat=seat.colour)
    if table.vacant:
        return Voted(table, (told,))
    table, more = _renewed(table)
    return Voted(table, (told, *more))
