"""Changes of players in a text record: runs of votes that have become final.

The block that makes a run final is written `vote without red green for green`. In this example, red and green
leave, and green's seat has a successor. The effects are not written, because they follow from the rules (DECK
9.2 to 9.4).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from khronos_pbem.engine.contract import AnyGame, AnyPosition, Outcome
from khronos_pbem.engine.runner import AnsweredOutcome, redeal, without_seats
from khronos_pbem.session.replay.history import Entry

_VOTE = re.compile(r"vote without ([a-z]+(?: [a-z]+)*?)(?: for ([a-z]+(?: [a-z]+)*))?")


class FinalVote(NamedTuple):
    """A final run of votes: the colours that leave (`without`), and those of them with a successor."""

    without: tuple[str, ...]
    given: tuple[str, ...]


def final_vote_text(entry: Entry) -> str:
    """The text for a block that makes a run of votes final; empty for any other block."""
    final = entry.table.record_seats.final[-1:]
    if not final or final[0].last != entry.block.seq:
        return ""
    run, colours = final[0], entry.table.colours
    given = [colours[seat] for seat in sorted(run.successors)]
    without = [colours[seat] for seat in run.without]
    return " ".join(["vote without", *without, *(["for", *given] if given else [])])


def parse_final_vote(text: str) -> FinalVote | None:
    """The final vote in a line of a record; None for any other line or an impossible vote."""
    match = _VOTE.fullmatch(text)
    if match is None:
        return None
    without, given = tuple(match[1].split()), tuple((match[2] or "").split())
    once = all(len(each) == len(set(each)) for each in (without, given))
    return FinalVote(without, given) if once and set(given) <= set(without) else None


def apply_final_vote(game: AnyGame, position: AnyPosition, gone: Sequence[int]) -> AnsweredOutcome:
    """Return the outcome of a final vote: the seats `gone` have left, and the cards are dealt again."""
    done = without_seats(game, position, gone)
    outcome: Outcome[AnyPosition] = redeal(game, done.position)
    return done._replace(
        position=outcome.position,
        events=(*done.events, *outcome.events),
        requests=(*done.requests, *outcome.requests),
    )
