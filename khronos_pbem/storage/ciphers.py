"""Authenticated encryption (ChaCha20-Poly1305, RFC 8439). Slow to load, so in a module of its own."""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

__all__ = ["ChaCha20Poly1305"]
