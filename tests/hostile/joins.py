"""Makes the hostile joins, signatures and identities of `tests/hostile/` (DECK 2, 3, FORMATS 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha512
from typing import Any

from nacl.bindings import crypto_core_ed25519_add as raw_add

from khronos_pbem.deck.crypto.group import ORDER, base, pack_scalars
from khronos_pbem.deck.joining import make_join, prove_key
from khronos_pbem.engine.digests import canonical_json, decode_bytes, digest, encode_bytes
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.block import Block, block_content, block_table
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import write_save
from tests.deck.points import BAD_POINTS, EIGHT, TORSION
from tests.hostile.cases import (
    Change,
    Hostile,
    Spot,
    block_lines,
    changed,
    head_of,
    item,
    with_item,
)
from tests.hostile.save_files import Scene, exchanged
from tests.session.memory import Memory, identity
from tests.session.replay.test_departures import Villagers

FORMAT = b"khronos-pbem/3"


def before(scene: Scene, count: int, head: str) -> Spot:
    """The moment of a scene's game after its first blocks, which stand behind those in the head."""
    blocks = scene.save.blocks[:count]
    return replace(scene.spot, head=head, count=0, save=scene.save._replace(blocks=blocks))


def joins(scene: Scene) -> Iterator[Hostile]:
    """The first join of a game of Khronos, by red, with a deck that is none; and the second, by blue."""
    empty = scene.save._replace(blocks=())
    head = "saves/khronos-new.khronos"
    about = "a game that nobody has joined; the joins go on from it"
    yield Hostile(head, about, write_save(empty, []).encode(), 0, "whole")
    spot, first = before(scene, 0, head), scene.save.blocks[0]
    for name, (about, reason, change) in JOINS.items():
        deck = {**first.deck, "join_deck": changed(dict(first.deck)["join_deck"], change)}
        rule = {"schema": "DECK 8"}.get(reason, "")
        yield spot.broken(f"join-{name}", about, reason, replace(first, deck=deck), rule=rule)
    other = replace(first, colour="mauve")
    about = "a colour that there is not"
    yield spot.broken("join-no-colour", about, "join", other, rule="RULES 1.6", rules=True)
    yield spot.broken("join-without-deck", "a join that shuffles nothing", "join", replace(first, deck={}))
    stranger = scene.identities[1]
    stolen = replace(first, identity=stranger.public)
    about = "red's whole join, but for the identity and its signature"
    yield spot.broken("join-stolen", about, "proof", stolen, by=stranger)
    yield from second_joins(scene, head)


def second_joins(scene: Scene, head: str) -> Iterator[Hostile]:
    """The second join, by blue, who takes what is red's."""
    first, second = scene.save.blocks[:2]
    spot = before(scene, 1, head)
    copied = replace(second, deck={**second.deck, "join_deck": first.deck["join_deck"]})
    yield spot.broken("join-copied", "blue's deck is red's, copied", "proof", copied)
    about = "blue wants to be red too"
    taken = replace(second, colour="red")
    yield spot.broken("join-colour-taken", about, "join", taken, rule="RULES 1.6")
    again = replace(second, identity=first.identity)
    twice = spot.broken(
        "join-twice", "red takes the second seat as well", "join", again, by=scene.identities[0]
    )
    yield replace(twice, seat="red", rule="FORMATS 4")
    about = "the second seat is called the third"
    skipped = spot.broken("join-seat-skipped", about, "schema", replace(second, seat=2), by=spot.keys[1])
    yield replace(skipped, seat=None)


def formats(scene: Scene) -> Iterator[Hostile]:
    """A good game, called one of a format that was before or comes after this one (FORMATS 4)."""
    data = write_save(scene.save._replace(blocks=()), []).encode()
    for version, code, reason in ((1, 8, "format"), (2, 8, "format"), (4, 8, "format")):
        text = data.replace(FORMAT, FORMAT[:-1] + str(version).encode(), 1)
        about = f"a game that calls itself one of format {version}"
        yield Hostile(f"saves/format-{version}.khronos", about, text, code, reason, rule="FORMATS 4")
    for name, written in (("padded", "03"), ("zero", "0"), ("in-words", "three")):
        text = data.replace(FORMAT, FORMAT[:-1] + written.encode(), 1)
        about = f"a game that calls itself one of format {written}"
        yield Hostile(f"saves/format-{name}.khronos", about, text, 5, "schema", rule="FORMATS 4")


# --- signatures and identities ----------------------------------------------------------------------------


def villages(start: Villagers) -> Iterator[Hostile]:
    """Joins of a game without decks, and signatures and identities at their limits."""
    game = Villagers(start.header)
    head, spot = head_of("village-new", "a game of My Village that nobody has joined", game)
    yield head
    first = start.save.blocks[0]
    spot = replace(spot, keys={0: identity(0)})
    yield from bare_joins(spot, game, first)
    yield from signatures(spot, first)
    yield from mixed_identities(spot, game, first)


def bare_joins(spot: Spot, game: Memory, first: Block) -> Iterator[Hostile]:
    """A key with its proof alone (DECK 9.4, 10.5)."""
    writer = game.author(0)
    ledger, prev = game.table.ledger, head_hash(spot.save)
    part = dict(first.deck)["join_deck"]
    assert isinstance(part, dict)

    def joined(**put: Any) -> Block:
        return replace(first, deck={"join_deck": {**part, **put}})

    def key_of(seat: int, who: bytes, before: bytes) -> str:
        return encode_bytes(prove_key(ledger, seat, writer.secret, who, before))

    named = identity(0).public
    other = {
        "proof-of-nothing": ("a key, and the proof for another one", joined(key=encode_bytes(base(3)))),
        "proof-of-another-seat": ("a proof for the second seat", joined(proof=key_of(1, named, prev))),
        "proof-of-another-block": ("a proof for another block", joined(proof=key_of(0, named, bytes(32)))),
        "proof-in-anothers-name": (
            "a proof for another identity",
            joined(proof=key_of(0, identity(1).public, prev)),
        ),
    }
    for name, (about, block) in other.items():
        yield spot.broken(f"village-{name}", about, "proof", block, rule="DECK 9.4")
    for name, point in BAD_POINTS.items():
        about = f"the key is a point {name}"
        block = joined(key=encode_bytes(point))
        yield spot.broken(f"village-key-{name.replace(' ', '-')}", about, "point", block)
    proof = decode_bytes(part["proof"])
    response = int.from_bytes(proof[32:], "little") + ORDER
    block = joined(proof=encode_bytes(proof[:32] + response.to_bytes(32, "little")))
    yield spot.broken("village-scalar-plus-order", "the response of the proof, and L added", "scalar", block)
    about = "decks in a game that has none"
    yield spot.broken("village-decks", about, "schema", joined(decks={}), put={}, rule="DECK 8")


def signatures(spot: Spot, block: Block) -> Iterator[Hostile]:
    """A good join under signatures of its own key that hold for some programs, and not by the page."""
    content = _signed_part(block)
    key = identity(0)
    good = key.sign(content)
    plus = int.from_bytes(good[32:], "little") + ORDER
    cases = {
        "signature-plus-order": (
            "a good signature with L added to S",
            good[:32] + plus.to_bytes(32, "little"),
        ),
        "signature-with-cofactor": (
            "a signature that holds only if both sides are multiplied by 8",
            _signature(key, content, key.public, lambda k: EIGHT),
        ),
        "signature-of-nothing": ("a signature of zeros", bytes(64)),
    }
    for name, (about, sig) in cases.items():
        data = _with_signature(block, sig)
        yield Hostile(
            f"blocks/{name}.toml", about, data, 5, "signature", block=0, behind=spot.head, rule="FORMATS 4"
        )


def mixed_identities(spot: Spot, game: Memory, first: Block) -> Iterator[Hostile]:
    """Identities outside the subgroup, with a proof of their key and a signature that holds all the same."""
    key, ledger, secret = identity(0), game.table.ledger, game.author(0).secret
    for order, torsion in ((8, EIGHT), (4, bytes(32)), (2, BAD_POINTS["of order 2"])):
        public = raw_add(key.public, torsion)
        part, _ = make_join(ledger, secret, public, head_hash(spot.save))
        block = replace(first, identity=public, deck={"join_deck": part})
        content = _signed_part(block)
        wanted = {k: _times(-k, torsion) for k in range(8)}
        sig = _signature(key, content, public, lambda k, wanted=wanted: wanted[k % 8])  # type: ignore[misc]
        about = f"an identity with a part of order {order}, and a signature that holds"
        data = _with_signature(block, sig)
        file = f"blocks/identity-with-a-part-of-order-{order}.toml"
        yield Hostile(file, about, data, 5, "schema", block=0, behind=spot.head, rule="FORMATS 4")


def _signed_part(block: Block) -> bytes:
    content = block_content(replace(block, sig=""))
    return digest("record/signature", canonical_json(content))


def _with_signature(block: Block, sig: bytes) -> bytes:
    return block_lines(block_table(replace(block, sig=encode_bytes(sig)))).encode()


def _times(count: int, torsion: bytes) -> bytes:
    """A multiple of a point of small order; empty for the neutral one."""
    result = b""
    for _ in range(count % 8):
        result = raw_add(result, torsion) if result else torsion
        result = b"" if result not in TORSION else result
    return result


def _signature(key: Identity, content: bytes, public: bytes, part: Callable[[int], bytes]) -> bytes:
    """A signature whose R has a part of small order: the one that `part` names for the challenge k.

    R enters k, so that nonces are tried until it is the one that was put in.
    """
    expanded = sha512(key.seed).digest()
    scalar = (int.from_bytes(expanded[:32], "little") & ((1 << 254) - 8)) | 1 << 254
    for count in range(256):
        nonce = int.from_bytes(sha512(expanded[32:] + content + bytes([count])).digest(), "little") % ORDER
        for torsion in (b"", *TORSION):
            start = raw_add(base(nonce), torsion) if torsion else base(nonce)
            challenge = int.from_bytes(sha512(start + public + content).digest(), "little") % ORDER
            if part(challenge) == torsion:
                return start + pack_scalars(((nonce + challenge * scalar) % ORDER,))
    raise AssertionError("no nonce was found")


# --- breaks of the deck in a join -------------------------------------------------------------------------


def _cards(key: str, make: Callable[[str], Any]) -> Change:
    def change(part: dict[str, Any]) -> None:
        part["decks"]["cards/1"][key] = make(part["decks"]["cards/1"][key])

    return change


def _with_key(point: bytes) -> Change:
    """A key that is no key."""
    return lambda part: part.update(key=encode_bytes(point))


JOINS: dict[str, tuple[str, str, Change]] = {
    "slot-swapped": ("two slots of the shuffled deck are exchanged", "proof", _cards("slots", exchanged)),
    "slot-repeated": (
        "a slot of the shuffled deck is there twice",
        "proof",
        _cards("slots", lambda packed: with_item(packed, 0, item(packed, 1))),
    ),
    "slot-replaced": (
        "a slot of the shuffled deck is another",
        "proof",
        _cards("slots", lambda packed: with_item(packed, 0, base(99))),
    ),
    "slot-off-the-curve": (
        "a slot of the shuffled deck is no point",
        "point",
        _cards("slots", lambda packed: with_item(packed, 0, BAD_POINTS["off the curve"])),
    ),
    "commitment-small": (
        "a commitment is a point of order 8",
        "point",
        _cards("commitments", lambda packed: with_item(packed, 0, EIGHT)),
    ),
    "commitment-changed": (
        "a commitment is another good point",
        "proof",
        _cards("commitments", lambda packed: with_item(packed, 1, base(5))),
    ),
    "layer-changed": (
        "a layer is laid with another key",
        "proof",
        _cards("layer", lambda packed: with_item(packed, 0, base(99))),
    ),
    "response-order": (
        "a response is the order L",
        "scalar",
        _cards("responses", lambda packed: with_item(packed, 3, ORDER.to_bytes(32, "little"))),
    ),
    "response-changed": (
        "a response is zero",
        "proof",
        _cards("responses", lambda packed: with_item(packed, 0, bytes(32))),
    ),
    "list-too-short": (
        "a slot is missing",
        "length",
        _cards("slots", lambda packed: encode_bytes(decode_bytes(packed)[:-32])),
    ),
    "key-small": (
        "the key is a point of order 8",
        "point",
        lambda part: part.update(key=encode_bytes(EIGHT)),
    ),
    **{
        f"key-{name.replace(' ', '-')}": (
            f"the key is a point {name}",
            "point",
            _with_key(point),
        )
        for name, point in BAD_POINTS.items()
        if name != "of order 8"
    },
    "key-of-another": (
        "the key is not the one behind the layer",
        "proof",
        lambda part: part.update(key=encode_bytes(base(42))),
    ),
    "deck-missing": (
        "the deck that draws the first player is missing",
        "schema",
        lambda part: part["decks"].pop("seats"),
    ),
}
