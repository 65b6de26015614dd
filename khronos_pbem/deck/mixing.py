"""One seat's shuffle of a deck with its proof, as a table: made, and checked (DECK 3, 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khronos_pbem.deck.crypto.group import SIZE, NotInGroup
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.crypto.shuffle import Slots, mix, mixing_for, slots_of
from khronos_pbem.deck.crypto.shuffle_proof import (
    Shuffled,
    commitments_size,
    holds_shuffle,
    prove_shuffle,
    responses_size,
)
from khronos_pbem.deck.ledger import Checks, Deck, Ledger, is_mixed
from khronos_pbem.deck.parts import Part, broken, bytes_of, scalars_of
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.messages import message

SHUFFLE_KEYS = ("slots", "commitments", "responses")


def make_shuffle(ledger: Ledger, deck: Deck, seat: int, secret: GameSecret) -> tuple[Part, Deck]:
    """The seat's shuffle of a deck under the ledger's key, and the deck after it."""
    context, key = ledger.context("shuffle", deck.name, seat), ledger.key
    mixing = mixing_for(context, key, deck.slots, secret)
    after = mix(deck.slots, key, mixing)
    commitments, responses = prove_shuffle(Shuffled(context, key, deck.slots, after), mixing, secret)
    part = {
        "slots": encode_bytes(after.packed()),
        "commitments": encode_bytes(commitments),
        "responses": encode_bytes(responses),
    }
    return part, _mixed(ledger, deck, seat, after)


def accept_shuffle(ledger: Ledger, deck: Deck, seat: int, part: Mapping[str, Any], checks: Checks) -> Deck:
    """The deck after a seat's shuffle. Raises DeckError if the shuffle is not proven."""
    count, where = len(deck.slots), message("the shuffle of {deck}", deck=deck.name)
    packed = bytes_of(part, "slots", 2 * count * SIZE, where)
    commitments = bytes_of(part, "commitments", commitments_size(count), where)
    responses = scalars_of(part, "responses", responses_size(count), where)
    after = slots_of(packed)
    if checks is Checks.FULL:
        claim = Shuffled(ledger.context("shuffle", deck.name, seat), ledger.key, deck.slots, after)
        try:
            holds = holds_shuffle(claim, commitments, responses)
        except NotInGroup as problem:
            raise broken(message("{where}: {problem}", where=where, problem=problem)) from None
        if not holds:
            raise broken(
                message("{where}: the proof is not valid", where=where),
                message("a slot was swapped, repeated or replaced"),
            )
    return _mixed(ledger, deck, seat, after)


def _mixed(ledger: Ledger, deck: Deck, seat: int, after: Slots) -> Deck:
    mixed = (*deck.mixed, seat)
    return deck._replace(slots=after, mixed=mixed, final=is_mixed(ledger, mixed))
