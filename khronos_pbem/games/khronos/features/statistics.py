"""The feature `Study` of Khronos: sources of income, actions by board, openings, downsizings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.statistics import PlayedOrder, StatisticsTable, Study, account_table
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.pieces import ECUS_EACH, Board, ecus_text
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.vocabulary.nouns import KhronosNouns
from khronos_pbem.messages import Message, Number, VerbatimText, message

SOURCES = ("bonus", "might", "faith", "reason")
_EXPENSES = {"travelled": "travel", "exchanged": "exchange", "demolished": "demolish"}
_ACTIONS = ("build", "upgrade", "demolish", "populate", "renovate", "travel")


class KhronosStudy(Study[Position]):
    """The accounts of the seats in a game of Khronos, and the tables and columns made from them."""

    title = message("Games of Khronos")
    worth = "ecus"
    columns: Mapping[str, str] = {
        "ecus": message("ecus"),
        "from bonus": message("from bonus"),
        "from might": message("from might"),
        "from faith": message("from faith"),
        "from reason": message("from reason"),
        "for travel": message("for travelling"),
        "for exchange": message("for exchanging"),
        "for demolish": message("for demolishing"),
        "actions on might": message("actions on might"),
        "actions on faith": message("actions on faith"),
        "actions on reason": message("actions on reason"),
        "downsizing given": message("downsizings caused"),
        "downsizing suffered": message("downsizings suffered"),
    }
    results = ("ecus", *(f"from {source}" for source in SOURCES))
    play = (
        *(f"actions on {board.word}" for board in Board),
        "for travel",
        "downsizing given",
        "downsizing suffered",
    )
    groups: Mapping[str, str] = {"edition": message("By edition and options")}
    shares: Mapping[str, str] = {
        f"from {source}": message("from {source}", source=source) for source in SOURCES
    }

    def amount(self, n: int | Number) -> str:
        """A number of ecus as text."""
        return ecus_text(n)

    def heading(self, options: Mapping[str, Any], players: str) -> str:
        """The heading of a game: its edition and its players."""
        return message("Khronos, edition {edition}: {players}", edition=options["edition"], players=players)

    def options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The edition and the options of a game, without its map."""
        return {key: options[key] for key in ("edition", "holdem", "keep")}

    def group(self, facts: Mapping[str, Any]) -> dict[str, str]:
        """The edition with the chosen options, such as `2 keep`, as the group of a game."""
        chosen = [key for key in ("holdem", "keep") if facts[key]]
        return {"edition": " ".join([str(facts["edition"]), *chosen])}

    def accounts(
        self, colours: Sequence[str], played: Sequence[PlayedOrder], end: Position | None
    ) -> list[dict[str, Any]]:
        """The account of each seat: sources, expenses, actions, opening, downsizings.

        `ecus` is taken from the position `end`, or 4 without it.
        """
        found = [_empty_account() for _ in colours]
        begun = [False for _ in colours]
        by_colour = dict(zip(colours, found, strict=True))
        for each in played:
            if each.order is not None:
                begun[each.seat] |= isinstance(each.order, o.End | o.Resign)
                _count_order(found[each.seat], each.order, first_turn=not begun[each.seat])
            for event in each.events:
                _count_event(event, by_colour, found[_turn_seat(each)])
        if end is not None:
            for account, player in zip(found, end.players, strict=True):
                account["ecus"] = player.ecus
        return found

    def numbers(self, account: Mapping[str, Any]) -> dict[str, float]:
        """The numbers of an account, by the names of their columns."""
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
        """The title of the chart of sources; `what` says by what it is divided."""
        return message("Where the ecus come from: {what}", what=what)

    def ledger(self, accounts: Sequence[Mapping[str, Any]]) -> StatisticsTable:
        """A table of income and expenses, one row for each player."""
        heads = (message("bonus"), *SOURCES[1:], *_EXPENSES.values(), message("ecus"))
        title = message("Where the ecus came from and where they went")
        return account_table("sources", title, heads, accounts, _ledger_entries)

    def gains(self, colours: Sequence[str], played: Sequence[PlayedOrder]) -> StatisticsTable:
        """A table of all domains that paid revenue, in the order of payment."""
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


def _ledger_entries(account: Mapping[str, Any]) -> Iterator[int]:
    """The entries of an account: income, expenses as negative numbers, and the final ecus."""
    yield from account["sources"].values()
    yield from (-spent for spent in account["expenses"].values())
    yield account["ecus"]


def _turn_seat(played: PlayedOrder) -> int:
    """The seat whose turn it was when this was played; another seat may have answered a choice."""
    return played.seat if played.before is None else int(played.before.active)


def _domain_place(event: Event) -> str:
    """The first square of the domain in a revenue event."""
    return VerbatimText(event.text.parts["place"]) if isinstance(event.text, Message) else ""


def _empty_account() -> dict[str, Any]:
    return {
        "ecus": ECUS_EACH,
        "sources": dict.fromkeys(SOURCES, 0),
        "expenses": dict.fromkeys(_EXPENSES.values(), 0),
        "actions": {board.word: dict.fromkeys(_ACTIONS, 0) for board in Board},
        "opening": "",
        "downsizing": {"given": 0, "suffered": 0},
    }


def _count_order(account: dict[str, Any], order: Any, *, first_turn: bool) -> None:
    """Add an order to an account, and to its opening in the first turn."""
    done = _action_of(order)
    if done is None:
        return
    kind, board, count = done
    account["actions"][board.word][kind] += count
    if first_turn:
        said = f"{kind} {_piece(order)}{board.word}"
        account["opening"] += f", {said}" if account["opening"] else said


def _action_of(order: Any) -> tuple[str, Board, int] | None:
    """The kind, board and count of an action; None for an order that is no action of phase II."""
    kind = type(order).__name__.lower()
    if isinstance(order, o.Build | o.Upgrade | o.Demolish | o.Travel):
        return kind, order.board, 1
    if isinstance(order, o.Populate | o.Renovate):
        return kind, Board.REASON, order.count
    return None


def _piece(order: Any) -> str:
    return f"{order.piece.name} " if isinstance(order, o.Build | o.Upgrade) else ""


def _count_event(event: Event, by_colour: Mapping[str, dict[str, Any]], giver: dict[str, Any]) -> None:
    """Add an event to the account of its seat; a downsizing is also added to the account of `giver`."""
    account = by_colour.get(event.seat)
    if account is None:
        return
    if event.event == "bonus":
        account["sources"]["bonus"] += event.amount
    elif event.event == "revenue":
        account["sources"][event.board] += event.amount
    elif event.event in _EXPENSES:
        account["expenses"][_EXPENSES[event.event]] -= event.amount
    elif event.event == "downsized":
        account["downsizing"]["suffered"] += 1
        giver["downsizing"]["given"] += 1
