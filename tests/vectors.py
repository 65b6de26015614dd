"""What `docs/test-vectors.md` shows: one tiny game, worked by the real code, step by step (DECK, FORMATS 4).

What a proof hides (seeds, weights, announcements) is worked out here from the formulas of the law.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from khronos_pbem.deck.crypto.equality import EqualityClaim, prove_equality
from khronos_pbem.deck.crypto.group import (
    BASE,
    ORDER,
    add,
    base,
    dot,
    generator,
    generators,
    hash_to_scalar,
    mul,
    number,
    pack_points,
    sub,
    sum_points,
    unpack_points,
    unpack_scalars,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.deck.joining import make_join
from khronos_pbem.deck.ledger import Ledger, deal, open_roll, open_to_all
from khronos_pbem.deck.payment import pay
from khronos_pbem.deck.rolls import draw_below, expand_stream
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Seating
from khronos_pbem.engine.digests import canonical_json, decode_bytes, digest, encode_bytes
from khronos_pbem.games.khronos.model.maps import standard_map
from khronos_pbem.games.my_village.model.cards_file import standard_cards
from khronos_pbem.games.registry import game_for_rules
from khronos_pbem.record.chain import game_hash
from khronos_pbem.record.save import FORMAT, Header, header_bytes, header_table

Row = dict[str, Any]
"""A vector: texts, numbers, and bytes in hexadecimal digits."""

SEEDS = (bytes([1]) * 32, bytes([2]) * 32)
"""The identities of the two players."""

NEWCOMER = bytes([3]) * 32
"""The identity of somebody who wants a seat."""

DECK = "cards/1"
LABELS = ("military", "religious", "civil")
MAP = {"name": "tiny", "terrain": "..\n.~\n", "hamlets": ["A1"]}


def header() -> Header:
    """The header of the tiny game: no rules allow its map, and nothing here asks for rules."""
    return Header(
        id=encode_bytes(bytes(range(16))),
        title='Über "alles"',
        game="khronos",
        seats=2,
        created="2026-11-21T09:00:00Z",
        rules=1,
        options={"edition": 2, "holdem": False, "keep": False, "map": MAP},
    )


def game() -> bytes:
    """The hash of the header, which everything is bound to."""
    return game_hash(header())


def public_key(seed: bytes) -> bytes:
    """The Ed25519 public key of an identity."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def secret(seed: bytes) -> GameSecret:
    """What an identity keeps secret in the tiny game."""
    return GameSecret.derive(seed, game())


def scalar(value: int) -> str:
    """A scalar as it stands in a file."""
    return (value % ORDER).to_bytes(32, "little").hex()


def each(packed: str | bytes) -> list[str]:
    """A list of points or scalars, one by one."""
    data = decode_bytes(packed) if isinstance(packed, str) else packed
    return [item.hex() for item in unpack_points(data)]


# --- hashes, bytes, keys ----------------------------------------------------------------------------------


def hashes() -> list[Row]:
    """H of DECK 2."""
    rows: tuple[tuple[str, tuple[bytes, ...]], ...] = (
        ("empty", ()),
        ("one empty part", (b"",)),
        ("parts", (b"ab", b"c")),
        ("parts", (b"a", b"bc")),
        ("number", (number(258),)),
        ("text", ("é".encode(),)),
    )
    return [
        {"label": label, "parts": [part.hex() for part in parts], "hash": digest(label, *parts).hex()}
        for label, parts in rows
    ]


def json_texts() -> list[Row]:
    """Canonical JSON of FORMATS 4; `value` is any JSON text of the same value."""
    values = (
        '{"b": [1, -2, true], "a": {}, "A": "", "é": [], "\\ud83d\\ude00": 0, "\\uffff": 1}',
        '"quote \\" slash / back \\\\ tab \\t unit \\u001f delete \\u007f \\u00fc \\u2028"',
        '{"at": "2026-11-22T18:03:00Z", "big": 9223372036854775807}',
    )
    return [{"value": value, "bytes": canonical_json(json.loads(value)).hex()} for value in values]


def coded() -> list[Row]:
    """Unpadded base64url."""
    return [{"bytes": data.hex(), "text": encode_bytes(data)} for data in (b"", b"\xff", b"\xfb\xf0", b"abc")]


def headers() -> list[Row]:
    """The header hash."""
    value = header()
    shown = {"format": FORMAT, "game": header_table(value)}
    return [{**shown, "json": header_bytes(value).decode(), "hash": game().hex()}]


def players() -> list[Row]:
    """Identities, and what is derived from them for the tiny game."""
    rows = []
    for seed in SEEDS:
        root = hmac.digest(hmac.digest(game(), seed, "sha256"), b"game secret\x01", "sha256")
        key = secret(seed).key()
        rows.append(
            {
                "seed": seed.hex(),
                "identity": public_key(seed).hex(),
                "s": root.hex(),
                "x": scalar(key.scalar),
                "X": key.public.hex(),
            }
        )
    return rows


def signature_row(key: bytes, message: bytes, signature: bytes, holds: bool, about: str) -> Row:
    """An Ed25519 signature, and whether it holds."""
    return {
        "about": about,
        "key": key.hex(),
        "message": message.hex(),
        "sig": signature.hex(),
        "holds": holds,
    }


# --- the proofs, worked by the formulas of the page -------------------------------------------------------


def equality(claim: EqualityClaim, proof: bytes) -> Row:
    """An equality proof with all that a verifier works out (DECK 3)."""
    challenge, response = unpack_scalars(proof)
    seed = digest("equality", claim.context, claim.key, pack_points(claim.bases), pack_points(claim.images))
    weights = [hash_to_scalar(digest("equality weight", seed, number(j))) for j in range(len(claim.bases))]
    a, b = dot(weights, claim.bases), dot(weights, claim.images)
    first = sub(base(response), mul(challenge, claim.key))
    second = sub(mul(response, a), mul(challenge, b))
    return {
        "context": claim.context.hex(),
        "X": claim.key.hex(),
        "bases": [point.hex() for point in claim.bases],
        "images": [point.hex() for point in claim.images],
        "seed": seed.hex(),
        "weights": [scalar(weight) for weight in weights],
        "A": a.hex(),
        "B": b.hex(),
        "T1": first.hex(),
        "T2": second.hex(),
        "hash": digest("equality challenge", seed, first, second).hex(),
        "proof": each(proof),
    }


class Lists(NamedTuple):
    """The input or the output of a shuffle."""

    a: Sequence[bytes]
    b: Sequence[bytes]

    @property
    def packed(self) -> bytes:
        """All a, then all b."""
        return pack_points((*self.a, *self.b))


class Shuffle(NamedTuple):
    """A shuffle with its proof."""

    context: bytes
    key: bytes
    before: Lists
    after: Lists
    commitments: Sequence[bytes]
    responses: Sequence[int]


def transcript(shuffle: Shuffle) -> Row:
    """What a verifier works out of a shuffle proof (DECK 4)."""
    context, key, before, after, commitments, responses = shuffle
    count = len(before.a)
    c, chain = commitments[:count], commitments[count:]
    z0 = digest("shuffle", context, key, before.packed, after.packed)
    z1 = digest("shuffle commitment", z0, pack_points(c))
    u = [hash_to_scalar(digest("shuffle weight", z1, number(place))) for place in range(count)]
    z2 = digest("shuffle chain", z1, pack_points(chain))
    t = announcements(shuffle, u)
    names = ("t1", "t2", "t3", "t4a", "t4b")
    return {
        **{"z0": z0.hex(), "z1": z1.hex(), "u": [scalar(weight) for weight in u], "z2": z2.hex()},
        **{name: point.hex() for name, point in zip(names, t, strict=False)},
        "t_hat": [point.hex() for point in t[len(names) :]],
        "hash": digest("shuffle challenge", z2, *t).hex(),
        "challenge": scalar(responses[0]),
    }


def announcements(shuffle: Shuffle, u: Sequence[int]) -> list[bytes]:
    """t1, t2, t3, t4a, t4b and t̂, as the lines of DECK 4 have them."""
    count, (v, s1, s2, s3, s4, *rest) = len(u), shuffle.responses
    hats, primes = rest[:count], rest[count:]
    c, chain = shuffle.commitments[:count], shuffle.commitments[count:]
    before, after = shuffle.before, shuffle.after
    product = prod(u) % ORDER
    before_chain = (generator(0), *chain[:-1])
    return [
        sub(base(s1), mul(v, sub(sum_points(c), sum_points(generators(count))))),
        sub(base(s2), mul(v, sub(chain[-1], mul(product, generator(0))))),
        sub(add(base(s3), dot(primes, generators(count))), mul(v, dot(u, c))),
        sub(sub(dot(primes, after.a), base(s4)), mul(v, dot(u, before.a))),
        sub(sub(dot(primes, after.b), mul(s4, shuffle.key)), mul(v, dot(u, before.b))),
        *(
            sub(add(base(hat), mul(prime, last)), mul(v, this))
            for hat, prime, last, this in zip(hats, primes, before_chain, chain, strict=True)
        ),
    ]


# --- the tiny game ----------------------------------------------------------------------------------------


class Played(NamedTuple):
    """The tiny game: its vectors by name, and the ledger at its end."""

    rows: Mapping[str, list[Row]]
    ledger: Ledger


def context_row(ledger: Ledger, purpose: str, deck: str, seat: int, *more: bytes) -> Row:
    """The context of a proof (DECK 2)."""
    return {
        "purpose": purpose,
        "deck": deck,
        "seat": seat,
        "keys": [key.hex() for key in ledger.keys],
        "more": [part.hex() for part in more],
        "context": ledger.context(purpose, deck, seat, *more).hex(),
    }


@cache
def played() -> Played:
    """Both join, slots are dealt, shared and revealed, and a roll is made."""
    ledger = Ledger.new(game(), 2, {DECK: LABELS})
    rows: dict[str, list[Row]] = {name: [] for name in ("context", "join", "layer", "shuffle", "payment")}
    for seat, seed in enumerate(SEEDS):
        ledger = _joined(ledger, seat, seed, rows)
    ledger = deal(ledger, 0, [Handle(DECK, 0)])
    ledger = open_to_all(deal(ledger, 1, [Handle(DECK, 1)]), Handle(DECK, 2))
    ledger = _paid(ledger, 1, rows)
    rows["read"] = [_read(ledger)]
    ledger = open_roll(ledger, 0, 1)
    assert ledger.rolls.open is not None
    rows["roll"] = [
        {"number": 1, "before": "", "keys": _hex(ledger.keys), "P": ledger.rolls.open.point.hex()}
    ]
    ledger = _paid(ledger, 0, rows, Handle(DECK, 0))
    ledger = _paid(ledger, 1, rows)
    rows["roll"][0] |= {"points": [row["roll"] for row in rows["payment"] if "roll" in row]}
    rows["roll"][0] |= _numbers(ledger.rolls.stream)
    after = open_roll(ledger, 0, 1).rolls.open
    assert after is not None
    rows["roll"].append(
        {"number": 2, "before": ledger.rolls.stream.hex(), "keys": _hex(ledger.keys), "P": after.point.hex()}
    )
    return Played(rows, ledger)


def _hex(points: Iterable[bytes]) -> list[str]:
    return [point.hex() for point in points]


def _joined(ledger: Ledger, seat: int, seed: bytes, rows: dict[str, list[Row]]) -> Ledger:
    before = ledger.decks[DECK].slots
    part, after = make_join(ledger, secret(seed), public_key(seed))
    entry = part["decks"][DECK]
    layer = unpack_points(decode_bytes(entry["layer"]))
    contexts = [
        context_row(after, "layer", DECK, seat, public_key(seed)),
        context_row(after, "shuffle", DECK, seat),
    ]
    rows["context"] += contexts
    keys = ("layer", "proof", "slots", "commitments", "responses")
    given = {"key": decode_bytes(part["key"]).hex(), **{key: each(entry[key]) for key in keys}}
    start = {"before": each(before.packed()), "K": after.key.hex()}
    rows["join"].append({"seat": seat, "identity": public_key(seed).hex(), **start, **given})
    images = tuple(sub(new, old) for new, old in zip(layer, unpack_points(before.b), strict=True))
    claim = EqualityClaim(
        bytes.fromhex(contexts[0]["context"]), after.keys[-1], unpack_points(before.a), images
    )
    rows["layer"].append(equality(claim, decode_bytes(entry["proof"])))
    slots = unpack_points(decode_bytes(entry["slots"]))
    shuffle = Shuffle(
        bytes.fromhex(contexts[1]["context"]),
        after.key,
        Lists(unpack_points(before.a), layer),
        Lists(slots[: len(layer)], slots[len(layer) :]),
        unpack_points(decode_bytes(entry["commitments"])),
        unpack_scalars(decode_bytes(entry["responses"])),
    )
    rows["shuffle"].append(transcript(shuffle))
    return after


def key_alone(seat: int, seed: bytes, before: bytes) -> Row:
    """The proof that an identity knows its deck key, made for the block of this hash (DECK 2, 9.4, 10.5)."""
    identity, own = public_key(seed), secret(seed)
    context = digest("context", game(), b"key", before, number(seat), identity)
    public = own.key().public
    claim = EqualityClaim(context, public, (BASE,), (public,))
    return {"seat": seat, "identity": identity.hex(), **equality(claim, prove_equality(claim, own))}


def bare_key() -> list[Row]:
    """How seat 0 would join a game of this header without decks, as its first block (DECK 10.5)."""
    return [key_alone(0, SEEDS[0], game())]


def _paid(ledger: Ledger, seat: int, rows: dict[str, list[Row]], *reveal: Handle) -> Ledger:
    made, slots, roll = pay(ledger, seat, secret(SEEDS[seat]), reveal), ledger.decks[DECK].slots, ledger.rolls
    row, texts, bases, images = Row(seat=seat), list[str](), list[bytes](), list[bytes]()
    for key in ("shares", "reveal"):
        for table in made.part.get(key, ()):
            row[key] = table["slots"]
            texts += [f"{key.removesuffix('s')} {table['deck']}:{slot}" for slot in table["slots"]]
            bases += [slots.a_at(slot) for slot in table["slots"]]
            images += unpack_points(decode_bytes(table["points"]))
    if "roll" in made.part and roll.open is not None:
        texts.append(f"roll {roll.open.number}")
        bases.append(roll.open.point)
        images.append(decode_bytes(made.part["roll"]))
        row["roll"] = images[-1].hex()
    outer = ledger.context("payment", "", seat)
    context = digest("payment", outer, *(text.encode() for text in texts))
    claim = EqualityClaim(context, ledger.keys[seat], tuple(bases), tuple(images))
    rows["context"].append(context_row(ledger, "payment", "", seat))
    rows["payment"].append({**row, "texts": texts, **equality(claim, decode_bytes(made.part["proof"]))})
    return made.ledger


def _read(ledger: Ledger) -> Row:
    """How seat 0 reads its slot 0, to which seat 1 has given its share (DECK 5)."""
    slots, handle = ledger.decks[DECK].slots, Handle(DECK, 0)
    own = mul(secret(SEEDS[0]).key().scalar, slots.a_at(0))
    share = ledger.held[handle].shares[1]
    label = read(ledger, 0, secret(SEEDS[0]))[handle]
    point = sub(slots.b_at(0), add(own, share))
    return {
        **{"slot": 0, "b": slots.b_at(0).hex(), "shares": [own.hex(), share.hex()]},
        **{"M": point.hex(), "label": label},
    }


def _numbers(stream: bytes) -> Row:
    """The first numbers of a stream, and what bounds make of them (DECK 10.2)."""
    numbers, bounds = expand_stream(stream), [6, 1, 1000, 2**63 + 1, 2, 52, 6, 6, 6, 6]
    shown = expand_stream(stream)
    return {
        "stream": stream.hex(),
        "numbers": [str(next(shown)) for _ in range(16)],
        "bounds": [str(bound) for bound in bounds],
        "values": [str(draw_below(numbers, bound)) for bound in bounds],
    }


# --- positions, blocks, offers ----------------------------------------------------------------------------


def options_of(name: str) -> dict[str, Any]:
    """The options of a game as it is played most."""
    if name == "khronos":
        return {"edition": 2, "holdem": False, "keep": False, "map": standard_map().to_data()}
    return {"cards": standard_cards().data, "rounds": 0}


def positions() -> list[Row]:
    """The public positions at the beginning of both games, and their digests (FORMATS 4)."""
    rows = []
    for name in ("khronos", "my-village"):
        found = game_for_rules(name, 1)
        position = found.begin(Seating(("red", "blue"), options_of(name))).position
        data = canonical_json(found.public_data(position))
        rows.append({"game": name, "json": data.decode(), "after": digest("position", data)[:32].hex()})
    return rows


def turn() -> Row:
    """A turn as its author signs it; it stands on the header, so that its `prev` is known."""
    orders = ["travel 1 faith", 'message "Grüße"', "end"]
    return {
        **{"seq": 0, "seat": 0, "kind": "turn", "at": "2026-11-22T18:03:00Z", "prev": encode_bytes(game())},
        **{"orders": orders, "after": encode_bytes(digest("position", b"{}")[:32])},
    }


def offer(base_hash: bytes) -> tuple[Row, Row]:
    """An offer for seat 1 on a base: as it stands in a vote, and its vector (DECK 9.4)."""
    proven = key_alone(1, NEWCOMER, base_hash)
    key, public = bytes.fromhex(proven["identity"]), bytes.fromhex(proven["X"])
    table: Row = {"seat": 1, "key": encode_bytes(key), "name": "carol", "X": encode_bytes(public)}
    table["proof"] = encode_bytes(b"".join(map(bytes.fromhex, proven["proof"])))
    message = digest("record/offer", game(), base_hash, canonical_json(table))
    signature = Ed25519PrivateKey.from_private_bytes(NEWCOMER).sign(message)
    signed = {**table, "sig": encode_bytes(signature)}
    row = {
        **{"base": base_hash.hex(), **proven, "json": canonical_json(table).decode()},
        **{"message": message.hex(), "sig": signature.hex(), "offer": canonical_json(signed).decode()},
    }
    return signed, row


def signed_row(content: Row, seed: bytes) -> Row:
    """A block signed by an identity, with its hash (FORMATS 4)."""
    unsigned = canonical_json(content)
    message = digest("record/signature", unsigned)
    signature = Ed25519PrivateKey.from_private_bytes(seed).sign(message)
    whole = canonical_json({**content, "sig": encode_bytes(signature)})
    return {
        **{"kind": content["kind"], "key": public_key(seed).hex(), "unsigned": unsigned.decode()},
        **{"message": message.hex(), "sig": signature.hex()},
        **{"json": whole.decode(), "hash": digest("record/block", whole)[:32].hex()},
    }


def blocks() -> tuple[list[Row], list[Row]]:
    """A turn, a vote on it with an offer, and an ack on the vote; and the offer by itself."""
    first = signed_row(turn(), SEEDS[0])
    base_hash = bytes.fromhex(first["hash"])
    table, row = offer(base_hash)
    after = turn()["after"]
    vote = {"seq": 1, "seat": 0, "kind": "vote", "prev": encode_bytes(base_hash), "after": after}
    second = signed_row({**vote, "without": ["blue"], "offers": [table]}, SEEDS[0])
    ack = {"seq": 2, "seat": 1, "kind": "ack", "prev": encode_bytes(bytes.fromhex(second["hash"]))}
    third = signed_row({**ack, "after": after}, SEEDS[1])
    return [first, second, third], [row]
