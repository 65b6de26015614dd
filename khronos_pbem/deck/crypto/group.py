"""The group of DECK 2: the prime-order subgroup of Ed25519.

Points are bytes, scalars are ints below ORDER.

Only this module depends on the curve, and only in ORDER, SIZE, SCALAR_SIZE, IDENTITY, BASE, `is_point`,
`mul`, `base`, `add`, `sub` and `hash_to_point`. Everything else is built on these.

`mul` validates its point: libsodium rejects every point that is off the curve, not canonical, of small order
or outside the subgroup. `add` and `sub` only check that points are on the curve, as does `sum_points` unless
it has a single point, which it does not check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from nacl import exceptions
from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_from_uniform,
    crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)

from khronos_pbem.cores import parallel_map
from khronos_pbem.engine.digests import digest
from khronos_pbem.messages import message

ORDER = 2**252 + 27742317777372353535851937790883648493
SIZE = SCALAR_SIZE = 32
"""The number of bytes of a point, and of a scalar."""

IDENTITY = (1).to_bytes(SIZE, "little")
BASE: bytes = crypto_scalarmult_ed25519_base_noclamp(IDENTITY)  # one times G: the scalar 1 looks the same

Row = tuple[Sequence[int], Sequence[bytes]]
"""Scalars, and the same number of points to multiply by them."""

PART, _MOST_PARTS = 4, 16
"""The minimum number of multiplications per thread, and the maximum number of parts of a sum."""


class NotInGroup(ValueError):
    """Raised for a point off the curve, of small order, not canonical, or outside the subgroup (DECK 8)."""

    def __init__(self) -> None:
        super().__init__(message("a point is off the curve or has small order"))


def is_point(point: bytes) -> bool:
    """Return whether this is a canonical point of the subgroup other than the neutral one (DECK 2)."""
    return bool(crypto_core_ed25519_is_valid_point(point))


def mul(scalar: int, point: bytes) -> bytes:
    """Return `scalar`·`point`.

    Raises NotInGroup for every point that `is_point` rejects, even if the scalar is 0.
    """
    if point == BASE:
        return base(scalar)
    scalar %= ORDER
    if scalar == 0:
        return _zero_product(point)
    try:
        return bytes(crypto_scalarmult_ed25519_noclamp(scalar.to_bytes(SCALAR_SIZE, "little"), point))
    except exceptions.RuntimeError:
        raise NotInGroup from None


def _zero_product(point: bytes) -> bytes:
    if not is_point(point):
        raise NotInGroup
    return IDENTITY


def base(scalar: int) -> bytes:
    """Return `scalar`·G."""
    scalar %= ORDER
    if scalar == 0:
        return IDENTITY
    return bytes(crypto_scalarmult_ed25519_base_noclamp(scalar.to_bytes(SCALAR_SIZE, "little")))


def add(one: bytes, other: bytes) -> bytes:
    """Return the sum of two points. Raises NotInGroup for a point off the curve; checks nothing else."""
    try:
        return bytes(crypto_core_ed25519_add(one, other))
    except exceptions.RuntimeError:
        raise NotInGroup from None


def sub(one: bytes, other: bytes) -> bytes:
    """Return `one` - `other`. Raises NotInGroup for a point off the curve; checks nothing else."""
    try:
        return bytes(crypto_core_ed25519_sub(one, other))
    except exceptions.RuntimeError:
        raise NotInGroup from None


def hash_to_point(hashed: bytes) -> bytes:
    """Map the first 32 bytes of a hash to a point whose discrete logarithm is unknown (DECK 2)."""
    return bytes(crypto_core_ed25519_from_uniform(hashed[:SIZE]))


def sum_points(points: Iterable[bytes]) -> bytes:
    """Return the sum of points; the neutral point if there are none.

    Raises NotInGroup for a point off the curve. A single point is returned unchecked.
    """
    result = IDENTITY
    for point in points:
        result = point if result == IDENTITY else add(result, point)
    return result


def multiples(scalar: int, points: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return `scalar`·point for each point. Raises NotInGroup if a point is not in the group."""
    return tuple(parallel_map(lambda point: mul(scalar, point), points, PART))


def dot(scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
    """Return the sum of scalar·point over all pairs. Raises NotInGroup if a point is not in the group."""
    return dot_rows([(scalars, points)])[0]


def dot_rows(rows: Iterable[Row]) -> list[bytes]:
    """Return the sum of scalar·point for each row, in parallel threads.

    Raises NotInGroup if a point is not in the group.
    """
    parts = [(number, part) for number, row in enumerate(rows) for part in _parts(row)]
    sums = parallel_map(lambda part: sum_points(mul(scalar, point) for point, scalar in part[1]), parts)
    found: dict[int, bytes] = {}
    for (number, _), part in zip(parts, sums, strict=True):
        found[number] = add(found[number], part) if number in found else part
    return list(found.values())


def _parts(row: Row) -> list[list[tuple[bytes, int]]]:
    """Split the products of a row into parts large enough for a thread; equal points are merged first."""
    products: dict[bytes, int] = {}
    for scalar, point in zip(*row, strict=True):
        products[point] = products.get(point, 0) + scalar
    count = min(max(len(products) // PART, 1), _MOST_PARTS)
    listed = list(products.items())
    return [listed[at::count] for at in range(count)]


def number(value: int) -> bytes:
    """Encode a count for hashing: 8 bytes, little-endian."""
    return value.to_bytes(8, "little")


def hash_to_scalar(hashed: bytes) -> int:
    """Reduce a 64-byte hash to a scalar (DECK 2)."""
    return int.from_bytes(hashed, "little") % ORDER


@lru_cache(maxsize=1024)
def generator(index: int) -> bytes:
    """Return a generator of DECK 4: h for index 0, and h_i for any index i from 1."""
    return hash_to_point(digest("generator", number(index)))


@lru_cache(maxsize=64)
def generators(count: int) -> tuple[bytes, ...]:
    """Return the generators h_1 … h_count (DECK 4)."""
    return tuple(generator(index) for index in range(1, count + 1))


@lru_cache(maxsize=64)
def sum_generators(count: int) -> bytes:
    """Return the sum of the generators h_1 … h_count (DECK 4)."""
    return sum_points(generators(count))


@lru_cache(maxsize=1024)
def label_point(label: str) -> bytes:
    """Return M(label): the point that stands for a card (DECK 2)."""
    return hash_to_point(digest("card", label.encode()))


def pack_points(points: Iterable[bytes]) -> bytes:
    """Concatenate points, SIZE bytes each."""
    return b"".join(points)


def unpack_points(packed: bytes) -> tuple[bytes, ...]:
    """Split packed points into points of SIZE bytes."""
    return _items(packed, SIZE)


def pack_scalars(scalars: Iterable[int]) -> bytes:
    """Concatenate scalars, SCALAR_SIZE bytes each, little-endian."""
    return b"".join((scalar % ORDER).to_bytes(SCALAR_SIZE, "little") for scalar in scalars)


def unpack_scalars(packed: bytes) -> tuple[int, ...]:
    """Split packed scalars. Raises ValueError for one that is not below ORDER (DECK 8)."""
    scalars = tuple(int.from_bytes(item, "little") for item in _items(packed, SCALAR_SIZE))
    if any(scalar >= ORDER for scalar in scalars):
        raise ValueError(message("a scalar is not less than the order of the group"))
    return scalars


def _items(packed: bytes, size: int) -> tuple[bytes, ...]:
    return tuple(packed[at : at + size] for at in range(0, len(packed), size))
