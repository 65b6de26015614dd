"""Sealing a text to one player, or to oneself, and opening it (FORMATS 2); pure, with the identities' keys.

A sealed text is, in this order, a byte that is 1 for a message and 2 for a note, a salt (32 bytes), what
binds the key (32), for a message a point (32) and the wrapped key (48), and the text with its length, filled
up and encrypted (16 more). Each text has a key of its own, derived from the author's secret of the game
(DECK 2), the place and the salt; the salt comes from the text too. So the author needs nothing but his
identity to read it again, the same orders give the same bytes (DECK 1, P4), and no key is used twice.

The reader's key is his Ed25519 identity taken to Curve25519 (RFC 7748): an X25519 secret with a point made
for this text alone, taken through HKDF, wraps the key. The place (game, block before, author, number of the
order, reader) goes into every derivation and encryption: nothing opens anywhere else, or in another's name.
The text carries a hash of its key, so that a key that is shown later opens it to one text only.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from cryptography import exceptions
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import x25519
from cryptography.hazmat.primitives.kdf import hkdf

from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.engine.digests import decode_bytes, digest, encode_bytes
from khronos_pbem.engine.orders.private_orders import OVERHEAD, PADDED
from khronos_pbem.home.keyring import Identity
from khronos_pbem.storage import ciphers

_MESSAGE, _NOTE = b"\x01", b"\x02"
_P = 2**255 - 19
_ONCE = bytes(12)
"""The nonce: every key encrypts one thing only."""

MOST_BYTES = PADDED[-1] - 2
"""Bytes of a text that can be sealed, in UTF-8."""


class Place(NamedTuple):
    """Where a sealed text stands: the game (the hash of its header), the hash of the block before its own,
    the author (Ed25519 public key), the number of the order in its block, from 0, and the reader's public
    key, empty for a note. A note kept beside the game has its own words for `prev`.
    """

    game: bytes
    prev: bytes
    author: bytes
    number: int
    reader: bytes = b""

    @property
    def context(self) -> bytes:
        """What everything about the text is bound to, 32 bytes."""
        number = self.number.to_bytes(8, "little")
        return digest("sealed text", self.game, self.prev, self.author, number, self.reader)[:32]


class Sealed(NamedTuple):
    """The parts of sealed bytes; `point` and `wrapped` are empty for a note."""

    salt: bytes
    bound: bytes
    point: bytes
    wrapped: bytes
    body: bytes


def seal(place: Place, secret: GameSecret, text: str) -> str:
    """The text sealed for its place, base64url. Raises ValueError if it has more than MOST_BYTES."""
    filled = _filled(text)
    salt = secret.bytes_for("sealed salt", (place.context, filled))
    key = secret.bytes_for("sealed key", (place.context, salt))
    head = (_MESSAGE if place.reader else _NOTE) + salt + _bound(key, place)
    if place.reader:
        made = x25519.X25519PrivateKey.from_private_bytes(
            secret.bytes_for("sealed point", (place.context, salt))
        )
        point = made.public_key().public_bytes_raw()
        shared = made.exchange(x25519.X25519PublicKey.from_public_bytes(curve_point(place.reader)))
        head += point + _cipher(_wrapping(shared, point, place)).encrypt(_ONCE, key, place.context)
    return encode_bytes(head + _cipher(_body_key(key, place)).encrypt(_ONCE, filled, head))


def key_of_author(place: Place, secret: GameSecret, sealed: str) -> bytes:
    """The key of a text by its author's secret (32 bytes); it opens only what he has sealed."""
    return secret.bytes_for("sealed key", (place.context, _parts(sealed).salt))


def key_of_reader(place: Place, reader: Identity, sealed: str) -> bytes | None:
    """The key of a text by the identity that it is for; None if it was sealed for another one, or place."""
    parts = _parts(sealed)
    own = x25519.X25519PrivateKey.from_private_bytes(hashlib.sha512(reader.seed).digest()[:32])
    try:
        shared = own.exchange(x25519.X25519PublicKey.from_public_bytes(parts.point))
        cipher = _cipher(_wrapping(shared, parts.point, place))
        return cipher.decrypt(_ONCE, parts.wrapped, place.context)
    except (exceptions.InvalidTag, ValueError):
        return None


def opened_with(place: Place, key: bytes, sealed: str) -> str | None:
    """The text that a key opens; None if it is not the key of this text in this place."""
    parts, data = _parts(sealed), decode_bytes(sealed)
    if parts.bound != _bound(key, place):
        return None
    head = data[: len(data) - len(parts.body)]
    try:
        return _emptied(_cipher(_body_key(key, place)).decrypt(_ONCE, parts.body, head))
    except (exceptions.InvalidTag, ValueError):
        return None


def curve_point(identity: bytes) -> bytes:
    """An Ed25519 public key as a point of Curve25519: u = (1 + y) / (1 - y) (RFC 7748 4.1)."""
    y = int.from_bytes(identity, "little") & (2**255 - 1)
    u = (1 + y) * pow(1 - y, -1, _P) % _P
    return u.to_bytes(32, "little")


def note_size(text: str) -> int:
    """The bytes of an order that is this note, sealed."""
    return len("note ") + -(-4 * (OVERHEAD[2] + len(_filled(text))) // 3)


def _parts(sealed: str) -> Sealed:
    data = decode_bytes(sealed)
    if data[:1] == _NOTE:
        return Sealed(data[1:33], data[33:65], b"", b"", data[65:])
    return Sealed(data[1:33], data[33:65], data[65:97], data[97:145], data[145:])


def _filled(text: str) -> bytes:
    data = text.encode()
    if len(data) > MOST_BYTES:
        raise ValueError("too long to be sealed")
    size = next(size for size in PADDED if len(data) + 2 <= size)
    return (len(data).to_bytes(2, "little") + data).ljust(size, b"\0")


def _emptied(filled: bytes) -> str:
    """The text of what was sealed. Raises ValueError for what no program has filled up so."""
    size = int.from_bytes(filled[:2], "little")
    text = filled[2 : 2 + size].decode()
    if _filled(text) != filled:
        raise ValueError("not filled up as it has to be")
    return text


def _bound(key: bytes, place: Place) -> bytes:
    return _derived(key, place.context, b"khronos-pbem/1/sealed/bound")


def _body_key(key: bytes, place: Place) -> bytes:
    return _derived(key, place.context, b"khronos-pbem/1/sealed/text")


def _wrapping(shared: bytes, point: bytes, place: Place) -> bytes:
    """The key that wraps the text's key, of the secret of both points (RFC 7748 6.1 names what goes in)."""
    return _derived(shared, point + curve_point(place.reader), b"khronos-pbem/1/sealed/key" + place.context)


def _derived(key: bytes, salt: bytes, info: bytes) -> bytes:
    return hkdf.HKDF(algorithm=hashes.SHA256(), length=32, salt=salt, info=info).derive(key)


def _cipher(key: bytes) -> ciphers.ChaCha20Poly1305:
    return ciphers.ChaCha20Poly1305(key)
