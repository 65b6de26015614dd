"""An analysis for people and for programs: turn by turn, and what each player gave away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from khronos_pbem.archive.accounts import study_of
from khronos_pbem.archive.analysis import Analysis, Verdict
from khronos_pbem.archive.chronicle import Chronicle
from khronos_pbem.engine.bots import Strength
from khronos_pbem.engine.study import Table
from khronos_pbem.lazily import later
from khronos_pbem.saying import Typed, listed, say, say_many

if TYPE_CHECKING:
    from khronos_pbem.session import advice
else:
    advice = later("khronos_pbem.session.advice")

ANALYSIS = "analysis"
"""The name of the table of turns that others were worth more than."""


def analysis_facts(chronicle: Chronicle, analysis: Analysis) -> dict[str, Any]:
    """The document of `analyse`: how it was found, every verdict, and what was lost by colour."""
    colours = [player.colour for player in chronicle.players]
    lost = analysis.lost_by(len(colours))
    return {
        "game": chronicle.game.name,
        "title": chronicle.header.title,
        "strength": analysis.strength,
        "think": analysis.seconds,
        "seed": analysis.seed,
        "turns": [_verdict_facts(each, colours) for each in analysis.verdicts],
        "lost": {colour: round(each, 2) for colour, each in zip(colours, lost, strict=True)},
        "unknown": list(analysis.unknown),
    }


def _verdict_facts(verdict: Verdict, colours: list[str]) -> dict[str, Any]:
    return {
        "block": verdict.seq,
        "round": verdict.round,
        "colour": colours[verdict.seat],
        "kind": verdict.kind,
        "orders": list(verdict.orders),
        "worth": verdict.worth,
        "best": list(verdict.best),
        "best_worth": verdict.best_worth,
        "lost": round(verdict.lost, 2),
        "mark": verdict.mark,
        "why": [str(line) for line in verdict.why],
    }


def analysis_lines(chronicle: Chronicle, analysis: Analysis) -> list[str]:
    """The analysis as lines: every turn, below it what was worth more and why; the sums at the end."""
    heading = study_of(chronicle).heading(chronicle.header.options, chronicle.players_named())
    lines: list[str] = [say("{title}", title=chronicle.header.title), heading, how_found(analysis)]
    now = None
    for verdict in analysis.verdicts:
        if verdict.round != now:
            now = verdict.round
            lines += ["", say("Round {round}", round=now), ""]
        lines += _verdict_lines(chronicle, verdict)
    return [*lines, "", *sum_lines(chronicle, analysis)]


def how_found(analysis: Analysis) -> str:
    """Who has looked at how many turns, and how."""
    return say_many(
        "{player} has looked at {n} turn, {seconds} seconds each, seed {seed}",
        "{player} has looked at {n} turns, {seconds} seconds each, seed {seed}",
        len(analysis.verdicts),
        player=advice.PLAYERS[Strength(analysis.strength)],
        seconds=f"{analysis.seconds:g}",
        seed=analysis.seed,
    )


def _verdict_lines(chronicle: Chronicle, verdict: Verdict) -> Iterator[str]:
    yield say(
        "{seq}. {who}: {orders} {mark}",
        seq=verdict.seq,
        who=chronicle.author(chronicle.at_block(verdict.seq)),
        orders=orders_of(verdict.orders),
        mark=verdict.mark,
    )
    if verdict.mark:
        yield say("     {line}", line=better_line(chronicle, verdict))
        yield from (say("       * {line}", line=line) for line in verdict.why)


def orders_of(orders: tuple[str, ...]) -> str:
    """Orders in one line."""
    return listed([say("{order}", order=order) for order in orders], "; ")


def better_line(chronicle: Chronicle, verdict: Verdict) -> str:
    """What would have been better than a turn, and by how much."""
    return say(
        "worth {n} {unit} more: {orders}",
        n=f"{verdict.lost:.1f}",
        unit=advice.unit_of(chronicle.game.name),
        orders=orders_of(verdict.best),
    )


def sum_lines(chronicle: Chronicle, analysis: Analysis) -> list[str]:
    """What each player gave away in all, with the worst turn; which blocks were left out."""
    unit = advice.unit_of(chronicle.game.name)
    lines: list[str] = [say("What better turns would have been worth, in {unit}:", unit=unit)]
    for seat, lost in enumerate(analysis.lost_by(len(chronicle.players))):
        who = chronicle.named(seat)
        worst = max((v for v in analysis.verdicts if v.seat == seat), key=lambda v: v.lost, default=None)
        if worst is None or not worst.mark:
            lines.append(say("  {who}: {n}", who=who, n=f"{lost:.1f}"))
            continue
        lines.append(
            say(
                "  {who}: {n}, most of it in round {round} (block {block}: {most})",
                who=who,
                n=f"{lost:.1f}",
                round=worst.round,
                block=worst.seq,
                most=f"{worst.lost:.1f}",
            )
        )
    return [*lines, *_unknown_lines(analysis)]


def _unknown_lines(analysis: Analysis) -> list[str]:
    if not analysis.unknown:
        return []
    blocks = listed(map(str, analysis.unknown))
    return [say("not judged, for cards of the hand were never shown: blocks {blocks}", blocks=blocks)]


def worst_turns(chronicle: Chronicle, analysis: Analysis) -> Table:
    """The turns that another one was worth more than, the dearest first."""
    heads = (say("player"), say("round"), say("block"), say("lost"), say("played"), say("better"))
    marked = sorted(analysis.marked(), key=lambda verdict: (-verdict.lost, verdict.seq))
    rows = tuple(
        (
            listed([chronicle.players[v.seat].colour, Typed(_name(chronicle, v))], " "),
            v.round,
            v.seq,
            f"{v.lost:.1f}",
            orders_of(v.orders),
            orders_of(v.best),
        )
        for v in marked
    )
    return Table(ANALYSIS, say("Turns that others were worth more than"), heads, rows)


def _name(chronicle: Chronicle, verdict: Verdict) -> str:
    """What whoever had the seat then is called."""
    return chronicle.at_block(verdict.seq).name or chronicle.players[verdict.seat].name


def lost_so_far(chronicle: Chronicle, analysis: Analysis, blocks: list[int]) -> list[list[int]]:
    """For each seat what it has given away up to each of these blocks, in whole numbers."""
    rows = []
    for seat in range(len(chronicle.players)):
        lost = {verdict.seq: verdict.lost for verdict in analysis.verdicts if verdict.seat == seat}
        rows.append([round(sum(each for seq, each in lost.items() if seq <= block)) for block in blocks])
    return rows
