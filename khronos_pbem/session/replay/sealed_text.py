"""Encryption of a text for one player, or for its author alone (FORMATS 2), as pure functions.

A sealed text consists of these parts, in this order:

* a byte that is 1 for a message and 2 for a note
* a salt (32 bytes)
* a commitment to the key (32 bytes)
* for a message only, an X25519 public key (32 bytes) and the wrapped key (48 bytes)
* the encrypted text with its length and padding (16 bytes more)

Each text has its own key, derived from the author's secret of the game (DECK 2), the place and the salt. The
salt in turn is derived from the text. The author can therefore always read the text again with the identity
alone. The same orders give the same bytes (DECK 1, P4), and no key is used twice.

The reader's Ed25519 identity is converted to Curve25519 (RFC 7748). An X25519 secret, shared with a key made
for this text alone and expanded by HKDF, wraps the text's key. Every derivation and encryption includes the
place: game, block before, author, number of the order, reader. The bytes therefore cannot be opened in
another place or under another author's name. Because of the commitment, a key that is disclosed later opens
the bytes to one text only.
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
"""The nonce; it is constant because every key encrypts only one text."""

MOST_BYTES = PADDED[-1] - 2
"""The largest size of a text that can be sealed, in bytes of UTF-8."""


class SealedPlace(NamedTuple):
    """The place of a sealed text, to which it is bound.

    `game` is the hash of the header, `prev` the hash of the block before, `author` an Ed25519 public key,
    `number` the place of the order in its block, from 0, `reader` the reader's public key, empty for a note.
    A note that is stored beside the game has a digest of its own as `prev`.
    """

    game: bytes
    prev: bytes
    author: bytes
    number: int
    reader: bytes = b""

    @property
    def context(self) -> bytes:
        """The digest of the place, 32 bytes, that goes into every derivation."""
        number = self.number.to_bytes(8, "little")
        return digest("sealed text", self.game, self.prev, self.author, number, self.reader)[:32]


class SealedParts(NamedTuple):
    """The parts of sealed bytes; `bound` is the commitment to the key, `point` the sender's X25519 key.

    `point` and `wrapped` are empty for a note.
    """

    salt: bytes
    bound: bytes
    point: bytes
    wrapped: bytes
    body: bytes


def seal(place: SealedPlace, secret: GameSecret, text: str) -> str:
    """Encrypt a text for its place and return base64url.

    Raises ValueError if the text has more than MOST_BYTES bytes.
    """
    filled = _padded(text)
    salt = secret.bytes_for("sealed salt", (place.context, filled))
    key = secret.bytes_for("sealed key", (place.context, salt))
    head = (_MESSAGE if place.reader else _NOTE) + salt + _key_commitment(key, place)
    if place.reader:
        made = x25519.X25519PrivateKey.from_private_bytes(
            secret.bytes_for("sealed point", (place.context, salt))
        )
        point = made.public_key().public_bytes_raw()
        shared = made.exchange(x25519.X25519PublicKey.from_public_bytes(curve_point(place.reader)))
        head += point + _cipher(_wrapping_key(shared, point, place)).encrypt(_ONCE, key, place.context)
    return encode_bytes(head + _cipher(_body_key(key, place)).encrypt(_ONCE, filled, head))


def key_of_author(place: SealedPlace, secret: GameSecret, sealed: str) -> bytes:
    """Return the key of a text (32 bytes), derived from its author's secret.

    It opens only texts that the author sealed.
    """
    return secret.bytes_for("sealed key", (place.context, _parts(sealed).salt))


def key_of_reader(place: SealedPlace, reader: Identity, sealed: str) -> bytes | None:
    """Return the key of a text for its reader; None if it was sealed for another identity or place."""
    parts = _parts(sealed)
    own = x25519.X25519PrivateKey.from_private_bytes(hashlib.sha512(reader.seed).digest()[:32])
    try:
        shared = own.exchange(x25519.X25519PublicKey.from_public_bytes(parts.point))
        cipher = _cipher(_wrapping_key(shared, parts.point, place))
        return cipher.decrypt(_ONCE, parts.wrapped, place.context)
    except (exceptions.InvalidTag, ValueError):
        return None


def decrypt_text(place: SealedPlace, key: bytes, sealed: str) -> str | None:
    """Return the text opened by a key; None if it is not the key of this text in this place."""
    parts, data = _parts(sealed), decode_bytes(sealed)
    if parts.bound != _key_commitment(key, place):
        return None
    head = data[: len(data) - len(parts.body)]
    try:
        return _unpadded(_cipher(_body_key(key, place)).decrypt(_ONCE, parts.body, head))
    except (exceptions.InvalidTag, ValueError):
        return None


def curve_point(identity: bytes) -> bytes:
    """Convert an Ed25519 public key to an X25519 public key: u = (1 + y) / (1 - y) (RFC 7748 4.1)."""
    y = int.from_bytes(identity, "little") & (2**255 - 1)
    u = (1 + y) * pow(1 - y, -1, _P) % _P
    return u.to_bytes(32, "little")


def note_size(text: str) -> int:
    """Return the size in bytes of a note's order once it is sealed."""
    return len("note ") + -(-4 * (OVERHEAD[2] + len(_padded(text))) // 3)


def _parts(sealed: str) -> SealedParts:
    data = decode_bytes(sealed)
    if data[:1] == _NOTE:
        return SealedParts(data[1:33], data[33:65], b"", b"", data[65:])
    return SealedParts(data[1:33], data[33:65], data[65:97], data[97:145], data[145:])


def _padded(text: str) -> bytes:
    """Return the text with its length, padded to one of the sizes in PADDED.

    Raises ValueError if it is too long.
    """
    data = text.encode()
    if len(data) > MOST_BYTES:
        raise ValueError("too long to be sealed")
    size = next(size for size in PADDED if len(data) + 2 <= size)
    return (len(data).to_bytes(2, "little") + data).ljust(size, b"\0")


def _unpadded(filled: bytes) -> str:
    """Return the text without length and padding.

    Raises ValueError for padding that `seal` would not produce.
    """
    size = int.from_bytes(filled[:2], "little")
    text = filled[2 : 2 + size].decode()
    if _padded(text) != filled:
        raise ValueError("not filled up as it has to be")
    return text


def _key_commitment(key: bytes, place: SealedPlace) -> bytes:
    return _derived(key, place.context, b"khronos-pbem/1/sealed/bound")


def _body_key(key: bytes, place: SealedPlace) -> bytes:
    return _derived(key, place.context, b"khronos-pbem/1/sealed/text")


def _wrapping_key(shared: bytes, point: bytes, place: SealedPlace) -> bytes:
    """The key that wraps a text's key, from the shared secret and both public keys (RFC 7748 6.1)."""
    return _derived(shared, point + curve_point(place.reader), b"khronos-pbem/1/sealed/key" + place.context)


def _derived(key: bytes, salt: bytes, info: bytes) -> bytes:
    return hkdf.HKDF(algorithm=hashes.SHA256(), length=32, salt=salt, info=info).derive(key)


def _cipher(key: bytes) -> ciphers.ChaCha20Poly1305:
    return ciphers.ChaCha20Poly1305(key)
