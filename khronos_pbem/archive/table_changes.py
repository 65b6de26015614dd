"""Changes at the table in a text record: runs of votes that have become final.

The block that makes a run final is written `vote without red green for green`: red, who was awaited, goes,
and green's seat has a successor. What follows is not written, but given by the rules (DECK 9.2 to 9.4).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Outcome
from khronos_pbem.engine.runner import Answered, gone_on, renewed
from khronos_pbem.session.replay.history import Entry

_VOTE = re.compile(r"vote without ([a-z]+(?: [a-z]+)*?)(?: for ([a-z]+(?: [a-z]+)*))?")


class Ballot(NamedTuple):
    """What a final run of votes says: the seats that go, and those among them that are given away."""

    without: tuple[str, ...]
    given: tuple[str, ...]


def change_of(entry: Entry) -> str:
    """How a record writes what a block changes at its table; empty if it changes nothing."""
    final = entry.table.sitting.final[-1:]
    if not final or final[0].last != entry.block.seq:
        return ""
    run, colours = final[0], [seat.colour for seat in entry.table.seats]
    given = [colours[seat] for seat in sorted(run.successors)]
    without = [colours[seat] for seat in run.without]
    return " ".join(["vote without", *without, *(["for", *given] if given else [])])


def ballot_in(text: str) -> Ballot | None:
    """What a line of a record says of a final run; None if it is no vote, or none that can be."""
    match = _VOTE.fullmatch(text)
    if match is None:
        return None
    without, given = tuple(match[1].split()), tuple((match[2] or "").split())
    once = all(len(each) == len(set(each)) for each in (without, given))
    return Ballot(without, given) if once and set(given) <= set(without) else None


def after_votes(game: Any, position: Any, gone: Sequence[int]) -> Answered:
    """What a final run comes to: these seats are gone, and all is dealt anew."""
    done = gone_on(game, position, gone)
    outcome: Outcome[Any] = renewed(game, done.position)
    return done._replace(
        position=outcome.position,
        events=(*done.events, *outcome.events),
        requests=(*done.requests, *outcome.requests),
    )
