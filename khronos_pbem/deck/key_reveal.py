"""Remove a seat's key: revealed by a player who leaves, or dropped for an absent player (DECK 9).

Once a player has revealed the key, everyone can compute that seat's shares. If the key is not revealed, all
slots and decks that depend on it become void, and the game continues without them (DECK 9.3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from khronos_pbem.deck.crypto.group import SCALAR_SIZE, base, mul, pack_scalars
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.ledger import (
    CheckLevel,
    DealtSlot,
    Ledger,
    SlotState,
    is_fully_shuffled,
    is_share_missing,
    slot_state,
)
from khronos_pbem.deck.parts import deck_error, parse_scalars
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.messages import message


def encode_deck_key(secret: GameSecret) -> str:
    """Return the secret deck key x_i as base64url of 32 bytes, as in the last block of a leaving player."""
    return encode_bytes(pack_scalars((secret.key().scalar,)))


def accept_revealed_key(ledger: Ledger, seat: int, key: object, checks: CheckLevel) -> Ledger:
    """Verify a seat's revealed secret key and return the ledger after it.

    Nothing more is due from the seat. The next roll is the first one under the remaining keys (DECK 10.5).
    Raises DeckError unless the key is canonical and, with full checks, belongs to the seat's public key X.
    """
    (scalar,) = parse_scalars({"key": key}, "key", SCALAR_SIZE, "leaving")
    if checks is CheckLevel.FULL and base(scalar) != ledger.keys[seat]:
        what = message("this is not the key that the player in this seat joined with")
        hint = message("the secret key x must match the public key X of the seat: X = x·G")
        raise deck_error(what, hint, "DECK 9.1")
    rolls = replace(ledger.rolls, fresh=True)
    left = ledger._replace(shown={**ledger.shown, seat: scalar}, rolls=rolls)
    decks = {
        name: deck._replace(final=deck.final or (not deck.lap and is_fully_shuffled(left, deck.mixed)))
        for name, deck in left.decks.items()
    }
    return with_known_shares(left._replace(decks=decks))


def without_keys(ledger: Ledger, gone: Iterable[int], hands: Collection[Handle]) -> Ledger:
    """Return the ledger without the keys of seats that left without revealing them, or that get new keys.

    The slots in `hands` become void, as do all other slots that are not yet readable by everyone, and all
    decks. The next deck is made under the sum of the remaining keys (DECK 9.3).
    """
    absent = tuple(sorted({*ledger.absent, *ledger.shown, *gone}))
    held = {
        handle: holding
        for handle, holding in ledger.held.items()
        if holding.label is not None and handle not in hands
    }
    rolls = replace(ledger.rolls, fresh=True)
    return ledger._replace(decks={}, held=held, absent=absent, shown={}, rolls=rolls)


def with_known_shares(ledger: Ledger) -> Ledger:
    """Return the ledger with all due shares of the seats whose secret keys have been revealed."""
    if not ledger.shown:
        return ledger
    held = {
        handle: _with_shares(ledger, holding, ledger.decks[handle.deck].slots.a_at(handle.slot))
        if slot_state(ledger, handle) is SlotState.SHARED
        else holding
        for handle, holding in ledger.held.items()
    }
    return ledger._replace(held=held)


def _with_shares(ledger: Ledger, holding: DealtSlot, a: bytes) -> DealtSlot:
    points = {seat: mul(ledger.shown[seat], a) for seat in ledger.shown if is_share_missing(holding, seat)}
    return holding._replace(shares={**holding.shares, **points}) if points else holding
