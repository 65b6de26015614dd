"""Slots as ElGamal pairs, and the shuffle: re-encryption and permutation (DECK 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from khronos_pbem.cores import parallel_map
from khronos_pbem.deck.crypto.group import (
    BASE,
    IDENTITY,
    PART,
    SIZE,
    add,
    base,
    label_point,
    mul,
    pack_points,
    unpack_points,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.engine.digests import digest


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of a deck as ElGamal pairs (a, b).

    `a` holds the points a of all slots, packed; `b` holds the points b.
    """

    a: bytes
    b: bytes

    def __len__(self) -> int:
        return len(self.a) // SIZE

    def a_at(self, slot: int) -> bytes:
        """Return the point a of a slot (from 0)."""
        return self.a[slot * SIZE : (slot + 1) * SIZE]

    def b_at(self, slot: int) -> bytes:
        """Return the point b of a slot (from 0)."""
        return self.b[slot * SIZE : (slot + 1) * SIZE]

    def packed(self) -> bytes:
        """Return all a's followed by all b's, as they are stored in a file."""
        return self.a + self.b


def unpack_slots(packed: bytes) -> Slots:
    """Split the bytes that `Slots.packed` returns into slots."""
    half = len(packed) // 2
    return Slots(packed[:half], packed[half:])


def unshuffled_slots(labels: Iterable[str], key: bytes) -> Slots:
    """Return the slots of a deck before any shuffle: (G, M_j + K) for each label (DECK 3).

    `key` is K; it may be the neutral point. Anyone can compute these slots.
    """
    points = [label_point(label) for label in labels]
    if key != IDENTITY:
        points = [add(point, key) for point in points]
    return Slots(BASE * len(points), pack_points(points))


@dataclass(frozen=True, slots=True)
class ShuffleWitness:
    """The secrets of a shuffle: slot i of the result is slot `order[i]`, re-encrypted with `factors[i]`."""

    order: tuple[int, ...] = field(repr=False)
    factors: tuple[int, ...] = field(repr=False)


def derive_witness(context: bytes, key: bytes, slots: Slots, secret: GameSecret) -> ShuffleWitness:
    """Derive the permutation and the factors of a shuffle from its input and the secret (DECK 2, P4).

    The same input always gives the same result.
    """
    transcript = (digest("mixing", context, key, slots.a, slots.b),)
    count = len(slots)
    return ShuffleWitness(
        secret.permutation("shuffle order", transcript, count),
        secret.scalars("shuffle factors", transcript, count),
    )


def shuffle_slots(slots: Slots, key: bytes, mixing: ShuffleWitness) -> Slots:
    """Re-encrypt slots under `key` and permute them (DECK 3)."""
    a_list, b_list = unpack_points(slots.a), unpack_points(slots.b)

    def mixed(at: int) -> tuple[bytes, bytes]:
        factor = mixing.factors[at]
        return add(a_list[at], base(factor)), add(b_list[at], mul(factor, key))

    pairs = parallel_map(mixed, mixing.order, PART)
    return Slots(pack_points(a for a, _ in pairs), pack_points(b for _, b in pairs))
