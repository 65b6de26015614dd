"""A player who wants to see everything: he does what nobody has done yet, else as the steady one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from khronos_pbem.engine.runner import step
from khronos_pbem.games.my_village.model.orders import Bury, Headman, Look, Order, School, Take, Travel
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase, Side
from khronos_pbem.games.my_village.order_text.grammar import text
from khronos_pbem.games.my_village.rules.base.board_queries import travels_left
from khronos_pbem.games.my_village.rules.base.dice import takes_by_value
from khronos_pbem.games.my_village.rules.turn import apply_unchecked, legal_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.replay.draft_block import private_table
from khronos_pbem.session.replay.run_orders import can_go_on
from khronos_pbem.session.replay.table import Table, with_requests
from tests.bots_before.my_village.steady import choose

DETAILED = {"buy", "use", "monk", "headman", "refuge", "sanatorium", "policy"}
"""Verbs whose next word makes another kind of order."""
MARKS = {
    "take": ("to", "square"),
    "desk": ("free", "new"),
    "serve": ("with", "guild"),
    "plough": ("forge", "guild"),
    "school": ("left", "right", "none", "to"),
    "travel": ("A", "B", "C", "D", "E", "refuse"),
}
"""Words anywhere in an order that make another kind of it."""
OTHERS = (
    'message "What do the bells say?"',
    "policy sanatorium 2",
    "policy sanatorium never",
    "policy sanatorium ask",
    "away until 2027-01-06",
)
"""What may stand before the other orders of a turn."""
OFTEN = 0.12
"""How often one of them does."""
DOOMED = 0
"""The seat of a player who spends time and trains nobody, where there is one."""


def kind_of(order: str) -> str:
    """The kind of an order by its canonical text: `take to square`, `use field`, `travel C refuse none`."""
    words = order.split()
    verb = words[0]
    if verb in DETAILED:
        return " ".join(words[: 3 if verb == "policy" else 2])
    marks = [word for word in words[1:] if word in MARKS.get(verb, ())]
    if "refuse" in marks:
        marks.append("none" if words[-1] == "none" else "cards")
    return " ".join([verb, *marks])


@dataclass
class Curious:
    """Chooses whole turns; `seen` is what kinds of orders somebody has given in this game.

    With `doomed` the first seat dies out; `leaves` is the round in which the last seat resigns, 0: none; what
    he `wants` comes before all else.
    """

    doomed: bool = False
    leaves: int = 0
    wants: tuple[str, ...] = ()
    seen: set[str] = field(default_factory=set)

    def __call__(self, table: Table, context: Context, random: Random) -> list[str]:
        """The orders of a turn or of an answer."""
        writer = load_author(context.home, table, context.name, context.ask)
        private = private_table(table, writer)
        position: Position = private.position
        if self.leaves and position.round == self.leaves and writer.seat == len(position.players) - 1:
            return ["resign"]
        orders = self._others(random)
        while can_go_on(private, writer.seat):
            order = self.order(private.position, writer.seat, random)
            done = step(private.game, private.position, writer.seat, order)
            orders.append(text(done.order))
            private = with_requests(private._replace(position=done.position), done.requests)
        self.seen.update(map(kind_of, orders))
        return orders

    def _others(self, random: Random) -> list[str]:
        left = [order for order in OTHERS if kind_of(order) not in self.seen]
        return left[:1] if random.random() < OFTEN else []

    def order(self, position: Position, seat: int, random: Random) -> Order:
        """Something new if there is any, else what the steady player would do."""
        doomed = self.doomed and seat == DOOMED
        new = [order for order in self._new(position) if not (doomed and isinstance(order, School))]
        if position.phase is Phase.TAKE:
            taken = _slowest(position) if doomed else self._take(position, seat, new, random)
            return taken or choose(position, random)
        if new:
            return random.choice(self._wanted(new) or new)
        chosen = choose(position, random)
        return School(Side.NONE) if doomed and isinstance(chosen, School) else chosen

    def _new(self, position: Position) -> list[Order]:
        """What may be done now and was not done yet; nobody is buried out of curiosity."""
        found = [*legal_orders(position), *_refusals(position)]
        return [o for o in found if kind_of(text(o)) not in self.seen and not isinstance(o, Bury)]

    def _take(self, position: Position, seat: int, new: list[Order], random: Random) -> Order | None:
        """A new way to take, or a take behind which something new may be done."""
        if new:
            return random.choice(new)
        found = list[Order]()
        for ways in takes_by_value(position, seat).values():
            behind = self._new(apply_unchecked(position, seat, ways[0]).position)
            if self._wanted(behind):
                return ways[0]
            if not all(isinstance(order, Look | Headman) for order in behind):
                found.append(ways[0])
        return found[0] if found else None

    def _wanted(self, orders: list[Order]) -> list[Order]:
        return [order for order in orders if kind_of(text(order)) in self.wants]


def _slowest(position: Position) -> Order:
    """The take of the most black dice."""
    takes = [order for order in legal_orders(position) if isinstance(order, Take)]
    return max(takes, key=lambda take: (take.first.die.black + take.second.die.black, -len(text(take))))


def _refusals(position: Position) -> list[Order]:
    """Journeys that send all light sides back but one, beforehand, which no list has (VILLAGE 14.3)."""
    return [
        replace(order, refuse=tuple(travels_left(position, order.letter)[:-1]))
        for order in legal_orders(position)
        if isinstance(order, Travel) and order.refuse == ()
    ]
