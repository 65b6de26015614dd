"""The position of a game as immutable values (VILLAGE 1); every change makes a new position."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from khronos_pbem.games.my_village.model.cards import Cards
from khronos_pbem.games.my_village.model.terms import Branch, Person, Phase, Step
from khronos_pbem.messages import Message, translated_word

BLACK_LETTERS = {"en": "b", "fr": "n", "de": "s"}
"""The letter of a black die in each language (VILLAGE 14)."""


class Die(NamedTuple):
    """A white or black die with its face; white dice sort first (VILLAGE 14.1)."""

    black: bool
    face: int

    def __str__(self) -> str:
        return self.in_language("en")

    def in_language(self, language: str) -> str:
        """Return the name of the die in orders of a language.

        It is 4 for a white die; b4, n4 or s4 for a black one.
        """
        return f"{BLACK_LETTERS[language]}{self.face}" if self.black else str(self.face)

    @property
    def word(self) -> Message:
        """The die as a word in messages."""
        return _die_word(self)


@cache
def _die_word(die: Die) -> Message:
    return translated_word({language: die.in_language(language) for language in BLACK_LETTERS})


class Shop(NamedTuple):
    """A workshop in a village: its type, its values ("5/8") and the number of goods on it (VILLAGE 8.1)."""

    type: str
    values: str
    goods: int = 0

    @property
    def card_id(self) -> str:
        """The id of the workshop's card: its type and its values."""
        return f"{self.type} {self.values}"


class Draw(NamedTuple):
    """An open draw (VILLAGE 12.1): its number in the game, its name and its number of results.

    `to` is the destination of a customer. "" is the zone, "market" is for a `new` that was taken, and "pile"
    is the pile if the owner has left. For a travel card, `refuse` are the cards to send back (None without
    the clause). `ask` is True if the refuge choice may open. `without` is a card refused before.
    """

    number: int
    name: str
    size: int
    to: str = ""
    refuse: tuple[str, ...] | None = None
    ask: bool = False
    without: str = ""


class Open(NamedTuple):
    """An open choice (VILLAGE 13.1, 13.3): "sanatorium", or "refuge" with the card to decide on.

    `asked` is True if the player changed the policy while the choice was open: the policy no longer answers
    it (VILLAGE 14.1).
    """

    kind: str
    seat: int
    card: str = ""
    asked: bool = False


class Hand(NamedTuple):
    """The first player's hand: its holder, whether its palm is up, and its story points (VILLAGE 1.2)."""

    holder: int = 0
    palm: bool = True
    story: int = 0


ASK, BEST, NEVER = "ask", "best", "never"
"""The settings of policies (VILLAGE 13.2).

The sanatorium policy can also be a number: the smallest loss for which the sanatorium is used.
"""


class Village(NamedTuple):
    """The village of one player: board and cards (VILLAGE 1.3).

    `villagers` are the living ones, in the order of the cards file. `square` is the number of markers on the
    square, -1 without a square. `fields` holds for each field whether a plough lies there. Cards are sorted
    ids. `policy` is the sanatorium policy, `refuge` the refuge policy.
    """

    colour: str
    personal: tuple[int, ...] = ()
    cloud: int = 1
    coins: int = 0
    tree: int = 0
    hall: int = 0
    headman: Step = Step.HALL
    villagers: tuple[Person, ...] = tuple(Person)
    left: bool = False
    right: bool = False
    labourers: int = 0
    church: str = ""
    sheltered: int = 0
    monks: tuple[str, ...] = ()
    chamber: str = ""
    marks: tuple[str, ...] = ()
    guild: int = 0
    square: int = -1
    tile: str = ""
    fields: tuple[bool, ...] = ()
    workshops: tuple[Shop, ...] = ()
    travels: tuple[str, ...] = ()
    market: tuple[str, ...] = ()
    served: tuple[str, ...] = ()
    policy: str = ASK
    gone: bool = False
    refuge: str = ASK


class Position(NamedTuple):
    """The whole state of a game. `players` are in seat order; seats are numbered from 0.

    `first` is the seat that opened the round; `number` counts the turns of the round from 1. `dice` are the
    dice taken, with their changes. `revealed` is the card of `reveal`, "new" while its draw is open.
    `chronicle` holds the number of filled places by profession. `monks` are the face-up cards by pile ("" for
    none). `rat` is the number of steps to the invasion space, 0 while an invasion waits for a choice. `drawn`
    is the number of the last draw. `ended` is True after `end` until the next turn, `looking` after `look`
    until all draws are served. `results` are the next draw results of a set-up position (VILLAGE 15.2); a
    game has none.
    """

    cards: Cards
    players: tuple[Village, ...]
    rounds: int = 0
    round: int = 0
    first: int = 0
    active: int = 0
    number: int = 1
    phase: Phase = Phase.SETUP
    dice: tuple[Die, ...] = ()
    branch: Branch = Branch.NONE
    used: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    revealed: str = ""
    reaper: bool = False
    buried: str = ""
    pool: tuple[Die, ...] = ()
    hand: Hand = Hand()
    rat: int = 0
    chronicle: tuple[int, ...] = (0, 0, 0, 0, 0)
    graves: int = 0
    zone: tuple[str, ...] = ()
    monks: tuple[str, str, str] = ("", "", "")
    draws: tuple[Draw, ...] = ()
    drawn: int = 0
    choice: Open | None = None
    ended: bool = False
    looking: bool = False
    results: tuple[str, ...] = ()

    def with_player(self, seat: int, **changes: Any) -> Position:
        """The position with these fields of a seat's village changed."""
        return self.with_village(seat, self.players[seat]._replace(**changes))

    def with_village(self, seat: int, village: Village) -> Position:
        """The position with a seat's village replaced."""
        return self._replace(players=(*self.players[:seat], village, *self.players[seat + 1 :]))

    @property
    def coffins(self) -> int:
        """The number of filled chronicle places plus the number of graves (VILLAGE 9.3)."""
        return sum(self.chronicle) + self.graves

    @property
    def turns(self) -> int:
        """The number of turns in a round (VILLAGE 3.2)."""
        return 4 if len(self.players) == 2 else len(self.players)

    def seat_of_turn(self, number: int) -> int:
        """The seat that has the turn with this number in the round, from 1 (VILLAGE 3.2)."""
        return (self.first + number - 1) % len(self.players)


VALUES: tuple[type, ...] = (Position, Village, Shop, Die, Draw, Open, Hand, Person, Phase, Step, Branch)
"""The classes used in positions, except Cards, of which each game has only one."""
