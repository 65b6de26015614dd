"""One class for each order (VILLAGE 14). Cards, banners, goods and places are canonical words.

Orders are plain values: they fit any cards and can be checked against any position. An omitted optional part
is None, "" or 0 until `rules.turn.normalized` fills it in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from khronos_pbem.engine.orders import private_orders, table_orders
from khronos_pbem.games.my_village.model.position import Die
from khronos_pbem.games.my_village.model.terms import Person, Side, Step

Message = table_orders.Message
Away = table_orders.Away
Handover = table_orders.Handover
Resign = table_orders.Resign
Look = table_orders.Look
End = table_orders.End


class Pick(NamedTuple):
    """A die to take.

    `to` is its new face (0: unchanged). The change is paid with coins or, if `square`, with a marker.
    """

    die: Die
    to: int = 0
    square: bool = False

    @property
    def face(self) -> int:
        """The face used for the value: the new face, or the die's own if it is unchanged."""
        return self.to or self.die.face


@dataclass(frozen=True, slots=True)
class Take:
    """Take two dice (VILLAGE 4)."""

    first: Pick
    second: Pick


@dataclass(frozen=True, slots=True)
class TakeHand:
    """Take the first player's hand (VILLAGE 7.2)."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Take customers at the desk (VILLAGE 7.3, 8.15).

    `cards` are paid for. `free` is a card of the zone, "new" or "".
    """

    cards: tuple[str, ...] = ()
    free: str = ""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal the next customer before using the desk (VILLAGE 8.15)."""


@dataclass(frozen=True, slots=True)
class BuyWorkshop:
    """Buy a workshop of a type, with these values (VILLAGE 8.1)."""

    type: str
    values: str = ""

    @property
    def card_id(self) -> str:
        """The id of the card: its type and its values. The order must name the values."""
        return f"{self.type} {self.values}"


@dataclass(frozen=True, slots=True)
class BuyField:
    """Buy a field (VILLAGE 8.2)."""


@dataclass(frozen=True, slots=True)
class BuySquare:
    """Buy a square and put the tile on the banner `on` (VILLAGE 8.5)."""

    on: str


@dataclass(frozen=True, slots=True)
class BuyChamber:
    """Buy a chamber (VILLAGE 8.8).

    For property and citizens, the first mark goes on the place `on`.
    """

    chamber: str
    on: str = ""


@dataclass(frozen=True, slots=True)
class BuyChurch:
    """Buy a church (VILLAGE 8.9)."""

    church: str


@dataclass(frozen=True, slots=True)
class BuyMonk:
    """Buy the open monk of a pile (VILLAGE 8.10)."""

    pile: str


@dataclass(frozen=True, slots=True)
class Travel:
    """Buy a travel card of a letter (VILLAGE 8.13, 8.14).

    `goods` pay for it. `refuse` are the cards to send back; if it is None, a player who has a refuge is
    asked.
    """

    letter: str
    goods: tuple[str, ...] | None = None
    refuse: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Headman:
    """Move the headman, with the "?" banner or a monk's offer (VILLAGE 7.9)."""

    to: Step


@dataclass(frozen=True, slots=True)
class UsePersonal:
    """Use the personal banner (VILLAGE 7.6)."""


@dataclass(frozen=True, slots=True)
class UseWorkshop:
    """Use a workshop's banner (VILLAGE 8.1)."""

    type: str


@dataclass(frozen=True, slots=True)
class UseField:
    """Use the banner of a field (VILLAGE 8.2).

    The field is named by its number from 1; 0 means the only field.
    """

    number: int = 0


@dataclass(frozen=True, slots=True)
class UseChamber:
    """Use the chamber's banner (VILLAGE 8.8).

    For property and citizens, the mark goes on the place `on`.
    """

    chamber: str
    on: str = ""


@dataclass(frozen=True, slots=True)
class UseSquare:
    """Use the square's banner (VILLAGE 8.7).

    The tile moves to the banner `on`, or stays if `on` is empty.
    """

    on: str = ""


@dataclass(frozen=True, slots=True)
class School:
    """Use the school: one of its places, or none (VILLAGE 7.8).

    If `to` is given, the trainee at that place becomes this villager.
    """

    side: Side
    to: Person | None = None


@dataclass(frozen=True, slots=True)
class Serve:
    """Serve a customer and pay with these goods (VILLAGE 8.4)."""

    card: str
    goods: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Plough:
    """Take a plough from the forge or the guild and put it on a field (VILLAGE 8.3)."""

    field: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class Bury:
    """Choose the villager who dies (VILLAGE 9.2)."""

    person: Person


@dataclass(frozen=True, slots=True)
class Hire:
    """Hire a labourer after the last villager has died (VILLAGE 9.5)."""

    person: Person


@dataclass(frozen=True, slots=True)
class Sanatorium:
    """Answer the sanatorium choice: fill a sanatorium place, or not (VILLAGE 9.8)."""

    use: bool


@dataclass(frozen=True, slots=True)
class Refuge:
    """Answer the refuge choice: put the travel card back, or keep it (VILLAGE 8.14)."""

    back: bool


@dataclass(frozen=True, slots=True)
class Policy(table_orders.Policy):
    """The sanatorium policy (VILLAGE 13.2).

    It is "ask", "best", "never", or, as text, the smallest loss for which the sanatorium is used.
    """


@dataclass(frozen=True, slots=True)
class RefugePolicy(table_orders.Policy):
    """The refuge policy: "ask" or "best" (VILLAGE 13.2)."""


Order = (
    Take | TakeHand | Desk | Reveal | BuyWorkshop | BuyField | BuySquare | BuyChamber | BuyChurch | BuyMonk
    | Travel | Headman | UsePersonal | UseWorkshop | UseField | UseChamber | UseSquare | School | Serve
    | Plough | Look | Bury | Hire | Sanatorium | Refuge | Policy | RefugePolicy | Message | Away | Handover
    | Resign | End
    | private_orders.Plain | private_orders.Sealed
)  # fmt: skip
