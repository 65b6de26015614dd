"""A second group, to show that the deck knows none; `tests.deck.crypto.exchanged` puts it in its place.

The quadratic residues modulo a safe prime of 64 bits. A point is longer than a scalar, as in most groups but
Ed25519. It is far too small to keep a secret, but large enough for two points to be equal by no accident.
"""

from __future__ import annotations

from functools import lru_cache

from khronos_pbem.deck.crypto.group import NotInGroup

ORDER = 2**63 - 735
PRIME = 2 * ORDER + 1
SCALAR_SIZE = 8
SIZE = 9
MARK = b"\x5a"
"""The first byte of every point; eight follow, big-endian."""


def _point(residue: int) -> bytes:
    return MARK + residue.to_bytes(SIZE - 1, "big")


def _residue(point: bytes) -> int:
    """The number of a point, which need not be of the subgroup. Raises NotInGroup."""
    found = int.from_bytes(point[1:], "big")
    if len(point) != SIZE or point[:1] != MARK or not 0 < found < PRIME:
        raise NotInGroup
    return found


IDENTITY = _point(1)
BASE = _point(4)
BAD_POINTS = {
    "off the curve": _point(0),
    "neutral": IDENTITY,
    "of order 2": _point(PRIME - 1),
    "outside the subgroup": _point(PRIME - 4),
    "not canonical": _point(PRIME + 4),
    "of another form": b"\x00" + BASE[1:],
    "all ones": b"\xff" * SIZE,
}


@lru_cache(maxsize=2**16)
def is_point(point: bytes) -> bool:
    """As of `deck.crypto.group`, like all that follow."""
    try:
        return point != IDENTITY and pow(_residue(point), ORDER, PRIME) == 1
    except NotInGroup:
        return False


@lru_cache(maxsize=2**16)
def mul(scalar: int, point: bytes) -> bytes:
    if not is_point(point):
        raise NotInGroup
    return _point(pow(_residue(point), scalar % ORDER, PRIME))


def base(scalar: int) -> bytes:
    return mul(scalar, BASE)


def add(one: bytes, other: bytes) -> bytes:
    return _point(_residue(one) * _residue(other) % PRIME)


def sub(one: bytes, other: bytes) -> bytes:
    return _point(_residue(one) * pow(_residue(other), -1, PRIME) % PRIME)


def hash_to_point(hashed: bytes) -> bytes:
    return _point(pow(int.from_bytes(hashed, "big"), 2, PRIME))


CURVE = (
    "ORDER", "SIZE", "SCALAR_SIZE", "IDENTITY", "BASE", "is_point", "mul", "base", "add", "sub",
    "hash_to_point",
)  # fmt: skip
"""All in `deck.crypto.group` that knows the curve."""
