"""Deadlines for people: the time left, the moment it ends, and the vote then possible.

A vote is suggested as a command to paste, with the player who can cast it first (DECK 9.2).
"""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import Message, Moment, Player, VerbatimText, message, plural_message
from khronos_pbem.record.offers import Offer
from khronos_pbem.record.save import Save
from khronos_pbem.session.queries.vote_status import AwaitedSeat, ballot_words, find_awaited, next_voter
from khronos_pbem.session.replay import departures as leaving
from khronos_pbem.session.replay.table import Clock, Table, clock_of, waiting


class OpeningVote(NamedTuple):
    """The first vote to continue without the awaited player.

    `seat` votes first, `without` are the seats to leave out, and `words` come after `khronos vote GAME`.
    """

    seat: int
    without: tuple[int, ...]
    words: tuple[str, ...]

    def command(self, name: str) -> str:
        """Return the command to vote in a game; its name must already be quoted for the shell."""
        return " ".join(["khronos vote", name, *self.words])


def find_opening_vote(table: Table) -> OpeningVote | InvalidFile | None:
    """Return the vote that can begin now, or the error that explains why it is not allowed.

    None if the game waits for nobody, or if an unfinished run of votes is open.
    """
    now = waiting(table)
    if next_voter(table) is not None or now is None or now.seat is None:
        return None
    outer = table.run.without if table.run is not None else ()
    try:
        ballot = leaving.make_ballot(table, {now.seat, *outer})
        run = leaving.begin_run(table, ballot)
    except InvalidFile as problem:
        return problem
    words = [word for seat in run.without for word in ("--without", table.seats[seat].colour)]
    return OpeningVote(run.voters[0], run.without, tuple(words))


def deadline_lines(save: Save, table: Table, seen: str, at: str = "") -> list[str]:
    """Return lines about the awaited player's deadline or, without a clock, about the time waited so far.

    `seen` is when this machine first saw the last block (empty if not known), `at` the present moment. Empty
    if the game waits for nobody.
    """
    found, clock = find_awaited(save, table, seen), clock_of(table.header)
    if found is None:
        return []
    colour, since = table.seats[found.seat].colour, Moment(found.since)
    if clock is None or not found.due:
        return [message("The game has been waiting for {colour} since {since}", colour=colour, since=since)]
    counted = Moment(found.counted)
    parts = {"colour": colour, "since": counted, "due": Moment(found.due), "clock": _clock_words(clock)}
    if is_overdue(found, at):
        return [message("{colour}'s time ran out on {due} ({clock}, counted from {since})", **parts)]
    return [message("{colour} has until {due} ({clock}, counted from {since})", **parts)]


def is_overdue(found: AwaitedSeat, at: str) -> bool:
    """Return whether the clock of the awaited seat has run out at a moment; False without a clock."""
    return bool(found.due) and at > found.due


def _clock_words(clock: Clock) -> Message:
    if clock.workdays:
        return plural_message("{n} working day", "{n} working days", clock.days)
    return plural_message("{n} day", "{n} days", clock.days)


def vote_lines(save: Save, table: Table, seen: str, seat: int | None, at: str, name: str) -> list[str]:
    """Return lines about a seat's options: to vote, or to play before the others have voted.

    `seat` is None for a spectator, `name` the game's name in commands. If no run of votes is open, the result
    is empty unless the clock has run out.
    """
    if next_voter(table) is not None:
        return _run_lines(table, seat, name)
    found = find_awaited(save, table, seen)
    if found is None or not is_overdue(found, at):
        return []
    opening = find_opening_vote(table)
    if opening is None:
        return []
    if isinstance(opening, InvalidFile):
        return [message("No vote is possible now: {problem}", problem=opening)]
    if seat != found.seat:
        return [_opening_line(table, opening, seat, name)]
    told = message(
        "Your time is up: {who} can start a vote to continue without you. You can still take your "
        "turn until the last vote is cast.",
        who=table.seats[opening.seat].colour,
    )
    return [told]


def _run_lines(table: Table, seat: int | None, name: str) -> list[str]:
    run = table.run
    assert run is not None
    if seat is not None and seat == next_voter(table):
        words = " ".join(ballot_words(table))
        return [message("Your vote is next: khronos vote {name} {words}", name=name, words=words)]
    if seat is not None and seat == run.awaited:
        last = table.seats[run.decider].colour
        return [message("You can still take your turn until {last} votes", last=last)]
    return []


def _opening_line(table: Table, opening: OpeningVote, seat: int | None, name: str) -> Message:
    """Return a line on how to start a vote, for the seat that can start it or for all others."""
    colours, command = leaving.colours_text(table, opening.without), opening.command(name)
    if seat == opening.seat:
        return message("To continue without {colours}, start a vote: {words}", colours=colours, words=command)
    return message(
        "To continue without {colours}, {who} can start a vote: {words}",
        colours=colours,
        who=table.seats[opening.seat].colour,
        words=command,
    )


def vote_after_deadline(table: Table, name: str) -> tuple[Message, str] | None:
    """Return what the others can do after the deadline, and the command for it, for use in an e-mail.

    None without a clock, if a run of votes is open, or if nobody can be voted out.
    """
    opening = find_opening_vote(table) if clock_of(table.header) is not None else None
    if opening is None or isinstance(opening, InvalidFile):
        return None
    colours, who = leaving.colours_text(table, opening.without), table.seats[opening.seat].colour
    said = message(
        "After that, the others can vote to continue without {colours}. {who:Name} votes first:",
        colours=colours,
        who=Player(who),
    )
    return said, opening.command(name)


def accept_offer_command(table: Table, offer: Offer, name: str) -> str:
    """Return the command with which players agree to an offer, in a game of this name."""
    gone = (
        f"--without {table.seats[each].colour}" for each in leaving.seats_named_to_give(table, offer.seat)
    )
    given = f"--for {table.seats[offer.seat].colour}={encode_bytes(offer.key)}"
    return " ".join(["khronos vote", name, *gone, given])


def offer_line(table: Table, offer: Offer, name: str) -> Message:
    """Return a line about an offer to take over a seat: how to agree, or why that is impossible now.

    The table must have no unfinished run of votes. `name` is the game's name in the command.
    """
    parts = {"who": VerbatimText(offer.name), "colour": table.seats[offer.seat].colour}
    words, without = accept_offer_command(table, offer, name), leaving.seats_named_to_give(table, offer.seat)
    try:
        voters = leaving.begin_run(table, leaving.make_ballot(table, without, (offer,))).voters
    except InvalidFile as problem:
        return message(
            "{who} offers to play {colour}, but no vote is possible now: {problem}",
            **parts,
            problem=problem.full_message,
        )
    if len(voters) == 1:
        return message("{who} offers to play {colour}. To agree: {words}", **parts, words=words)
    return message(
        "{who} offers to play {colour}. All remaining players will vote, starting with {first}. To "
        "agree: {words}",
        **parts,
        first=table.seats[voters[0]].colour,
        words=words,
    )


def absence_lines(table: Table, seat: int | None) -> list[str]:
    """Return a line that points to the help, in case the awaited player does not come back.

    Empty in games with a clock, during votes, and unless the seat waits for another person.
    """
    now = waiting(table)
    if seat is None or now is None or now.seat in (None, seat) or clock_of(table.header) is not None:
        return []
    if table.run is not None or table.position is None or table.seats[now.seat or 0].bot:
        return []
    if table.game.has_left(table.position, seat):
        return []
    colour = table.seats[now.seat or 0].colour
    return [message("If {colour} does not come back, read: khronos help leaving", colour=colour)]
