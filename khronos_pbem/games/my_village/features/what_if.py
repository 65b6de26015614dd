"""What My Village says of orders before they are given (`engine.features.what_if`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.what_if import Changes, Listed, Price, WhatIf
from khronos_pbem.errors import OrderError
from khronos_pbem.games.my_village.model.orders import Order, Take
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules.base.board_queries import goods_of
from khronos_pbem.games.my_village.rules.base.causes import asked
from khronos_pbem.games.my_village.rules.base.dice import value_of_take
from khronos_pbem.games.my_village.rules.base.draws import points_to_draw
from khronos_pbem.games.my_village.rules.base.phrases import UNCHANGED
from khronos_pbem.games.my_village.rules.phases.rounds import fresh
from khronos_pbem.games.my_village.rules.why_not import nearest_refusal
from khronos_pbem.games.my_village.vocabulary.words import VOCABULARY
from khronos_pbem.messages import Message, listed, message, plural_message

_TAKE = ("TAKE",)
_SAID = frozenset(("took", "spent", "paid", "coins", "story", "turn", "policy", "resigned"))
"""Events that an order says itself, or its price and its differences do."""


class Composed(WhatIf[Position, Order]):
    """Prices, effects, and a turn with the dice that lie in the pool."""

    shown = ("coins", "tree", "hall", "goods", "villagers", "score")
    unchanged = UNCHANGED

    def on_turn(self, position: Position, seat: int) -> Position | None:
        """The position as if this seat took its turn with the pool as it lies (VILLAGE 3.2); what was to be
        drawn is left alone. None for who has left, and once all is over."""
        if position.phase in (Phase.SETUP, Phase.OVER) or position.players[seat].gone:
            return None
        later = range(position.number, position.turns + 1)
        number = next((n for n in later if position.seat_of_turn(n) == seat), position.number)
        return fresh(position)._replace(active=seat, number=number, draws=(), choice=None)

    def used(self, position: Position, seat: int) -> dict[str, Any]:
        """The dice taken, and what was used of the banner (VILLAGE 3.4)."""
        return {"dice": [str(die) for die in position.dice], "used": list(position.used)}

    def used_lines(self, position: Position, seat: int) -> list[str]:
        """The dice, once they are taken."""
        dice = [str(die) for die in position.dice]
        return [message("dice taken: {dice}", dice=listed(dice))] if dice else []

    def price(
        self, before: Position, after: Position, seat: int, order: Order, events: Iterable[Event]
    ) -> Price:
        """The time that it takes, and the coins and goods that have left the village."""
        old, new = before.players[seat], after.players[seat]
        coins, goods = max(0, old.coins - new.coins), max(0, goods_of(old) - goods_of(new))
        time = sum(_time(event) for event in events if event.seat == old.colour)
        words = [plural_message("{n} time", "{n} time", time)] if time else []
        words += [plural_message("{n} coin", "{n} coins", coins)] if coins else []
        words += [plural_message("{n} good", "{n} goods", goods)] if goods else []
        told = listed(words) if words else message("nothing")
        return Price({"time": time, "coins": coins, "goods": goods}, told, time + coins + goods)

    def following(self, events: Iterable[Event]) -> list[Event]:
        """What passes the bridge, is drawn, dies, or finds no place: not what the order or its price says."""
        return [event for event in events if event.event not in _SAID]

    def drawn(self, before: Position, after: Position) -> list[str]:
        """The points that the card of a travel may have (VILLAGE 8.13)."""
        return list(points_to_draw(before, after))

    def cause(self, position: Position) -> Event | None:
        """Why the sanatorium or the refuge is asked (VILLAGE 13.1, 13.3)."""
        return None if position.choice is None else asked(position)

    def gain(self, changes: Changes, colour: str) -> int:
        """What a colour gains in points, less what the other who gains most does (VILLAGE 10.2)."""
        gains = {each: found.get("score", 0) for each, found in changes.items()}
        others = [gained for each, gained in gains.items() if each != colour]
        return gains.get(colour, 0) - max([0, *others])

    def why_not(self, position: Position, seat: int, wanted: Callable[[Any], bool]) -> OrderError | None:
        """The refusal that comes last in the row of its verb: what was asked before it is met."""
        return nearest_refusal(position, seat, wanted)

    def meant(self, order: Order, words: Sequence[str]) -> bool | None:
        """`take 8` means all ways to the value 8 (VILLAGE 14.3)."""
        if len(words) != 2 or not words[1].isdecimal() or VOCABULARY.english(words[0], _TAKE) != "take":
            return None
        return isinstance(order, Take) and value_of_take(order) == int(words[1][:3])

    def groups(self, orders: Sequence[Listed]) -> list[tuple[str, list[Listed]]]:
        """Takes by their value, as they come: the cheapest way first (VILLAGE 14.3); then all the others."""
        found: dict[int, list[Listed]] = {}
        for text, order in orders:
            found.setdefault(value_of_take(order) if isinstance(order, Take) else 0, []).append((text, order))
        others, grouped = found.pop(0, []), list[tuple[str, list[Listed]]]()
        for value, ways in found.items():
            heading = plural_message(
                "value {value}: {n} way", "value {value}: {n} ways", len(ways), value=value
            )
            grouped.append((heading, ways))
        if others:
            grouped.append((message("before you take dice") if found else "", others))
        return grouped


def _time(event: Event) -> int:
    """The time that an event tells of (VILLAGE 5.1)."""
    told = event.text
    return int(told.parts["n"]) if event.event == "spent" and isinstance(told, Message) else 0
