"""The two proofs by themselves (DECK 3, 4): complete, bound to their claim, and repeatable."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_pbem.deck.crypto.equality import EqualityClaim, holds_equality, prove_equality
from khronos_pbem.deck.crypto.group import (
    ORDER,
    SIZE,
    NotInGroup,
    base,
    generator,
    mul,
    pack_points,
    sub,
    sum_generators,
    sum_points,
    unpack_points,
    unpack_scalars,
)
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.crypto.shuffle import Slots, derive_witness, shuffle_slots, unshuffled_slots
from khronos_pbem.deck.crypto.shuffle_proof import ShuffleClaim, _challenges, holds_shuffle, prove_shuffle
from khronos_pbem.engine.digests import digest
from tests.deck.people import secrets

KEY = base(123456789)


def shuffled(labels: tuple[str, ...], secret: GameSecret) -> tuple[ShuffleClaim, bytes, tuple[int, ...]]:
    before = unshuffled_slots(labels, KEY)
    mixing = derive_witness(b"here", KEY, before, secret)
    claim = ShuffleClaim(b"here", KEY, before, shuffle_slots(before, KEY, mixing))
    commitments, responses = prove_shuffle(claim, mixing, secret)
    return claim, commitments, unpack_scalars(responses)


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from(("military", "religious")), min_size=1, max_size=4),
    st.binary(min_size=32, max_size=32),
)
def test_every_honest_shuffle_is_proven(labels: list[str], seed: bytes) -> None:
    assert holds_shuffle(*shuffled(tuple(labels), GameSecret.derive(seed, b"game")))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_decks_of_one_two_and_three_slots_and_of_one_label(count: int) -> None:
    assert holds_shuffle(*shuffled(("civil",) * count, secrets(1)[0]))


def test_a_shuffle_proof_is_bound_to_context_key_input_and_output() -> None:
    claim, commitments, responses = shuffled(("a", "b", "c"), secrets(1)[0])
    other = Slots(claim.after.a, claim.after.b[SIZE:] + claim.after.b[:SIZE])
    for wrong in (
        claim._replace(context=b"there"),
        claim._replace(key=base(4)),
        claim._replace(before=unshuffled_slots(("a", "b", "b"), KEY)),
        claim._replace(after=other),
    ):
        assert not holds_shuffle(wrong, commitments, responses)


def test_a_shuffle_proof_breaks_when_any_response_or_commitment_changes() -> None:
    claim, commitments, responses = shuffled(("a", "b"), secrets(1)[0])
    for at in range(len(responses)):
        wrong = (*responses[:at], (responses[at] + 1) % ORDER, *responses[at + 1 :])
        assert not holds_shuffle(claim, commitments, wrong)
    for at in range(0, len(commitments), SIZE):
        assert not holds_shuffle(claim, commitments[:at] + base(3) + commitments[at + SIZE :], responses)


def test_a_shuffle_that_replaces_or_repeats_a_slot_cannot_be_proven() -> None:
    secret = secrets(1)[0]
    before = unshuffled_slots(("a", "b", "c"), KEY)
    mixing = derive_witness(b"here", KEY, before, secret)
    cheats = [replace(mixing, order=(mixing.order[0], mixing.order[0], mixing.order[2]))]
    outputs = [
        shuffle_slots(before, KEY, cheats[0]),
        shuffle_slots(unshuffled_slots(("a", "b", "b"), KEY), KEY, mixing),
    ]
    for after in outputs:
        claim = ShuffleClaim(b"here", KEY, before, after)
        commitments, responses = prove_shuffle(claim, mixing, secret)
        assert not holds_shuffle(claim, commitments, unpack_scalars(responses))


def test_a_shuffle_is_a_permutation_of_re_encryptions() -> None:
    before = unshuffled_slots(("a", "b", "c", "d"), KEY)
    mixing = derive_witness(b"here", KEY, before, secrets(1)[0])
    after = shuffle_slots(before, KEY, mixing)
    assert sorted(mixing.order) == [0, 1, 2, 3]
    assert len({*unpack_points(before.a), *unpack_points(after.a)}) == 5  # G, and four new ones


def equality(secret: GameSecret, count: int) -> EqualityClaim:
    scalar = secret.key().scalar
    bases = tuple(base(index + 2) for index in range(count))
    return EqualityClaim(b"here", base(scalar), bases, tuple(mul(scalar, point) for point in bases))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_one_key_behind_many_points_is_proven(count: int) -> None:
    claim = equality(secrets(1)[0], count)
    assert holds_equality(claim, *unpack_scalars(prove_equality(claim, secrets(1)[0])))


def test_an_equality_proof_is_bound_to_all_it_claims() -> None:
    secret = secrets(1)[0]
    claim = equality(secret, 2)
    challenge, response = unpack_scalars(prove_equality(claim, secret))
    assert not holds_equality(claim, challenge + 1, response)
    assert not holds_equality(claim, challenge, response + 1)
    for wrong in (
        claim._replace(context=b"there"),
        claim._replace(key=base(4)),
        claim._replace(bases=claim.bases[::-1]),
        claim._replace(images=claim.images[::-1]),
    ):
        assert not holds_equality(wrong, challenge, response)


def test_images_swapped_by_the_prover_are_not_proven() -> None:
    secret = secrets(1)[0]
    claim = equality(secret, 2)
    swapped = claim._replace(images=claim.images[::-1])
    assert not holds_equality(swapped, *unpack_scalars(prove_equality(swapped, secret)))


def test_nonces_never_serve_two_claims() -> None:
    secret = secrets(1)[0]
    scalar = secret.key().scalar
    nonces = set()
    for count in (1, 2, 3):
        challenge, response = unpack_scalars(prove_equality(equality(secret, count), secret))
        nonces.add((response - challenge * scalar) % ORDER)
    assert len(nonces) == 3


def test_sums_of_commitments_that_are_the_neutral_point_are_refused() -> None:
    """DECK 4: the challenge multiplies Σ c_j - Σ h_j and ĉ_n - Π u_j·h, which are points of the group."""
    claim, commitments, responses = shuffled(("a", "b", "c"), secrets(1)[0])
    points = unpack_points(commitments)
    c, chain = points[:3], points[3:]
    undone = (*c[:2], sub(sum_generators(3), sum_points(c[:2])))
    with pytest.raises(NotInGroup):
        holds_shuffle(claim, pack_points((*undone, *chain)), responses)
    u = _challenges(digest("shuffle commitment", claim.digest(), pack_points(c)), 3)
    undone = (*chain[:2], mul(prod(u), generator(0)))
    with pytest.raises(NotInGroup):
        holds_shuffle(claim, pack_points((*c, *undone)), responses)
