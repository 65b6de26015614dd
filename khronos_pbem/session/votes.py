"""Whom a game waits for since when, who has voted, who is next, who is out: facts and sentences (DECK 9.2).

All of it comes from the record and from what the players have said in it; nothing hangs on the present moment
but where that is handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.record.block import JOIN, VOTE, Block
from khronos_pbem.record.save import Save
from khronos_pbem.saying import Moment, listed, quoted, say
from khronos_pbem.session.leaving import may_begin, next_voter, voters_of
from khronos_pbem.session.table import Clock, Table, Waiting, clock_of, waiting

_AWAY = "away until "


@dataclass(frozen=True, slots=True)
class Awaited:
    """Since when a seat is awaited (UTC in whole seconds), and until when by the game's clock; empty without
    one. The days of an absence that the player has told do not count."""

    seat: int
    since: str
    due: str


def awaited(save: Save, table: Table) -> Awaited | None:
    """Since when the seat that a table waits for is awaited; None at the end, and while players may join."""
    now = waiting(table)
    if now is None or now.seat is None:
        return None
    base = table.seq if table.run is None else table.run.base
    since = save.blocks[base].at
    clock = clock_of(table.header)
    due = "" if clock is None else _due(since, clock, away_until(save.blocks, now.seat))
    return Awaited(now.seat, since, due)


def away_until(blocks: Sequence[Block], seat: int) -> str:
    """The day that the newest notice of absence of a seat names; empty if there is none."""
    notices = [order for block in blocks if block.seat == seat for order in block.orders]
    return next((order.split()[-1] for order in reversed(notices) if order.startswith(_AWAY)), "")


def _due(since: str, clock: Clock, away: str) -> str:
    """The moment at which the last day of a clock is over: Saturdays and Sundays, and days away, as `remind`
    counts them."""
    day, left = datetime.fromisoformat(since), clock.days
    try:
        while left:
            day += timedelta(days=1)
            left -= day.date().isoformat() > away and (day.weekday() < 5 or not clock.workdays)
    except OverflowError:  # whoever is away for ever has no clock
        return ""
    return day.strftime("%Y-%m-%dT%H:%M:%SZ")


def awaited_facts(save: Save, table: Table) -> dict[str, Any] | None:
    """Who is awaited since when, as JSON-able data; None as of `awaited`."""
    found = awaited(save, table)
    if found is None:
        return None
    return {"colour": table.seats[found.seat].colour, "since": found.since, "due": found.due or None}


def votes_facts(table: Table) -> dict[str, Any] | None:
    """The run of votes that has begun, as JSON-able data; None if there is none."""
    run = table.run
    if run is None:
        return None
    colour = [seat.colour for seat in table.seats]
    following, voters = next_voter(table), voters_of(table, run)
    return {
        "base": run.base,
        "without": sorted(colour[seat] for seat in run.without),
        "for": {colour[seat]: encode_bytes(key) for seat, key in run.successors.items()},
        "voted": [colour[seat] for seat in run.voted],
        "next": None if following is None else colour[following],
        "decider": colour[voters[-1]],
    }


def vacant_facts(table: Table) -> dict[str, str]:
    """The seats that wait for a successor, by colour: the identity to whom each was given."""
    return {table.seats[seat].colour: encode_bytes(key) for seat, key in table.vacant.items()}


def ballot_words(table: Table) -> list[str]:
    """What to type behind `khronos vote FILE` to vote as those who have; empty if nobody has."""
    found = votes_facts(table)
    if found is None:
        return []
    words = [word for colour in found["without"] for word in ("--without", colour)]
    return words + [word for colour, key in found["for"].items() for word in ("--for", f"{colour}={key}")]


def run_sentence(table: Table) -> str:
    """The run of votes that has begun, in one sentence; empty if there is none."""
    found = votes_facts(table)
    if found is None:
        return ""
    command = " ".join(["khronos vote FILE", *ballot_words(table)])
    if found["next"] == found["decider"]:
        return say(
            "{voted} voted to go on without {colours}; {last} decides ({words})",
            voted=listed(found["voted"], " and "),
            colours=listed(found["without"], " and "),
            last=found["decider"],
            words=command,
        )
    return say(
        "{voted} voted to go on without {colours}; next to vote is {who} ({words}), and {last} decides last",
        voted=listed(found["voted"], " and "),
        colours=listed(found["without"], " and "),
        who=found["next"],
        words=command,
        last=found["decider"],
    )


def awaited_line(save: Save, table: Table) -> list[str]:
    """Since when the awaited seat is awaited, and what its clock says; nothing where nobody is."""
    found = awaited(save, table)
    if found is None:
        return []
    colour = table.seats[found.seat].colour
    if not found.due:
        return [say("{colour} is awaited since {since}", colour=colour, since=Moment(found.since))]
    clock = clock_of(table.header)
    assert clock is not None
    return [
        say(
            "{colour} is awaited since {since}; the clock of the game ({days} days) runs until {due}",
            colour=colour,
            since=Moment(found.since),
            days=clock.days,
            due=Moment(found.due),
        )
    ]


def offer_line(save: Save, table: Table, seat: int | None, at: str, path: object) -> list[str]:
    """What a player may type who waits for a vote of his, or for somebody whose clock is over at a moment."""
    name = quoted(path)
    if table.run is not None:
        if seat is None or seat != next_voter(table):
            return []
        words = " ".join(ballot_words(table))
        return [say("Your vote is next: khronos vote {name} {words}", name=name, words=words)]
    found = awaited(save, table)
    if found is None or seat in (None, found.seat) or not found.due or at <= found.due:
        return []
    if may_begin(table) is not None:
        return []
    colour = table.seats[found.seat].colour
    return [
        say(
            "The clock is over: khronos vote {name} --without {colour} begins to go on without {colour}",
            name=name,
            colour=colour,
        )
    ]


# --- who is out -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Out:
    """That an identity is out of a game: the colour it had, the block by which it went, when that was, and
    the identity that has the seat instead (32 bytes; empty if nobody has)."""

    colour: str
    seq: int
    at: str
    successor: bytes = b""


def out_of(blocks: Sequence[Block], identity: bytes) -> Out | None:
    """Whether, and by which finished run of votes, an identity has lost its seat; None if it has not."""
    joined = [block for block in blocks if block.kind == JOIN and block.identity == identity]
    if not joined:
        return None
    mine = joined[-1]
    for block in blocks[mine.seq + 1 :]:
        if block.kind == VOTE and block.finishes and mine.colour in block.without:
            return Out(mine.colour, block.seq, block.at, block.successors.get(mine.colour, b""))
    return None


def out_facts(out: Out | None) -> dict[str, Any] | None:
    """The same as JSON-able data."""
    if out is None:
        return None
    successor = encode_bytes(out.successor) if out.successor else None
    return {"colour": out.colour, "since": out.at, "block": out.seq, "successor": successor}


def out_line(out: Out) -> str:
    """That a reader is out of the game, in a sentence."""
    if out.successor:
        return say(
            "You are out of this game since {at}, block {seq}: the others gave the seat of {colour} away",
            at=Moment(out.at),
            seq=out.seq,
            colour=out.colour,
        )
    return say(
        "You are out of this game since {at}, block {seq}: the others go on without {colour}",
        at=Moment(out.at),
        seq=out.seq,
        colour=out.colour,
    )


def acting_keys(table: Table, now: Waiting | None) -> list[bytes]:
    """The identities that a table waits for: of the seat, or of the successor to whom it was given."""
    if now is None or now.seat is None:
        return []
    return [table.vacant.get(now.seat, table.seats[now.seat].identity)]
