"""The ledger of a game's decks: who holds which slot, who has paid what, who owes what (DECK 3, 5, 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from khronos_pbem.deck.crypto.group import IDENTITY, number, total
from khronos_pbem.deck.crypto.shuffle import Slots, open_slots
from khronos_pbem.deck.rolls import Rolls
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import digest

EVERYBODY = -1
"""The holder of a slot that is opened to all."""


class Checks(Enum):
    """How much of a part is checked: TRUSTED is for blocks that were fully verified here before."""

    FULL = "full"
    TRUSTED = "trusted"


class Deck(NamedTuple):
    """One deck: its labels in their public order, its slots now, and the seats that have shuffled it.

    A deck of the set-up lap (`lap`) is shuffled with the joins; it is `final` once every seat has shuffled.
    `order` are the seats in the order in which they are asked for a shuffle; empty if each is asked in seat
    order behind whoever has acted last (DECK 6).
    """

    name: str
    labels: tuple[str, ...]
    slots: Slots
    lap: bool
    mixed: tuple[int, ...] = ()
    final: bool = False
    order: tuple[int, ...] = ()


class Holding(NamedTuple):
    """A slot that was dealt: its holder (a seat or EVERYBODY), the shares paid for it by seat (32-byte
    points), and the label once everybody can read it."""

    holder: int
    shares: Mapping[int, bytes] = MappingProxyType({})
    label: str | None = None


class SlotState(Enum):
    """The life of a slot that is held: from each state to the next one, and never back (DECK 5).

    - DEALT: its deck is still being shuffled, and nobody pays for it. When the last living seat has shuffled:
    - SHARED: every other seat owes its share of the slot. When the last of them is in:
    - READABLE: its holder can read it, nobody else. When he reveals it, or at once if everybody holds it:
    - REVEALED: everybody knows its label; the shares are forgotten.
    """

    DEALT = "dealt"
    SHARED = "shared"
    READABLE = "readable"
    REVEALED = "revealed"


class Debts(NamedTuple):
    """What a seat owes: shuffles of these decks, shares for these slots, its point of this roll (0: none)."""

    shuffles: tuple[str, ...] = ()
    shares: tuple[Handle, ...] = ()
    roll: int = 0

    def __bool__(self) -> bool:
        return bool(self.shuffles or self.shares or self.roll)


class Ledger(NamedTuple):
    """All that everybody knows about the decks of a game. A value; `proofs` counts those checked so far.

    `game` are the bytes that every secret and every proof is bound to (DECK 2); `shown` are the deck keys,
    as scalars, of the seats that have left (DECK 9.1); `absent` are the seats whose keys lie on no deck any
    more (DECK 9.3), `former` the keys of those whose seats were given to others (DECK 9.4).
    """

    game: bytes
    seats: int
    decks: Mapping[str, Deck]
    keys: tuple[bytes, ...] = ()
    held: Mapping[Handle, Holding] = MappingProxyType({})
    proofs: int = 0
    shown: Mapping[int, int] = MappingProxyType({})
    absent: tuple[int, ...] = ()
    former: tuple[bytes, ...] = ()
    rolls: Rolls = Rolls()

    @classmethod
    def new(
        cls, game: bytes, seats: int, decks: Mapping[str, tuple[str, ...]], *, all_roll: bool = False
    ) -> Ledger:
        """The ledger before anybody has joined; `decks` are the labels of those of the set-up lap.

        With `all_roll` every roll is everybody's (DECK 10.4).
        """
        lap = {
            name: Deck(name, tuple(labels), open_slots(labels, IDENTITY), True)
            for name, labels in decks.items()
        }
        return cls(game, seats, lap, rolls=Rolls(all_roll))

    @property
    def key(self) -> bytes:
        """K: the sum of the keys laid on so far (DECK 3), of seats that are gone left out (DECK 9.3)."""
        return total(key for seat, key in enumerate(self.keys) if seat not in self.absent)

    @property
    def keyed(self) -> tuple[int, ...]:
        """The seats whose keys lie on the decks, in seat order: each has a share in every slot."""
        return tuple(seat for seat in range(self.seats) if seat not in self.absent)

    def is_living(self, seat: int) -> bool:
        """Whether a seat still pays for the decks: it has neither left nor been left behind (DECK 9)."""
        return seat not in self.shown and seat not in self.absent

    def context(self, purpose: str, deck: str, seat: int, *more: bytes) -> bytes:
        """The hash that binds a proof to its game, purpose, deck, seat and all keys so far (DECK 2)."""
        return digest("context", self.game, purpose.encode(), deck.encode(), number(seat), *self.keys, *more)

    def with_deck(self, deck: Deck) -> Ledger:
        """The ledger with a deck in another state."""
        return self._replace(decks={**self.decks, deck.name: deck})


def deal(ledger: Ledger, seat: int, handles: Iterable[Handle]) -> Ledger:
    """These slots belong to a seat now; everybody else will owe shares for them (DECK 5)."""
    return ledger._replace(held={**ledger.held, **{handle: Holding(seat) for handle in handles}})


def open_to_all(ledger: Ledger, handle: Handle) -> Ledger:
    """This slot is to be read by all; every seat will owe a share for it (DECK 5)."""
    return deal(ledger, EVERYBODY, (handle,))


def new_deck(ledger: Ledger, name: str, labels: Iterable[str]) -> Ledger:
    """A later deck of these public labels; every seat will owe one shuffle of it (DECK 3)."""
    listed = tuple(sorted(labels))
    return ledger.with_deck(Deck(name, listed, open_slots(listed, ledger.key), False))


def open_roll(ledger: Ledger, seat: int, following: int | None) -> Ledger:
    """The next roll is open, by a block of `seat` that leaves requests (DECK 10.2, 10.3, 10.5).

    `following` is the seat whose turn comes next; None if that hangs on the roll, or the game is over. Who
    has left gives no point.
    """
    others = _living_behind(ledger, seat)
    if not (ledger.rolls.all_pay or ledger.rolls.fresh):
        others = (following,) if following in others else others[:1]
    payers = (seat, *others) if ledger.is_living(seat) else others
    return _opened(ledger, seat, payers)


def begun_again(ledger: Ledger, order: tuple[int, ...]) -> Ledger:
    """The ledger behind a final run: shuffles, and all points of a roll that is open, are asked for in this
    order of the living seats (DECK 6, 10.5).

    A roll that is open keeps its number; its points are void.
    """
    decks = {name: deck if deck.final else deck._replace(order=order) for name, deck in ledger.decks.items()}
    ledger, opened = ledger._replace(decks=decks), ledger.rolls.open
    return ledger if opened is None else open_roll_for_all(ledger, order, opened.opener)


def open_roll_for_all(ledger: Ledger, order: tuple[int, ...], opener: int) -> Ledger:
    """A roll is open, or begins again with its number: every living seat owes its point, in this order (DECK
    10.5)."""
    return _opened(ledger, opener, order)


def _living_behind(ledger: Ledger, seat: int) -> tuple[int, ...]:
    behind = ((seat + step) % ledger.seats for step in range(1, ledger.seats))
    return tuple(each for each in behind if ledger.is_living(each))


def _opened(ledger: Ledger, seat: int, payers: tuple[int, ...]) -> Ledger:
    keys = (key for each, key in enumerate(ledger.keys) if ledger.is_living(each))
    return ledger._replace(rolls=ledger.rolls.opened(ledger.game, keys, payers, seat))


def owed(ledger: Ledger, seat: int) -> Debts:
    """What a seat owes at this moment (DECK 6, 10.2): shares are due once the deck is final.

    A seat that is gone owes nothing (DECK 9.1, 9.3).
    """
    if not ledger.is_living(seat):
        return Debts()
    shuffles = tuple(
        deck.name
        for deck in ledger.decks.values()
        if not deck.lap and not deck.final and seat not in deck.mixed
    )
    shares = tuple(sorted(handle for handle in ledger.held if owes_share(ledger, seat, handle)))
    roll = ledger.rolls.open
    return Debts(shuffles, shares, roll.number if roll is not None and seat in roll.missing else 0)


def state_of(ledger: Ledger, handle: Handle) -> SlotState:
    """Where a slot that is held is in its life."""
    held = ledger.held[handle]
    if held.label is not None:
        return SlotState.REVEALED
    if not ledger.decks[handle.deck].final:
        return SlotState.DEALT
    missing = any(owing(held, seat) for seat in ledger.keyed)
    return SlotState.SHARED if missing else SlotState.READABLE


def owes_share(ledger: Ledger, seat: int, handle: Handle) -> bool:
    """Whether a seat owes its share for a slot now."""
    return owing(ledger.held[handle], seat) and state_of(ledger, handle) is SlotState.SHARED


def owing(held: Holding, seat: int) -> bool:
    """Whether the share of a seat belongs to a slot and is not there."""
    return held.holder != seat and seat not in held.shares


def is_mixed(ledger: Ledger, mixed: Collection[int]) -> bool:
    """Whether these seats are all that have to shuffle a deck: every living one (DECK 3, 9.1)."""
    return all(seat in mixed or not ledger.is_living(seat) for seat in range(ledger.seats))


def debtor_for(ledger: Ledger, handles: Iterable[Handle], after: int) -> int | None:
    """The seat that has to pay next before these slots can be read: the first one after `after` that owes
    something for them, or the next one in the order of their deck (DECK 6)."""
    wanted = [handle for handle in handles if not readable(ledger, handle)]
    for seat in (*_order_of(ledger, wanted), *_behind(ledger, after)):
        if any(_owes_for(ledger, seat, handle) for handle in wanted):
            return seat
    return None


def _behind(ledger: Ledger, after: int) -> list[int]:
    return [(after + step) % ledger.seats for step in range(1, ledger.seats + 1)]


def _order_of(ledger: Ledger, handles: Iterable[Handle]) -> tuple[int, ...]:
    """The order in which seats are asked to shuffle the deck of these slots; empty if it has none."""
    decks = (ledger.decks[h.deck] for h in handles if state_of(ledger, h) is SlotState.DEALT)
    return next((deck.order for deck in decks if deck.order), ())


def letters_for(ledger: Ledger, handles: Sequence[Handle], after: int) -> int:
    """How many seats have to pay, one after the other from behind `after`, before these slots can be read.

    A seat that shuffles before the deck is final pays its shares in a second block (DECK 7).
    """
    wanted = [handle for handle in handles if not readable(ledger, handle)]
    seats = [*dict.fromkeys((*_order_of(ledger, wanted), *_behind(ledger, after)))]
    mixing = [handle for handle in wanted if state_of(ledger, handle) is SlotState.DEALT]
    shuffling = [seat for seat in seats if any(_owes_for(ledger, seat, handle) for handle in mixing)]
    holders = {ledger.held[handle].holder for handle in wanted if handle in ledger.held}
    sharing = [seat for seat in seats if seat not in ledger.shown and {seat} != holders]
    if not shuffling:
        return sum(any(_owes_for(ledger, seat, handle) for handle in wanted) for seat in seats)
    return len(shuffling) + len([seat for seat in sharing if seat != shuffling[-1]])


def _owes_for(ledger: Ledger, seat: int, handle: Handle) -> bool:
    if not ledger.is_living(seat):
        return False
    if state_of(ledger, handle) is SlotState.DEALT:
        return seat not in ledger.decks[handle.deck].mixed
    return owes_share(ledger, seat, handle)


def readable(ledger: Ledger, handle: Handle) -> bool:
    """Whether a slot's holder can read it: all the others' shares are in."""
    return state_of(ledger, handle) in (SlotState.READABLE, SlotState.REVEALED)
