"""The cards and boards of a game as frozen values (VILLAGE 1.5)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from khronos_pbem.games.my_village.model.terms import Advantage, Kind, Person


class Effect(NamedTuple):
    """One effect of a banner: its word in the cards file, and its number (0 if it has none)."""

    kind: str
    amount: int = 0


NO_EFFECT = Effect("")


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or the common data of a group of cards.

    `group` is the type of a workshop, the pile of a monk or the letter of a travel card; otherwise it is
    empty. `values` are the values of the banner, empty for "?". `white` is the time of the white banner, None
    if there is none. `pay` holds alternative sets of goods. `places` is the number of equal places for
    markers; `named` holds the places with a name.
    """

    id: str
    kind: Kind
    group: str = ""
    values: tuple[int, ...] = ()
    time: int = 0
    coins: int = 0
    white: int | None = None
    pay: tuple[tuple[str, ...], ...] = ((),)
    first: tuple[Effect, ...] = ()
    then: tuple[Effect, ...] = ()
    use: tuple[Effect, ...] = ()
    places: int = 0
    named: tuple[str, ...] = ()
    prestige: int = 0
    windows: int = 0
    good: str = ""
    toll: Effect = NO_EFFECT
    chapel: bool = False
    advantage: Advantage | None = None
    per: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """The data printed on the boards. Tables by number of players have the keys 2, 3 and 4.

    `chronicle` holds the story points of both places of each profession, best first. `dice` holds the numbers
    of white and black dice.
    """

    clouds: int
    chronicle: Mapping[Person, tuple[int, ...]]
    rat: Mapping[int, int]
    end: Mapping[int, int]
    dice: Mapping[int, tuple[int, int]]
    black_time: int
    start_coins: tuple[int, ...]
    windows: tuple[int, ...]
    most_windows: int
    headman_time: int
    headman_coin: Effect
    headman_story: Effect
    hand_values: tuple[int, ...]
    hand_prestige: int
    desk_values: tuple[int, ...]
    zone: int
    desk_time: tuple[int, ...]
    desk_coins: tuple[int, ...]
    school_values: tuple[int, ...]
    school_time: int
    school_story: int
    pairs: tuple[tuple[int, ...], ...]
    personal_use: tuple[Effect, ...]
    labourer: int


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards of a game. Two values are equal if their files have the same content.

    `card` holds every single card by its id (workshops as "brewery 5/8"), and field and square once each.
    `types`, `piles` and `letters` hold the common data of groups. `columns`, `monks` and `travels` hold the
    sorted ids of each group, and `customers` the sorted ids of all customers.
    """

    text: str = field(repr=False)
    card: Mapping[str, Card] = field(compare=False, repr=False)
    types: Mapping[str, Card] = field(compare=False, repr=False)
    piles: Mapping[str, Card] = field(compare=False, repr=False)
    letters: Mapping[str, Card] = field(compare=False, repr=False)
    columns: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    monks: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    travels: Mapping[str, tuple[str, ...]] = field(compare=False, repr=False)
    customers: tuple[str, ...] = field(compare=False, repr=False)
    churches: tuple[str, ...] = field(compare=False, repr=False)
    fields: int = field(compare=False)
    squares: int = field(compare=False)
    board: Board = field(compare=False, repr=False)

    @property
    def data(self) -> dict[str, Any]:
        """The data of the whole cards file, as a save contains it."""
        data: dict[str, object] = json.loads(self.text)
        return data


def workshop_id(kind: str, values: str) -> str:
    """The id of a workshop card: its type and its values ("5/8")."""
    return f"{kind} {values}"
