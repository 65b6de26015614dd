"""What one game came to for each player: where the ecus came from, what was done where, who let wait whom."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from khronos_pbem.archive.chronicle import Chronicle, Step
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.pieces import ECUS_EACH, Board
from khronos_pbem.saying import Speak, say

SOURCES = ("bonus", "might", "faith", "reason")
EXPENSES = {"travelled": "travel", "exchanged": "exchange", "demolished": "demolish"}
ACTIONS = ("build", "upgrade", "demolish", "populate", "renovate", "travel")


def game_facts(chronicle: Chronicle) -> dict[str, Any]:
    """A game as JSON-able data: its options, and one account for each seat, in seat order."""
    options = chronicle.header.options
    return {
        "id": chronicle.header.id,
        "title": chronicle.header.title,
        "edition": options["edition"],
        "holdem": options["holdem"],
        "keep": options["keep"],
        "finished": chronicle.finished,
        "started": chronicle.header.created,
        "ended": chronicle.steps[-1].at if chronicle.steps else chronicle.header.created,
        "seats": accounts(chronicle),
    }


def accounts(chronicle: Chronicle) -> list[dict[str, Any]]:
    """The account of each seat; `ecus` is 4 and its sources less its expenses."""
    found = [_empty(chronicle, seat) for seat in range(len(chronicle.players))]
    by_colour = {account["colour"]: account for account in found}
    for step in chronicle.played():
        _count_order(found[step.seat], step, chronicle)
        giver = found[_active(chronicle, step)]
        for event in step.events:
            _count_event(event, by_colour, giver)
    _count_waiting(found, chronicle)
    if chronicle.position is not None:
        for account, facts in zip(found, chronicle.game.standings(chronicle.position), strict=True):
            account["ecus"] = facts["ecus"]
    for account in found:
        account["won"] = account["colour"] in chronicle.winners
        account["rank"] = 1 + sum(other["ecus"] > account["ecus"] for other in found)
    return found


def ledger(chronicle: Chronicle, speak: Speak) -> tuple[list[str], list[list[str | int]]]:
    """Where the ecus came from and went, as a table: its heads, and a row for each player."""
    heads = [say("player"), say("bonus"), *SOURCES[1:], *EXPENSES.values(), say("ecus")]
    rows: list[list[str | int]] = [
        [
            f"{speak(account['colour'])} {account['name']}",
            *account["sources"].values(),
            *(-spent for spent in account["expenses"].values()),
            account["ecus"],
        ]
        for account in accounts(chronicle)
    ]
    return [speak(head) for head in heads], rows


def _empty(chronicle: Chronicle, seat: int) -> dict[str, Any]:
    player = chronicle.players[seat]
    return {
        "name": player.name,
        "colour": player.colour,
        "seat": seat,
        "ecus": ECUS_EACH,
        "sources": dict.fromkeys(SOURCES, 0),
        "expenses": dict.fromkeys(EXPENSES.values(), 0),
        "actions": {board.word: dict.fromkeys(ACTIONS, 0) for board in Board},
        "opening": "",
        "downsizing": {"given": 0, "suffered": 0},
        "turns": 0,
        "orders": 0,
        "waiting": {"blocks": 0, "seconds": 0, "longest": 0},
    }


def _active(chronicle: Chronicle, step: Step) -> int:
    """Whose turn it is in a step; an answer is given in another one's turn."""
    before = chronicle.steps[step.number - 1].position if step.number else None
    return step.seat if before is None else int(before.active)


def _count_order(account: dict[str, Any], step: Step, chronicle: Chronicle) -> None:
    order = chronicle.game.parse(step.order)[0].order
    account["orders"] += 1
    if isinstance(order, o.End | o.Resign):
        account["turns"] += 1
    done = _action(order)
    if done is None:
        return
    kind, board, count = done
    account["actions"][board.word][kind] += count
    if account["turns"] == 0:
        said = f"{kind} {_piece(order)}{board.word}"
        account["opening"] += f", {said}" if account["opening"] else said


def _action(order: Any) -> tuple[str, Board, int] | None:
    """What an order does, where, and how often; None for what is no action of phase II."""
    kind = type(order).__name__.lower()
    if isinstance(order, o.Build | o.Upgrade | o.Demolish | o.Travel):
        return kind, order.board, 1
    if isinstance(order, o.Populate | o.Renovate):
        return kind, Board.REASON, order.count
    return None


def _piece(order: Any) -> str:
    return f"{order.piece.name} " if isinstance(order, o.Build | o.Upgrade) else ""


def _count_event(event: Any, by_colour: dict[str, dict[str, Any]], giver: dict[str, Any]) -> None:
    account = by_colour.get(event.seat)
    if account is None:
        return
    if event.event == "bonus":
        account["sources"]["bonus"] += event.amount
    elif event.event == "revenue":
        account["sources"][event.board] += event.amount
    elif event.event in EXPENSES:
        account["expenses"][EXPENSES[event.event]] -= event.amount
    elif event.event == "downsized":
        account["downsizing"]["suffered"] += 1
        giver["downsizing"]["given"] += 1


def _count_waiting(found: list[dict[str, Any]], chronicle: Chronicle) -> None:
    """How long the others waited for each seat's orders, since the orders before."""
    before = None
    for step in chronicle.played():
        if not step.last:
            continue
        now = datetime.fromisoformat(step.at)
        if before is not None:
            seconds = max(0, int((now - before).total_seconds()))
            waiting = found[step.seat]["waiting"]
            waiting["blocks"] += 1
            waiting["seconds"] += seconds
            waiting["longest"] = max(waiting["longest"], seconds)
        before = now


def wealth(chronicle: Chronicle) -> list[list[int]]:
    """The ecus of each seat after every order, the start first: for charts."""
    return _series(chronicle, lambda facts: int(facts["ecus"]))


def _series(chronicle: Chronicle, value: Any) -> list[list[int]]:
    positions = [step.position for step in shown_steps(chronicle)]
    rows = [[value(facts) for facts in chronicle.game.standings(position)] for position in positions]
    return [list(column) for column in zip(*rows, strict=True)]


def domain_income(chronicle: Chronicle, board: Board) -> list[list[int]]:
    """What each seat's domains on a board would pay after every order, an adventurer there or not."""
    from khronos_pbem.games.khronos.rules.revenue import domain_incomes

    rows = []
    for step in shown_steps(chronicle):
        row = [0] * len(chronicle.players)
        for income in domain_incomes(step.position, board):
            for seat in income.rulers:
                row[seat] += income.amount
        rows.append(row)
    return [list(column) for column in zip(*rows, strict=True)]


def shown_steps(chronicle: Chronicle) -> list[Step]:
    """The steps that a picture of the game shows: the start, and every order."""
    begun = [step for step in chronicle.steps if step.position is not None]
    first = next((step.number for step in begun if step.order), len(chronicle.steps))
    start = [step for step in begun if step.number < first][-1:]
    return [*start, *(step for step in begun if step.order)]
