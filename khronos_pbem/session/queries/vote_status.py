"""The awaited player, the votes, the next voter, and the players who are out (DECK 9.2).

Everything is read from the record, except the moments that are given as parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import NamedTuple, TypedDict

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.messages import Moment, VerbatimText, message, players_message
from khronos_pbem.record.block import Block, block_moment
from khronos_pbem.record.leaving.votes import seats_after
from khronos_pbem.record.offers import Offer
from khronos_pbem.record.record_fields import instant_text
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.table import Clock, Table, Waiting, clock_of, waiting_without_votes

_AWAY = "away until "


class AwaitedDocument(TypedDict):
    """The result of `find_awaited`: `due` is None without a clock."""

    colour: str
    since: str
    counted: str
    due: str | None


class OfferDocument(TypedDict):
    """An offer of a seat: its colour, and the successor's name, bot strength (None: a person) and key."""

    colour: str
    name: str
    bot: str | None
    key: str


class VotesDocument(TypedDict):
    """The open run of votes; players are given by their colours, and None means nobody."""

    base: int
    without: list[str]
    offers: list[OfferDocument]
    voted: list[str]
    next: str | None
    decider: str
    finished: bool
    acked: list[str]
    next_ack: str | None


class DepartureDocument(TypedDict):
    """A `Departure`: the colour, the moment, the block, and the successor's key (None: nobody)."""

    colour: str
    since: str
    block: int
    successor: str | None


class AwaitedSeat(NamedTuple):
    """The seat for which a game waits, and its clock; all moments are UTC in whole seconds.

    `since` is the date of the previous block, and `counted` the moment from which this machine counts the
    time. `due` is the moment at which it runs out (empty without a clock). Days of an announced absence do
    not count.
    """

    seat: int
    since: str
    counted: str
    due: str


def find_awaited(save: Save, table: Table, seen: str) -> AwaitedSeat | None:
    """Return the seat for which a table waits, the start of the wait, and the deadline if any.

    None when the game is over, and while players may join. `seen` is when this machine first saw the previous
    block (empty if not known). The date in that block is only its author's claim.
    """
    now = waiting_without_votes(table)
    if now is None or now.seat is None:
        return None
    base = table.seq if table.run is None or table.run.is_finished else table.run.base - 1
    since = block_moment(save.blocks, base)
    clock = clock_of(table.header)
    counted = seen or since
    due = "" if clock is None else _due(counted, clock, away_until(save.blocks, now.seat))
    return AwaitedSeat(now.seat, since, counted, due)


def away_until(blocks: Sequence[Block], seat: int) -> str:
    """Return the last day of absence in the newest notice by a seat's present player; empty if none."""
    given = [run.last for run in seats_after(blocks)[-1].final if seat in run.successors]
    for block in reversed(blocks[max(given, default=-1) + 1 :]):
        for order in reversed(block.orders if block.seat == seat else ()):
            if order.startswith(_AWAY):
                return order.split()[-1]
    return ""


def counted_days(since: str, away: str, *, workdays: bool) -> Iterator[datetime]:
    """Yield the moments at which the days of a clock that started at `since` end.

    Days up to `away` do not count; with `workdays`, Saturdays and Sundays do not count either.
    """
    day = datetime.fromisoformat(since)
    skipped = (datetime.fromisoformat(f"{away[:7]}-01").date() - day.date()).days if away else 0
    day += timedelta(days=max(skipped - 1, 0))
    while day.year < _LAST_YEAR:
        day += timedelta(days=1)
        if day.date().isoformat() > away and (day.weekday() < 5 or not workdays):
            yield day


_LAST_YEAR = 9990


def _due(since: str, clock: Clock, away: str) -> str:
    """Return the moment at which a clock runs out; empty if it never does."""
    days = counted_days(since, away, workdays=clock.workdays)
    day = next(islice(days, clock.days - 1, None), None)
    return "" if day is None else instant_text(day)


def awaited_document(save: Save, table: Table, seen: str) -> AwaitedDocument | None:
    """The result of `find_awaited` as JSON-able data."""
    found = find_awaited(save, table, seen)
    if found is None:
        return None
    colour = table.seats[found.seat].colour
    return {"colour": colour, "since": found.since, "counted": found.counted, "due": found.due or None}


def next_voter(table: Table) -> int | None:
    """Return the seat that votes next; None unless an unfinished run of votes is open."""
    return None if table.run is None else table.run.next_voter


def votes_document(table: Table) -> VotesDocument | None:
    """The open run of votes as JSON-able data; None if there is none."""
    run = table.run
    if run is None:
        return None
    colour = table.colours
    votes, acks = run.voters[: run.voted], run.stay[1 : 1 + run.acked]
    following, acker = run.next_voter, run.next_acker
    return {
        "base": run.base - 1,
        "without": [colour[seat] for seat in run.without],
        "offers": [_offer_document(colour[offer.seat], offer) for offer in run.offers],
        "voted": [colour[seat] for seat in votes],
        "next": None if following is None else colour[following],
        "decider": colour[run.decider],
        "finished": run.is_finished,
        "acked": [colour[seat] for seat in acks],
        "next_ack": None if acker is None else colour[acker],
    }


def _offer_document(colour: str, offer: Offer) -> OfferDocument:
    """Return an offer as JSON-able data: the colour and the successor."""
    return {"colour": colour, "name": offer.name, "bot": offer.bot or None, "key": encode_bytes(offer.key)}


def ballot_words(table: Table) -> list[str]:
    """Return the words after `khronos vote FILE` for voting as the others did; empty without a run."""
    found = votes_document(table)
    if found is None:
        return []
    words = [word for colour in found["without"] for word in ("--without", colour)]
    given = [(offer["colour"], offer["key"]) for offer in found["offers"]]
    return words + [word for colour, key in given for word in ("--for", f"{colour}={key}")]


def votes_line(table: Table) -> str:
    """The open run of votes in one sentence; empty if there is none."""
    found = votes_document(table)
    if found is None:
        return ""
    told = _votes_line_without_offers(found)
    for offer in found["offers"]:
        who, colour = VerbatimText(offer["name"]), offer["colour"]
        told = message("{told} ({who} will then play {colour})", told=told, who=who, colour=colour)
    return told


def _votes_line_without_offers(found: VotesDocument) -> str:
    """The sentence of `votes_line` without the offers, from the document of a run."""
    parts: dict[str, str | None] = {"colours": players_message(found["without"])}
    if found["finished"]:
        return message(
            "all remaining players have voted to continue without {colours}; waiting for {who} to "
            "confirm the vote",
            **parts,
            who=found["next_ack"],
        )
    parts |= {"voted": players_message(found["voted"]), "last": found["decider"]}
    if found["next"] == found["decider"]:
        return message("{voted} voted to continue without {colours}; {last} has the deciding vote", **parts)
    return message(
        "{voted} voted to continue without {colours}; {who} votes next, and {last} casts the last, "
        "deciding vote",
        **parts,
        who=found["next"],
    )


# --- who is out -------------------------------------------------------------------------------------------


class Departure(NamedTuple):
    """An identity's loss of its seat: the colour, block and moment, and the successor's identity.

    `successor` has 32 bytes; it is empty if nobody has the seat.
    """

    colour: str
    seq: int
    at: str
    successor: bytes = b""


def find_departure(blocks: Sequence[Block], identity: bytes) -> Departure | None:
    """Return how an identity lost its seat in a run of votes; None if it did not lose one."""
    seats = seats_after(blocks)
    had = [each.identities.index(identity) for each in seats if identity in each.identities]
    if not had:
        return None
    seat = had[-1]
    for run in seats[-1].final:
        if seat in run.without and seats[run.base].identities[seat] == identity:
            at = block_moment(blocks, run.last)
            return Departure(seats[-1].colours[seat], run.last, at, run.successors.get(seat, b""))
    return None


def departure_document(out: Departure | None) -> DepartureDocument | None:
    """A departure as JSON-able data."""
    if out is None:
        return None
    successor = encode_bytes(out.successor) if out.successor else None
    return {"colour": out.colour, "since": out.at, "block": out.seq, "successor": successor}


def departure_from_document(facts: DepartureDocument) -> Departure:
    """Return the departure from data made by `departure_document`."""
    successor = decode_bytes(facts["successor"], 32) if facts["successor"] else b""
    return Departure(facts["colour"], facts["block"], facts["since"], successor)


def departure_lines(out: Departure, name: str) -> list[str]:
    """Return the lines that inform a reader of their departure; `name` is the game's name in commands."""
    parts = {"at": Moment(out.at), "seq": out.seq, "colour": out.colour}
    how = message(
        "You ({colour}) have been out of this game since {at} (block {seq}). The others are "
        "continuing without you.",
        **parts,
    )
    if out.successor:
        how = message(
            "You ({colour}) have been out of this game since {at} (block {seq}). The others gave "
            "your seat to another player.",
            **parts,
        )
    return [
        how,
        message("You can still watch the game: khronos show {name}, khronos log {name}", name=name),
    ]


def acting_keys(table: Table, now: Waiting | None) -> list[bytes]:
    """Return the identity for which a table waits, as a list of one; empty if it waits for nobody."""
    return [] if now is None or now.seat is None else [table.seats[now.seat].identity]


def is_bot_awaited(table: Table, now: Waiting | None) -> bool:
    """Return whether the game waits for a bot."""
    return now is not None and now.seat is not None and bool(table.seats[now.seat].bot)
