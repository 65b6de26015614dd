"""What one game came to for each player: the game's own account, who let wait whom, who won."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from khronos_pbem.archive.timeline import Chronicle, Step
from khronos_pbem.engine.features.statistics import Played, Study, Table
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import Speak


def study_of(chronicle: Chronicle) -> Study[Any]:
    """What the game of a chronicle has for statistics. Raises UsageError if it has nothing."""
    return feature(chronicle.game, Study)


def game_facts(chronicle: Chronicle) -> dict[str, Any]:
    """A game as JSON-able data: its options, and one account for each seat, in seat order."""
    return {
        "id": chronicle.header.id,
        "title": chronicle.header.title,
        **study_of(chronicle).options(chronicle.header.options),
        "finished": chronicle.finished,
        "started": chronicle.header.created,
        "ended": chronicle.steps[-1].at if chronicle.steps else chronicle.header.created,
        "seats": accounts(chronicle),
    }


def accounts(chronicle: Chronicle) -> list[dict[str, Any]]:
    """The account of each seat: what the game counts, and what is common to all games."""
    study, orders = study_of(chronicle), played(chronicle)
    own = study.accounts(_colours(chronicle), orders, chronicle.position)
    turns = [0] * len(own)
    for each in orders:
        turns[each.seat] += each.order is not None and chronicle.game.ends_turn(each.order)
    waiting, winners = _waiting(chronicle), chronicle.winners
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
            "rank": 1 + sum(other[study.worth] > own[seat][study.worth] for other in own),
        }
        for seat, player in enumerate(chronicle.players)
    ]


def played(chronicle: Chronicle) -> list[Played]:
    """The orders of a game, and what was rolled, each with what followed from it."""
    found = []
    for step in chronicle.played():
        order = chronicle.game.parse(step.order)[0].order if step.order else None
        before = chronicle.steps[step.number - 1].position if step.number else None
        found.append(Played(step.seat, chronicle.round_of(step), before, order, step.events))
    return found


def _colours(chronicle: Chronicle) -> list[str]:
    return [player.colour for player in chronicle.players]


def ledger(chronicle: Chronicle) -> Table:
    """What each player's account is made of."""
    return study_of(chronicle).ledger(accounts(chronicle))


def gains(chronicle: Chronicle) -> Table:
    """Every single gain, in the order in which they came."""
    return study_of(chronicle).gains(_colours(chronicle), played(chronicle))


def spoken(table: Table, speak: Speak) -> tuple[list[str], list[list[str | int]]]:
    """The heads and rows of a table in a language."""
    rows = [[speak(cell) if isinstance(cell, str) else cell for cell in row] for row in table.rows]
    return [speak(head) for head in table.heads], rows


def _waiting(chronicle: Chronicle) -> list[dict[str, int]]:
    """How long the others waited for each seat's orders, since the orders before."""
    found = [{"blocks": 0, "seconds": 0, "longest": 0} for _ in chronicle.players]
    before = None
    for step in chronicle.played():
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
    """The steps that a picture of the game shows: the start, every order and roll."""
    begun = [step for step in chronicle.steps if step.position is not None]
    first = next((step.number for step in begun if step.goes_on), len(chronicle.steps))
    start = [step for step in begun if step.number < first][-1:]
    return [*start, *(step for step in begun if step.goes_on)]
