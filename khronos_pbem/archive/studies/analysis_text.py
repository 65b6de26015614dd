"""An analysis as lines, as a table and as JSON: turn by turn, and each player's worst turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khronos_pbem.archive.game_summary import study_of
from khronos_pbem.archive.studies.game_analysis import LEAST, MUCH, Analysis, Verdict
from khronos_pbem.archive.timeline import Chronicle
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.engine.features.statistics import StatisticsTable
from khronos_pbem.games.registry import round_heading, round_text
from khronos_pbem.messages import Number, Player, VerbatimText, listed, message, plural_message
from khronos_pbem.session.turns import hint_text as advice
from khronos_pbem.session.turns.rated_turn import ExpectedReply

ANALYSIS = "analysis"
"""The name of the table of turns with a better alternative."""


def analysis_document(chronicle: Chronicle, analysis: Analysis) -> dict[str, object]:
    """The JSON document of `analyse`: its settings, every verdict, the worst block of each colour."""
    colours = chronicle.colours
    worst = [analysis.worst_verdict(seat) for seat in range(len(colours))]
    return {
        "game": chronicle.game.name,
        "title": chronicle.header.title,
        "strength": analysis.strength,
        "think": analysis.seconds,
        "seed": analysis.seed,
        "turns": [_verdict_document(each, colours) for each in analysis.verdicts],
        "worst": {colour: each and each.seq for colour, each in zip(colours, worst, strict=True)},
        "unknown": list(analysis.unknown),
    }


def _verdict_document(verdict: Verdict, colours: Sequence[str]) -> dict[str, object]:
    return {
        "block": verdict.seq,
        "round": verdict.round,
        "colour": colours[verdict.seat],
        "kind": verdict.kind,
        "orders": list(verdict.orders),
        "worth": verdict.evaluation,
        "best": list(verdict.best),
        "best_worth": verdict.best_evaluation,
        "lost": round(verdict.lost, 2),
        "mark": verdict.mark,
        "made_of": [{"what": str(part.what), "worth": part.value} for part in verdict.made_of],
        "plan": str(verdict.plan),
        "why": [str(line) for line in verdict.why],
        "leads_to": None if verdict.outlook is None else advice.outlook_document(verdict.outlook),
        "other": None if verdict.other is None else advice.turn_document(verdict.other),
        "reply": advice.reply_document(verdict.reply),
        "best_reply": advice.reply_document(verdict.best_reply),
    }


def analysis_lines(chronicle: Chronicle, analysis: Analysis) -> list[str]:
    """The analysis as lines: every turn with its better alternative and the reasons, then the worst turns.

    The same advice to the same player is explained only once.
    """
    heading = study_of(chronicle).heading(chronicle.header.options, chronicle.players_text())
    lines: list[str] = [
        message("{title}", title=chronicle.header.title),
        heading,
        analysis_settings_line(analysis),
    ]
    now, advised = None, dict[tuple[int, tuple[str, ...]], Verdict]()
    for verdict in analysis.verdicts:
        if verdict.round != now:
            now = verdict.round
            lines += ["", message("{round:Name}", round=round_text(chronicle.game, now)), ""]
        before = advised.get((verdict.seat, verdict.best))
        lines += _verdict_lines(chronicle, verdict, before)
        if verdict.mark and before is None:
            advised[verdict.seat, verdict.best] = verdict
    return [*lines, "", *worst_turn_lines(chronicle, analysis)]


def analysis_settings_line(analysis: Analysis) -> str:
    """One line with the strength, the number of turns, the seconds per turn and the seed."""
    return plural_message(
        "Analysis: {player}, {n} turn, {seconds} s per turn, seed {seed}",
        "Analysis: {player}, {n} turns, {seconds} s per turn, seed {seed}",
        len(analysis.verdicts),
        player=advice.PLAYERS[Strength(analysis.strength)],
        seconds=Number(f"{analysis.seconds:g}"),
        seed=analysis.seed,
    )


def _verdict_lines(chronicle: Chronicle, verdict: Verdict, before: Verdict | None) -> Iterator[str]:
    """A turn, its better alternative and the reasons.

    `before` is an earlier verdict with the same advice to the same player, or None.
    """
    who = chronicle.author(chronicle.last_step_of(verdict.seq))
    line = message(
        "{seq}. {who}: {orders}", seq=verdict.seq, who=who, orders=advice.orders_text(verdict.orders)
    )
    if not verdict.mark:
        yield line
        return
    yield message("{line} {mark}", line=line, mark=verdict.mark)
    yield message("     {line}", line=better_line(chronicle, verdict))
    told = before.why if before is not None else ()
    lines = [*advice.plan_lines(verdict.plan if before is None else ""), *difference_lines(verdict)]
    if before is not None:
        lines.append(message("* the same advice as for block {seq}", seq=before.seq))
    lines += [message("* {line}", line=line) for line in verdict.why if line not in told]
    lines += reply_lines(verdict)
    yield from (message("       {line}", line=line) for line in lines)
    yield from (message("     {line}", line=line) for line in other_lines(chronicle, verdict))


def better_line(chronicle: Chronicle, verdict: Verdict) -> str:
    """The better alternative to a turn, and by how much it is better."""
    return message(
        "worth {amount} more: {orders}",
        amount=advice.evaluation_text(chronicle.game.name, verdict.lost),
        orders=advice.orders_text(verdict.best),
    )


def difference_lines(verdict: Verdict) -> list[str]:
    """One line with the parts of the difference to the better orders; empty if they are not known."""
    parts = [
        message("{what} {n}", what=part.what, n=Number(f"{part.value:+.1f}")) for part in verdict.made_of
    ]
    return [message("Difference: {parts}", parts=listed(parts))] if parts else []


def reply_lines(verdict: Verdict) -> list[str]:
    """The best answers of the next opponent to the better turn and to the played one, with their effect."""
    lines: list[str] = []
    if verdict.best_reply is not None:
        told = _reply_parts(verdict.best_reply)
        lines.append(message("{who:Name}'s best reply to the better turn: {orders}{effect}", **told))
    if verdict.reply is not None:
        told = _reply_parts(verdict.reply)
        lines.append(message("{who:Name}'s best reply to the turn that was played: {orders}{effect}", **told))
    return lines


def _reply_parts(reply: ExpectedReply) -> dict[str, object]:
    """The parts of the text about a reply: player, orders and the most important effect, if any."""
    effect = message(" ({effect})", effect=reply.effects[0]) if reply.effects else ""
    return {"who": Player(reply.colour), "orders": advice.orders_text(reply.orders), "effect": effect}


def other_lines(chronicle: Chronicle, verdict: Verdict) -> list[str]:
    """A line with another better turn, and by how much it is better; empty if there is none."""
    if verdict.other is None:
        return []
    more = verdict.other.evaluation - verdict.evaluation
    amount = advice.evaluation_text(chronicle.game.name, more)
    orders = advice.orders_text(verdict.other.orders)
    return [message("or, worth {amount} more: {orders}", amount=amount, orders=orders)]


def worst_turn_lines(chronicle: Chronicle, analysis: Analysis) -> list[str]:
    """The turn that cost each player most, the meaning of the marks, and the blocks left out."""
    game = chronicle.game.name
    lines: list[str] = [message("The turn that cost each player the most:")]
    for seat in range(len(chronicle.players)):
        who, worst = chronicle.named(seat), analysis.worst_verdict(seat)
        if worst is None:
            lines.append(message("  {who}: none", who=who))
            continue
        where, lost = round_text(game, worst.round), advice.evaluation_text(game, worst.lost)
        lines.append(
            message(
                "  {who}: block {block} in {round}, {amount}",
                who=who,
                block=worst.seq,
                round=where,
                amount=lost,
            )
        )
    if analysis.marked():
        marks = message(
            "??: a different turn would have been worth at least {much} more; ?: at least {least} more",
            least=Number(f"{LEAST:g}"), much=advice.evaluation_text(game, MUCH, "g"),
        )  # fmt: skip
        lines.append(marks)
    if analysis.unknown:
        unknown = plural_message(
            "block {blocks} was not judged, because some cards in the player's hand were never shown",
            "blocks {blocks} were not judged, because some cards in the players' hands were never shown",
            len(analysis.unknown),
            blocks=listed(map(str, analysis.unknown)),
        )
        lines.append(unknown)
    return lines


def marked_turns_table(chronicle: Chronicle, analysis: Analysis) -> StatisticsTable:
    """The table of the turns with a better alternative, the most costly first."""
    heads = (
        message("player"),
        round_heading(chronicle.game),
        message("block"),
        message("lost"),
        message("played"),
        message("better"),
    )
    marked = sorted(analysis.marked(), key=lambda verdict: (-verdict.lost, verdict.seq))
    rows = tuple(
        (
            listed([chronicle.players[v.seat].colour, VerbatimText(_player_name(chronicle, v))], " "),
            v.round,
            v.seq,
            Number(f"{v.lost:.1f}"),
            advice.orders_text(v.orders),
            advice.orders_text(v.best),
        )
        for v in marked
    )
    return StatisticsTable(ANALYSIS, message("Turns with a better alternative"), heads, rows)


def _player_name(chronicle: Chronicle, verdict: Verdict) -> str:
    """The name of the player who had the seat at that block."""
    return chronicle.last_step_of(verdict.seq).name or chronicle.players[verdict.seat].name
