"""The batched proof of Chaum and Pedersen that one key was used for many points (DECK 3, 5).

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
    dots,
    number,
    pack,
    pack_scalars,
    to_scalar,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.engine.digests import digest

PROOF_SIZE = 2 * SCALAR_SIZE


class Equality(NamedTuple):
    """What is claimed: the key behind `key` makes each image of its base; `context` says where."""

    context: bytes
    key: bytes
    bases: tuple[bytes, ...]
    images: tuple[bytes, ...]

    def digest(self) -> bytes:
        """The hash of all that is claimed."""
        return digest("equality", self.context, self.key, pack(self.bases), pack(self.images))


def prove_equality(claim: Equality, secret: GameSecret) -> bytes:
    """The proof, PROOF_SIZE bytes: the nonce is derived from the secret and the whole claim (DECK 2)."""
    seed = claim.digest()
    (nonce,) = secret.scalars("equality nonce", (seed,), 1)
    weights = [nonce * weight for weight in _weights(seed, len(claim.bases))]
    challenge = _challenge(seed, base(nonce), dot(weights, claim.bases))
    return pack_scalars((challenge, nonce + challenge * secret.key().scalar))


def holds_equality(claim: Equality, challenge: int, response: int) -> bool:
    """Whether the proof holds. Raises NotInGroup if the key, a base or an image is not of the group."""
    seed = claim.digest()
    weights = _weights(seed, len(claim.bases))
    scalars = [factor * weight for factor in (response, -challenge) for weight in weights]
    first, second = dots(
        [((response, -challenge), (BASE, claim.key)), (scalars, (*claim.bases, *claim.images))]
    )
    return _challenge(seed, first, second) == challenge


def _weights(seed: bytes, count: int) -> tuple[int, ...]:
    return tuple(to_scalar(digest("equality weight", seed, number(index))) for index in range(count))


def _challenge(seed: bytes, first: bytes, second: bytes) -> int:
    return to_scalar(digest("equality challenge", seed, first, second))
