"""A seat joins: its key, a layer and a shuffle of every deck of the set-up lap (DECK 3).

A game without decks takes the key with its proof alone, and so does a successor's offer (DECK 9.4, 10.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khronos_pbem.deck.crypto.equality import PROOF_SIZE, Equality, holds_equality, prove_equality
from khronos_pbem.deck.crypto.group import (
    BASE,
    SIZE,
    NotInGroup,
    add,
    is_point,
    multiples,
    number,
    pack,
    sub,
    unpack,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.crypto.shuffle import Slots
from khronos_pbem.deck.ledger import Checks, Deck, Ledger
from khronos_pbem.deck.mixing import SHUFFLE_KEYS, accept_shuffle, make_shuffle
from khronos_pbem.deck.parts import Part, broken, bytes_of, scalars_of, table_of
from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.messages import message

_KEYS = ("key", "decks")
_BARE_KEYS = ("key", "proof")
_DECK_KEYS = ("layer", "proof", *SHUFFLE_KEYS)


def join(ledger: Ledger, secret: GameSecret, identity: bytes = b"", prev: bytes = b"") -> tuple[Part, Ledger]:
    """The next seat's part of the set-up lap, and the ledger after it.

    `identity` is the public key in whose name it is made: nobody else can bring it as his own. `prev` is the
    hash of the block before, 32 bytes, for a game without decks.
    """
    seat, key = len(ledger.keys), secret.key()
    keyed = _keyed(ledger, key.public)
    if not ledger.decks:
        proof = prove_key(ledger, seat, secret, identity, prev)
        return {"key": encode_bytes(key.public), "proof": encode_bytes(proof)}, keyed
    parts: dict[str, Part] = {}
    for deck in ledger.decks.values():
        images = multiples(key.scalar, unpack(deck.slots.a))
        layered = _layered(deck, images)
        proof = prove_equality(_claim(keyed, deck, images, identity), secret)
        shuffle, after = make_shuffle(keyed, layered, seat, secret)
        parts[deck.name] = {"layer": encode_bytes(layered.slots.b), "proof": encode_bytes(proof), **shuffle}
        keyed = keyed.with_deck(after)
    return {"key": encode_bytes(key.public), "decks": parts}, keyed


def accept_join(
    ledger: Ledger, part: Mapping[str, Any], checks: Checks, identity: bytes = b"", prev: bytes = b""
) -> Ledger:
    """The ledger after the next seat's part, made in the name of `identity`; `prev` as of `join`.

    Raises DeckError if a layer or a shuffle, or the key of a game without decks, is not proven.
    """
    seat = len(ledger.keys)
    if seat >= ledger.seats:
        raise broken(message("all seats are taken"), rule="DECK 3")
    table = table_of(part, _KEYS if ledger.decks else _BARE_KEYS, "join_deck")
    key = bytes_of(table, "key", SIZE, "join_deck")
    if checks is Checks.FULL and not is_point(key):
        raise broken(message("the key is a point that is not on the curve or has a small order"))
    keyed = _keyed(ledger, key)
    if not ledger.decks:
        bytes_of(table, "proof", PROOF_SIZE, message("the proof of the key"))
        if checks is Checks.FULL:
            _check_key(ledger, key, seat, table, identity, prev)
        return keyed
    decks = table_of(table["decks"], tuple(ledger.decks), "join_deck: decks")
    for deck in ledger.decks.values():
        entry = table_of(decks[deck.name], _DECK_KEYS, message("join_deck: {deck}", deck=deck.name))
        layered = _accept_layer(keyed, deck, entry, checks, identity)
        keyed = keyed.with_deck(accept_shuffle(keyed, layered, seat, entry, checks))
    return keyed


def prove_key(ledger: Ledger, seat: int, secret: GameSecret, identity: bytes, before: bytes) -> bytes:
    """The proof that the identity (32 bytes) which wants a seat knows its key, 64 bytes; `before` is the hash
    of the block for which it is made (DECK 9.4)."""
    return prove_equality(_key_claim(ledger, secret.key().public, seat, identity, before), secret)


def check_new_key(
    ledger: Ledger, seat: int, key: bytes, proof: bytes, identity: bytes, before: bytes
) -> None:
    """Raise DeckError unless a key (32 bytes) is new in this game and proven, as of `prove_key`."""
    if not is_point(key):
        raise broken(message("the key is a point that is not on the curve or has a small order"))
    if key in (*ledger.keys, *ledger.former):
        raise broken(
            message("this key has already been used in this game"),
            message("take over a seat with a new key"),
            "DECK 9.4",
        )
    _check_key(ledger, key, seat, {"proof": encode_bytes(proof)}, identity, before)


def with_new_key(ledger: Ledger, seat: int, key: bytes) -> Ledger:
    """The ledger with another key for a seat, which lies on the decks to come; `without_keys` goes before."""
    keys = tuple(key if each == seat else old for each, old in enumerate(ledger.keys))
    former, absent = (
        (*ledger.former, ledger.keys[seat]),
        tuple(each for each in ledger.absent if each != seat),
    )
    return ledger._replace(keys=keys, former=former, absent=absent, proofs=ledger.proofs + 1)


def _keyed(ledger: Ledger, key: bytes) -> Ledger:
    """The ledger with one key more, and the proofs that come with it: two a deck, or one of the key."""
    return ledger._replace(keys=(*ledger.keys, key), proofs=ledger.proofs + (2 * len(ledger.decks) or 1))


def _key_claim(ledger: Ledger, key: bytes, seat: int, identity: bytes, before: bytes) -> Equality:
    """The claim that an identity knows the key of its seat: the one pair (G, X) of DECK 9.4."""
    context = digest("context", ledger.game, b"key", before, number(seat), identity)
    return Equality(context, key, (BASE,), (key,))


def _check_key(
    ledger: Ledger, key: bytes, seat: int, table: Mapping[str, Any], identity: bytes, before: bytes
) -> None:
    challenge, response = scalars_of(table, "proof", PROOF_SIZE, message("the proof of the key"))
    if not holds_equality(_key_claim(ledger, key, seat, identity, before), challenge, response):
        raise broken(
            message("the proof of the key is not valid"),
            message("its proof was not made by the player who joins with this key"),
            "DECK 9.4",
        )


def _layered(deck: Deck, images: tuple[bytes, ...]) -> Deck:
    """The deck under one key more: b' = b + x·a (DECK 3)."""
    b = (add(old, image) for old, image in zip(unpack(deck.slots.b), images, strict=True))
    return deck._replace(slots=Slots(deck.slots.a, pack(b)))


def _claim(keyed: Ledger, deck: Deck, images: tuple[bytes, ...], identity: bytes) -> Equality:
    """The claim that a layer was made with the newest key (DECK 3)."""
    context = keyed.context("layer", deck.name, len(keyed.keys) - 1, identity)
    return Equality(context, keyed.keys[-1], unpack(deck.slots.a), images)


def _accept_layer(
    keyed: Ledger, deck: Deck, part: Mapping[str, Any], checks: Checks, identity: bytes
) -> Deck:
    where = message("the layer of {deck}", deck=deck.name)
    layer = bytes_of(part, "layer", SIZE * len(deck.slots), where)
    challenge, response = scalars_of(part, "proof", PROOF_SIZE, where)
    if checks is Checks.FULL:
        try:
            pairs = zip(unpack(layer), unpack(deck.slots.b), strict=True)
            images = tuple(sub(new, old) for new, old in pairs)
            holds = holds_equality(_claim(keyed, deck, images, identity), challenge, response)
        except NotInGroup as problem:
            raise broken(message("{where}: {problem}", where=where, problem=problem)) from None
        if not holds:
            raise broken(
                message("{where}: the proof is not valid", where=where),
                message("its proof was not made with the key that it names"),
            )
    return deck._replace(slots=Slots(deck.slots.a, layer))
