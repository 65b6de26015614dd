"""A seat joins: its key, a layer and a shuffle of every deck of the set-up lap (DECK 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from khronos_pbem.deck.equality import PROOF_SIZE, Equality, holds_equality, prove_equality
from khronos_pbem.deck.group import SIZE, NotInGroup, add, is_point, mul, pack, sub, unpack
from khronos_pbem.deck.ledger import Checks, Deck, Ledger
from khronos_pbem.deck.mixing import SHUFFLE_KEYS, accept_shuffle, make_shuffle
from khronos_pbem.deck.parts import Part, broken, bytes_of, scalars_of, table_of
from khronos_pbem.deck.secrets import GameSecret
from khronos_pbem.deck.shuffle import Slots
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.saying import say

_KEYS = ("key", "decks")
_DECK_KEYS = ("layer", "proof", *SHUFFLE_KEYS)


def join(ledger: Ledger, secret: GameSecret, identity: bytes = b"") -> tuple[Part, Ledger]:
    """The next seat's part of the set-up lap, and the ledger after it.

    `identity` is the public key in whose name it is made: nobody else can bring it as his own.
    """
    seat, key = len(ledger.keys), secret.key()
    keyed = replace(ledger, keys=(*ledger.keys, key.public), proofs=ledger.proofs + 2 * len(ledger.decks))
    parts: dict[str, Part] = {}
    for deck in ledger.decks.values():
        images = tuple(mul(key.scalar, a) for a in unpack(deck.slots.a))
        layered = _layered(deck, images)
        proof = prove_equality(_claim(keyed, deck, images, identity), secret)
        shuffle, after = make_shuffle(keyed, layered, seat, secret)
        parts[deck.name] = {"layer": encode_bytes(layered.slots.b), "proof": encode_bytes(proof), **shuffle}
        keyed = keyed.with_deck(after)
    return {"key": encode_bytes(key.public), "decks": parts}, keyed


def accept_join(ledger: Ledger, part: Mapping[str, Any], checks: Checks, identity: bytes = b"") -> Ledger:
    """The ledger after the next seat's part, made in the name of `identity`.

    Raises DeckError if a layer or a shuffle is not proven.
    """
    seat = len(ledger.keys)
    if seat >= ledger.seats:
        raise broken(say("all seats have joined"), rule="DECK 3")
    table = table_of(part, _KEYS, "join_deck")
    key = bytes_of(table, "key", SIZE, "join_deck")
    if checks is Checks.FULL and not is_point(key):
        raise broken(say("the key is a point off the curve or of small order"))
    decks = table_of(table["decks"], tuple(ledger.decks), "join_deck: decks")
    keyed = replace(ledger, keys=(*ledger.keys, key), proofs=ledger.proofs + 2 * len(ledger.decks))
    for deck in ledger.decks.values():
        entry = table_of(decks[deck.name], _DECK_KEYS, say("join_deck: {deck}", deck=deck.name))
        layered = _accept_layer(keyed, deck, entry, checks, identity)
        keyed = keyed.with_deck(accept_shuffle(keyed, layered, seat, entry, checks))
    return keyed


def _layered(deck: Deck, images: tuple[bytes, ...]) -> Deck:
    """The deck under one key more: b' = b + x·a (DECK 3)."""
    b = (add(old, image) for old, image in zip(unpack(deck.slots.b), images, strict=True))
    return replace(deck, slots=Slots(deck.slots.a, pack(b)))


def _claim(keyed: Ledger, deck: Deck, images: tuple[bytes, ...], identity: bytes) -> Equality:
    """The claim that a layer was made with the newest key; format 1 names no identity in it (DECK 3)."""
    context = keyed.context("layer", deck.name, len(keyed.keys) - 1, *([identity] if identity else []))
    return Equality(context, keyed.keys[-1], unpack(deck.slots.a), images)


def _accept_layer(
    keyed: Ledger, deck: Deck, part: Mapping[str, Any], checks: Checks, identity: bytes
) -> Deck:
    where = say("the layer of {deck}", deck=deck.name)
    layer = bytes_of(part, "layer", SIZE * len(deck.slots), where)
    challenge, response = scalars_of(part, "proof", PROOF_SIZE, where)
    if checks is Checks.FULL:
        try:
            pairs = zip(unpack(layer), unpack(deck.slots.b), strict=True)
            images = tuple(sub(new, old) for new, old in pairs)
            holds = holds_equality(_claim(keyed, deck, images, identity), challenge, response)
        except NotInGroup as problem:
            raise broken(say("{where}: {problem}", where=where, problem=problem)) from None
        if not holds:
            raise broken(
                say("{where} is not proven", where=where), say("it was not made with the key that it names")
            )
    return replace(deck, slots=Slots(deck.slots.a, layer))
