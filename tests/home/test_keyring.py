"""Which Ed25519 keys are identities, and which signatures hold (DECK 2): crafted ones, byte by byte."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import pytest
from nacl.bindings import crypto_core_ed25519_add as plus
from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp as times_base

from khronos_pbem.engine.digests import encode_bytes, is_public_key
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.chain import is_signature
from tests.deck.points import BAD_POINTS, FIELD, TORSION

ORDER = 2**252 + 27742317777372353535851937790883648493
NEUTRAL = (1).to_bytes(32, "little")
ANNA = Identity("anna", bytes([7]) * 32)
CONTENT = b"what is signed"
NONCE = 123456789


def scalar(data: bytes) -> int:
    return int.from_bytes(hashlib.sha512(data).digest(), "little") % ORDER


def times(factor: int) -> bytes:
    """A multiple of G."""
    return times_base((factor % ORDER).to_bytes(32, "little")) if factor % ORDER else NEUTRAL


def secret(identity: Identity) -> int:
    """a of A = a·G (RFC 8032, 5.1.5), reduced."""
    half = bytearray(hashlib.sha512(identity.seed).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 63 | 64
    return int.from_bytes(half, "little") % ORDER


class Made(NamedTuple):
    """A signature as its parts."""

    key: bytes
    r: bytes
    s: int
    content: bytes = CONTENT

    def holds(self) -> bool:
        return is_signature(encode_bytes(self.r + self.s.to_bytes(32, "little")), self.content, self.key)


def made(key: bytes, r: bytes, nonce: int, content: bytes = CONTENT) -> Made:
    """S = r + k·a for R as it is given, whether it fits or not."""
    return Made(key, r, (nonce + scalar(r + key + content) * secret(ANNA)) % ORDER, content)


HONEST = made(ANNA.public, times(NONCE), NONCE)


def test_what_an_identity_signs_is_what_rfc_8032_says() -> None:
    assert times(secret(ANNA)) == ANNA.public
    assert HONEST.holds()
    signed = ANNA.sign(CONTENT)
    assert Made(ANNA.public, signed[:32], int.from_bytes(signed[32:], "little")).holds()
    assert not HONEST._replace(content=b"something else").holds()


@pytest.mark.parametrize("times_more", [1, 2, 15])
def test_s_is_below_the_order(times_more: int) -> None:
    """One signature has one form: S + L solves the equation as well."""
    assert not HONEST._replace(s=HONEST.s + times_more * ORDER).holds()


def test_s_changed_or_r_changed_does_not_hold() -> None:
    assert not HONEST._replace(s=HONEST.s - 1).holds()
    assert not HONEST._replace(r=times(NONCE + 1)).holds()
    assert not HONEST._replace(r=HONEST.r[:31] + bytes([HONEST.r[31] ^ 0x80])).holds()


@pytest.mark.parametrize("torsion", TORSION, ids=range(1, 8))
def test_r_with_a_part_of_small_order_does_not_hold(torsion: bytes) -> None:
    """8·S·G = 8·R + 8·k·A holds for these: the equation is the one without the cofactor."""
    assert not made(ANNA.public, plus(times(NONCE), torsion), NONCE).holds()
    assert not made(ANNA.public, torsion, 0).holds()


def test_r_is_compared_as_bytes() -> None:
    """The neutral point solves the equation for S = k·a, in its canonical form alone."""
    assert made(ANNA.public, NEUTRAL, 0).holds()
    for other in ((FIELD + 1).to_bytes(32, "little"), (1 + 2**255).to_bytes(32, "little")):
        assert not made(ANNA.public, other, 0).holds()


@pytest.mark.parametrize("torsion", TORSION, ids=range(1, 8))
def test_a_key_with_a_part_of_small_order_is_none(torsion: bytes) -> None:
    """Of eight contents one or more would be signed by it for a program that looks no further."""
    key = plus(ANNA.public, torsion)
    assert not is_public_key(key)
    contents = [bytes([number]) for number in range(40)]
    fitting = [each for each in contents if scalar(times(NONCE) + key + each) % 8 == 0]
    assert fitting
    assert not any(made(key, times(NONCE), NONCE, each).holds() for each in fitting)


@pytest.mark.parametrize("name", BAD_POINTS)
def test_what_is_no_point_of_the_subgroup_is_no_key(name: str) -> None:
    key = BAD_POINTS[name]
    assert not is_public_key(key)
    assert not made(key, times(NONCE), NONCE).holds()
    assert not made(key, NEUTRAL, 0).holds()
    assert not Made(key, NEUTRAL, 0).holds()


@pytest.mark.parametrize("y", range(19))
def test_a_key_has_one_form(y: int) -> None:
    for sign in (0, 2**255):
        assert not is_public_key((FIELD + y + sign).to_bytes(32, "little"))


def test_a_key_is_32_bytes() -> None:
    assert is_public_key(ANNA.public)
    for other in (b"", ANNA.public[:31], ANNA.public + b"\x00"):
        assert not is_public_key(other)
        assert not HONEST._replace(key=other).holds()
