"""Prices and effects of orders before a player gives them (`engine.features.what_if`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from khronos_pbem.engine.contract import Event, ListedOrder
from khronos_pbem.engine.features.what_if import Price, WhatIf
from khronos_pbem.errors import OrderError
from khronos_pbem.games.my_village.model.orders import Order, Take
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules.base.board_queries import goods_count
from khronos_pbem.games.my_village.rules.base.causes import cause_event
from khronos_pbem.games.my_village.rules.base.dice import take_value
from khronos_pbem.games.my_village.rules.base.draws import travel_points_messages
from khronos_pbem.games.my_village.rules.base.phrases import UNCHANGED
from khronos_pbem.games.my_village.rules.phases.rounds import with_new_turn
from khronos_pbem.games.my_village.rules.why_not import nearest_refusal
from khronos_pbem.games.my_village.vocabulary.words import VOCABULARY
from khronos_pbem.messages import Message, listed, message, plural_message

_TAKE = ("TAKE",)
_SAID = frozenset(("took", "spent", "paid", "coins", "story", "turn", "policy", "resigned"))
"""The names of events that repeat information in the order, its price or its differences."""


class VillageWhatIf(WhatIf[Position, Order]):
    """Prices and effects of orders, and turns tried with the current dice in the pool."""

    shown = ("coins", "tree", "hall", "goods", "villagers", "score")
    gains = ("score",)
    unchanged = UNCHANGED

    def at_next_turn(self, position: Position, seat: int) -> Position | None:
        """The position as if it were this seat's turn with the current pool (VILLAGE 3.2).

        Open draws and an open choice are dropped. The result is None if the player has left, or if the game
        is over or not set up.
        """
        if position.phase in (Phase.SETUP, Phase.OVER) or position.players[seat].gone:
            return None
        later = range(position.number, position.turns + 1)
        number = next((n for n in later if position.seat_of_turn(n) == seat), position.number)
        return with_new_turn(position)._replace(active=seat, number=number, draws=(), choice=None)

    def used_data(self, position: Position, seat: int) -> dict[str, object]:
        """The dice taken, and the white banners used (VILLAGE 3.4)."""
        return {"dice": [str(die) for die in position.dice], "used": list(position.used)}

    def used_lines(self, position: Position, seat: int) -> list[str]:
        """A line with the dice taken; an empty list before the take."""
        dice = [die.word for die in position.dice]
        return [message("dice taken: {dice}", dice=listed(dice))] if dice else []

    def price(
        self, before: Position, after: Position, seat: int, order: Order, events: Iterable[Event]
    ) -> Price:
        """The price of an order: its time, and the coins and goods that leave the village."""
        old, new = before.players[seat], after.players[seat]
        coins, goods = max(0, old.coins - new.coins), max(0, goods_count(old) - goods_count(new))
        time = sum(_time_spent(event) for event in events if event.seat == old.colour)
        words = [plural_message("{n} time", "{n} time", time)] if time else []
        words += [plural_message("{n} coin", "{n} coins", coins)] if coins else []
        words += [plural_message("{n} good", "{n} goods", goods)] if goods else []
        told = listed(words) if words else message("nothing")
        return Price({"time": time, "coins": coins, "goods": goods}, told, time + coins + goods)

    def consequences(self, events: Iterable[Event]) -> list[Event]:
        """The events that add information to the order and its price."""
        return [event for event in events if event.event not in _SAID]

    def draw_notes(self, before: Position, after: Position) -> list[str]:
        """The range of prestige points for each travel card still to be drawn (VILLAGE 8.13)."""
        return list(travel_points_messages(before, after))

    def choice_cause(self, position: Position) -> Event | None:
        """The event that caused the open choice; None if no choice is open (VILLAGE 13.1, 13.3)."""
        return None if position.choice is None else cause_event(position)

    def why_not(self, position: Position, seat: int, wanted: Callable[[Order], bool]) -> OrderError | None:
        """Of the orders that `wanted` accepts, the refusal of the one that passes the most checks."""
        return nearest_refusal(position, seat, wanted)

    def matches(self, order: Order, words: Sequence[str]) -> bool | None:
        """Return whether `take 8` means this order: any take of the value 8 (VILLAGE 14.3).

        Return None for words of any other form.
        """
        if len(words) != 2 or not words[1].isdecimal() or VOCABULARY.words_meant(words[0], _TAKE) != ["take"]:
            return None
        return isinstance(order, Take) and take_value(order) == int(words[1][:3])

    def groups(self, orders: Sequence[ListedOrder]) -> list[tuple[str, list[ListedOrder]]]:
        """The takes grouped by value, cheapest first (VILLAGE 14.3), followed by all other orders."""
        found: dict[int, list[ListedOrder]] = {}
        for text, order in orders:
            found.setdefault(take_value(order) if isinstance(order, Take) else 0, []).append((text, order))
        others, grouped = found.pop(0, []), list[tuple[str, list[ListedOrder]]]()
        for value, ways in found.items():
            heading = plural_message(
                "value {value}: {n} way", "value {value}: {n} ways", len(ways), value=value
            )
            grouped.append((heading, ways))
        if others:
            grouped.append((message("before you take dice") if found else "", others))
        return grouped


def _time_spent(event: Event) -> int:
    """The time spent according to an event; 0 for other events (VILLAGE 5.1)."""
    told = event.text
    return int(told.parts["n"]) if event.event == "spent" and isinstance(told, Message) else 0
