"""A seat leaves: it shows its key, and everybody works out its shares from then on (DECK 9.1).

Or it is gone without a word: then all that hangs on its key is void, and what follows does without it
(DECK 9.3).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from khronos_pbem.deck.crypto.group import SCALAR_SIZE, base, mul, pack_scalars
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.ledger import (
    Checks,
    Holding,
    Ledger,
    SlotState,
    is_mixed,
    owing,
    state_of,
)
from khronos_pbem.deck.parts import broken, scalars_of
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.messages import message


def shown_key(secret: GameSecret) -> str:
    """The deck key x_i of a player who leaves, as his last block shows it: base64url of 32 bytes."""
    return encode_bytes(pack_scalars((secret.key().scalar,)))


def accept_key(ledger: Ledger, seat: int, key: Any, checks: Checks) -> Ledger:
    """The ledger once a seat has shown its key: it owes nothing any more, and nobody waits for it.

    The next roll is the first under the keys that are left (DECK 10.5).

    Raises DeckError unless it is the key behind the seat's X, in its one form.
    """
    (scalar,) = scalars_of({"key": key}, "key", SCALAR_SIZE, "leaving")
    if checks is Checks.FULL and base(scalar) != ledger.keys[seat]:
        raise broken(
            message("this is not the key with which the player of this seat joined"),
            message("the secret key x must fit the public key X of the seat: X = x·G"),
            "DECK 9.1",
        )
    rolls = replace(ledger.rolls, fresh=True)
    left = ledger._replace(shown={**ledger.shown, seat: scalar}, rolls=rolls)
    decks = {
        name: deck._replace(final=deck.final or (not deck.lap and is_mixed(left, deck.mixed)))
        for name, deck in left.decks.items()
    }
    return with_known_shares(left._replace(decks=decks))


def without_keys(ledger: Ledger, gone: Iterable[int], hands: Collection[Handle]) -> Ledger:
    """The ledger once these seats are gone without having shown their keys, or have new ones (DECK 9.3).

    Void are the slots in `hands`, all others that not everybody can read, and every deck: the next one is
    made under the sum of the keys of the living.
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
    """The ledger with every share that is due of the seats whose keys everybody knows."""
    if not ledger.shown:
        return ledger
    held = {
        handle: _with_shares(ledger, holding, ledger.decks[handle.deck].slots.a_at(handle.slot))
        if state_of(ledger, handle) is SlotState.SHARED
        else holding
        for handle, holding in ledger.held.items()
    }
    return ledger._replace(held=held)


def _with_shares(ledger: Ledger, holding: Holding, a: bytes) -> Holding:
    points = {seat: mul(ledger.shown[seat], a) for seat in ledger.shown if owing(holding, seat)}
    return holding._replace(shares={**holding.shares, **points}) if points else holding
