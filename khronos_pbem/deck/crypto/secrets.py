"""What a player keeps secret in one game, and all that is derived from it (DECK 2).

Every value is derived under its own label and the transcript it is used in, in the manner of RFC 6979:
the same input gives the same value, any other input an unrelated one.
"""

from __future__ import annotations

import hmac

from khronos_pbem.deck.crypto.group import base, number, to_scalar
from khronos_pbem.engine.card_handles import Handle, Rank
from khronos_pbem.engine.digests import digest
from khronos_pbem.values import value


@value
class GameSecret:
    """s_i of DECK 2: the secret of one player in one game."""

    HIDDEN = ("_root",)
    _root: bytes

    @classmethod
    def derive(cls, seed: bytes, game: bytes) -> GameSecret:
        """From the 32-byte seed of the identity, and the hash of the game's header."""
        extracted = hmac.digest(game, seed, "sha256")  # HKDF-SHA256 (RFC 5869), of which one block is needed
        return cls(hmac.digest(extracted, b"game secret\x01", "sha256"))

    def key(self) -> DeckKey:
        """The deck key x_i (DECK 2)."""
        return DeckKey(self.scalars("deck key", (), 1)[0])

    def scalars(self, label: str, transcript: tuple[bytes, ...], count: int) -> tuple[int, ...]:
        """`count` secret scalars, none of them zero, for this label and transcript."""
        stream = self._stream(label, transcript)
        return tuple(to_scalar(_item(stream, index)) or 1 for index in range(count))

    def permutation(self, label: str, transcript: tuple[bytes, ...], count: int) -> tuple[int, ...]:
        """A secret order of the numbers below `count` (Fisher–Yates; 512 bits a draw leave no bias)."""
        stream = self._stream(label, transcript)
        order = list(range(count))
        for at in range(count - 1, 0, -1):
            other = int.from_bytes(_item(stream, at), "little") % (at + 1)
            order[at], order[other] = order[other], order[at]
        return tuple(order)

    def rank(self, handle: Handle) -> Rank:
        """The secret place of a slot among cards of its label, always the same (DECK 5)."""
        return Rank(self._stream("copy", (handle.deck.encode(), number(handle.slot))))

    def bytes_for(self, label: str, transcript: tuple[bytes, ...]) -> bytes:
        """32 secret bytes for this label and transcript."""
        return self._stream(label, transcript)[:32]

    def _stream(self, label: str, transcript: tuple[bytes, ...]) -> bytes:
        return hmac.digest(self._root, digest(label, *transcript), "sha512")


@value
class DeckKey:
    """x_i, and X_i = x_i·G (DECK 2)."""

    HIDDEN = ("scalar",)
    scalar: int

    @property
    def public(self) -> bytes:
        """X_i, which everybody may know."""
        return base(self.scalar)


def _item(stream: bytes, index: int) -> bytes:
    return hmac.digest(stream, number(index), "sha512")
