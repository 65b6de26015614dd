"""One class for each order (VILLAGE 14). Cards, banners, goods and places are their canonical words.

Orders are plain values: they can be written for any cards and checked against any position. What may be left
out is None, "" or 0 until `settled` has said it.
"""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.engine.orders import private_orders, table_orders
from khronos_pbem.games.my_village.model.position import Die
from khronos_pbem.games.my_village.model.terms import Person, Side, Step
from khronos_pbem.values import value

Message = table_orders.Message
Away = table_orders.Away
Handover = table_orders.Handover
Resign = table_orders.Resign
Look = table_orders.Look
End = table_orders.End


class Pick(NamedTuple):
    """A die that is taken: the face it gets (`to`, 0: as it is), by a marker of the square or for coins."""

    die: Die
    to: int = 0
    square: bool = False

    @property
    def face(self) -> int:
        """The face that counts."""
        return self.to or self.die.face


@value
class Take:
    """Take two dice (VILLAGE 4)."""

    first: Pick
    second: Pick


@value
class TakeHand:
    """Take the first player's hand (VILLAGE 7.2)."""


@value
class Desk:
    """Take customers: those paid, and a free one: a card of the zone or "new" (VILLAGE 7.3, 8.15)."""

    cards: tuple[str, ...] = ()
    free: str = ""


@value
class Reveal:
    """Lay the next customer open before the desk (VILLAGE 8.15)."""


@value
class BuyWorkshop:
    """Buy a workshop of a type, with these values (VILLAGE 8.1)."""

    type: str
    values: str = ""


@value
class BuyField:
    """Buy a field (VILLAGE 8.2)."""


@value
class BuySquare:
    """Buy a square, the tile on a banner (VILLAGE 8.5)."""

    on: str


@value
class BuyChamber:
    """Buy a chamber; property and citizens with their first mark (VILLAGE 8.8)."""

    chamber: str
    on: str = ""


@value
class BuyChurch:
    """Buy a church (VILLAGE 8.9)."""

    church: str


@value
class BuyMonk:
    """Buy the open monk of a pile (VILLAGE 8.10)."""

    pile: str


@value
class Travel:
    """Buy a travel of a letter, paid with these goods; the light sides that go back (VILLAGE 8.13, 8.14)."""

    letter: str
    goods: tuple[str, ...] | None = None
    refuse: tuple[str, ...] | None = None


@value
class Headman:
    """Move the headman, by "?" or a monk (VILLAGE 7.9)."""

    to: Step


@value
class UsePersonal:
    """Use the personal banner (VILLAGE 7.6)."""


@value
class UseWorkshop:
    """Use a workshop's banner (VILLAGE 8.1)."""

    type: str


@value
class UseField:
    """Use a field's banner, by number from 1; 0: the only one there is (VILLAGE 8.2)."""

    number: int = 0


@value
class UseChamber:
    """Use the chamber's banner; property and citizens mark a place (VILLAGE 8.8)."""

    chamber: str
    on: str = ""


@value
class UseSquare:
    """Use the square's banner; the tile is moved to a banner, or stays (VILLAGE 8.7)."""

    on: str = ""


@value
class School:
    """Use the school: a place of it, or none; a trainee becomes `to` (VILLAGE 7.8)."""

    side: Side
    to: Person | None = None


@value
class Serve:
    """Serve a customer with these goods (VILLAGE 8.4)."""

    card: str
    goods: tuple[str, ...] | None = None


@value
class Plough:
    """Put a plough on a field, from the forge or the guild (VILLAGE 8.3)."""

    field: int
    source: str = ""


@value
class Bury:
    """Choose who dies (VILLAGE 9.2)."""

    person: Person


@value
class Hire:
    """Hire a labourer in place of the last villager (VILLAGE 9.5)."""

    person: Person


@value
class Sanatorium:
    """Answer: fill a place of the sanatorium, or not (VILLAGE 9.8)."""

    use: bool


@value
class Refuge:
    """Answer: put the travel card back, or keep it (VILLAGE 8.14)."""

    back: bool


@value
class Policy(table_orders.Policy):
    """The standing order of the sanatorium: "ask", "never", or the least loss as text (VILLAGE 13.2)."""


Order = (
    Take | TakeHand | Desk | Reveal | BuyWorkshop | BuyField | BuySquare | BuyChamber | BuyChurch | BuyMonk
    | Travel | Headman | UsePersonal | UseWorkshop | UseField | UseChamber | UseSquare | School | Serve
    | Plough | Look | Bury | Hire | Sanatorium | Refuge | Policy | Message | Away | Handover | Resign
    | End
    | private_orders.Plain | private_orders.Sealed
)  # fmt: skip
