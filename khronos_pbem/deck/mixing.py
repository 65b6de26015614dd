"""Make and verify one seat's shuffle of a deck with its proof, as a table of a block (DECK 3, 4)."""

from __future__ import annotations

from collections.abc import Mapping

from khronos_pbem.deck.crypto.group import SIZE, NotInGroup
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.crypto.shuffle import Slots, derive_witness, shuffle_slots, unpack_slots
from khronos_pbem.deck.crypto.shuffle_proof import (
    ShuffleClaim,
    commitments_size,
    holds_shuffle,
    prove_shuffle,
    responses_size,
)
from khronos_pbem.deck.ledger import CheckLevel, Deck, Ledger, is_fully_shuffled
from khronos_pbem.deck.parts import Part, deck_error, parse_bytes, parse_scalars
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.messages import message

SHUFFLE_KEYS = ("slots", "commitments", "responses")


def make_shuffle(ledger: Ledger, deck: Deck, seat: int, secret: GameSecret) -> tuple[Part, Deck]:
    """Shuffle a deck for a seat under the ledger's key.

    Returns the shuffle with its proof, as a table of a block, and the deck after the shuffle.
    """
    context, key = ledger.context("shuffle", deck.name, seat), ledger.key
    mixing = derive_witness(context, key, deck.slots, secret)
    after = shuffle_slots(deck.slots, key, mixing)
    commitments, responses = prove_shuffle(ShuffleClaim(context, key, deck.slots, after), mixing, secret)
    part = {
        "slots": encode_bytes(after.packed()),
        "commitments": encode_bytes(commitments),
        "responses": encode_bytes(responses),
    }
    return part, _with_shuffle(ledger, deck, seat, after)


def accept_shuffle(
    ledger: Ledger, deck: Deck, seat: int, part: Mapping[str, object], checks: CheckLevel
) -> Deck:
    """Verify a seat's shuffle and return the deck after it.

    Raises DeckError if the shuffle is malformed or, with full checks, not proven.
    """
    count, where = len(deck.slots), message("the shuffle of {deck}", deck=deck.name)
    packed = parse_bytes(part, "slots", 2 * count * SIZE, where)
    commitments = parse_bytes(part, "commitments", commitments_size(count), where)
    responses = parse_scalars(part, "responses", responses_size(count), where)
    after = unpack_slots(packed)
    if checks is CheckLevel.FULL:
        claim = ShuffleClaim(ledger.context("shuffle", deck.name, seat), ledger.key, deck.slots, after)
        try:
            holds = holds_shuffle(claim, commitments, responses)
        except NotInGroup as problem:
            raise deck_error(message("{where}: {problem}", where=where, problem=problem)) from None
        if not holds:
            what = message("{where}: the proof is not valid", where=where)
            raise deck_error(what, message("a card in the deck was swapped, duplicated or replaced"))
    return _with_shuffle(ledger, deck, seat, after)


def _with_shuffle(ledger: Ledger, deck: Deck, seat: int, after: Slots) -> Deck:
    mixed = (*deck.mixed, seat)
    return deck._replace(slots=after, mixed=mixed, final=is_fully_shuffled(ledger, mixed))
