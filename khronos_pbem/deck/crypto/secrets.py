"""A player's secret for one game, and all values derived from it (DECK 2).

Each value is derived from a label and the transcript in which it is used, as in RFC 6979. The same input
gives the same value; any other input gives an unrelated one.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field

from khronos_pbem.deck.crypto.group import base, hash_to_scalar, number
from khronos_pbem.engine.card_handles import Handle, Rank
from khronos_pbem.engine.digests import digest


@dataclass(frozen=True, slots=True)
class GameSecret:
    """The secret s_i of one player in one game (DECK 2)."""

    _root: bytes = field(repr=False)

    @classmethod
    def derive(cls, seed: bytes, game: bytes) -> GameSecret:
        """Derive the secret from the 32-byte seed of the identity and the hash of the game's header."""
        extracted = hmac.digest(game, seed, "sha256")  # HKDF-SHA256 (RFC 5869), of which one block is needed
        return cls(hmac.digest(extracted, b"game secret\x01", "sha256"))

    def key(self) -> DeckKey:
        """Derive the player's deck key pair; its secret scalar is x_i (DECK 2)."""
        return DeckKey(self.scalars("deck key", (), 1)[0])

    def scalars(self, label: str, transcript: tuple[bytes, ...], count: int) -> tuple[int, ...]:
        """Derive `count` non-zero secret scalars for this label and transcript."""
        stream = self._stream(label, transcript)
        return tuple(hash_to_scalar(_item(stream, index)) or 1 for index in range(count))

    def permutation(self, label: str, transcript: tuple[bytes, ...], count: int) -> tuple[int, ...]:
        """Derive a secret permutation of the numbers from 0 to `count` - 1.

        The method is a Fisher-Yates shuffle; 512 bits per draw leave no noticeable bias.
        """
        stream = self._stream(label, transcript)
        order = list(range(count))
        for at in range(count - 1, 0, -1):
            other = int.from_bytes(_item(stream, at), "little") % (at + 1)
            order[at], order[other] = order[other], order[at]
        return tuple(order)

    def rank(self, handle: Handle) -> Rank:
        """Derive a slot's secret rank among slots whose cards have the same label (DECK 5).

        The rank of a slot never changes.
        """
        return Rank(self._stream("copy", (handle.deck.encode(), number(handle.slot))))

    def bytes_for(self, label: str, transcript: tuple[bytes, ...]) -> bytes:
        """Derive 32 secret bytes for this label and transcript."""
        return self._stream(label, transcript)[:32]

    def _stream(self, label: str, transcript: tuple[bytes, ...]) -> bytes:
        return hmac.digest(self._root, digest(label, *transcript), "sha512")


@dataclass(frozen=True, slots=True)
class DeckKey:
    """The deck key pair of a player: `scalar` is x_i, `public` is X_i = x_i·G (DECK 2)."""

    scalar: int = field(repr=False)

    @property
    def public(self) -> bytes:
        """The public key X_i, 32 bytes."""
        return base(self.scalar)


def _item(stream: bytes, index: int) -> bytes:
    return hmac.digest(stream, number(index), "sha512")
