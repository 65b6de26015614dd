"""The statistics of My Village: points by category, deaths, time, banners used and openings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.cards_file import are_standard, cached_cards
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.order_text.grammar import text
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, Score, score
from khronos_pbem.messages import Message, Number, message

STANDARD, OWN = "standard", "own"
_BANNERS: Mapping[type, str] = {
    o.TakeHand: "hand",
    o.Desk: "desk",
    o.Headman: "headman",
    o.BuyWorkshop: "workshop",
    o.BuyField: "field",
    o.BuySquare: "square",
    o.BuyChamber: "chamber",
    o.BuyChurch: "church",
    o.BuyMonk: "monk",
    o.Travel: "travel",
    o.UsePersonal: "white",
    o.UseWorkshop: "white",
    o.UseField: "white",
    o.UseChamber: "white",
    o.UseSquare: "white",
    o.School: "school",
    o.Serve: "serve",
}
"""The kind of banner that each class of order uses (VILLAGE 7.1, 7.4)."""
_KINDS = tuple(dict.fromkeys(_BANNERS.values()))
_SUMS: Mapping[str, str] = {
    "spent": "time",
    "story": "story",
    "lost": "lost",
    "served": "served",
    "chronicle": "chronicle story",
}
"""The account key for the sum of each event's numbers, by event name."""
_COUNTS: Mapping[str, str] = {
    "chronicle": "chronicle",
    "grave": "graves",
    "labourer": "labourers",
    "sheltered": "sheltered",
    "returned": "schooled",
}
"""The account key for the number of events of each kind, by event name."""


class VillageStudy(Study[Position]):
    """The statistics of games of My Village."""

    title = message("Games of My Village")
    score_column = "score"
    columns: Mapping[str, str] = {
        "score": message("PP"),
        **{f"from {heading}": words for heading, words in HEADINGS.items()},
        "deaths": message("deaths"),
        "in the chronicle": message("in the chronicle"),
        "in graves": message("in graves"),
        "villagers from schools": message("villagers from schools"),
        "time": message("time spent"),
        "coins": message("coins received"),
        "lost": message("SP lost to rats"),
        "black": message("black banners"),
        "white": message("white banners"),
    }
    results = ("score", *(f"from {heading}" for heading in HEADINGS))
    play = ("deaths", "in the chronicle", "time", "coins", "lost", "black", "white")
    groups: Mapping[str, str] = {
        "rounds": message("By number of rounds agreed"),
        "cards": message("By card set"),
    }
    shares: Mapping[str, str] = {
        f"from {heading}": words for heading, words in HEADINGS.items() if heading != "labourers"
    }

    def amount(self, n: int | Number) -> str:
        """A number of prestige points, in words."""
        return message("{n} PP", n=n)

    def heading(self, options: GameOptions, players: str) -> str:
        """The game, its agreed last round if any, and the players."""
        if not options["rounds"]:
            return message("My Village: {players}", players=players)
        return message(
            "My Village, up to round {rounds}: {players}", rounds=options["rounds"], players=players
        )

    def options(self, options: GameOptions) -> dict[str, object]:
        """The agreed last round, and whether the game uses the standard cards."""
        standard = are_standard(cached_cards(options["cards"]))
        return {"rounds": options["rounds"], "cards": STANDARD if standard else OWN}

    def group(self, facts: GameFacts) -> dict[str, str]:
        """The groups that a game belongs to: by its agreed last round and by its cards."""
        return {"rounds": str(facts["rounds"] or "-"), "cards": facts["cards"]}

    def accounts(
        self, colours: Sequence[str], played: Sequence[PlayedOrder], end: Position | None
    ) -> list[Account]:
        """The account of each seat; `score` is the total of its categories at `end`."""
        return [
            {
                **_points(Score(*[0] * len(Score._fields)) if end is None else score(end, seat)),
                **_sums([event for each in played for event in each.events if event.seat == colour]),
                **_deeds([each.order for each in played if each.seat == seat and each.order is not None]),
            }
            for seat, colour in enumerate(colours)
        ]

    def numbers(self, account: Account) -> dict[str, float]:
        """The numbers of an account by column name."""
        black = sum(account["banners"][kind] for kind in _KINDS if kind not in ("white", "school", "serve"))
        return {
            "score": account["score"],
            **{f"from {heading}": account["headings"][heading] for heading in HEADINGS},
            "deaths": account["chronicle"] + account["graves"],
            "in the chronicle": account["chronicle"],
            "in graves": account["graves"],
            "villagers from schools": account["schooled"],
            "time": account["time"],
            "coins": account["coins"],
            "lost": account["lost"],
            "black": black,
            "white": sum(account["banners"].values()) - black,
        }

    def shares_title(self, what: str) -> str:
        """The title of the chart of the score categories by `what`."""
        return message("Where the PP come from: {what}", what=what)

    def ledger(self, accounts: Sequence[Account]) -> StatisticsTable:
        """The points by category, with a row for each player (VILLAGE 10.2)."""
        heads, title = (*HEADINGS.values(), message("PP")), message("Where the PP came from")
        return account_table("headings", title, heads, accounts, _heading_points)

    def gains(self, colours: Sequence[str], played: Sequence[PlayedOrder]) -> StatisticsTable:
        """A table of the deaths in order.

        Its columns are player, round, villager, grave or chronicle, and story points.
        """
        heads = (message("player"), message("round"), message("villager"), message("grave"), message("SP"))
        rows = tuple(
            (event.seat, each.round, _message_part(event, "person"), grave, points)
            for each in played
            for event in each.events
            if event.event in ("chronicle", "grave")
            for grave, points in (_grave_and_points(event),)
        )
        return StatisticsTable("deaths", message("The deaths, in order"), heads, rows)


def _heading_points(account: Account) -> tuple[int, ...]:
    """The points by category, and their total."""
    return (*account["headings"].values(), account["score"])


def _grave_and_points(event: Event) -> tuple[int | str, int]:
    """The number of the grave (or "chronicle"), and the story points of a death."""
    if event.event == "grave":
        return int(_message_part(event, "number") or 0), 0
    return message("chronicle"), int(_message_part(event, "n") or 0)


def _message_part(event: Event, name: str) -> str:
    """A part of the event's message; empty if the event holds only a sentence, as in a text record."""
    return str(event.text.parts.get(name, "")) if isinstance(event.text, Message) else ""


def _points(points: Score) -> dict[str, object]:
    """The total of a score, and its points by category."""
    return {"score": points.total, "headings": points.by_heading()}


def _sums(events: Sequence[Event]) -> dict[str, int]:
    """The sums of the numbers in a seat's events, and the numbers of counted events."""
    found = dict.fromkeys([*_SUMS.values(), *_COUNTS.values(), "coins"], 0)
    for event in events:
        if event.event == "coins":
            found["coins"] += event.amount
        if event.event in _COUNTS:
            found[_COUNTS[event.event]] += 1
        if event.event in _SUMS:
            found[_SUMS[event.event]] += int(_message_part(event, "n") or 0)
    return found


def _deeds(orders: Sequence[o.Order]) -> dict[str, object]:
    """The number of banners of each kind that a seat used, and the banners of its first turn."""
    used = Counter(_BANNERS[type(order)] for order in orders if type(order) in _BANNERS)
    first_turn = takewhile(lambda order: not isinstance(order, o.End | o.Resign), orders)
    opening = [_order_label(order) for order in first_turn if type(order) in _BANNERS]
    return {"banners": {kind: used[kind] for kind in _KINDS}, "opening": ", ".join(opening)}


def _order_label(order: o.Order) -> str:
    """The verb of an order and its first word, unless that is a die, card or number."""
    verb, *rest = text(order).split()
    return " ".join([verb, *(word for word in rest[:1] if not any(map(str.isdigit, word)))])
