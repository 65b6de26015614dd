"""Points that a hostile file may hold (DECK 8)."""

from __future__ import annotations

from nacl.bindings import crypto_core_ed25519_add as raw_add

from khronos_pbem.deck.crypto.group import IDENTITY, base

FIELD = 2**255 - 19
EIGHT = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")


def _multiples(point: bytes) -> list[bytes]:
    found = [point]
    while (following := raw_add(found[-1], point)) != IDENTITY:
        found.append(following)
    return found


TORSION = _multiples(EIGHT)
"""The seven points of small order but the neutral one."""

BAD_POINTS = {
    "off the curve": (2).to_bytes(32, "little"),
    "neutral": IDENTITY,
    "of order 2": (FIELD - 1).to_bytes(32, "little"),
    "of order 4": bytes(32),
    "of order 8": EIGHT,
    "with a part of order 8": raw_add(base(5), EIGHT),
    "with a part of order 2": raw_add(base(5), (FIELD - 1).to_bytes(32, "little")),
    "not canonical": (FIELD + 3).to_bytes(32, "little"),
    "all ones": b"\xff" * 32,
}
