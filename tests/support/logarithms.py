"""The arithmetic of the group, quicker for points that were made here: their logarithms are remembered.

Whoever makes all keys and factors of a game knows how many times G most of its points are, and multiplies G,
for which libsodium has a table, and no check to make. Every result is the same, byte by byte; a point of
anybody else goes through the very functions of libsodium.
"""

from __future__ import annotations

from collections.abc import Callable

from nacl.bindings import (
    crypto_core_ed25519_add,
    crypto_core_ed25519_sub,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_noclamp,
)

from khronos_pbem.deck.crypto.group import BASE, ORDER, SIZE

MOST = 2**18
"""Logarithms that are remembered; then all are forgotten, and found again as points are made."""

Combine = Callable[[bytes, bytes], bytes]
"""The sum of two points, or their difference."""


class Quicker:
    """The four functions of libsodium that the deck calculates with, and the logarithms of what they made."""

    def __init__(self) -> None:
        self._logs = {BASE: 1}

    def base(self, scalar: bytes) -> bytes:
        """scalar·G."""
        return self._known(crypto_scalarmult_ed25519_base_noclamp(scalar), int.from_bytes(scalar, "little"))

    def product(self, scalar: bytes, point: bytes) -> bytes:
        """scalar·point. Raises as libsodium for a point that is none of the group."""
        log = self._logs.get(point)
        if log is None:
            return crypto_scalarmult_ed25519_noclamp(scalar, point)
        return self.base((int.from_bytes(scalar, "little") * log % ORDER).to_bytes(SIZE, "little"))

    def add(self, one: bytes, other: bytes) -> bytes:
        """The sum of two points. Raises as libsodium for a point off the curve."""
        return self._combined(crypto_core_ed25519_add, one, other, 1)

    def sub(self, one: bytes, other: bytes) -> bytes:
        """The difference of two points. Raises as libsodium for a point off the curve."""
        return self._combined(crypto_core_ed25519_sub, one, other, -1)

    def _combined(self, combine: Combine, one: bytes, other: bytes, sign: int) -> bytes:
        found = combine(one, other)
        log, beside = self._logs.get(one), self._logs.get(other)
        return found if log is None or beside is None else self._known(found, log + sign * beside)

    def _known(self, point: bytes, log: int) -> bytes:
        if log % ORDER:  # the neutral point is none that may be multiplied
            if len(self._logs) > MOST:
                self._logs = {BASE: 1}
            self._logs[point] = log % ORDER
        return point
