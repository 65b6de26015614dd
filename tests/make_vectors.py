"""Write `docs/test-vectors.md`: run `python -m tests.make_vectors` after a change of the format.

Every seed in it is fixed, so that the same program writes the same page.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha512
from inspect import cleandoc
from itertools import count
from pathlib import Path

from khronos_pbem.deck.crypto.group import (
    IDENTITY,
    ORDER,
    add,
    base,
    generator,
    hash_to_point,
    hash_to_scalar,
    label_point,
)
from khronos_pbem.engine.digests import digest
from khronos_pbem.record.toml import table_lines
from tests import vectors
from tests.deck.points import BAD_POINTS, EIGHT
from tests.vectors import Row

PAGE = Path(__file__).parent.parent / "docs" / "test-vectors.md"

HEAD = """\
# Test vectors

These test vectors are for programs that read the records of *khronos* ([the deck](deck.md),
[formats](formats.md)). The blocks below are TOML; together, in their order, they are one TOML file. Each
table is one vector: inputs and their results. Later vectors use the results of earlier ones, so write and
test your program in this order.

* Bytes are hexadecimal digits. Points and scalars have the same bytes as in a file.
* A list of points is a list of texts.
* A number that may need more than 64 bits is a text.
* Some vectors have the `hash` of a challenge. `hash_to_scalar` of it is the `challenge`, or the first item
  of `proof`.

`python -m tests.make_vectors` writes this page, and `tests/law/test_vectors.py` checks every vector.
[tests/hostile](../tests/hostile/README.md) has complete records with one mistake each.
"""


def scalars() -> list[Row]:
    """Hashes as scalars."""
    hashes = (digest("empty"), ORDER.to_bytes(64, "little"), b"\xff" * 64)
    return [{"hash": each.hex(), "scalar": vectors.scalar(hash_to_scalar(each))} for each in hashes]


def points() -> list[Row]:
    """32 bytes as points: with and without the top bit, with a square and without, and beyond p."""
    starts = (
        b"\0" * 32,
        b"\1" + b"\0" * 31,
        b"\2" + b"\0" * 31,
        b"\3" + b"\0" * 31,
        b"\3" + b"\0" * 30 + b"\x80",
    )
    more = ((2**255 - 17).to_bytes(32, "little"), b"\xff" * 32, digest("empty")[:32])
    return [{"bytes": each.hex(), "point": hash_to_point(each).hex()} for each in (*starts, *more)]


def signatures() -> list[Row]:
    """Signatures that hold, and some that only other programs take for good."""
    row = vectors.signed_row(vectors.turn(), vectors.SEEDS[0])
    key, message, good = (bytes.fromhex(row[name]) for name in ("key", "message", "sig"))
    large = good[:32] + (int.from_bytes(good[32:], "little") + ORDER).to_bytes(32, "little")
    a, nonce = 12345, 67890
    shifted, own = add(base(nonce), EIGHT), base(a)
    k = hash_to_scalar(sha512(shifted + own + message).digest())
    cofactored = shifted + ((nonce + k * a) % ORDER).to_bytes(32, "little")
    return [
        vectors.signature_row(key, message, good, True, "a good one"),
        vectors.signature_row(key, message, large, False, "S is not below L"),
        vectors.signature_row(own, message, cofactored, False, "it holds only with the cofactor"),
        vectors.signature_row(IDENTITY, message, IDENTITY + bytes(32), False, "a key of small order"),
        vectors.signature_row(*with_torsion(a, message), False, "a key with a part of small order"),
    ]


def with_torsion(a: int, message: bytes) -> tuple[bytes, bytes, bytes]:
    """A key with a part of order 8, and a signature by it for which the equation holds."""
    key = add(base(a), EIGHT)
    for nonce in count(1):
        start = base(nonce)
        k = hash_to_scalar(sha512(start + key + message).digest())
        if k % 8 == 0:
            return key, message, start + ((nonce + k * a) % ORDER).to_bytes(32, "little")
    raise AssertionError


def refused() -> list[Row]:
    """Points that no file may hold, neither as a point nor as a public key."""
    return [{"about": about, "point": point.hex()} for about, point in BAD_POINTS.items()]


def generator_rows() -> list[Row]:
    """h and the first generators."""
    return [{"number": number, "point": generator(number).hex()} for number in range(4)]


def label_rows() -> list[Row]:
    """The points of labels."""
    return [{"label": label, "point": label_point(label).hex()} for label in (*vectors.LABELS, "seat/0")]


def game_rows(name: str) -> Callable[[], list[Row]]:
    """The vectors of this name of the tiny game."""
    return lambda: vectors.played().rows[name]


Section = tuple[str, str, dict[str, Callable[[], list[Row]]]]
"""A heading, what is said under it, and its vectors by name."""

SECTIONS: tuple[Section, ...] = (
    ("H", "DECK 2. The first part of the hash is the label; `parts` follow it.", {"hash": vectors.hashes}),
    (
        "Canonical JSON and base64url",
        """FORMATS 4. `value` is JSON in any form. `bytes` are the canonical JSON of the same value,
        which is hashed.""",
        {"json": vectors.json_texts, "base64url": vectors.coded},
    ),
    (
        "The header hash",
        """FORMATS 4. `json` is the canonical JSON of format and [game]. All vectors below belong to this
        game of two players. Its map is too small to be played.""",
        {"header": vectors.headers},
    ),
    (
        "Identities and deck keys",
        """DECK 2. `seed` is the secret half of the identity. A verifier needs only `identity` and `X`.
        The first table is seat 0.""",
        {"player": vectors.players},
    ),
    ("Scalars and points", "DECK 2.", {"to_scalar": scalars, "to_point": points}),
    (
        "Points that are refused",
        """DECK 2. A point or public key in a file must not be one of these.""",
        {"refused": refused},
    ),
    (
        "Generators and labels",
        """DECK 2. Generator 0 is h.""",
        {"generator": generator_rows, "label": label_rows},
    ),
    (
        "Contexts",
        """DECK 2. These are the contexts of the proofs below, in their order.""",
        {"context": game_rows("context")},
    ),
    (
        "Joins",
        """DECK 3. The game has one deck here, `cards/1`, of a military, a religious and a civil card in
        this order. `before` is the deck before the join (all a, all b). K is the key under which the
        seat shuffles. `slots` of the last join is the final deck.""",
        {"join": game_rows("join")},
    ),
    (
        "The equality proofs of the layers",
        """DECK 3. Each vector has everything that a verifier computes: seed, weights, A, B, T1, T2, and
        the hash whose scalar is the challenge.""",
        {"layer": game_rows("layer")},
    ),
    (
        "The key of a game without decks",
        """DECK 2, 10.5. This is the proof of seat 0 in block 0, as if the game with this header had no
        decks.""",
        {"key": vectors.bare_key},
    ),
    (
        "The shuffle proofs",
        """DECK 4. A verifier computes these values from the two joins above.""",
        {"shuffle": game_rows("shuffle")},
    ),
    (
        "Deal, share, reveal, read",
        """DECK 5. Slot 0 was dealt to seat 0 and slot 1 to seat 1. Slot 2 is to be read by all. Seat 1
        gives its shares, so seat 0 can read slot 0. Seat 0 opens roll 1. In one contribution it gives
        its shares, reveals slot 0 and gives its share of the roll. Then seat 1 gives its share of the
        roll. `context` is here the context of the contribution, H(`payment`, context, texts). In `read`,
        `shares` are those of seats 0 and 1.""",
        {"payment": game_rows("payment"), "read": game_rows("read")},
    ),
    (
        "Rolls",
        """DECK 10.2. `before` is the stream of the roll before, and `keys` are the X of every remaining
        seat. `numbers` are the first numbers of the stream. Each value is made of the next number that
        its bound accepts.""",
        {"roll": game_rows("roll")},
    ),
    (
        "Public positions",
        """FORMATS 4. The positions of two players at the beginning: in Khronos before it is known who
        starts, in My Village before anything is drawn. `after` is the digest.""",
        {"position": vectors.positions},
    ),
    (
        "Blocks",
        """FORMATS 4, DECK 9.2. A turn follows the header, a vote with an offer follows the turn, and an
        ack follows the vote. No real game looks like this, but each block has the keys of its kind. In a
        game with decks, the ack also has a `shuffle`. The `unsigned` text is the JSON without `sig`,
        `message` are the bytes that are signed, and `hash` is the `prev` of the next block.""",
        {"block": lambda: vectors.blocks()[0]},
    ),
    (
        "Signatures",
        """FORMATS 4. A signature holds if S < L, the bytes of S·G − k·A are R, and the key is a point of
        the group.""",
        {"signature": signatures},
    ),
    (
        "Offers",
        """DECK 9.4. This is the offer in the vote above: for seat 1, with the turn as its base. `json`
        is without `sig`, `offer` with it.""",
        {"offer": lambda: vectors.blocks()[1]},
    ),
)


def section(title: str, about: str, rows: dict[str, Callable[[], list[Row]]]) -> str:
    """A section of the page: a heading, a sentence, the vectors."""
    tables = ["\n".join([f"[[{name}]]", *table_lines(row)]) for name, make in rows.items() for row in make()]
    return f"## {title}\n{cleandoc(about).strip()}\n```toml\n" + "\n\n".join(tables) + "\n```\n"


def made() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(section(*each) for each in SECTIONS)])


if __name__ == "__main__":
    PAGE.write_text(made(), encoding="utf-8")
