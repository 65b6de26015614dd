"""Slots as ElGamal pairs, and the shuffle: re-encrypt and permute (DECK 3)."""

from __future__ import annotations

from collections.abc import Iterable

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
    pack,
    unpack,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.engine.digests import digest
from khronos_pbem.values import value


@value
class Slots:
    """The slots (a, b) of a deck, packed: all a's, all b's."""

    a: bytes
    b: bytes

    def __len__(self) -> int:
        return len(self.a) // SIZE

    def a_at(self, slot: int) -> bytes:
        """The a of one slot."""
        return self.a[slot * SIZE : (slot + 1) * SIZE]

    def b_at(self, slot: int) -> bytes:
        """The b of one slot."""
        return self.b[slot * SIZE : (slot + 1) * SIZE]

    def packed(self) -> bytes:
        """All a's, then all b's, as a file holds them."""
        return self.a + self.b


def slots_of(packed: bytes) -> Slots:
    """The slots of `Slots.packed`."""
    half = len(packed) // 2
    return Slots(packed[:half], packed[half:])


def open_slots(labels: Iterable[str], key: bytes) -> Slots:
    """The public list (G, M_j + K) that a deck starts from; K may be the neutral point (DECK 3)."""
    points = [label_point(label) for label in labels]
    if key != IDENTITY:
        points = [add(point, key) for point in points]
    return Slots(BASE * len(points), pack(points))


@value
class Mixing:
    """What a shuffle did: slot i of the result is slot `order[i]`, re-encrypted with its factor."""

    HIDDEN = ("order", "factors")
    order: tuple[int, ...]
    factors: tuple[int, ...]


def mixing_for(context: bytes, key: bytes, slots: Slots, secret: GameSecret) -> Mixing:
    """The order and factors for this very input, always the same (DECK 2, P4)."""
    transcript = (digest("mixing", context, key, slots.a, slots.b),)
    count = len(slots)
    return Mixing(
        secret.permutation("shuffle order", transcript, count),
        secret.scalars("shuffle factors", transcript, count),
    )


def mix(slots: Slots, key: bytes, mixing: Mixing) -> Slots:
    """Re-encrypt under `key` and permute (DECK 3)."""
    a_list, b_list = unpack(slots.a), unpack(slots.b)

    def mixed(at: int) -> tuple[bytes, bytes]:
        factor = mixing.factors[at]
        return add(a_list[at], base(factor)), add(b_list[at], mul(factor, key))

    pairs = parallel_map(mixed, mixing.order, PART)
    return Slots(pack(a for a, _ in pairs), pack(b for _, b in pairs))
