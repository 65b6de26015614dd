"""What a file is, by how it begins: without what reads it."""

from __future__ import annotations


def is_notated(data: bytes) -> bool:
    """Whether a file begins like a text record."""
    return data.lstrip(b"\xef\xbb\xbf").startswith(b'[Khronos "')
