"""Whom a game waits for since when, who has voted, who is next, who is out: facts and sentences (DECK 9.2).

All of it comes from the record and from what the players have said in it; nothing hangs on the present moment
but where that is handed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.lazily import later
from khronos_pbem.record.block import JOIN, VOTE, Block
from khronos_pbem.record.save import Save
from khronos_pbem.saying import Moment, listed, say
from khronos_pbem.session.table import Clock, Table, Waiting, clock_of, waiting

if TYPE_CHECKING:
    from khronos_pbem.session import leaving
else:
    leaving = later("khronos_pbem.session.leaving")

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
    now = waiting(table)
    if now is None or now.seat is None:
        return None
    base = table.seq if table.run is None else table.run.base
    since = save.blocks[base].at
    clock = clock_of(table.header)
    counted = seen or since
    due = "" if clock is None else _due(counted, clock, away_until(save.blocks, now.seat))
    return Awaited(now.seat, since, counted, due)


def away_until(blocks: Sequence[Block], seat: int) -> str:
    """The day that the newest notice of absence names by whoever has a seat now; empty if there is none."""
    colour = next((block.colour for block in blocks if block.kind == JOIN and block.seat == seat), "")
    for block in takewhile(lambda each: not _changes_hands(each, seat, colour), reversed(blocks)):
        for order in reversed(block.orders if block.seat == seat else ()):
            if order.startswith(_AWAY):
                return order.split()[-1]
    return ""


def _changes_hands(block: Block, seat: int, colour: str) -> bool:
    """Whether a block takes a seat from its player, or gives it to one (DECK 9.2, 9.4)."""
    return block.seat == seat if block.kind == JOIN else block.finishes and colour in block.without


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


def votes_facts(table: Table) -> dict[str, Any] | None:
    """The run of votes that has begun, as JSON-able data; None if there is none."""
    run = table.run
    if run is None:
        return None
    colour = [seat.colour for seat in table.seats]
    following, voters = leaving.next_voter(table), leaving.voters_of(table, run)
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
    """What to type after `khronos vote FILE` to vote as the others have; empty if nobody has voted."""
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
    voted, colours = listed(found["voted"], " and "), listed(found["without"], " and ")
    if found["next"] == found["decider"]:
        return say(
            "{voted} voted to go on without {colours}; {last} decides",
            voted=voted,
            colours=colours,
            last=found["decider"],
        )
    return say(
        "{voted} voted to go on without {colours}; next to vote is {who}, and {last} decides last",
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


def out_from(facts: Mapping[str, Any]) -> Out:
    """What `out_facts` has said as data."""
    successor = facts["successor"]
    return Out(
        facts["colour"], facts["block"], facts["since"], decode_bytes(successor, 32) if successor else b""
    )


def out_lines(out: Out, name: str) -> list[str]:
    """That a reader is out of a game, and what can still be done there by commands that find it by `name`."""
    parts = {"at": Moment(out.at), "seq": out.seq, "colour": out.colour}
    how = say("You are out of this game since {at}, block {seq}: the others go on without {colour}", **parts)
    if out.successor:
        how = say(
            "You are out of this game since {at}, block {seq}: the others gave the seat of {colour} away",
            **parts,
        )
    return [how, say("You can still follow it: khronos show {name}, khronos log {name}", name=name)]


def acting_keys(table: Table, now: Waiting | None) -> list[bytes]:
    """The identities that a table waits for: of the seat, or of the successor to whom it was given."""
    if now is None or now.seat is None:
        return []
    return [table.vacant.get(now.seat, table.seats[now.seat].identity)]


def bot_acts(table: Table, now: Waiting | None) -> bool:
    """Whether a bot has to act, and no person."""
    if now is None or now.seat is None or now.seat in table.vacant:
        return False
    return bool(table.seats[now.seat].bot)
