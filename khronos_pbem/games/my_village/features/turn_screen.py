"""My Village on the screen for composing turns (`engine.features.turn_screen`), as three lists.

The pool has a row for each value, the display one for each thing to take or buy, and the village one for each
thing in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, zip_longest
from typing import NamedTuple

from khronos_pbem.canvas.spans import HEAD, Line, Span, flow, side_by_side, words
from khronos_pbem.engine.contract import AnyOrder, ListedOrder
from khronos_pbem.engine.features.turn_screen import (
    LIT_SIGNS,
    REFUSED_SIGN,
    AimedOrder,
    Composing,
    DrawnPanels,
    Overlay,
    Panel,
    PanelArea,
    Spot,
    Tool,
    VerbKey,
    panel_title,
)
from khronos_pbem.games.my_village.drawing.text.facts import market_facts
from khronos_pbem.games.my_village.drawing.text.market import state_message, sums_message
from khronos_pbem.games.my_village.drawing.text.page import changed_places
from khronos_pbem.games.my_village.drawing.text.village_facts import village_facts
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.boards import MARKET, VILLAGES
from khronos_pbem.games.my_village.model.position import Die, Position
from khronos_pbem.games.my_village.model.terms import (
    DESK,
    FIELD,
    HEADMAN,
    PERSONAL,
    SCHOOL,
    SQUARE,
    field_name,
)
from khronos_pbem.games.my_village.view import view
from khronos_pbem.messages import Message, Translate, listed, message

POOL, DISPLAY, OWN = "pool", MARKET, VILLAGES
_LISTED = 300
"""The number of dice orders listed for each value, on average; with coins there can be thousands."""


class ListRow(NamedTuple):
    """A row of a list: its text, and the places that it describes."""

    said: Message
    places: tuple[str, ...]


class VillageTurnScreen(Composing[Position]):
    """The pool, the display and the seat's village as lists."""

    verb_keys = (
        VerbKey(
            "d", ("take",), message("dice"), message("take two dice; their sum is the value of your turn")
        ),
        VerbKey(
            "b",
            ("buy", "monk", DESK, "hand", "reveal", HEADMAN),
            message("buy"),
            message("use a black banner"),
        ),
        VerbKey("t", ("travel",), message("travel"), message("make a journey")),
        VerbKey("u", ("use", SCHOOL), message("use"), message("use a white banner")),
        VerbKey("s", ("serve",), message("serve"), message("serve a customer")),
        VerbKey("p", ("plough",), message("plough"), message("put a plough on a field")),
        VerbKey("r", ("bury", "hire"), message("bury"), message("choose who dies, or hire a labourer")),
        VerbKey(
            "x",
            ("look",),
            message("look"),
            message("wait for the dice and cards before you continue your turn"),
        ),
        VerbKey("e", ("end",), message("end"), message("end the turn")),
    )
    signs = (
        message("o: possible; +: possible if you change dice; x: not possible"),
        message("> marks the cursor line"),
    )
    answers = frozenset(("sanatorium", "refuge"))
    overview = message("the score of each player, by category")
    linked = False
    compared = (("coins", message("coins")), ("tree", message("tree")), ("score", message("PP")))

    def min_columns(self, position: Position) -> int:
        """The number of columns that the three lists need side by side."""
        return 150

    def panels(self, position: Position, seat: int) -> tuple[Panel, ...]:
        """The lists as panels, with one place for each row."""
        return tuple(Panel(name, len(_list_rows(position, seat, name)), 1) for name in (POOL, DISPLAY, OWN))

    def tools(self, position: Position, seat: int, orders: Sequence[ListedOrder]) -> Sequence[Tool]:
        """The verbs of the orders, each with its orders; takes that change no die come first."""
        found = dict[str, list[ListedOrder]]()
        for text, order in orders:
            found.setdefault(text.split(" ", 1)[0], []).append((text, order))
        return tuple(
            Tool((verb,), message("{verb}", verb=verb), tuple(_listed_orders(each)))
            for verb, each in found.items()
        )

    def targets(self, position: Position, order: o.Order) -> tuple[Spot, ...]:
        """The place of the row that an order is about; empty if there is none."""
        found = _target_of(position, order)
        if found is None:
            return ()
        panel, place = found
        lines = _list_rows(position, position.active, panel)
        at = next((n for n, row in enumerate(lines) if place in row.places), 0)
        return (Spot(panel, at, 0),)

    def is_expensive(self, position: Position, order: o.Order) -> bool:
        """Return whether the order takes dice and changes them (VILLAGE 4.2)."""
        return isinstance(order, o.Take) and bool(order.first.to or order.second.to)

    def aimed_order(
        self, position: Position, seat: int, words: Sequence[str], spot: Spot
    ) -> AimedOrder | None:
        """The `buy` or `use` order for the thing in a row; None if there is no such order."""
        verb, row = words[0] if words else "", _row_at(position, seat, spot)
        name = row.places[0] if row is not None and row.places else ""
        if not name or verb not in ("buy", "use"):
            return None
        things = position.cards.card if verb == "buy" else (PERSONAL, SQUARE, *position.cards.types)
        return AimedOrder(f"{verb} {name}", frozenset((spot,))) if name in things else None

    def about(self, position: Position, seat: int, spot: Spot) -> str:
        """The text of a row."""
        row = _row_at(position, seat, spot)
        return message("nothing") if row is None else row.said

    def draw(
        self, position: Position, seat: int, marks: Overlay, columns: int, panel: str | None, speak: Translate
    ) -> DrawnPanels:
        """The lists side by side, or only the one named by `panel`."""
        names = [name for name in (POOL, DISPLAY, OWN) if panel in (None, name)]
        wide = columns // len(names)
        drawn = [_list_lines(position, seat, name, marks, wide - 1, speak) for name in names]
        widths = [wide] * len(names)
        lines = [side_by_side(parts, widths) for parts in zip_longest(*drawn, fillvalue=[])]
        areas = (
            PanelArea(Panel(name, len(_list_rows(position, seat, name)), 1), 1, wide * number, wide - 1)
            for number, name in enumerate(names)
        )
        return DrawnPanels(lines, tuple(areas))

    def side_lines(self, position: Position, seat: int, width: int, speak: Translate) -> list[Line]:
        """The round, the turn and the next step, the dice taken, and the sums of the pool."""
        seen = view(position)
        lines = flow([words(speak(state_message(seen.turn)), HEAD)], width, 2)
        if position.dice:
            dice = listed(die.word for die in position.dice)
            lines += flow([words(speak(message("dice taken: {dice}", dice=dice)))], width, 2)
        return [*lines, *flow([words(speak(sums_message(seen.market.pool)))], width, 2)]

    def possible_positions(self, position: Position, seat: int) -> Iterable[Position]:
        """No positions: in this game only the rat takes anything from other players (VILLAGE 9.7)."""
        return ()


def _listed_orders(orders: list[ListedOrder]) -> list[ListedOrder]:
    """The orders to list; among takes, those with the fewest changes come first, and the rest is cut off."""
    if not isinstance(orders[0][1], o.Take):
        return orders
    return sorted(orders, key=lambda each: len(each[0].split()))[: _LISTED * 11]


# --- the lists --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _list_rows(position: Position, seat: int, panel: str) -> tuple[ListRow, ...]:
    """The rows of a list."""
    seen = view(position)
    if panel == POOL:
        return tuple(_pool_rows(seen.market.pool))
    if panel == DISPLAY:
        return tuple(ListRow(*fact) for fact in market_facts(seen) if POOL not in fact[1])
    return tuple(ListRow(*fact) for fact in village_facts(seen.villages[seat], seen.board))


def _row_at(position: Position, seat: int, spot: Spot) -> ListRow | None:
    rows = _list_rows(position, seat, spot.panel)
    return rows[spot.row] if spot.row < len(rows) else None


def _pool_rows(pool: Iterable[Die]) -> list[ListRow]:
    """A row for each value from 2 to 12, with the pairs of dice that make it."""
    pairs: dict[int, list[Message]] = {value: [] for value in range(2, 13)}
    for one, two in combinations(pool, 2):
        text = listed((one.word, two.word), "+")
        if text not in pairs[one.face + two.face]:
            pairs[one.face + two.face].append(text)
    return [
        ListRow(
            message("value {value}: {pairs}", value=value, pairs=listed(found or "-", " ")),
            (f"value {value}",),
        )
        for value, found in pairs.items()
    ]


def _target_of(position: Position, order: o.Order) -> tuple[str, str] | None:
    """The list, and the place in it, that an order is about; None if there is none."""
    if isinstance(order, o.Take):
        return POOL, f"value {order.first.face + order.second.face}"
    if isinstance(order, o.BuyWorkshop):
        return DISPLAY, order.card_id if order.values else position.cards.columns[order.type][0]
    simple = _SIMPLE.get(type(order))
    return None if simple is None else simple(position, order)


_SIMPLE: dict[type, Callable[[Position, AnyOrder], tuple[str, str]]] = {
    o.BuyField: lambda position, order: (DISPLAY, FIELD),
    o.BuySquare: lambda position, order: (DISPLAY, SQUARE),
    o.BuyChamber: lambda position, order: (DISPLAY, order.chamber),
    o.BuyChurch: lambda position, order: (DISPLAY, order.church),
    o.BuyMonk: lambda position, order: (DISPLAY, order.pile),
    o.Travel: lambda position, order: (DISPLAY, f"travel {order.letter}"),
    o.UsePersonal: lambda position, order: (OWN, PERSONAL),
    o.UseWorkshop: lambda position, order: (OWN, _workshop_name(position, order.type)),
    o.UseField: lambda position, order: (OWN, field_name(order.number)),
    o.UseChamber: lambda position, order: (OWN, order.chamber),
    o.UseSquare: lambda position, order: (OWN, SQUARE),
    o.Plough: lambda position, order: (OWN, field_name(order.field)),
    o.Bury: lambda position, order: (OWN, order.person),
    o.Hire: lambda position, order: (OWN, order.person),
}
"""For each class of order about one row: a function that returns the list and the place in it."""


def _workshop_name(position: Position, kind: str) -> str:
    """The active player's workshop of a type, with its values; only the type if the player has none."""
    shops = position.players[position.active].workshops
    return next((shop.card_id for shop in shops if shop.type == kind), kind)


# --- how they are drawn -----------------------------------------------------------------------------------


def _list_lines(
    position: Position, seat: int, name: str, marks: Overlay, width: int, speak: Translate
) -> list[Line]:
    """A list with its title.

    `>` marks the cursor, `o` and `+` possible places, `x` refused places, and a star changed places.
    """
    here = marks.cursor.panel == name
    title = speak(message("{word}", word=name)).upper()
    lines: list[Line] = [[panel_title(title, here)]]
    colour = position.players[seat].colour
    changed = {place for who, place in changed_places(marks.events) if who in ("", colour)}
    for number, row in enumerate(_list_rows(position, seat, name)):
        spot = Spot(name, number, 0)
        sign, style = _row_sign(spot, row, marks, changed)
        pointer = ">" if here and number == marks.cursor.row else " "
        text = f"{speak(row.said)}"[: max(0, width - 3)]
        lines.append(
            [Span(pointer, HEAD), Span(sign, style), Span(f" {text}", "reverse" if pointer == ">" else "")]
        )
    return lines


def _row_sign(spot: Spot, row: ListRow, marks: Overlay, changed: set[str]) -> tuple[str, str]:
    if spot in marks.lit:
        return LIT_SIGNS[marks.lit[spot]]
    if spot in marks.refused:
        return REFUSED_SIGN
    return ("*", HEAD) if changed.intersection(row.places) else (" ", "")
