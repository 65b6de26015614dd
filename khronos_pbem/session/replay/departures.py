"""Continuing without players: votes, acks, and the effects of the last ack (DECK 9.2 to 9.5).

`record.leaving.votes` handles the sequence of votes and acks, independently of the game. This module adds
what depends on the game: the awaited player, the required number of players, the validity of offers, and the
table after a final run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from khronos_pbem.deck.joining import check_new_key, with_new_key
from khronos_pbem.deck.key_reveal import without_keys
from khronos_pbem.deck.ledger import CheckLevel, Ledger, open_roll_for_all, restart_requests
from khronos_pbem.deck.payment import accept_shuffles
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.runner import redeal, without_seats
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import VerbatimText, message, players_message
from khronos_pbem.record.block import VOTE, Block
from khronos_pbem.record.chain import check_offer
from khronos_pbem.record.leaving import votes
from khronos_pbem.record.leaving.votes import Run
from khronos_pbem.record.names import check_player_name
from khronos_pbem.record.offers import Offer, offer_table
from khronos_pbem.session.replay.table import (
    PendingOutcome,
    Seat,
    Table,
    waiting,
    waiting_without_votes,
    with_requests,
)


class Ballot(NamedTuple):
    """The content of a vote: the seats to continue without, and the offers for some of them."""

    without: tuple[int, ...]
    offers: tuple[Offer, ...] = ()

    def on(self, table: Table, seat: int = 0, prev: str = "") -> Block:
        """Return the block with which a seat casts this vote at a table, without signature and digest."""
        colours = [table.seats[each].colour for each in self.without]
        offers = [offer_table(offer) for offer in sorted(self.offers)]
        ballot = {"without": colours, "offers": offers}
        return Block(seq=table.seq + 1, seat=seat, kind=VOTE, at="", prev=prev, ballot=ballot)


class VoteNotNow(InvalidFile):
    """The error for a vote that another player has to cast first, or that nobody can cast now."""


def _wrong(what: str, hint: str | None = None, rule: str = "DECK 9.2") -> InvalidFile:
    return InvalidFile(what, rule=rule, hint=hint)


def _not_now(what: str, hint: str | None = None) -> VoteNotNow:
    return VoteNotNow(what, rule="DECK 9.2", hint=hint)


def check_vote_possible(table: Table) -> None:
    """Raise VoteNotNow if nobody can be voted out at this moment of the game."""
    if waiting(table) is None:
        raise _not_now(message("the game is over"))
    known = table.position is not None and table.game.decision(table.position) is not None
    if table.position is None or not (known or table.ledger.rolls.count):
        hint = message("start a new game without the missing players")
        raise _not_now(message("it is not yet known who will begin"), hint)


_NAME_THE_AWAITED = message("a vote must name the player the game is waiting for; it can name others as well")


def make_ballot(table: Table, without: Iterable[int], offers: Sequence[Offer] = ()) -> Ballot:
    """Return a ballot that names the seats in the required sequence: the awaited one first.

    Raises VoteNotNow under the conditions of `check_vote_possible`, InvalidFile if the awaited seat is not
    among `without`.
    """
    check_vote_possible(table)
    now = waiting_without_votes(table)
    assert now is not None
    assert now.seat is not None
    named = {*without}
    if now.seat not in named:
        who = table.seats[now.seat].colour
        what = message(
            "the game is waiting for {awaited}, but the vote does not name that player", awaited=who
        )
        raise _wrong(what, _NAME_THE_AWAITED)
    return Ballot(votes.in_vote_order(table.record_seats, (now.seat, *named)), tuple(sorted(offers)))


def seats_named_to_give(table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats that a vote must name to give `seat` to a successor: the awaited and `seat`."""
    now = waiting_without_votes(table)
    assert now is not None
    assert now.seat is not None
    return votes.in_vote_order(table.record_seats, (now.seat, seat))


def begin_run(table: Table, ballot: Ballot) -> Run:
    """Return the run of votes that a ballot begins, before its first vote.

    Raises InvalidFile if the ballot is not allowed; the signatures of offers are not checked.
    """
    return _begin_run(table, ballot.on(table))


def _begin_run(table: Table, block: Block) -> Run:
    check_vote_possible(table)
    now, run = waiting(table), votes.new_run(table.record_seats, table.seq + 1, block)
    assert now is not None
    if run.awaited != now.seat:
        awaited = table.seats[now.seat or 0].colour
        what = message(
            "the game is waiting for {awaited}, but the vote does not name that player first", awaited=awaited
        )
        raise _wrong(what, _NAME_THE_AWAITED)
    _check_majority(table, run)
    return run


def _check_majority(table: Table, run: Run) -> None:
    """Raise InvalidFile unless more players stay than leave (DECK 9.2).

    A single seat may always be given to the successor that its player named (DECK 9.5).
    """
    if not run.has_majority(table.named_successors):
        staying, going = len(run.stay), len(run.without)
        what = message(
            "a vote is possible only if more players stay than leave; here {staying} would stay and "
            "{going} would leave",
            staying=staying,
            going=going,
        )
        raise _wrong(
            what,
            message(
                "if a player has named a replacement, you can still give that "
                "player's seat to the replacement"
            ),
        )


def check_next_voter(table: Table, ballot: Ballot, seat: int) -> None:
    """Raise VoteNotNow if this seat is among the voters, but another seat has to vote before it."""
    run = table.run
    if run is None or run.is_finished:
        run = begin_run(table, ballot)
    if seat in run.stay and run.next_voter is not None and run.next_voter != seat:
        following = table.seats[run.next_voter].colour
        hint = message("{following} votes next, and the last vote decides", following=following)
        raise _not_now(message("it is not {who}'s turn to vote", who=table.seats[seat].colour), hint)


def check_offers(table: Table, offers: Sequence[Offer], base: bytes) -> None:
    """Raise InvalidFile unless all offers are valid at a table (DECK 9.4).

    `base` is the hash of the table's last block, 32 bytes.
    """
    taken = [seat.identity for seat in (*table.seats, *table.former)]
    names = [seat.name for seat in (*table.seats, *table.former)]
    points = list[bytes]()
    for offer in offers:
        if offer.seat >= len(table.seats):
            raise _wrong(message("the offer is for a seat that does not exist"), rule="DECK 9.4")
        if offer.key in taken:
            what = message(
                "the identity in this offer has already played in this game, or appears in two offers"
            )
            raise _wrong(
                what, message("choose an identity that has never had a seat in this game"), "DECK 9.4"
            )
        check_player_name(offer.name, names)
        check_offer(offer, table.ledger.game, base, table.seats[offer.seat].colour)
        check_new_key(table.ledger, offer.seat, offer.x, offer.proof, offer.key, base)
        if offer.x in points:
            raise _wrong(message("two offers use the same deck key"), rule="DECK 9.4")
        taken, names, points = [*taken, offer.key], [*names, offer.name], [*points, offer.x]


def colours_text(table: Table, seats: Sequence[int]) -> str:
    """The colours of seats, joined for a message."""
    return players_message(table.seats[each].colour for each in seats)


def apply_vote(table: Table, block: Block, checks: CheckLevel) -> tuple[Table, tuple[Event, ...]]:
    """Return the table after a vote, and its events (DECK 9.2). Raises InvalidFile, including DeckError."""
    if table.run is None or table.run.is_finished:
        _begin_run(table, block)
        if checks is CheckLevel.FULL:
            check_offers(table, block.offers, decode_bytes(block.prev, 32))
    run = votes.voted(table.record_seats, block.seq, block)
    who, names = table.seats[block.seat].colour, colours_text(table, run.without)
    text = message("{who} votes to continue without {colours}", who=who, colours=names)
    told = Event("voted", "DECK 9.2", text, seat=who)
    after = table._replace(record_seats=votes.with_run(table.record_seats, run))
    if not run.is_finished:
        return after, (told,)
    after = after._replace(pending=_outcome_of_run(table, run, block.offers))
    return _finalised(after, run, block, (told,))


def apply_ack(table: Table, block: Block, checks: CheckLevel) -> tuple[Table, tuple[Event, ...]]:
    """Return the table after an ack, and its events (DECK 9.2). Raises InvalidFile, including DeckError."""
    run, pending = votes.acked(table.record_seats, block), table.pending
    assert pending is not None
    ledger = accept_shuffles(pending.table.ledger, block.seat, block.deck, checks)
    return with_ack(table, block, run, ledger)


def with_ack(table: Table, block: Block, run: Run, ledger: Ledger) -> tuple[Table, tuple[Event, ...]]:
    """The table after a valid ack, and its events; `run` and `ledger` already contain it."""
    assert table.pending is not None
    who, names = table.seats[block.seat].colour, colours_text(table, run.without)
    text = message("{who} confirms the vote to continue without {colours}", who=who, colours=names)
    pending = table.pending._replace(table=table.pending.table._replace(ledger=ledger))
    after = table._replace(record_seats=votes.with_run(table.record_seats, run), pending=pending)
    return _finalised(after, run, block, (Event("acked", "DECK 9.2", text, seat=who),))


def _finalised(
    table: Table, run: Run, block: Block, told: tuple[Event, ...]
) -> tuple[Table, tuple[Event, ...]]:
    """Return the table after a vote or ack, and its events.

    If that made its run final, it is the table to which the run leads.
    """
    if not run.is_final:
        return table, told
    assert table.pending is not None
    then, events = table.pending
    return then._replace(record_seats=table.record_seats, pending=None, actor=block.seat), (*told, *events)


def _outcome_of_run(table: Table, run: Run, offers: Sequence[Offer]) -> PendingOutcome:
    """The table and events that a finished run leads to once it is final (DECK 9.3, 9.4)."""
    living = table.record_seats.living
    hands = [handle for seat in living for handle in table.game.hand(table.position, seat)]
    gone = (seat for seat in run.without if seat not in run.successors)
    done = without_seats(table.game, table.position, gone)
    after = with_requests(table._replace(position=done.position, pending=None), done.requests)
    ledger = without_keys(after.ledger, run.without, hands)
    openings = tuple(handle for handle in after.openings if handle in ledger.held)
    after, events = after._replace(ledger=ledger, openings=openings), done.events
    for offer in offers:
        after, told = _with_successor(after, offer)
        events = (*events, told)
    after, more = _dealt_anew(after, run)
    return PendingOutcome(after, (*events, *more))


def _with_successor(table: Table, offer: Offer) -> tuple[Table, Event]:
    """The table with the successor of an offer in its seat, and the event."""
    old = table.seats[offer.seat]
    new = Seat(offer.name, old.colour, offer.key, offer.bot)
    names = {"name": VerbatimText(new.name), "old": VerbatimText(old.name)}
    text = message("{name} takes over {colour}'s seat from {old}", **names, colour=old.colour)
    table = table._replace(
        seats=(*table.seats[: offer.seat], new, *table.seats[offer.seat + 1 :]),
        former=(*table.former, old),
        named_successors={each: key for each, key in table.named_successors.items() if each != offer.seat},
        ledger=with_new_key(table.ledger, offer.seat, offer.x),
    )
    return table, Event("succeeded", "DECK 9.4", text, seat=old.colour)


def _dealt_anew(table: Table, run: Run) -> tuple[Table, tuple[Event, ...]]:
    """Return the table with a new deck, new hands and, if a roll was open, a new roll (DECK 9.3, 10.5)."""
    order, over = share_order_after(table, run), table.game.is_over(table.position)
    outcome = redeal(table.game, table.position)
    table = with_requests(table._replace(position=outcome.position), outcome.requests)
    ledger = restart_requests(table.ledger, order)
    if ledger.rolls.open is None and over:
        table = table._replace(asked=())  # whoever is left alone has won: nothing hangs on it any more
    elif ledger.rolls.open is None and table.asked:
        ledger = open_roll_for_all(ledger, run.stay[-1], order)
    return table._replace(ledger=ledger), outcome.events


def share_order_after(table: Table, run: Run) -> tuple[int, ...]:
    """Return the seats in the sequence in which they send the shares that a final run needs (DECK 6).

    It starts after the author of the last ack and ends with the decider.
    """
    count, last = len(table.seats), run.stay[-1]
    there = {*run.stay, *run.successors}
    behind = [seat for step in range(count) if (seat := (last + step) % count) in there]
    return (*(seat for seat in behind if seat != run.decider), run.decider)
