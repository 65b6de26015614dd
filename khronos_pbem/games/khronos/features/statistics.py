"""What statistics ask of Khronos: where the ecus came from, what was done where, how players began."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.statistics import Played, Study, Table, ledger_of
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.pieces import ECUS_EACH, Board, ecus_said
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.vocabulary.nouns import KhronosNouns
from khronos_pbem.messages import Message, Number, Typed, message

SOURCES = ("bonus", "might", "faith", "reason")
EXPENSES = {"travelled": "travel", "exchanged": "exchange", "demolished": "demolish"}
ACTIONS = ("build", "upgrade", "demolish", "populate", "renovate", "travel")


class KhronosStudy(Study[Position]):
    """The accounts of a game of Khronos, and how they are counted."""

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
        """So many ecus."""
        return ecus_said(n)

    def heading(self, options: Mapping[str, Any], players: str) -> str:
        """The edition and who plays."""
        return message("Khronos, edition {edition}: {players}", edition=options["edition"], players=players)

    def options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The edition and its options; not the map."""
        return {key: options[key] for key in ("edition", "holdem", "keep")}

    def group(self, facts: Mapping[str, Any]) -> dict[str, str]:
        """The edition with the options that are chosen: `2 keep`."""
        chosen = [key for key in ("holdem", "keep") if facts[key]]
        return {"edition": " ".join([str(facts["edition"]), *chosen])}

    def accounts(
        self, colours: Sequence[str], played: Sequence[Played], end: Position | None
    ) -> list[dict[str, Any]]:
        """The account of each seat; `ecus` is 4 and its sources less its expenses."""
        found = [_empty() for _ in colours]
        begun = [False for _ in colours]
        by_colour = dict(zip(colours, found, strict=True))
        for each in played:
            if each.order is not None:
                begun[each.seat] |= isinstance(each.order, o.End | o.Resign)
                _count_order(found[each.seat], each.order, first_turn=not begun[each.seat])
            for event in each.events:
                _count_event(event, by_colour, found[_giver(each)])
        if end is not None:
            for account, player in zip(found, end.players, strict=True):
                account["ecus"] = player.ecus
        return found

    def numbers(self, account: Mapping[str, Any]) -> dict[str, float]:
        """The numbers of an account by the names of their columns."""
        found: dict[str, float] = {"ecus": account["ecus"]}
        found |= {f"from {source}": account["sources"][source] for source in SOURCES}
        found |= {f"for {kind}": account["expenses"][kind] for kind in EXPENSES.values()}
        for board in Board:
            kinds = account["actions"][board.word]
            found[f"actions on {board.word}"] = sum(kinds[kind] for kind in ACTIONS if kind != "travel")
        found["downsizing given"] = account["downsizing"]["given"]
        found["downsizing suffered"] = account["downsizing"]["suffered"]
        return found

    def shares_title(self, what: str) -> str:
        """The title of the chart of sources by something."""
        return message("Where the ecus come from: {what}", what=what)

    def ledger(self, accounts: Sequence[Mapping[str, Any]]) -> Table:
        """Where the ecus came from and went, a row for each player."""
        heads = (message("bonus"), *SOURCES[1:], *EXPENSES.values(), message("ecus"))
        title = message("Where the ecus came from and where they went")
        return ledger_of("sources", title, heads, accounts, _entries)

    def gains(self, colours: Sequence[str], played: Sequence[Played]) -> Table:
        """Every domain that paid, in the order it did."""
        heads = (
            message("player"),
            KhronosNouns.round_head,
            message("board"),
            message("domain"),
            message("ecus"),
        )
        rows = tuple(
            (event.seat, each.round, event.board, _place(event), event.amount)
            for each in played
            for event in each.events
            if event.event == "revenue"
        )
        return Table("revenue", message("Revenue, domain by domain"), heads, rows)


def _entries(account: Mapping[str, Any]) -> Iterator[int]:
    """What came in, what was spent, and what is left."""
    yield from account["sources"].values()
    yield from (-spent for spent in account["expenses"].values())
    yield account["ecus"]


def _giver(played: Played) -> int:
    """Whose turn it is; an answer is given in another one's turn."""
    return played.seat if played.before is None else int(played.before.active)


def _place(event: Event) -> str:
    """The first square of the domain that an event tells of."""
    return Typed(event.text.parts["place"]) if isinstance(event.text, Message) else ""


def _empty() -> dict[str, Any]:
    return {
        "ecus": ECUS_EACH,
        "sources": dict.fromkeys(SOURCES, 0),
        "expenses": dict.fromkeys(EXPENSES.values(), 0),
        "actions": {board.word: dict.fromkeys(ACTIONS, 0) for board in Board},
        "opening": "",
        "downsizing": {"given": 0, "suffered": 0},
    }


def _count_order(account: dict[str, Any], order: Any, *, first_turn: bool) -> None:
    done = _action(order)
    if done is None:
        return
    kind, board, count = done
    account["actions"][board.word][kind] += count
    if first_turn:
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


def _count_event(event: Event, by_colour: Mapping[str, dict[str, Any]], giver: dict[str, Any]) -> None:
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
