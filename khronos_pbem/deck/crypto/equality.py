"""The batched Chaum-Pedersen proof that one key was used for many points (DECK 3, 5).

For X = x·G and images d_j = x·a_j: with weights ρ_j hashed from all of them, A = Σ ρ_j a_j and
B = Σ ρ_j d_j, it proves log_G X = log_A B. A proof is a challenge and a response.
"""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.deck.crypto.group import (
    BASE,
    SCALAR_SIZE,
    base,
    dot,
    dot_rows,
    hash_to_scalar,
    number,
    pack_points,
    pack_scalars,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.engine.digests import digest

PROOF_SIZE = 2 * SCALAR_SIZE


class EqualityClaim(NamedTuple):
    """The statement of an equality proof: each image is its base times the secret key of `key`.

    `context` binds the proof to its place in the game.
    """

    context: bytes
    key: bytes
    bases: tuple[bytes, ...]
    images: tuple[bytes, ...]

    def digest(self) -> bytes:
        """Return the hash of the whole statement, 64 bytes."""
        return digest("equality", self.context, self.key, pack_points(self.bases), pack_points(self.images))


def prove_equality(claim: EqualityClaim, secret: GameSecret) -> bytes:
    """Return a proof of the claim, PROOF_SIZE bytes; its nonce comes from the secret and claim (DECK 2)."""
    seed = claim.digest()
    (nonce,) = secret.scalars("equality nonce", (seed,), 1)
    weights = [nonce * weight for weight in _weights(seed, len(claim.bases))]
    challenge = _challenge(seed, base(nonce), dot(weights, claim.bases))
    return pack_scalars((challenge, nonce + challenge * secret.key().scalar))


def holds_equality(claim: EqualityClaim, challenge: int, response: int) -> bool:
    """Return whether a proof of the claim is valid.

    Raises NotInGroup if the key, a base or an image is not in the group.
    """
    seed = claim.digest()
    weights = _weights(seed, len(claim.bases))
    scalars = [factor * weight for factor in (response, -challenge) for weight in weights]
    first, second = dot_rows(
        [((response, -challenge), (BASE, claim.key)), (scalars, (*claim.bases, *claim.images))]
    )
    return _challenge(seed, first, second) == challenge


def _weights(seed: bytes, count: int) -> tuple[int, ...]:
    return tuple(hash_to_scalar(digest("equality weight", seed, number(index))) for index in range(count))


def _challenge(seed: bytes, first: bytes, second: bytes) -> int:
    return hash_to_scalar(digest("equality challenge", seed, first, second))
