"""The results of one game, as data and as tables: scores, waiting times and winners."""

from __future__ import annotations

from datetime import datetime

from khronos_pbem.archive.timeline import Chronicle, Step
from khronos_pbem.engine.contract import AnyPosition
from khronos_pbem.engine.features.statistics import Account, GameFacts, PlayedOrder, StatisticsTable, Study
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import Translate


def study_of(chronicle: Chronicle) -> Study[AnyPosition]:
    """Return the statistics feature of a chronicle's game. Raises UsageError if it has none."""
    return feature(chronicle.game, Study)


def game_document(chronicle: Chronicle) -> GameFacts:
    """A game as JSON-able data: its id, title, options, times, and one account for each seat."""
    return {
        "id": chronicle.header.id,
        "title": chronicle.header.title,
        **study_of(chronicle).options(chronicle.header.options),
        "finished": chronicle.finished,
        "started": chronicle.header.created,
        "ended": chronicle.steps[-1].at if chronicle.steps else chronicle.header.created,
        "seats": seat_accounts(chronicle),
    }


def seat_accounts(chronicle: Chronicle) -> list[Account]:
    """The account of each seat, in seat order, as JSON-able data.

    An account contains the scores of the particular game, and the values common to all games: turns, orders,
    waiting times and rank.
    """
    study, orders = study_of(chronicle), played_orders(chronicle)
    own = study.accounts(chronicle.colours, orders, chronicle.position)
    turns = [0] * len(own)
    for each in orders:
        turns[each.seat] += each.order is not None and chronicle.game.ends_turn(each.order)
    waiting, winners = _waiting_times(chronicle), chronicle.winners
    return [
        {
            "name": player.name,
            **({"bot": player.bot} if player.bot else {}),
            "colour": player.colour,
            "seat": seat,
            **own[seat],
            "turns": turns[seat],
            "orders": sum(each.seat == seat and each.order is not None for each in orders),
            "waiting": waiting[seat],
            "won": player.colour in winners,
            "rank": 1 + sum(other[study.score_column] > own[seat][study.score_column] for other in own),
        }
        for seat, player in enumerate(chronicle.players)
    ]


def played_orders(chronicle: Chronicle) -> list[PlayedOrder]:
    """The orders and dice rolls of a game as they were played, each with its resulting events."""
    found = []
    for step in chronicle.played_steps():
        order = chronicle.game.parse(step.order)[0].order if step.order else None
        before = chronicle.steps[step.number - 1].position if step.number else None
        found.append(PlayedOrder(step.seat, chronicle.round_of(step), before, order, step.events))
    return found


def ledger_table(chronicle: Chronicle) -> StatisticsTable:
    """The table that breaks down each player's score."""
    return study_of(chronicle).ledger(seat_accounts(chronicle))


def gains_table(chronicle: Chronicle) -> StatisticsTable:
    """The table of all individual gains, in the order of play."""
    return study_of(chronicle).gains(chronicle.colours, played_orders(chronicle))


def translated_table(table: StatisticsTable, speak: Translate) -> tuple[list[str], list[list[str | int]]]:
    """The heads and the rows of a table, translated by `speak`."""
    rows = [[speak(cell) if isinstance(cell, str) else cell for cell in row] for row in table.rows]
    return [speak(head) for head in table.heads], rows


def _waiting_times(chronicle: Chronicle) -> list[dict[str, int]]:
    """The time that the other players waited for each seat, in seat order.

    `blocks` is the number of blocks, `seconds` the total time, and `longest` the longest wait in seconds.
    """
    found = [{"blocks": 0, "seconds": 0, "longest": 0} for _ in chronicle.players]
    before = None
    for step in chronicle.played_steps():
        if not step.last:
            continue
        now = datetime.fromisoformat(step.at)
        if before is not None:
            seconds = max(0, int((now - before).total_seconds()))
            waiting = found[step.seat]
            waiting["blocks"] += 1
            waiting["seconds"] += seconds
            waiting["longest"] = max(waiting["longest"], seconds)
        before = now
    return found


def shown_steps(chronicle: Chronicle) -> list[Step]:
    """The steps that a replay shows: the start position, then every order, roll and final vote."""
    begun = [step for step in chronicle.steps if step.position is not None]
    first = next((step.number for step in begun if step.changes_position), len(chronicle.steps))
    start = [step for step in begun if step.number < first][-1:]
    return [*start, *(step for step in begun if step.changes_position)]
