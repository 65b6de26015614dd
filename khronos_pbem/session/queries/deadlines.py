"""What people are told of a clock: until when a player has time, that it ran out, which vote may follow.

A vote is offered only to the player who may cast it now, in words that can be pasted (DECK 9.2).
"""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import Message, Moment, Player, Typed, message, plural_message
from khronos_pbem.record.offers import Offer
from khronos_pbem.record.save import Save
from khronos_pbem.session.queries.vote_status import Awaited, awaited, ballot_words, next_voter
from khronos_pbem.session.replay import departures as leaving
from khronos_pbem.session.replay.table import Clock, Table, clock_of, waiting


class Opening(NamedTuple):
    """The vote by which others may go on without the awaited player: the seat that votes first, the seats
    to go on without, and the words after `khronos vote GAME`."""

    seat: int
    without: tuple[int, ...]
    words: tuple[str, ...]

    def command(self, name: str) -> str:
        """The command line for a game of this name, which is quoted already where that is needed."""
        return " ".join(["khronos vote", name, *self.words])


def opening_vote(table: Table) -> Opening | InvalidFile | None:
    """The vote that may begin on a table; why there can be none; None where nobody is awaited, or a run of
    votes has begun."""
    now = waiting(table)
    if next_voter(table) is not None or now is None or now.seat is None:
        return None
    outer = table.run.without if table.run is not None else ()
    try:
        ballot = leaving.ballot_for(table, {now.seat, *outer})
        run = leaving.begun(table, ballot)
    except InvalidFile as problem:
        return problem
    words = [word for seat in run.without for word in ("--without", table.seats[seat].colour)]
    return Opening(run.voters[0], run.without, tuple(words))


def time_line(save: Save, table: Table, seen: str, at: str = "") -> list[str]:
    """Until when the awaited player has time, or since when that is over at a moment; without a clock, since
    when the game has waited. Nothing where nobody is awaited.

    `seen` is when this machine first saw the last block; empty if nobody knows.
    """
    found, clock = awaited(save, table, seen), clock_of(table.header)
    if found is None:
        return []
    colour, since = table.seats[found.seat].colour, Moment(found.since)
    if clock is None or not found.due:
        return [message("The game has been waiting for {colour} since {since}", colour=colour, since=since)]
    counted = Moment(found.counted)
    parts = {"colour": colour, "since": counted, "due": Moment(found.due), "clock": _clock_words(clock)}
    if is_over(found, at):
        return [message("{colour}'s time ran out on {due} ({clock}, counted from {since})", **parts)]
    return [message("{colour} has time until {due} ({clock}, counted from {since})", **parts)]


def is_over(found: Awaited, at: str) -> bool:
    """Whether the clock of the awaited seat has run out at a moment; never without a clock."""
    return bool(found.due) and at > found.due


def _clock_words(clock: Clock) -> Message:
    if clock.workdays:
        return plural_message("{n} working day", "{n} working days", clock.days)
    return plural_message("{n} day", "{n} days", clock.days)


def vote_lines(save: Save, table: Table, seen: str, seat: int | None, at: str, name: str) -> list[str]:
    """What a seat (None: a spectator) may do about votes at a moment, in a game of this name: vote, or play
    before the others have; nothing as long as the clock runs."""
    if next_voter(table) is not None:
        return _run_lines(table, seat, name)
    found = awaited(save, table, seen)
    if found is None or not is_over(found, at):
        return []
    opening = opening_vote(table)
    if opening is None:
        return []
    if isinstance(opening, InvalidFile):
        return [message("No vote is possible now: {problem}", problem=opening)]
    if seat == found.seat:
        who = table.seats[opening.seat].colour
        return [
            message(
                "Your time is up: {who} can start a vote to continue without you. Until the last vote is "
                "cast, your turn still counts.",
                who=who,
            )
        ]
    return [_opened_by(table, opening, seat, name)]


def _run_lines(table: Table, seat: int | None, name: str) -> list[str]:
    run = table.run
    assert run is not None
    if seat is not None and seat == next_voter(table):
        words = " ".join(ballot_words(table))
        return [message("Your vote is next: khronos vote {name} {words}", name=name, words=words)]
    if seat is not None and seat == run.awaited:
        last = table.seats[run.decider].colour
        return [message("Your turn still counts if you take it before {last} votes", last=last)]
    return []


def _opened_by(table: Table, opening: Opening, seat: int | None, name: str) -> Message:
    """How a vote begins, for a seat that may begin it, and for all others."""
    colours, command = leaving.names_of(table, opening.without), opening.command(name)
    if seat == opening.seat:
        return message("To continue without {colours}, start a vote: {words}", colours=colours, words=command)
    return message(
        "To continue without {colours}, {who} can start a vote: {words}",
        colours=colours,
        who=table.seats[opening.seat].colour,
        words=command,
    )


def vote_to_come(table: Table, name: str) -> tuple[Message, str] | None:
    """What the others may do once the time of the awaited player is over, and the command for it: for a
    letter, which does not know when it is read. None without a clock, and where nobody can be voted out."""
    opening = opening_vote(table) if clock_of(table.header) is not None else None
    if opening is None or isinstance(opening, InvalidFile):
        return None
    colours, who = leaving.names_of(table, opening.without), table.seats[opening.seat].colour
    said = message(
        "After that, the others can vote to continue without {colours}. {who:Name} votes first:",
        colours=colours,
        who=Player(who),
    )
    return said, opening.command(name)


def vote_to_give(table: Table, offer: Offer, name: str) -> str:
    """The command by which players agree to an offer, in a game of this name."""
    gone = (f"--without {table.seats[each].colour}" for each in leaving.without_to_give(table, offer.seat))
    given = f"--for {table.seats[offer.seat].colour}={encode_bytes(offer.key)}"
    return " ".join(["khronos vote", name, *gone, given])


def offer_line(table: Table, offer: Offer, name: str) -> Message:
    """That somebody offers to play a seat of a table without an unfinished run, and how the others agree in a
    game of this name; why they cannot, if they cannot."""
    who, colour = Typed(offer.name), table.seats[offer.seat].colour
    words = vote_to_give(table, offer, name)
    try:
        run = leaving.begun(
            table, leaving.ballot_for(table, leaving.without_to_give(table, offer.seat), (offer,))
        )
    except InvalidFile as problem:
        return message(
            "{who} offers to play {colour}, but no vote is possible now: {problem}",
            who=who,
            colour=colour,
            problem=problem.said,
        )
    if len(run.voters) == 1:
        return message(
            "{who} offers to play {colour}. To agree: {words}", who=who, colour=colour, words=words
        )
    first = table.seats[run.voters[0]].colour
    return message(
        "{who} offers to play {colour}. All players who stay vote, {first} first. To agree: {words}",
        who=who,
        colour=colour,
        first=first,
        words=words,
    )


def stays_away_line(table: Table, seat: int | None) -> list[str]:
    """Where a player reads what can be done if the awaited one stays away, in a game without a clock."""
    now = waiting(table)
    if seat is None or now is None or now.seat in (None, seat) or clock_of(table.header) is not None:
        return []
    if table.run is not None or table.position is None or table.seats[now.seat or 0].bot:
        return []
    if table.game.gone(table.position, seat):
        return []
    colour = table.seats[now.seat or 0].colour
    return [message("If {colour} does not come back, read: khronos help leaving", colour=colour)]
