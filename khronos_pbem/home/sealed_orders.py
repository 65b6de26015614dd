"""Encryption of orders for their author alone, so that the home never holds them as plain text.

Orders name cards of a hand and contain private texts. Encryption needs only the public key, so the identity
can stay locked (X25519 with the Ed25519 identity, RFC 7748). Decryption needs the identity.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nacl import bindings, exceptions

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.home.keyring import Identity

_MARK = "# khronos-sealed-orders/1"
_DRAFT = re.compile(rb"# khronos-sealed-orders/1 ([A-Za-z0-9_-]{43})\r?\n([A-Za-z0-9_-]+)\s*", re.ASCII)
_CONTENT = b"khronos-sealed-orders/1\n"


def seal_orders(public: bytes, orders: Sequence[str]) -> bytes:
    """Encrypt orders for the identity with this public key (32 bytes). Raises ValueError for a bad key."""
    text = _CONTENT + "\n".join(orders).encode(errors="surrogatepass")
    try:
        return bytes(bindings.crypto_box_seal(text, bindings.crypto_sign_ed25519_pk_to_curve25519(public)))
    except exceptions.CryptoError:
        raise ValueError("not a public key") from None


def unseal_orders(identity: Identity, sealed: bytes) -> tuple[str, ...]:
    """Decrypt orders for an identity. Raises ValueError if they are damaged or for another identity."""
    secret = bindings.crypto_sign_ed25519_sk_to_curve25519(identity.seed + identity.public)
    public = bindings.crypto_scalarmult_base(secret)
    try:
        text: bytes = bindings.crypto_box_seal_open(sealed, public, secret)
    except exceptions.CryptoError:
        raise ValueError("sealed for somebody else, or damaged") from None
    if not text.startswith(_CONTENT):
        raise ValueError("no orders")
    return tuple(text.removeprefix(_CONTENT).decode(errors="surrogatepass").split("\n"))


def sealed_orders_text(public: bytes, sealed: bytes) -> str:
    """The text of a file with encrypted orders and the public key of their author."""
    return f"{_MARK} {encode_bytes(public)}\n{encode_bytes(sealed)}\n"


def is_sealed_orders(data: bytes) -> bool:
    """Return whether the bytes of a file begin like a file with encrypted orders."""
    return data.startswith(_MARK.encode())


def parse_sealed_orders(data: bytes) -> tuple[bytes, bytes]:
    """The public key and the encrypted orders in a file. Raises ValueError for any other bytes."""
    found = _DRAFT.fullmatch(data)
    if found is None:
        raise ValueError("not a file of sealed orders")
    return decode_bytes(found[1].decode(), 32), decode_bytes(found[2].decode())
