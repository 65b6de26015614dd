"""The feature `Study` of Khronos: sources of income, actions by board, openings and downsizings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from khronos_pbem.engine.contract import Event, GameOptions
from khronos_pbem.engine.features.statistics import (
    Account,
    GameFacts,
    PlayedOrder,
    StatisticsTable,
    Study,
    account_table,
)
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.pieces import ECUS_EACH, Board, ecus_text
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.vocabulary.nouns import KhronosNouns
from khronos_pbem.messages import Message, Number, VerbatimText, message

SOURCES = ("bonus", "might", "faith", "reason")
_INCOME: Mapping[str, str] = {
    "from bonus": message("from bonuses"),
    "from might": message("revenue (might)"),
    "from faith": message("revenue (faith)"),
    "from reason": message("revenue (reason)"),
}
_EXPENSES = {"travelled": "travel", "exchanged": "exchange", "demolished": "demolish"}
_ACTIONS = ("build", "upgrade", "demolish", "populate", "renovate", "travel")


class KhronosStudy(Study[Position]):
    """The accounts of the seats in a game of Khronos, with the tables and columns made from them."""

    title = message("Games of Khronos")
    score_column = "ecus"
    columns: Mapping[str, str] = {
        "ecus": message("ecus"),
        **_INCOME,
        "for travel": message("for travelling"),
        "for exchange": message("for exchanging"),
        "for demolish": message("for demolishing"),
        "actions on might": message("actions (might)"),
        "actions on faith": message("actions (faith)"),
        "actions on reason": message("actions (reason)"),
        "downsizing given": message("downsizings caused"),
        "downsizing suffered": message("downsizings suffered"),
    }
    results = ("ecus", *_INCOME)
    play = (
        *(f"actions on {board.word}" for board in Board),
        "for travel",
        "downsizing given",
        "downsizing suffered",
    )
    groups: Mapping[str, str] = {"edition": message("By edition and options")}
    shares: Mapping[str, str] = _INCOME

    def amount(self, n: int | Number) -> str:
        """A number of ecus as text."""
        return ecus_text(n)

    def heading(self, options: GameOptions, players: str) -> str:
        """The heading of a game: its edition and its players."""
        return message("Khronos, edition {edition}: {players}", edition=options["edition"], players=players)

    def options(self, options: GameOptions) -> dict[str, object]:
        """The edition and the options of a game, without its map."""
        return {key: options[key] for key in ("edition", "holdem", "keep")}

    def group(self, facts: GameFacts) -> dict[str, str]:
        """Return the group of a game: its edition with the chosen options, such as `2 keep`."""
        chosen = [key for key in ("holdem", "keep") if facts[key]]
        return {"edition": " ".join([str(facts["edition"]), *chosen])}

    def accounts(
        self, colours: Sequence[str], played: Sequence[PlayedOrder], end: Position | None
    ) -> list[Account]:
        """Return the account of each seat: sources, expenses, actions, opening and downsizings.

        `ecus` is the seat's number of ecus in the position `end`, or 4 if `end` is None.
        """
        ecus = [ECUS_EACH] * len(colours) if end is None else [player.ecus for player in end.players]
        return [
            {
                "ecus": ecus[seat],
                **_money(event for each in played for event in each.events if event.seat == colour),
                **_deeds([each.order for each in played if each.seat == seat and each.order is not None]),
                "downsizing": _downsizings(seat, colours, played),
            }
            for seat, colour in enumerate(colours)
        ]

    def numbers(self, account: Account) -> dict[str, float]:
        """Return the numbers of an account by column name."""
        found: dict[str, float] = {"ecus": account["ecus"]}
        found |= {f"from {source}": account["sources"][source] for source in SOURCES}
        found |= {f"for {kind}": account["expenses"][kind] for kind in _EXPENSES.values()}
        for board in Board:
            kinds = account["actions"][board.word]
            found[f"actions on {board.word}"] = sum(kinds[kind] for kind in _ACTIONS if kind != "travel")
        found["downsizing given"] = account["downsizing"]["given"]
        found["downsizing suffered"] = account["downsizing"]["suffered"]
        return found

    def shares_title(self, what: str) -> str:
        """Return the title of the chart of sources; `what` names its grouping."""
        return message("Where the ecus come from: {what}", what=what)

    def ledger(self, accounts: Sequence[Account]) -> StatisticsTable:
        """A table of income and expenses, one row for each player."""
        heads = (message("bonus"), *SOURCES[1:], *_EXPENSES.values(), message("ecus"))
        title = message("Where the ecus came from and where they went")
        return account_table("sources", title, heads, accounts, _ledger_entries)

    def gains(self, colours: Sequence[str], played: Sequence[PlayedOrder]) -> StatisticsTable:
        """Return a table of the revenue from each domain, in chronological order."""
        heads = (
            message("player"),
            KhronosNouns.round_head,
            message("board"),
            message("domain"),
            message("ecus"),
        )
        rows = tuple(
            (event.seat, each.round, event.board, _domain_place(event), event.amount)
            for each in played
            for event in each.events
            if event.event == "revenue"
        )
        return StatisticsTable("revenue", message("Revenue, domain by domain"), heads, rows)


def _ledger_entries(account: Account) -> Iterator[int]:
    """The entries of an account: income, expenses as negative numbers, and the final ecus."""
    yield from account["sources"].values()
    yield from (-spent for spent in account["expenses"].values())
    yield account["ecus"]


def _turn_seat(played: PlayedOrder) -> int:
    """Return the seat whose turn it was when this order was played.

    Another seat may have played it, as the answer to a choice.
    """
    return played.seat if played.before is None else int(played.before.active)


def _domain_place(event: Event) -> str:
    """Return the name of the first square of the domain in a revenue event."""
    return VerbatimText(event.text.parts["place"]) if isinstance(event.text, Message) else ""


def _money(events: Iterable[Event]) -> dict[str, dict[str, int]]:
    """Return the ecus that a seat's events earned by source, and those that they cost by kind."""
    sources, expenses = dict.fromkeys(SOURCES, 0), dict.fromkeys(_EXPENSES.values(), 0)
    for event in events:
        if event.event == "bonus":
            sources["bonus"] += event.amount
        elif event.event == "revenue":
            sources[event.board] += event.amount
        elif event.event in _EXPENSES:
            expenses[_EXPENSES[event.event]] -= event.amount
    return {"sources": sources, "expenses": expenses}


def _deeds(orders: Sequence[o.Order]) -> dict[str, object]:
    """Return the numbers of a seat's actions by board and kind, and its opening.

    The opening is the list of actions of its first turn.
    """
    actions = {board.word: dict.fromkeys(_ACTIONS, 0) for board in Board}
    for kind, board, count in filter(None, map(_action_of, orders)):
        actions[board.word][kind] += count
    first_turn = takewhile(lambda order: not isinstance(order, o.End | o.Resign), orders)
    opening = [
        f"{done[0]} {_piece(order)}{done[1].word}" for order in first_turn if (done := _action_of(order))
    ]
    return {"actions": actions, "opening": ", ".join(opening)}


def _downsizings(seat: int, colours: Sequence[str], played: Sequence[PlayedOrder]) -> dict[str, int]:
    """Return the number of buildings downsized in a seat's turns, and of its own buildings downsized."""
    found = [
        (_turn_seat(each), event.seat)
        for each in played
        for event in each.events
        if event.event == "downsized" and event.seat in colours
    ]
    return {
        "given": sum(giver == seat for giver, _ in found),
        "suffered": sum(colour == colours[seat] for _, colour in found),
    }


def _action_of(order: o.Order) -> tuple[str, Board, int] | None:
    """Return the kind, board and count of an action; None if the order is not an action of phase II."""
    kind = type(order).__name__.lower()
    if isinstance(order, o.Build | o.Upgrade | o.Demolish | o.Travel):
        return kind, order.board, 1
    if isinstance(order, o.Populate | o.Renovate):
        return kind, Board.REASON, order.count
    return None


def _piece(order: o.Order) -> str:
    return f"{order.piece.name} " if isinstance(order, o.Build | o.Upgrade) else ""
