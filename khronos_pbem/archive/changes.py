"""Changes at the table in a text record: votes that finish a run, and successors who take seats over.

A finishing vote is written `vote without red green for green`: red and green go, and green's seat waits for
a successor, whose block says `join`. What follows is not written, but given by the rules (DECK 9.2 to 9.4).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Outcome
from khronos_pbem.engine.runner import Answered, gone_on, renewed
from khronos_pbem.record.block import JOIN, VOTE
from khronos_pbem.session.history import Entry

JOINED = "join"
_VOTE = re.compile(r"vote without ([a-z]+(?: [a-z]+)*?)(?: for ([a-z]+(?: [a-z]+)*))?")


class Ballot(NamedTuple):
    """What a finished run of votes says: the seats that go, and those among them that are given away."""

    without: tuple[str, ...]
    given: tuple[str, ...]


def change_of(entry: Entry, seats: int) -> str:
    """How a record writes what a block changes at a table of so many seats; empty if it changes nothing."""
    block = entry.block
    if block.kind == JOIN and block.seq >= seats:
        return JOINED
    if block.kind != VOTE or not block.finishes:
        return ""
    given = sorted(block.successors)
    return " ".join(["vote without", *block.without, *(["for", *given] if given else [])])


def ballot_in(text: str) -> Ballot | None:
    """What a line of a record says of a finished run; None if it is no vote, or none that can be."""
    match = _VOTE.fullmatch(text)
    if match is None:
        return None
    without, given = tuple(match[1].split()), tuple((match[2] or "").split())
    sorted_once = all(list(each) == sorted(set(each)) for each in (without, given))
    return Ballot(without, given) if sorted_once and set(given) <= set(without) else None


def after_votes(game: Any, position: Any, gone: Sequence[int], *, vacant: bool) -> Answered:
    """What a finished run comes to: these seats are gone, and all is dealt anew unless a seat is vacant."""
    done = gone_on(game, position, gone)
    return done if vacant else _dealt(game, done)


def after_joining(game: Any, position: Any) -> Answered:
    """What the last successor's join comes to: all is dealt anew."""
    return _dealt(game, Answered(position, (), (), ()))


def _dealt(game: Any, done: Answered) -> Answered:
    outcome: Outcome[Any] = renewed(game, done.position)
    return done._replace(
        position=outcome.position,
        events=(*done.events, *outcome.events),
        requests=(*done.requests, *outcome.requests),
    )
