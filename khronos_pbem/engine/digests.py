"""The one hash construction in use (DECK 2), canonical JSON, and base64url (FORMATS 4)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json

from nacl import bindings

from khronos_pbem.messages import message


def digest(label: str, *parts: bytes) -> bytes:
    """Return H(label, *parts) of DECK 2 (64 bytes): SHA-512 over the label and length-prefixed parts."""
    state = hashlib.sha512()
    for part in (b"khronos-pbem/1/" + label.encode(), *parts):
        state.update(len(part).to_bytes(8, "little"))
        state.update(part)
    return state.digest()


def canonical_json(content: object) -> bytes:
    """Return JSON in UTF-8 with sorted keys and no blanks (FORMATS 4).

    Only JSON in this form is hashed and signed.
    """
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode()


def encode_bytes(data: bytes) -> str:
    """Return bytes as unpadded base64url text (FORMATS 4)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_bytes(text: str, size: int | None = None) -> bytes:
    """Decode unpadded base64url text.

    Raises ValueError if the text is not canonical (alphabet, padding, spare bits: DECK 8), or if the number
    of decoded bytes is not `size`, when that is given.
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as problem:
        raise ValueError(message("the base64 value cannot be read")) from problem
    if encode_bytes(data) != text:
        raise ValueError(message("the base64 value is not in canonical form"))
    if size is not None and len(data) != size:
        raise ValueError(message("{count} bytes, but {size} are needed", count=len(data), size=size))
    return data


def is_public_key(data: bytes) -> bool:
    """Return whether this is an Ed25519 public key: a canonical point of the prime-order subgroup.

    With a key of small order, one signature can be valid for any block. With a key that has a component of
    small order, one program may accept a signature that another refuses (DECK 2).
    """
    return len(data) == 32 and bool(bindings.crypto_core_ed25519_is_valid_point(data))
