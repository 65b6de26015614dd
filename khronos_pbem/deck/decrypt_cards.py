"""Decryption of dealt cards, by everyone once all shares are in or by the holder alone (DECK 5)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.deck.crypto.group import NotInGroup, label_point, mul, sub, sum_points
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.ledger import Deck, Ledger, SlotState, slot_state
from khronos_pbem.deck.parts import deck_error
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.messages import message


def decrypt_label(deck: Deck, handle: Handle, shares: Iterable[bytes]) -> str:
    """Decrypt a slot with the shares of all seats and return its label.

    Raises DeckError if a point is off the curve, or if the slot does not contain a card of the deck.
    """
    try:
        point = sub(deck.slots.b_at(handle.slot), sum_points(shares))
    except NotInGroup as problem:
        raise deck_error(message("slot {handle}: {problem}", handle=handle, problem=problem)) from None
    for label in set(deck.labels):
        if label_point(label) == point:
            return label
    raise deck_error(
        message("slot {handle} does not contain a card from its deck", handle=handle), rule="DECK 5"
    )


def read(ledger: Ledger, seat: int, secret: GameSecret) -> dict[Handle, str]:
    """Decrypt all slots that only this seat can read now, and return their secret labels (DECK 5)."""
    found: dict[Handle, str] = {}
    key = secret.key()
    for handle, held in ledger.held.items():
        if held.holder == seat and slot_state(ledger, handle) is SlotState.READABLE:
            deck = ledger.decks[handle.deck]
            own = mul(key.scalar, deck.slots.a_at(handle.slot))
            found[handle] = decrypt_label(deck, handle, (*held.shares.values(), own))
    return found
