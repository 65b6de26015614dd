"""Whom a game waits for since when, who has voted, who is next, who is out: facts and sentences (DECK 9.2).

All of it comes from the record and from what the players have said in it; nothing hangs on the present moment
but where that is handed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.messages import Moment, Typed, message, players
from khronos_pbem.record.block import Block, moment_at
from khronos_pbem.record.leaving.votes import seats_after
from khronos_pbem.record.offers import Offer
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.table import Clock, Table, Waiting, clock_of, missed

_AWAY = "away until "


class Awaited(NamedTuple):
    """Since when a seat is awaited (UTC in whole seconds) by the date of the block before, from when a clock
    counts here, and until when the game's own runs; empty without one. The days of an absence that the player
    has told do not count."""

    seat: int
    since: str
    counted: str
    due: str


def awaited(save: Save, table: Table, seen: str) -> Awaited | None:
    """Since when the seat that a table waits for is awaited; None at the end, and while players may join.

    `seen` is when this machine first saw the block before, which its author may have dated as he likes; empty
    if nobody knows.
    """
    now = missed(table)
    if now is None or now.seat is None:
        return None
    base = table.seq if table.run is None or table.run.is_finished else table.run.base - 1
    since = moment_at(save.blocks, base)
    clock = clock_of(table.header)
    counted = seen or since
    due = "" if clock is None else _due(counted, clock, away_until(save.blocks, now.seat))
    return Awaited(now.seat, since, counted, due)


def away_until(blocks: Sequence[Block], seat: int) -> str:
    """The day that the newest notice of absence names by whoever has a seat now; empty if there is none."""
    given = [run.last for run in seats_after(blocks)[-1].final if seat in run.successors]
    for block in reversed(blocks[max(given, default=-1) + 1 :]):
        for order in reversed(block.orders if block.seat == seat else ()):
            if order.startswith(_AWAY):
                return order.split()[-1]
    return ""


def counted_days(since: str, away: str, *, workdays: bool) -> Iterator[datetime]:
    """The moments at which each further day of a clock is over that began at a moment: days up to the one
    `away` do not count, and Saturdays and Sundays do not with `workdays`."""
    day = datetime.fromisoformat(since)
    skipped = (datetime.fromisoformat(f"{away[:7]}-01").date() - day.date()).days if away else 0
    day += timedelta(days=max(skipped - 1, 0))
    while day.year < _LAST_YEAR:
        day += timedelta(days=1)
        if day.date().isoformat() > away and (day.weekday() < 5 or not workdays):
            yield day


_LAST_YEAR = 9990


def _due(since: str, clock: Clock, away: str) -> str:
    """The moment at which the last day of a clock is over, as `remind` counts them; empty for one that is
    never over."""
    days = counted_days(since, away, workdays=clock.workdays)
    day = next(islice(days, clock.days - 1, None), None)
    return "" if day is None else day.strftime("%Y-%m-%dT%H:%M:%SZ")


def awaited_facts(save: Save, table: Table, seen: str) -> dict[str, Any] | None:
    """Who is awaited since when, as JSON-able data; None as of `awaited`."""
    found = awaited(save, table, seen)
    if found is None:
        return None
    colour = table.seats[found.seat].colour
    return {"colour": colour, "since": found.since, "counted": found.counted, "due": found.due or None}


def next_voter(table: Table) -> int | None:
    """The seat whose vote is next in the run that has begun; None if there is none, or it is finished."""
    return None if table.run is None else table.run.next_voter


def votes_facts(table: Table) -> dict[str, Any] | None:
    """The run of votes that has begun, as JSON-able data; None if there is none."""
    run = table.run
    if run is None:
        return None
    colour = [seat.colour for seat in table.seats]
    votes, acks = run.voters[: run.voted], run.stay[1 : 1 + run.acked]
    following, acker = run.next_voter, run.next_acker
    return {
        "base": run.base - 1,
        "without": [colour[seat] for seat in run.without],
        "offers": [_offer_facts(table, offer) for offer in run.offers],
        "voted": [colour[seat] for seat in votes],
        "next": None if following is None else colour[following],
        "decider": colour[run.decider],
        "finished": run.is_finished,
        "acked": [colour[seat] for seat in acks],
        "next_ack": None if acker is None else colour[acker],
    }


def _offer_facts(table: Table, offer: Offer) -> dict[str, Any]:
    """An offer as JSON-able data: for which colour, by whom."""
    colour = table.seats[offer.seat].colour
    return {"colour": colour, "name": offer.name, "bot": offer.bot or None, "key": encode_bytes(offer.key)}


def ballot_words(table: Table) -> list[str]:
    """What to type after `khronos vote FILE` to vote as the others have; empty if nobody has voted."""
    found = votes_facts(table)
    if found is None:
        return []
    words = [word for colour in found["without"] for word in ("--without", colour)]
    given = [(offer["colour"], offer["key"]) for offer in found["offers"]]
    return words + [word for colour, key in given for word in ("--for", f"{colour}={key}")]


def run_sentence(table: Table) -> str:
    """The run of votes that has begun, in one sentence; empty if there is none."""
    found = votes_facts(table)
    if found is None:
        return ""
    told = _run_sentence(found)
    for offer in found["offers"]:
        told = message(
            "{told} ({who} will then play {colour})",
            told=told,
            who=Typed(offer["name"]),
            colour=offer["colour"],
        )
    return told


def _run_sentence(found: Mapping[str, Any]) -> str:
    """The sentence of `run_sentence` but for the offers, from the document of a run."""
    voted, colours = players(found["voted"]), players(found["without"])
    if found["finished"]:
        return message(
            "all have voted to continue without {colours}; waiting for {who} to confirm the vote",
            colours=colours,
            who=found["next_ack"],
        )
    if found["next"] == found["decider"]:
        return message(
            "{voted} voted to continue without {colours}; {last} decides",
            voted=voted,
            colours=colours,
            last=found["decider"],
        )
    return message(
        "{voted} voted to continue without {colours}; {who} votes next, and {last} decides last",
        voted=voted,
        colours=colours,
        who=found["next"],
        last=found["decider"],
    )


# --- who is out -------------------------------------------------------------------------------------------


class Out(NamedTuple):
    """That an identity is out of a game: the colour it had, the block by which it went, when that was, and
    the identity that has the seat instead (32 bytes; empty if nobody has)."""

    colour: str
    seq: int
    at: str
    successor: bytes = b""


def out_of(blocks: Sequence[Block], identity: bytes) -> Out | None:
    """Whether, and by which finished run of votes, an identity has lost its seat; None if it has not."""
    seats = seats_after(blocks)
    had = [each.identities.index(identity) for each in seats if identity in each.identities]
    if not had:
        return None
    seat = had[-1]
    for run in seats[-1].final:
        if seat in run.without and seats[run.base].identities[seat] == identity:
            at = moment_at(blocks, run.last)
            return Out(seats[-1].colours[seat], run.last, at, run.successors.get(seat, b""))
    return None


def out_facts(out: Out | None) -> dict[str, Any] | None:
    """The same as JSON-able data."""
    if out is None:
        return None
    successor = encode_bytes(out.successor) if out.successor else None
    return {"colour": out.colour, "since": out.at, "block": out.seq, "successor": successor}


def out_from(facts: Mapping[str, Any]) -> Out:
    """What `out_facts` has said as data."""
    successor = facts["successor"]
    return Out(
        facts["colour"], facts["block"], facts["since"], decode_bytes(successor, 32) if successor else b""
    )


def out_lines(out: Out, name: str) -> list[str]:
    """That a reader is out of a game, and what can still be done there by commands that find it by `name`."""
    parts = {"at": Moment(out.at), "seq": out.seq, "colour": out.colour}
    how = message(
        "You have been out of this game since {at} (block {seq}): the others are continuing without {colour}",
        **parts,
    )
    if out.successor:
        how = message(
            "You have been out of this game since {at} (block {seq}): the others gave the seat of "
            "{colour} to another player",
            **parts,
        )
    return [how, message("You can still watch the game: khronos show {name}, khronos log {name}", name=name)]


def acting_keys(table: Table, now: Waiting | None) -> list[bytes]:
    """The identity that a table waits for, if it waits for one."""
    return [] if now is None or now.seat is None else [table.seats[now.seat].identity]


def bot_acts(table: Table, now: Waiting | None) -> bool:
    """Whether a bot has to act, and no person."""
    return now is not None and now.seat is not None and bool(table.seats[now.seat].bot)
