"""The shuffle proof of Terelius and Wikström (DECK 4).

This is GenShuffleProof and CheckShuffleProof of Haenni, Locher, Koenig & Dubuis (2017), in an additive group
and in compact form. A proof consists of commitments, a challenge and responses. The verifier recomputes the
announcements and compares the hash. Names follow the paper: c, ĉ (chain), u, ω, s, ŝ, s'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from khronos_pbem.deck.crypto.group import (
    BASE,
    ORDER,
    SCALAR_SIZE,
    SIZE,
    Row,
    add,
    base,
    dot_rows,
    generator,
    generators,
    hash_to_scalar,
    mul,
    number,
    pack_points,
    pack_scalars,
    sub,
    sum_generators,
    sum_points,
    unpack_points,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.crypto.shuffle import ShuffleWitness, Slots
from khronos_pbem.engine.digests import digest


class ShuffleClaim(NamedTuple):
    """The statement of a shuffle proof: `after` is `before` re-encrypted under `key` and permuted.

    `context` binds the proof to its place in the game.
    """

    context: bytes
    key: bytes
    before: Slots
    after: Slots

    def digest(self) -> bytes:
        """Return the hash of the whole statement, 64 bytes."""
        return digest("shuffle", self.context, self.key, self.before.packed(), self.after.packed())


def commitments_size(count: int) -> int:
    """Return the size in bytes of the commitments c and ĉ for `count` slots."""
    return 2 * count * SIZE


def responses_size(count: int) -> int:
    """Return the size in bytes of challenge, s1…s4, ŝ and s' for `count` slots."""
    return (5 + 2 * count) * SCALAR_SIZE


@dataclass(frozen=True, slots=True)
class _Commitment:
    """Commitments and their secret factors."""

    points: tuple[bytes, ...]
    factors: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Chain:
    """The chain ĉ and its secret factors.

    For each ĉ_(i-1), `before` holds the pair (x, y) with ĉ_(i-1) = x·G + y·h.
    """

    points: tuple[bytes, ...]
    factors: tuple[int, ...] = field(repr=False)
    before: tuple[tuple[int, int], ...] = field(repr=False)


def prove_shuffle(claim: ShuffleClaim, mixing: ShuffleWitness, secret: GameSecret) -> tuple[bytes, bytes]:
    """Return the packed commitments and the packed challenge and responses (GenShuffleProof)."""
    seed = claim.digest()
    c = _commit(seed, mixing, secret)
    bound = digest("shuffle commitment", seed, pack_points(c.points))
    u = _challenges(bound, len(claim.before))
    permuted = tuple(u[at] for at in mixing.order)
    chain = _commit_chain(bound, permuted, secret)
    bound = digest("shuffle chain", bound, pack_points(chain.points))
    nonces = secret.scalars("shuffle nonces", (bound,), 4 + 2 * len(u))
    challenge = _challenge(bound, dot_rows(_announce(claim, mixing, chain, nonces)))
    witness = (*_sums(c, chain, u, permuted, mixing), *chain.factors, *permuted)
    responses = [nonce + challenge * value for nonce, value in zip(nonces, witness, strict=True)]
    return pack_points((*c.points, *chain.points)), pack_scalars((challenge, *responses))


def _commit(seed: bytes, mixing: ShuffleWitness, secret: GameSecret) -> _Commitment:
    """Commit to the permutation: c_j = r_j·G + h_i for j = ψ(i) (DECK 4)."""
    count = len(mixing.order)
    factors = secret.scalars("shuffle commitment", (seed,), count)
    points = [b""] * count
    for at, generator_point in zip(mixing.order, generators(count), strict=True):
        points[at] = add(base(factors[at]), generator_point)
    return _Commitment(tuple(points), factors)


def _commit_chain(bound: bytes, permuted: tuple[int, ...], secret: GameSecret) -> _Chain:
    """Compute the chain ĉ_i = r̂_i·G + u'_i·ĉ_(i-1), with ĉ_0 = h (DECK 4)."""
    factors = secret.scalars("shuffle chain", (bound,), len(permuted))
    x, y = 0, 1
    known = [(x, y)]
    for factor, weight in zip(factors, permuted, strict=True):
        x, y = (factor + weight * x) % ORDER, weight * y % ORDER
        known.append((x, y))
    points = dot_rows((pair, (BASE, generator(0))) for pair in known[1:])
    return _Chain(tuple(points), factors, tuple(known[:-1]))


def _sums(
    c: _Commitment, chain: _Chain, u: tuple[int, ...], permuted: tuple[int, ...], mixing: ShuffleWitness
) -> tuple[int, int, int, int]:
    """Return r̄, r̂, r', r̃: the witnesses of s1 … s4."""
    tails = list(accumulate(reversed(permuted[1:]), lambda v, w: v * w % ORDER, initial=1))[::-1]
    return sum(c.factors), _inner(chain.factors, tails), _inner(c.factors, u), _inner(mixing.factors, u)


def _inner(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(one, other, strict=True)) % ORDER


def _announce(
    claim: ShuffleClaim, mixing: ShuffleWitness, chain: _Chain, nonces: tuple[int, ...]
) -> list[Row]:
    """Return the prover's t1 … t4 and t̂, as rows of products to be summed.

    The prover knows the permutation, so t4 is computed from the input: equal points of an unshuffled deck are
    multiplied only once.
    """
    (w1, w2, w3, w4), rest = nonces[:4], nonces[4:]
    count = len(mixing.order)
    hats, primes = rest[:count], rest[count:]
    of_key = _inner(primes, [mixing.factors[at] for at in mixing.order]) - w4
    a, b = unpack_points(claim.before.a), unpack_points(claim.before.b)
    return [
        ((w1,), (BASE,)),
        ((w2,), (BASE,)),
        ((w3, *primes), (BASE, *generators(count))),
        ((of_key, *primes), (BASE, *(a[at] for at in mixing.order))),
        ((of_key, *primes), (claim.key, *(b[at] for at in mixing.order))),
        *(
            ((w + v * x, v * y), (BASE, generator(0)))
            for w, v, (x, y) in zip(hats, primes, chain.before, strict=True)
        ),
    ]


def holds_shuffle(claim: ShuffleClaim, commitments: bytes, responses: tuple[int, ...]) -> bool:
    """Return whether a shuffle proof is valid (CheckShuffleProof).

    Raises NotInGroup if a point in the claim or the commitments is not in the group. No such point is missed,
    since each is used in a scalar multiplication.
    """
    count = len(claim.before)
    points = unpack_points(commitments)
    c, chain = points[:count], points[count:]
    bound = digest("shuffle commitment", claim.digest(), pack_points(c))
    u = _challenges(bound, count)
    bound = digest("shuffle chain", bound, pack_points(chain))
    rows = [*_main_rows(claim, c, chain[-1], u, responses), *_hat_rows(chain, responses)]
    return _challenge(bound, dot_rows(rows)) == responses[0]


def _main_rows(
    claim: ShuffleClaim, c: tuple[bytes, ...], last: bytes, u: tuple[int, ...], responses: tuple[int, ...]
) -> list[Row]:
    """Return t1 … t4 as the verifier computes them, as rows of products to be summed."""
    challenge, s1, s2, s3, s4 = responses[:5]
    count = len(c)
    primes = responses[5 + count :]
    product = 1
    for weight in u:
        product = product * weight % ORDER
    c_bar = sub(sum_points(c), sum_generators(count))
    c_hat = sub(last, mul(product, generator(0)))
    weights = tuple(-challenge * weight for weight in u)
    before, after = claim.before, claim.after
    return [
        ((s1, -challenge), (BASE, c_bar)),
        ((s2, -challenge), (BASE, c_hat)),
        ((s3, *primes, *weights), (BASE, *generators(count), *c)),
        ((-s4, *primes, *weights), (BASE, *unpack_points(after.a), *unpack_points(before.a))),
        ((-s4, *primes, *weights), (claim.key, *unpack_points(after.b), *unpack_points(before.b))),
    ]


def _hat_rows(chain: tuple[bytes, ...], responses: tuple[int, ...]) -> Iterator[Row]:
    """Yield the rows of t̂ as the verifier computes it: ŝ·G + s'·ĉ_(i-1) - challenge·ĉ_i."""
    challenge, count = responses[0], len(chain)
    hats, primes = responses[5 : 5 + count], responses[5 + count :]
    before = (generator(0), *chain[:-1])
    for s, v, p, q in zip(hats, primes, before, chain, strict=True):
        yield (s, v, -challenge), (BASE, p, q)


def _challenges(bound: bytes, count: int) -> tuple[int, ...]:
    """Return u: one weight per slot, hashed from everything committed to so far."""
    return tuple(hash_to_scalar(digest("shuffle weight", bound, number(index))) for index in range(count))


def _challenge(bound: bytes, announced: list[bytes]) -> int:
    return hash_to_scalar(digest("shuffle challenge", bound, *announced))
