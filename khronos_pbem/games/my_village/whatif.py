"""What My Village says of orders before they are given (`engine.whatif`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.whatif import Changes, Price, WhatIf
from khronos_pbem.errors import OrderError
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.words import Phase
from khronos_pbem.games.my_village.rules.facts import goods_of
from khronos_pbem.games.my_village.rules.rounds import fresh
from khronos_pbem.saying import listed, say, say_many


class Composed(WhatIf[Position, Order]):
    """Prices, effects, and a turn with the dice that lie in the pool."""

    shown = ("coins", "tree", "hall", "goods", "villagers", "score")

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
        return [say("dice taken: {dice}", dice=listed(dice))] if dice else []

    def price(
        self, before: Position, after: Position, seat: int, order: Order, events: Iterable[Event]
    ) -> Price:
        """The coins and the goods that have left the village."""
        old, new = before.players[seat], after.players[seat]
        coins, goods = max(0, old.coins - new.coins), max(0, goods_of(old) - goods_of(new))
        words = [say_many("{n} coin", "{n} coins", coins)] if coins else []
        words += [say_many("{n} good", "{n} goods", goods)] if goods else []
        told = listed(words) if words else say("nothing")
        return Price({"coins": coins, "goods": goods}, told, coins + goods)

    def following(self, events: Iterable[Event]) -> list[Event]:
        """All that happens: the dice, the death, the rat and the customers are what counts here."""
        return list(events)

    def gain(self, changes: Changes, colour: str) -> int:
        """What a colour gains in points, less what the other who gains most does (VILLAGE 10.2)."""
        gains = {each: found.get("score", 0) for each, found in changes.items()}
        others = [gained for each, gained in gains.items() if each != colour]
        return gains.get(colour, 0) - max([0, *others])

    def why_not(self, position: Position, seat: int, wanted: Callable[[Any], bool]) -> OrderError | None:
        """Only whole orders say why they are refused here."""
        return None
