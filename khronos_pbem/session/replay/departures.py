"""Going on without somebody: votes, acks, and what the last ack does (DECK 9.2 to 9.5).

The order of votes and acks is that of `record.leaving.votes`, which knows no game. Here is what a game adds:
who is
awaited, that enough stay, that offers hold, and the table behind a final run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from khronos_pbem.deck.joining import check_new_key, with_new_key
from khronos_pbem.deck.key_reveal import without_keys
from khronos_pbem.deck.ledger import Checks, Ledger, begun_again, open_roll_for_all
from khronos_pbem.deck.payment import accept_shuffles
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.runner import gone_on, renewed
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import Typed, message, players
from khronos_pbem.record.block import VOTE, Block
from khronos_pbem.record.chain import check_offer
from khronos_pbem.record.leaving import votes
from khronos_pbem.record.leaving.votes import Run
from khronos_pbem.record.names import check_player_name
from khronos_pbem.record.offers import Offer, offer_table
from khronos_pbem.session.replay.table import Pending, Seat, Table, missed, waiting, with_requests


class Ballot(NamedTuple):
    """What somebody votes for: to go on without these seats, some of them offered to other identities."""

    without: tuple[int, ...]
    offers: tuple[Offer, ...] = ()

    def on(self, table: Table, seat: int = 0, prev: str = "") -> Block:
        """The vote of a seat that says so on a table, without what makes it a signed block."""
        colours = [table.seats[each].colour for each in self.without]
        offers = [offer_table(offer) for offer in sorted(self.offers)]
        ballot = {"without": colours, "offers": offers}
        return Block(seq=table.seq + 1, seat=seat, kind=VOTE, at="", prev=prev, ballot=ballot)


class NotNow(InvalidFile):
    """A vote that somebody else has to give first, or nobody can give at this moment."""


def _wrong(what: str, hint: str | None = None, rule: str = "DECK 9.2") -> InvalidFile:
    return InvalidFile(what, rule=rule, hint=hint)


def _not_now(what: str, hint: str | None = None) -> NotNow:
    return NotNow(what, rule="DECK 9.2", hint=hint)


def check_may_begin(table: Table) -> None:
    """Raise NotNow if nobody can be voted out at this moment of the game."""
    if waiting(table) is None:
        raise _not_now(message("the game is over"))
    if table.position is None or not _has_begun(table):
        raise _not_now(
            message("it is not known yet who begins"), message("start a new game without the missing players")
        )


def _has_begun(table: Table) -> bool:
    """Whether it was ever known who begins."""
    return table.game.decision(table.position) is not None or table.ledger.rolls.count > 0


def ballot_for(table: Table, without: Iterable[int], offers: Sequence[Offer] = ()) -> Ballot:
    """A ballot on a table, its seats in the order in which a vote names them: the awaited one first.

    Raises InvalidFile if nobody is awaited, or somebody else.
    """
    check_may_begin(table)
    now = missed(table)
    assert now is not None
    assert now.seat is not None
    named = {*without}
    if now.seat not in named:
        awaited = table.seats[now.seat].colour
        what = message(
            "the game is waiting for {awaited}, but the vote does not name that seat", awaited=awaited
        )
        raise _wrong(
            what, message("a vote must name the player the game is waiting for; it can name others as well")
        )
    return Ballot(votes.in_order(table.sitting, (now.seat, *named)), tuple(sorted(offers)))


def without_to_give(table: Table, seat: int) -> tuple[int, ...]:
    """The seats that a vote names which gives this one to a successor: the awaited one goes with it."""
    now = missed(table)
    assert now is not None
    assert now.seat is not None
    return votes.in_order(table.sitting, (now.seat, seat))


def begun(table: Table, ballot: Ballot) -> Run:
    """A run of votes that may begin on a table, without its first vote.

    Raises InvalidFile for one that may not be; the offers' signatures are not looked at.
    """
    return _begun(table, ballot.on(table))


def _begun(table: Table, block: Block) -> Run:
    check_may_begin(table)
    now, run = waiting(table), votes.begun(table.sitting, table.seq + 1, block)
    assert now is not None
    if run.awaited != now.seat:
        awaited = table.seats[now.seat or 0].colour
        what = message(
            "the game is waiting for {awaited}, but the vote does not name that seat first", awaited=awaited
        )
        raise _wrong(
            what, message("a vote must name the player the game is waiting for; it can name others as well")
        )
    _check_majority(table, run)
    return run


def _check_majority(table: Table, run: Run) -> None:
    """More have to stay than go, but a seat alone may always be given to its heir (DECK 9.2, 9.5)."""
    if not run.has_majority(table.heirs):
        staying, going = len(run.stay), len(run.without)
        what = message(
            "a vote needs more players staying than leaving; here {staying} would stay and {going} "
            "would leave",
            staying=staying,
            going=going,
        )
        raise _wrong(what, message("you can still give a seat to the replacement that its player has named"))


def check_next(table: Table, ballot: Ballot, seat: int) -> None:
    """Raise NotNow if somebody else who stays votes before this seat."""
    run = table.run
    if run is None or run.is_finished:
        run = begun(table, ballot)
    if seat in run.stay and run.next_voter is not None and run.next_voter != seat:
        following = table.seats[run.next_voter].colour
        hint = message("{following} votes next, and the last vote decides", following=following)
        raise _not_now(message("it is not {who}'s turn to vote", who=table.seats[seat].colour), hint)


def check_offers(table: Table, offers: Sequence[Offer], base: bytes) -> None:
    """Raise InvalidFile unless all these offers hold on a table; `base` is the hash of its last block, 32
    bytes (DECK 9.4)."""
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
            raise _wrong(what, message("name an identity that never had a seat in this game"), "DECK 9.4")
        check_player_name(offer.name, names)
        check_offer(offer, table.ledger.game, base, table.seats[offer.seat].colour)
        check_new_key(table.ledger, offer.seat, offer.x, offer.proof, offer.key, base)
        if offer.x in points:
            raise _wrong(message("two offers use the same deck key"), rule="DECK 9.4")
        taken, names, points = [*taken, offer.key], [*names, offer.name], [*points, offer.x]


def names_of(table: Table, seats: Sequence[int]) -> str:
    """The colours of some seats, in a row."""
    return players(table.seats[each].colour for each in seats)


def voted(table: Table, block: Block, checks: Checks) -> tuple[Table, tuple[Event, ...]]:
    """The table after a vote, and what happens by it. Raises InvalidFile (also DeckError) (DECK 9.2)."""
    if table.run is None or table.run.is_finished:
        _begun(table, block)
        if checks is Checks.FULL:
            check_offers(table, block.offers, decode_bytes(block.prev, 32))
    run = votes.voted(table.sitting, block.seq, block)
    who, names = table.seats[block.seat].colour, names_of(table, run.without)
    text = message("{who} votes to continue without {colours}", who=who, colours=names)
    told = Event("voted", "DECK 9.2", text, seat=who)
    after = table._replace(sitting=votes.with_run(table.sitting, run))
    if not run.is_finished:
        return after, (told,)
    after = after._replace(pending=_behind(table, run, block.offers))
    return _finalised(after, run, block, (told,))


def acked(table: Table, block: Block, checks: Checks) -> tuple[Table, tuple[Event, ...]]:
    """The table after an ack, and what happens by it. Raises InvalidFile (also DeckError) (DECK 9.2)."""
    run, pending = votes.acked(table.sitting, block), table.pending
    assert pending is not None
    ledger = accept_shuffles(pending.table.ledger, block.seat, block.deck, checks)
    return with_ack(table, block, run, ledger)


def with_ack(table: Table, block: Block, run: Run, ledger: Ledger) -> tuple[Table, tuple[Event, ...]]:
    """The table after an ack that is in order: `run` and `ledger` are those with it."""
    assert table.pending is not None
    who, names = table.seats[block.seat].colour, names_of(table, run.without)
    text = message("{who} confirms the vote to continue without {colours}", who=who, colours=names)
    pending = table.pending._replace(table=table.pending.table._replace(ledger=ledger))
    after = table._replace(sitting=votes.with_run(table.sitting, run), pending=pending)
    return _finalised(after, run, block, (Event("acked", "DECK 9.2", text, seat=who),))


def _finalised(
    table: Table, run: Run, block: Block, told: tuple[Event, ...]
) -> tuple[Table, tuple[Event, ...]]:
    """The table after a block: if that has made its run final, what the run comes to."""
    if not run.is_final:
        return table, told
    assert table.pending is not None
    then, events = table.pending
    return then._replace(sitting=table.sitting, pending=None, actor=block.seat), (*told, *events)


def _behind(table: Table, run: Run, offers: Sequence[Offer]) -> Pending:
    """What a finished run comes to once it is final (DECK 9.3, 9.4)."""
    living = table.sitting.living
    hands = [handle for seat in living for handle in table.game.hand(table.position, seat)]
    done = gone_on(table.game, table.position, (seat for seat in run.without if seat not in run.successors))
    after = with_requests(table._replace(position=done.position, pending=None), done.requests)
    ledger = without_keys(after.ledger, run.without, hands)
    openings = tuple(handle for handle in after.openings if handle in ledger.held)
    after, events = after._replace(ledger=ledger, openings=openings), done.events
    for offer in offers:
        after, told = _given(after, offer)
        events = (*events, told)
    after, more = _dealt_anew(after, run)
    return Pending(after, (*events, *more))


def _given(table: Table, offer: Offer) -> tuple[Table, Event]:
    """The table with a successor in a seat."""
    old = table.seats[offer.seat]
    new = Seat(offer.name, old.colour, offer.key, offer.bot)
    text = message(
        "{name} takes over the seat of {colour} from {old}",
        name=Typed(new.name),
        colour=old.colour,
        old=Typed(old.name),
    )
    table = table._replace(
        seats=(*table.seats[: offer.seat], new, *table.seats[offer.seat + 1 :]),
        former=(*table.former, old),
        heirs={each: key for each, key in table.heirs.items() if each != offer.seat},
        ledger=with_new_key(table.ledger, offer.seat, offer.x),
    )
    return table, Event("succeeded", "DECK 9.4", text, seat=old.colour)


def _dealt_anew(table: Table, run: Run) -> tuple[Table, tuple[Event, ...]]:
    """The table with a new deck and new hands, and an open roll begun again (DECK 9.3, 10.5)."""
    order, over = debtors_after(table, run), table.game.over(table.position)
    outcome = renewed(table.game, table.position)
    table = with_requests(table._replace(position=outcome.position), outcome.requests)
    ledger = begun_again(table.ledger, order)
    if ledger.rolls.open is None and over:
        table = table._replace(asked=())  # whoever is left alone has won: nothing hangs on it any more
    elif ledger.rolls.open is None and table.asked:
        ledger = open_roll_for_all(ledger, order, run.stay[-1])
    return table._replace(ledger=ledger), outcome.events


def debtors_after(table: Table, run: Run) -> tuple[int, ...]:
    """The seats in the order in which they owe what a final run leaves: from the author of its last ack on,
    the decider last (DECK 6)."""
    count, last = len(table.seats), run.stay[-1]
    there = {*run.stay, *run.successors}
    behind = [seat for step in range(count) if (seat := (last + step) % count) in there]
    return (*(seat for seat in behind if seat != run.decider), run.decider)
