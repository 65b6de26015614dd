"""Reading slots: by everybody once all shares are in, by the holder with the own key (DECK 5)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.deck.crypto.group import NotInGroup, label_point, mul, sub, total
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.ledger import Deck, Ledger, SlotState, state_of
from khronos_pbem.deck.parts import broken
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.messages import message


def label_of(deck: Deck, handle: Handle, shares: Iterable[bytes]) -> str:
    """The label of a slot by the shares of all seats. Raises DeckError if it is none of the deck's."""
    try:
        point = sub(deck.slots.b_at(handle.slot), total(shares))
    except NotInGroup as problem:
        raise broken(message("slot {handle}: {problem}", handle=handle, problem=problem)) from None
    for label in set(deck.labels):
        if label_point(label) == point:
            return label
    raise broken(message("slot {handle} does not hold a card of its deck", handle=handle), rule="DECK 5")


def read(ledger: Ledger, seat: int, secret: GameSecret) -> dict[Handle, str]:
    """The labels of all slots that a seat holds and can read now, for itself only (DECK 5)."""
    found: dict[Handle, str] = {}
    key = secret.key()
    for handle, held in ledger.held.items():
        if held.holder == seat and state_of(ledger, handle) is SlotState.READABLE:
            deck = ledger.decks[handle.deck]
            own = mul(key.scalar, deck.slots.a_at(handle.slot))
            found[handle] = label_of(deck, handle, (*held.shares.values(), own))
    return found
