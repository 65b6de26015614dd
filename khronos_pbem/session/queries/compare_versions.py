"""The runs of votes in a record, and two histories of one game: what the files alone say (DECK 9.6)."""

from __future__ import annotations

from typing import Any, NamedTuple

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import Typed, message, players
from khronos_pbem.record.leaving.following import parting
from khronos_pbem.record.leaving.forks import Fork, fork_proof, why_falls
from khronos_pbem.record.leaving.precedence import Standing, Verdict, standing
from khronos_pbem.record.leaving.votes import Run, Seats, seats_after
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.session.replay.snapshots import blocks_of


class Found(NamedTuple):
    """A run of votes in a record, and who sits at the table where it stands."""

    run: Run
    seats: Seats

    def names(self, seats: tuple[int, ...]) -> list[str]:
        """The colours of these seats."""
        return [self.seats.colours[seat] for seat in seats]


def runs_in(history: History) -> list[Found]:
    """All runs of votes in a record, as far as each has come, in their order."""
    found = dict[int, Found]()
    for seats in seats_after(blocks_of(history.entries)):
        for run in (*seats.runs, *seats.final):
            found[run.base] = Found(run, seats)
    return [found[base] for base in sorted(found)]


def runs_facts(history: History) -> list[dict[str, Any]]:
    """The runs of votes in a record as JSON-able data."""
    return [_run_facts(found) for found in runs_in(history)]


def _run_facts(found: Found) -> dict[str, Any]:
    run = found.run
    return {
        "base": run.base - 1,
        "without": found.names(run.without),
        "offers": [_offer_facts(found, number) for number in range(len(run.offers))],
        "voted": found.names(run.voters[: run.voted]),
        "acked": found.names(run.stay[1 : 1 + run.acked]),
        "finished": run.is_finished,
        "final": run.is_final,
    }


def _offer_facts(found: Found, number: int) -> dict[str, Any]:
    offer = found.run.offers[number]
    return {
        "colour": found.seats.colours[offer.seat],
        "name": offer.name,
        "key": encode_bytes(offer.key),
        "bot": offer.bot or None,
    }


def run_lines(history: History) -> list[str]:
    """The runs of votes in a record for people: base, list, offers, votes, acks, whether each is final."""
    lines = list[str]()
    for found in runs_in(history):
        run = found.run
        head = message(
            "vote after block {base} to continue without {colours}; votes so far: {voted}",
            base=run.base - 1,
            colours=players(found.names(run.without)),
            voted=players(found.names(run.voters[: run.voted]), ", "),
        )
        lines.append(head)
        for offer in run.offers:
            colour = found.seats.colours[offer.seat]
            lines.append(
                message("  {name} takes over the seat of {colour}", name=Typed(offer.name), colour=colour)
            )
        acked = found.names(run.stay[1 : 1 + run.acked])
        if acked:
            lines.append(message("  confirmed by {items}", items=players(acked, ", ")))
        lines.append(_state(found))
    return lines


def _state(found: Found) -> str:
    run, colours = found.run, found.seats.colours
    if run.is_final:
        return message("  final")
    if run.next_acker is not None:
        who = colours[run.next_acker]
        return message("  not final yet: waiting for {colour} to confirm the vote", colour=who)
    if run.next_voter is not None:
        return message(
            "  not finished, so not binding yet: waiting for {colour} to vote",
            colour=colours[run.next_voter],
        )
    return message("  not final yet: nothing is decided")


# --- two histories ----------------------------------------------------------------------------------------


class Compared(NamedTuple):
    """Two histories of a game: where they part, which one stands and why, and what proves a cheat.

    `number` is the block with which they part (None: one contains the other).
    """

    one: Opened
    two: Opened
    number: int | None
    standing: Standing | None
    fork: Fork | None


def compared(one: Opened, two: Opened) -> Compared:
    """Two records that hold, compared. Raises InvalidFile if they are of different games."""
    first, second = one.save, two.save
    if first.header != second.header:
        raise InvalidFile(message("these files belong to two different games"), rule="FORMATS 4")
    number = parting(first, second)
    if number is None:
        return Compared(one, two, None, None, None)
    found = standing(first.blocks, second.blocks, number)
    return Compared(one, two, number, found, fork_proof(first, second))


def comparison_facts(found: Compared) -> dict[str, Any]:
    """The same as JSON-able data."""
    facts: dict[str, Any] = {
        "files": [str(found.one.path), str(found.two.path)],
        "parts_at": found.number,
        "base": None if found.standing is None else found.standing.base - 1,
        "stands": _stands(found),
        "letter": None if found.standing is None else found.standing.letter,
        "cheat": None,
    }
    if found.fork is not None:
        facts["cheat"] = {
            "colour": found.fork.colour,
            "blocks": [found.fork.ours.seq, found.fork.theirs.seq],
            "signatures": [found.fork.ours.sig, found.fork.theirs.sig],
        }
    return facts


def _stands(found: Compared) -> str | None:
    """The file that stands; None if both do, or a person has to choose."""
    if found.number is None:
        longer = max((found.one, found.two), key=lambda opened: len(opened.save.blocks))
        return str(longer.path)
    assert found.standing is not None
    files = {Verdict.OURS: found.one, Verdict.THEIRS: found.two}
    return str(files[found.standing.verdict].path) if found.standing.verdict in files else None


def comparison_lines(found: Compared) -> list[str]:
    """The same for people."""
    if found.number is None:
        same = len(found.one.save.blocks) == len(found.two.save.blocks)
        return [
            message("both files are valid and hold the same version of the game")
            if same
            else message("both files are valid, and {file} continues the other one", file=_stands(found))
        ]
    assert found.standing is not None
    lines: list[str] = [
        message(
            "both files are valid and differ after block {base}; DECK 9.6 says which one counts",
            base=found.standing.base - 1,
        ),
        standing_line(found.one.save, found.two.save, str(found.one.path), str(found.two.path)),
    ]
    if found.fork is None:
        return [*lines, message("nothing here proves that anyone cheated")]
    fork = found.fork
    return [
        *lines,
        message(
            "{colour} has cheated by signing both block {seq} ({what}) and block {seq2} ({what2}); the "
            "signatures {sig} and {sig2} prove it",
            colour=fork.colour,
            seq=fork.ours.seq,
            what=Typed(fork.ours.kind),
            seq2=fork.theirs.seq,
            what2=Typed(fork.theirs.kind),
            sig=fork.ours.sig,
            sig2=fork.theirs.sig,
        ),
    ]


def standing_line(one: Save, other: Save, name: str, name2: str) -> str:
    """Which of two histories that part stands, by their names, and by which letter of DECK 9.6."""
    number = parting(one, other)
    assert number is not None
    found = standing(one.blocks, other.blocks, number)
    if found.verdict is Verdict.SIDE_BY_SIDE:
        return message(
            "both are unfinished votes, and neither is binding yet: the next vote decides between them"
        )
    if found.verdict is Verdict.ASK:
        return message("the rules do not decide between them: the players have to choose")
    stands, falls, name = (one, other, name) if found.verdict is Verdict.OURS else (other, one, name2)
    why = why_falls(falls, stands)
    return message(
        "{name} counts ({letter}): {why}", name=Typed(name), letter=f"DECK 9.6 {found.letter}", why=why
    )
