"""The shuffle proof of Terelius and Wikström (DECK 4).

GenShuffleProof and CheckShuffleProof of Haenni, Locher, Koenig & Dubuis (2017) in an additive group, in
the compact form: a proof is the commitments, the challenge and the responses; the verifier works the
announcements out from them and hashes again. Names follow the paper: c, ĉ (chain), u, ω, s, ŝ, s'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    dots,
    generator,
    generators,
    generators_total,
    mul,
    number,
    pack,
    pack_scalars,
    sub,
    to_scalar,
    total,
    unpack,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.crypto.shuffle import Mixing, Slots
from khronos_pbem.engine.digests import digest
from khronos_pbem.values import value


class Shuffled(NamedTuple):
    """What is claimed: `after` is `before` re-encrypted under `key` and permuted; `context` says where."""

    context: bytes
    key: bytes
    before: Slots
    after: Slots

    def digest(self) -> bytes:
        """The hash of all that is claimed."""
        return digest("shuffle", self.context, self.key, self.before.packed(), self.after.packed())


def commitments_size(count: int) -> int:
    """Bytes of the commitments c and ĉ for `count` slots."""
    return 2 * count * SIZE


def responses_size(count: int) -> int:
    """Bytes of challenge, s1…s4, ŝ and s' for `count` slots."""
    return (5 + 2 * count) * SCALAR_SIZE


@value
class _Commitment:
    """Commitments with the secret factors behind them."""

    HIDDEN = ("factors",)
    points: tuple[bytes, ...]
    factors: tuple[int, ...]


@value
class _Chain:
    """ĉ with the factors behind it, and for each ĉ_(i-1) the pair (x, y) of which it is x·G + y·h."""

    HIDDEN = ("factors", "before")
    points: tuple[bytes, ...]
    factors: tuple[int, ...]
    before: tuple[tuple[int, int], ...]


def prove_shuffle(claim: Shuffled, mixing: Mixing, secret: GameSecret) -> tuple[bytes, bytes]:
    """The packed commitments and responses (GenShuffleProof)."""
    seed = claim.digest()
    c = _commit(seed, mixing, secret)
    bound = digest("shuffle commitment", seed, pack(c.points))
    u = _challenges(bound, len(claim.before))
    permuted = tuple(u[at] for at in mixing.order)
    chain = _commit_chain(bound, permuted, secret)
    bound = digest("shuffle chain", bound, pack(chain.points))
    nonces = secret.scalars("shuffle nonces", (bound,), 4 + 2 * len(u))
    challenge = _challenge(bound, dots(_announce(claim, mixing, chain, nonces)))
    witness = (*_sums(c, chain, u, permuted, mixing), *chain.factors, *permuted)
    responses = [nonce + challenge * value for nonce, value in zip(nonces, witness, strict=True)]
    return pack((*c.points, *chain.points)), pack_scalars((challenge, *responses))


def _commit(seed: bytes, mixing: Mixing, secret: GameSecret) -> _Commitment:
    """c: the permutation committed to, c_j = r_j·G + h_i for j = ψ(i) (DECK 4)."""
    count = len(mixing.order)
    factors = secret.scalars("shuffle commitment", (seed,), count)
    points = [b""] * count
    for at, generator_point in zip(mixing.order, generators(count), strict=True):
        points[at] = add(base(factors[at]), generator_point)
    return _Commitment(tuple(points), factors)


def _commit_chain(bound: bytes, permuted: tuple[int, ...], secret: GameSecret) -> _Chain:
    """ĉ_i = r̂_i·G + u'_i·ĉ_(i-1), from ĉ_0 = h (DECK 4)."""
    factors = secret.scalars("shuffle chain", (bound,), len(permuted))
    x, y = 0, 1
    known = [(x, y)]
    for factor, weight in zip(factors, permuted, strict=True):
        x, y = (factor + weight * x) % ORDER, weight * y % ORDER
        known.append((x, y))
    points = dots((pair, (BASE, generator(0))) for pair in known[1:])
    return _Chain(tuple(points), factors, tuple(known[:-1]))


def _sums(
    c: _Commitment, chain: _Chain, u: tuple[int, ...], permuted: tuple[int, ...], mixing: Mixing
) -> tuple[int, int, int, int]:
    """r̄, r̂, r', r̃: the witnesses of s1 … s4."""
    tails = list(accumulate(reversed(permuted[1:]), lambda v, w: v * w % ORDER, initial=1))[::-1]
    return (
        sum(c.factors),
        _inner(chain.factors, tuple(tails)),
        _inner(c.factors, u),
        _inner(mixing.factors, u),
    )


def _inner(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(one, other, strict=True)) % ORDER


def _announce(claim: Shuffled, mixing: Mixing, chain: _Chain, nonces: tuple[int, ...]) -> list[Row]:
    """t1 … t4 and t̂ of the prover, as sums of products.

    Who knows the mixing works t4 out from the input: a public list has equal points, a mixed one has none.
    """
    (w1, w2, w3, w4), rest = nonces[:4], nonces[4:]
    count = len(mixing.order)
    hats, primes = rest[:count], rest[count:]
    of_key = _inner(primes, [mixing.factors[at] for at in mixing.order]) - w4
    a, b = unpack(claim.before.a), unpack(claim.before.b)
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


def holds_shuffle(claim: Shuffled, commitments: bytes, responses: tuple[int, ...]) -> bool:
    """Whether the proof holds (CheckShuffleProof).

    Every point of the claim's lists and of the commitments goes through a scalar multiplication: raises
    NotInGroup if one is not of the group.
    """
    count = len(claim.before)
    points = unpack(commitments)
    c, chain = points[:count], points[count:]
    bound = digest("shuffle commitment", claim.digest(), pack(c))
    u = _challenges(bound, count)
    bound = digest("shuffle chain", bound, pack(chain))
    rows = [*_main_rows(claim, c, chain[-1], u, responses), *_hat_rows(chain, responses)]
    return _challenge(bound, dots(rows)) == responses[0]


def _main_rows(
    claim: Shuffled, c: tuple[bytes, ...], last: bytes, u: tuple[int, ...], responses: tuple[int, ...]
) -> list[Row]:
    """t1 … t4 as the verifier works them out, as sums of products."""
    challenge, s1, s2, s3, s4 = responses[:5]
    count = len(c)
    primes = responses[5 + count :]
    product = 1
    for weight in u:
        product = product * weight % ORDER
    c_bar = sub(total(c), generators_total(count))
    c_hat = sub(last, mul(product, generator(0)))
    weights = tuple(-challenge * weight for weight in u)
    before, after = claim.before, claim.after
    return [
        ((s1, -challenge), (BASE, c_bar)),
        ((s2, -challenge), (BASE, c_hat)),
        ((s3, *primes, *weights), (BASE, *generators(count), *c)),
        ((-s4, *primes, *weights), (BASE, *unpack(after.a), *unpack(before.a))),
        ((-s4, *primes, *weights), (claim.key, *unpack(after.b), *unpack(before.b))),
    ]


def _hat_rows(chain: tuple[bytes, ...], responses: tuple[int, ...]) -> Iterator[Row]:
    """t̂ as the verifier works it out: ŝ·G + s'·ĉ_(i-1) - challenge·ĉ_i."""
    challenge, count = responses[0], len(chain)
    hats, primes = responses[5 : 5 + count], responses[5 + count :]
    before = (generator(0), *chain[:-1])
    for s, v, p, q in zip(hats, primes, before, chain, strict=True):
        yield (s, v, -challenge), (BASE, p, q)


def _challenges(bound: bytes, count: int) -> tuple[int, ...]:
    """u: the weights of the slots, from everything committed to so far."""
    return tuple(to_scalar(digest("shuffle weight", bound, number(index))) for index in range(count))


def _challenge(bound: bytes, announced: list[bytes]) -> int:
    return to_scalar(digest("shuffle challenge", bound, *announced))
