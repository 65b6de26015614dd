"""Joining a game: the seat's key, and a layer and a shuffle for every set-up deck (DECK 3).

In a game without decks, a join contains only the key and its proof. The same applies to an offer to take over
a seat (DECK 9.4, 10.5).
"""

from __future__ import annotations

from collections.abc import Mapping

from khronos_pbem.deck.crypto.equality import PROOF_SIZE, EqualityClaim, holds_equality, prove_equality
from khronos_pbem.deck.crypto.group import (
    BASE,
    SIZE,
    NotInGroup,
    add,
    is_point,
    multiples,
    number,
    pack_points,
    sub,
    unpack_points,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.crypto.shuffle import Slots
from khronos_pbem.deck.ledger import CheckLevel, Deck, Ledger
from khronos_pbem.deck.mixing import SHUFFLE_KEYS, accept_shuffle, make_shuffle
from khronos_pbem.deck.parts import Part, deck_error, parse_bytes, parse_scalars, parse_table
from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.messages import message

_KEYS = ("key", "decks")
_BARE_KEYS = ("key", "proof")
_DECK_KEYS = ("layer", "proof", *SHUFFLE_KEYS)


def make_join(
    ledger: Ledger, secret: GameSecret, identity: bytes = b"", prev: bytes = b""
) -> tuple[Part, Ledger]:
    """Return the deck part of the next seat's join, and the ledger after it.

    `identity` is the public key of the joining player. The proofs are bound to it, so that nobody else can
    use them. `prev` is the hash of the previous block (32 bytes), needed only in a game without decks.
    """
    seat, key = len(ledger.keys), secret.key()
    keyed = _with_key(ledger, key.public)
    if not ledger.decks:
        proof = prove_key(ledger, seat, secret, identity, prev)
        return {"key": encode_bytes(key.public), "proof": encode_bytes(proof)}, keyed
    parts: dict[str, Part] = {}
    for deck in ledger.decks.values():
        images = multiples(key.scalar, unpack_points(deck.slots.a))
        layered = _layered(deck, images)
        proof = prove_equality(_claim(keyed, deck, images, identity), secret)
        shuffle, after = make_shuffle(keyed, layered, seat, secret)
        parts[deck.name] = {"layer": encode_bytes(layered.slots.b), "proof": encode_bytes(proof), **shuffle}
        keyed = keyed.with_deck(after)
    return {"key": encode_bytes(key.public), "decks": parts}, keyed


def accept_join(
    ledger: Ledger, part: Mapping[str, object], checks: CheckLevel, identity: bytes = b"", prev: bytes = b""
) -> Ledger:
    """Verify the deck part of the next seat's join and return the ledger after it.

    `identity` and `prev` are as for `make_join`. Raises DeckError if all seats are taken, if the part is
    malformed, or if a layer or a shuffle (without decks, the key) is not proven.
    """
    seat = len(ledger.keys)
    if seat >= ledger.seats:
        raise deck_error(message("all seats are taken"), rule="DECK 3")
    table = parse_table(part, _KEYS if ledger.decks else _BARE_KEYS, "join_deck")
    key = parse_bytes(table, "key", SIZE, "join_deck")
    if checks is CheckLevel.FULL and not is_point(key):
        raise deck_error(
            message("the key is not valid: it is not a point on the curve, or it has small order")
        )
    keyed = _with_key(ledger, key)
    if not ledger.decks:
        parse_bytes(table, "proof", PROOF_SIZE, message("the proof of the key"))
        if checks is CheckLevel.FULL:
            _check_key(ledger, key, seat, table, identity, prev)
        return keyed
    decks = parse_table(table["decks"], tuple(ledger.decks), "join_deck: decks")
    for deck in ledger.decks.values():
        entry = parse_table(decks[deck.name], _DECK_KEYS, message("join_deck: {deck}", deck=deck.name))
        layered = _accept_layer(keyed, deck, entry, checks, identity)
        keyed = keyed.with_deck(accept_shuffle(keyed, layered, seat, entry, checks))
    return keyed


def prove_key(ledger: Ledger, seat: int, secret: GameSecret, identity: bytes, before: bytes) -> bytes:
    """Prove that the identity asking for a seat knows the secret of its new deck key (DECK 9.4).

    `identity` is a public key (32 bytes). `before` is the hash of the block on which the offer is based. The
    proof has 64 bytes.
    """
    return prove_equality(_key_claim(ledger, secret.key().public, seat, identity, before), secret)


def check_new_key(
    ledger: Ledger, seat: int, key: bytes, proof: bytes, identity: bytes, before: bytes
) -> None:
    """Raise DeckError unless a key (32 bytes) is new in this game and proven by `prove_key` (DECK 9.4)."""
    if not is_point(key):
        raise deck_error(
            message("the key is not valid: it is not a point on the curve, or it has small order")
        )
    if key in (*ledger.keys, *ledger.former):
        what = message("this key has already been used in this game")
        raise deck_error(what, message("take over the seat with a new key"), "DECK 9.4")
    _check_key(ledger, key, seat, {"proof": encode_bytes(proof)}, identity, before)


def with_new_key(ledger: Ledger, seat: int, key: bytes) -> Ledger:
    """Return the ledger with a new key for a seat. Call `without_keys` first.

    The new key applies to later decks.
    """
    keys = tuple(key if each == seat else old for each, old in enumerate(ledger.keys))
    former, absent = (*ledger.former, ledger.keys[seat]), tuple(x for x in ledger.absent if x != seat)
    return ledger._replace(keys=keys, former=former, absent=absent, proofs=ledger.proofs + 1)


def _with_key(ledger: Ledger, key: bytes) -> Ledger:
    """Return the ledger with one more key, and with the proofs of its join counted.

    A join has two proofs per deck, or one proof in a game without decks.
    """
    return ledger._replace(keys=(*ledger.keys, key), proofs=ledger.proofs + (2 * len(ledger.decks) or 1))


def _key_claim(ledger: Ledger, key: bytes, seat: int, identity: bytes, before: bytes) -> EqualityClaim:
    """Return the claim that an identity knows the key of its seat: the single pair (G, X) of DECK 9.4."""
    context = digest("context", ledger.game, b"key", before, number(seat), identity)
    return EqualityClaim(context, key, (BASE,), (key,))


def _check_key(
    ledger: Ledger, key: bytes, seat: int, table: Mapping[str, object], identity: bytes, before: bytes
) -> None:
    challenge, response = parse_scalars(table, "proof", PROOF_SIZE, message("the proof of the key"))
    if not holds_equality(_key_claim(ledger, key, seat, identity, before), challenge, response):
        what = message("the proof of the key is not valid")
        hint = message("the proof was not created by the player who is joining with this key")
        raise deck_error(what, hint, "DECK 9.4")


def _layered(deck: Deck, images: tuple[bytes, ...]) -> Deck:
    """Return the deck encrypted under one more key: b' = b + x·a (DECK 3)."""
    b = (add(old, image) for old, image in zip(unpack_points(deck.slots.b), images, strict=True))
    return deck._replace(slots=Slots(deck.slots.a, pack_points(b)))


def _claim(keyed: Ledger, deck: Deck, images: tuple[bytes, ...], identity: bytes) -> EqualityClaim:
    """Return the claim that a layer was made with the newest key (DECK 3)."""
    context = keyed.context("layer", deck.name, len(keyed.keys) - 1, identity)
    return EqualityClaim(context, keyed.keys[-1], unpack_points(deck.slots.a), images)


def _accept_layer(
    keyed: Ledger, deck: Deck, part: Mapping[str, object], checks: CheckLevel, identity: bytes
) -> Deck:
    where = message("the encryption layer of {deck}", deck=deck.name)
    layer = parse_bytes(part, "layer", SIZE * len(deck.slots), where)
    challenge, response = parse_scalars(part, "proof", PROOF_SIZE, where)
    if checks is CheckLevel.FULL:
        try:
            pairs = zip(unpack_points(layer), unpack_points(deck.slots.b), strict=True)
            images = tuple(sub(new, old) for new, old in pairs)
            holds = holds_equality(_claim(keyed, deck, images, identity), challenge, response)
        except NotInGroup as problem:
            raise deck_error(message("{where}: {problem}", where=where, problem=problem)) from None
        if not holds:
            what = message("{where}: the proof is not valid", where=where)
            raise deck_error(what, message("the proof was not created with the key that it names"))
    return deck._replace(slots=Slots(deck.slots.a, layer))
