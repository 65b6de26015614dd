"""Authenticated encryption (ChaCha20-Poly1305, RFC 8439) and scrypt.

They are in a separate module because they are slow to load.
"""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

__all__ = ["ChaCha20Poly1305", "Scrypt"]
