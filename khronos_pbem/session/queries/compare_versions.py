"""The runs of votes in a record, and the comparison of two versions of one game (DECK 9.6).

The comparison uses only the two files, nothing that this machine remembers.
"""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import VerbatimText, message, players_message
from khronos_pbem.record.leaving.differences import first_difference
from khronos_pbem.record.leaving.forks import Fork, find_fork, losing_version_text
from khronos_pbem.record.leaving.precedence import Precedence, Verdict, find_precedence
from khronos_pbem.record.leaving.votes import Run, Seats, seats_after
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.session.replay.snapshots import blocks_of


class VoteRun(NamedTuple):
    """A run of votes in a record, and the seats at that point."""

    run: Run
    seats: Seats

    def names(self, seats: tuple[int, ...]) -> list[str]:
        """Return the colours of the seats with these numbers."""
        return [self.seats.colours[seat] for seat in seats]


def vote_runs(history: History) -> list[VoteRun]:
    """All runs of votes in a record, finished or not, oldest first."""
    found = dict[int, VoteRun]()
    for seats in seats_after(blocks_of(history.entries)):
        for run in (*seats.runs, *seats.final):
            found[run.base] = VoteRun(run, seats)
    return [found[base] for base in sorted(found)]


def vote_run_documents(history: History) -> list[dict[str, object]]:
    """The runs of votes in a record as JSON-able data."""
    return [_vote_run_document(found) for found in vote_runs(history)]


def _vote_run_document(found: VoteRun) -> dict[str, object]:
    run = found.run
    return {
        "base": run.base - 1,
        "without": found.names(run.without),
        "offers": [
            {
                "colour": found.seats.colours[offer.seat],
                "name": offer.name,
                "key": encode_bytes(offer.key),
                "bot": offer.bot or None,
            }
            for offer in run.offers
        ],
        "voted": found.names(run.voters[: run.voted]),
        "acked": found.names(run.stay[1 : 1 + run.acked]),
        "finished": run.is_finished,
        "final": run.is_final,
    }


def vote_run_lines(history: History) -> list[str]:
    """Return the runs of votes in a record as lines for people.

    They name the seats that leave, the offers, votes and acks, and say whether each run is final.
    """
    lines = list[str]()
    for found in vote_runs(history):
        run = found.run
        head = message(
            "vote after block {base} to continue without {colours}; votes so far: {voted}",
            base=run.base - 1,
            colours=players_message(found.names(run.without)),
            voted=players_message(found.names(run.voters[: run.voted]), ", "),
        )
        lines.append(head)
        for offer in run.offers:
            name, colour = VerbatimText(offer.name), found.seats.colours[offer.seat]
            lines.append(message("  {name} takes over {colour}'s seat", name=name, colour=colour))
        acked = found.names(run.stay[1 : 1 + run.acked])
        if acked:
            lines.append(message("  confirmed by {items}", items=players_message(acked, ", ")))
        lines.append(_state(found))
    return lines


def _state(found: VoteRun) -> str:
    run, colours = found.run, found.seats.colours
    if run.is_final:
        return message("  final")
    if run.next_acker is not None:
        who = colours[run.next_acker]
        return message("  not final yet: waiting for {colour} to confirm the vote", colour=who)
    if run.next_voter is not None:
        return message(
            "  not finished, so not binding yet: waiting for {colour} to vote", colour=colours[run.next_voter]
        )
    return message("  not final yet: nothing has been decided")


# --- two histories ----------------------------------------------------------------------------------------


class VersionComparison(NamedTuple):
    """The comparison of two versions: the difference, the version that counts, and a proof of cheating.

    `number` is the first block that differs; None if one version contains the other.
    """

    one: Opened
    two: Opened
    number: int | None
    standing: Precedence | None
    fork: Fork | None


def compare_files(one: Opened, two: Opened) -> VersionComparison:
    """Compare two valid records. Raises InvalidFile if they are of different games."""
    first, second = one.save, two.save
    if first.header != second.header:
        raise InvalidFile(message("these files belong to two different games"))
    number = first_difference(first, second)
    if number is None:
        return VersionComparison(one, two, None, None, None)
    found = find_precedence(first.blocks, second.blocks, number)
    return VersionComparison(one, two, number, found, find_fork(first, second))


def comparison_document(found: VersionComparison) -> dict[str, object]:
    """The comparison as JSON-able data."""
    facts: dict[str, object] = {
        "files": [str(found.one.path), str(found.two.path)],
        "parts_at": found.number,
        "base": None if found.standing is None else found.standing.base - 1,
        "stands": _file_that_counts(found),
        "letter": None if found.standing is None else found.standing.letter,
        "cheat": None,
    }
    if found.fork is not None:
        colour, ours, theirs = found.fork.colour, found.fork.ours, found.fork.theirs
        signatures = [ours.sig, theirs.sig]
        facts["cheat"] = {"colour": colour, "blocks": [ours.seq, theirs.seq], "signatures": signatures}
    return facts


def _file_that_counts(found: VersionComparison) -> str | None:
    """The file that counts; None if neither does yet, or a person has to choose."""
    if found.number is None:
        longer = max((found.one, found.two), key=lambda opened: len(opened.save.blocks))
        return str(longer.path)
    assert found.standing is not None
    files = {Verdict.OURS: found.one, Verdict.THEIRS: found.two}
    return str(files[found.standing.verdict].path) if found.standing.verdict in files else None


def comparison_lines(found: VersionComparison) -> list[str]:
    """The comparison for people."""
    one, two, fork = found.one, found.two, found.fork
    if found.number is None:
        if len(one.save.blocks) == len(two.save.blocks):
            return [message("both files are valid and hold the same version of the game")]
        longer = _file_that_counts(found)
        return [message("both files are valid, and {file} continues the other one", file=longer)]
    assert found.standing is not None
    head = message(
        "both files are valid, but they differ after block {base}; DECK 9.6 says which one counts",
        base=found.standing.base - 1,
    )
    cheat = message("nothing here proves that anyone cheated")
    if fork is not None:
        cheat = message(
            "{colour} has cheated by continuing both versions of the game, with block {seq} "
            "({what}) in one and block {seq2} ({what2}) in the other; the signatures {sig} and "
            "{sig2} prove it",
            colour=fork.colour,
            seq=fork.ours.seq,
            what=VerbatimText(fork.ours.kind),
            seq2=fork.theirs.seq,
            what2=VerbatimText(fork.theirs.kind),
            sig=fork.ours.sig,
            sig2=fork.theirs.sig,
        )
    return [head, precedence_line(one.save, two.save, str(one.path), str(two.path)), cheat]


def precedence_line(one: Save, other: Save, name: str, name2: str) -> str:
    """Return a line on which of two conflicting versions counts (DECK 9.6), or why neither does."""
    number = first_difference(one, other)
    assert number is not None
    found = find_precedence(one.blocks, other.blocks, number)
    if found.verdict is Verdict.SIDE_BY_SIDE:
        return message(
            "both votes are still open, and neither is binding yet; the next player to vote decides "
            "which of them counts"
        )
    if found.verdict is Verdict.ASK:
        return message("the rules do not decide between the versions, so the players have to choose")
    stands, falls, name = (one, other, name) if found.verdict is Verdict.OURS else (other, one, name2)
    parts = {"letter": f"DECK 9.6 {found.letter}", "why": losing_version_text(falls, stands)}
    return message("{name} is the version that counts ({letter}): {why}", name=VerbatimText(name), **parts)
