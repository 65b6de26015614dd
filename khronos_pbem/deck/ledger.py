"""The ledger of a game's decks: who holds each slot, and which contributions are due (DECK 3, 5, 6).

A seat contributes shuffles of decks, shares of slots and shares of rolls.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from khronos_pbem.deck.crypto.group import IDENTITY, number, sum_points
from khronos_pbem.deck.crypto.shuffle import Slots, unshuffled_slots
from khronos_pbem.deck.rolls import Rolls
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import digest

EVERYBODY = -1
"""The holder of a slot that is open to everyone."""


class CheckLevel(Enum):
    """How thoroughly a block's deck part is verified.

    TRUSTED skips the proofs, for blocks that were verified before.
    """

    FULL = "full"
    TRUSTED = "trusted"


class Deck(NamedTuple):
    """One deck: its labels in public order, its current slots, and the seats that have shuffled it.

    If `lap` is true, this is a set-up deck, which each seat shuffles as it joins. A deck is `final` when
    every seat has shuffled it. `order` is the order in which seats have to shuffle. If it is empty, seats
    shuffle in seat order, starting after the seat that acted last (DECK 6).
    """

    name: str
    labels: tuple[str, ...]
    slots: Slots
    lap: bool
    mixed: tuple[int, ...] = ()
    final: bool = False
    order: tuple[int, ...] = ()


class DealtSlot(NamedTuple):
    """A dealt slot: its holder (a seat or EVERYBODY), the shares given so far, and any public label.

    `shares` maps each seat to its share, a point of 32 bytes. `label` is None until everyone can read the
    slot.
    """

    holder: int
    shares: Mapping[int, bytes] = MappingProxyType({})
    label: str | None = None


class SlotState(Enum):
    """The states of a dealt slot, which always follow one another in this sequence (DECK 5).

    - DEALT: the deck is still being shuffled, and no shares are due. Ends when the last seat has shuffled.
    - SHARED: every other seat has to give its share of the slot. Ends when the last share is in.
    - READABLE: only the holder can read the slot. Ends when the holder reveals it, or at once if it is open.
    - REVEALED: everyone knows the label; the shares are dropped.
    """

    DEALT = "dealt"
    SHARED = "shared"
    READABLE = "readable"
    REVEALED = "revealed"


class DueParts(NamedTuple):
    """What a seat has to contribute: shuffles of decks, shares of slots, and a share of a roll.

    `roll` is the number of the open roll; 0 if no share of it is due.
    """

    shuffles: tuple[str, ...] = ()
    shares: tuple[Handle, ...] = ()
    roll: int = 0

    def __bool__(self) -> bool:
        return bool(self.shuffles or self.shares or self.roll)


class Ledger(NamedTuple):
    """The public state of a game's decks, as an immutable value.

    `game` is the byte string to which every secret and proof is bound (DECK 2). `proofs` is the number of
    proofs checked so far. `shown` holds the revealed deck keys of seats that have left, as scalars (DECK
    9.1). `absent` lists the seats whose keys are no longer on any deck (DECK 9.3). `former` holds earlier
    keys of seats that were given to other players (DECK 9.4).
    """

    game: bytes
    seats: int
    decks: Mapping[str, Deck]
    keys: tuple[bytes, ...] = ()
    held: Mapping[Handle, DealtSlot] = MappingProxyType({})
    proofs: int = 0
    shown: Mapping[int, int] = MappingProxyType({})
    absent: tuple[int, ...] = ()
    former: tuple[bytes, ...] = ()
    rolls: Rolls = Rolls()

    @classmethod
    def new(
        cls, game: bytes, seats: int, decks: Mapping[str, tuple[str, ...]], *, all_roll: bool = False
    ) -> Ledger:
        """Return the ledger before any player has joined; `decks` has the labels of each set-up deck.

        With `all_roll`, every roll needs a share from every seat (DECK 10.4).
        """
        lap = {
            name: Deck(name, tuple(labels), unshuffled_slots(labels, IDENTITY), True)
            for name, labels in decks.items()
        }
        return cls(game, seats, lap, rolls=Rolls(all_roll))

    @property
    def key(self) -> bytes:
        """K: the sum of all keys so far (DECK 3), without those of absent seats (DECK 9.3)."""
        return sum_points(key for seat, key in enumerate(self.keys) if seat not in self.absent)

    @property
    def keyed_seats(self) -> tuple[int, ...]:
        """The seats whose keys are on the decks, in seat order: each has a share of every slot."""
        return tuple(seat for seat in range(self.seats) if seat not in self.absent)

    def is_contributing(self, seat: int) -> bool:
        """Return whether a seat still contributes to the decks: it has not left or been dropped (DECK 9)."""
        return seat not in self.shown and seat not in self.absent

    def context(self, purpose: str, deck: str, seat: int, *more: bytes) -> bytes:
        """Return the hash that binds a proof to game, purpose, deck, seat and all keys so far (DECK 2)."""
        return digest("context", self.game, purpose.encode(), deck.encode(), number(seat), *self.keys, *more)

    def with_deck(self, deck: Deck) -> Ledger:
        """Return the ledger with this deck in place of the one of the same name."""
        return self._replace(decks={**self.decks, deck.name: deck})


def deal(ledger: Ledger, seat: int, handles: Iterable[Handle]) -> Ledger:
    """Deal slots to a seat and return the ledger; every other seat will have to give its share (DECK 5)."""
    return ledger._replace(held={**ledger.held, **{handle: DealtSlot(seat) for handle in handles}})


def open_to_all(ledger: Ledger, handle: Handle) -> Ledger:
    """Open a slot for everyone to read and return the ledger.

    Every seat will have to give its share (DECK 5).
    """
    return deal(ledger, EVERYBODY, (handle,))


def new_deck(ledger: Ledger, name: str, labels: Iterable[str]) -> Ledger:
    """Add a later deck of these labels and return the ledger; every seat has to shuffle it once (DECK 3)."""
    listed = tuple(sorted(labels))
    return ledger.with_deck(Deck(name, listed, unshuffled_slots(listed, ledger.key), False))


def open_roll(ledger: Ledger, seat: int, following: int | None) -> Ledger:
    """Open the next roll for a block of `seat` and return the ledger (DECK 10.2, 10.3, 10.5).

    `following` is the seat that moves next; None if that depends on the roll, or if the game is over. Seats
    that have left contribute no share.
    """
    others = _contributors_after(ledger, seat)
    if not (ledger.rolls.all_pay or ledger.rolls.fresh):
        others = (following,) if following in others else others[:1]
    payers = (seat, *others) if ledger.is_contributing(seat) else others
    return open_roll_for_all(ledger, seat, payers)


def restart_requests(ledger: Ledger, order: tuple[int, ...]) -> Ledger:
    """Request all unfinished shuffles and the open roll anew, in this order of seats (DECK 6, 10.5).

    Returns the ledger. This happens when a vote to continue without a player has become final. An open roll
    keeps its number, but shares already given for it are void.
    """
    decks = {name: deck if deck.final else deck._replace(order=order) for name, deck in ledger.decks.items()}
    ledger, opened = ledger._replace(decks=decks), ledger.rolls.open
    return ledger if opened is None else open_roll_for_all(ledger, opened.opener, order)


def open_roll_for_all(ledger: Ledger, opener: int, order: tuple[int, ...]) -> Ledger:
    """Open the next roll, with shares due from these seats in this order (DECK 10.5).

    Returns the ledger. A roll that is already open starts again with the same number. `opener` is the seat
    whose block requested the roll.
    """
    keys = (key for each, key in enumerate(ledger.keys) if ledger.is_contributing(each))
    return ledger._replace(rolls=ledger.rolls.opened(ledger.game, keys, order, opener))


def _contributors_after(ledger: Ledger, seat: int) -> tuple[int, ...]:
    behind = ((seat + step) % ledger.seats for step in range(1, ledger.seats))
    return tuple(each for each in behind if ledger.is_contributing(each))


def due_parts(ledger: Ledger, seat: int) -> DueParts:
    """Return what a seat has to contribute now (DECK 6, 10.2).

    Shares of slots are due once their deck is final. Nothing is due from a seat that has left (DECK 9.1,
    9.3).
    """
    if not ledger.is_contributing(seat):
        return DueParts()
    unfinished = (deck for deck in ledger.decks.values() if not deck.lap and not deck.final)
    shuffles = tuple(deck.name for deck in unfinished if seat not in deck.mixed)
    shares = tuple(sorted(handle for handle in ledger.held if is_share_due(ledger, seat, handle)))
    roll = ledger.rolls.open
    return DueParts(shuffles, shares, roll.number if roll is not None and seat in roll.missing else 0)


def slot_state(ledger: Ledger, handle: Handle) -> SlotState:
    """Return the state of a dealt slot."""
    held = ledger.held[handle]
    if held.label is not None:
        return SlotState.REVEALED
    if not ledger.decks[handle.deck].final:
        return SlotState.DEALT
    missing = any(is_share_missing(held, seat) for seat in ledger.keyed_seats)
    return SlotState.SHARED if missing else SlotState.READABLE


def is_share_due(ledger: Ledger, seat: int, handle: Handle) -> bool:
    """Return whether a seat has to give its share of a slot now."""
    return is_share_missing(ledger.held[handle], seat) and slot_state(ledger, handle) is SlotState.SHARED


def is_share_missing(held: DealtSlot, seat: int) -> bool:
    """Return whether a slot needs a share from a seat that has not given it yet."""
    return held.holder != seat and seat not in held.shares


def is_fully_shuffled(ledger: Ledger, mixed: Collection[int]) -> bool:
    """Return whether all contributing seats are among `mixed`, the seats that have shuffled (DECK 3, 9.1)."""
    return all(seat in mixed or not ledger.is_contributing(seat) for seat in range(ledger.seats))


def next_contributor(ledger: Ledger, handles: Iterable[Handle], after: int) -> int | None:
    """Return the seat that has to contribute next before these slots can be read; None if no seat has to.

    While their deck is being shuffled in a set sequence, it is the next seat in that sequence. Otherwise it
    is the first seat after `after` that has to contribute to these slots (DECK 6).
    """
    wanted = [handle for handle in handles if not is_readable(ledger, handle)]
    for seat in (*_shuffle_order(ledger, wanted), *_seats_after(ledger, after)):
        if any(_is_part_due(ledger, seat, handle) for handle in wanted):
            return seat
    return None


def _seats_after(ledger: Ledger, after: int) -> list[int]:
    return [(after + step) % ledger.seats for step in range(1, ledger.seats + 1)]


def _shuffle_order(ledger: Ledger, handles: Iterable[Handle]) -> tuple[int, ...]:
    """Return the order in which seats have to shuffle the deck of these slots; empty if it has none."""
    decks = (ledger.decks[h.deck] for h in handles if slot_state(ledger, h) is SlotState.DEALT)
    return next((deck.order for deck in decks if deck.order), ())


def count_letters_until_readable(ledger: Ledger, handles: Sequence[Handle], after: int) -> int:
    """Return how many blocks have to be sent, starting after seat `after`, to make slots readable.

    A seat that shuffles before the deck is final gives its shares in a second block (DECK 7).
    """
    wanted = [handle for handle in handles if not is_readable(ledger, handle)]
    seats = [*dict.fromkeys((*_shuffle_order(ledger, wanted), *_seats_after(ledger, after)))]
    mixing = [handle for handle in wanted if slot_state(ledger, handle) is SlotState.DEALT]
    shuffling = [seat for seat in seats if any(_is_part_due(ledger, seat, handle) for handle in mixing)]
    holders = {ledger.held[handle].holder for handle in wanted if handle in ledger.held}
    sharing = [seat for seat in seats if seat not in ledger.shown and {seat} != holders]
    if not shuffling:
        return sum(any(_is_part_due(ledger, seat, handle) for handle in wanted) for seat in seats)
    return len(shuffling) + len([seat for seat in sharing if seat != shuffling[-1]])


def _is_part_due(ledger: Ledger, seat: int, handle: Handle) -> bool:
    if not ledger.is_contributing(seat):
        return False
    if slot_state(ledger, handle) is SlotState.DEALT:
        return seat not in ledger.decks[handle.deck].mixed
    return is_share_due(ledger, seat, handle)


def is_readable(ledger: Ledger, handle: Handle) -> bool:
    """Return whether the holder of a slot can read it: the shares of all other seats are in."""
    return slot_state(ledger, handle) in (SlotState.READABLE, SlotState.REVEALED)
