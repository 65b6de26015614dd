"""What others must not learn (DECK 1: P1, P2), and what is never printed."""

from __future__ import annotations

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from khronos_pbem.deck.crypto.group import label_point, mul, sub, sum_points
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.crypto.shuffle import derive_witness, unshuffled_slots
from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.deck.ledger import deal
from khronos_pbem.deck.payment import pay
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.digests import canonical_json
from tests.deck.people import LABELS, cards, joined, paid, secrets


def test_all_others_together_do_not_read_a_hand() -> None:
    """P2: the shares of all seats but the owner leave a point that is no label's."""
    slot = Handle("cards/1", 0)
    ledger = deal(joined(3), 0, (slot,))
    for seat in (1, 2):
        ledger, labels = paid(ledger, seat)
        assert labels == {}
    slots, keys = ledger.decks[slot.deck].slots, [secret.key().scalar for secret in secrets(3)]
    known = sum_points(mul(key, slots.a_at(0)) for key in keys[1:])
    assert set(ledger.held[slot].shares.values()) == {mul(key, slots.a_at(0)) for key in keys[1:]}
    left = sub(slots.b_at(0), known)
    points = {label_point(label) for label in LABELS}
    assert left not in points
    assert sub(left, mul(keys[0], slots.a_at(0))) in points
    assert slot in read(ledger, 0, secrets(3)[0])


def test_no_point_of_a_final_deck_is_one_that_was_seen_before() -> None:
    ledger = joined(2)
    slots = ledger.decks["cards/1"].slots
    points = {slots.a_at(at) for at in range(len(slots))} | {slots.b_at(at) for at in range(len(slots))}
    assert len(points) == 2 * len(LABELS)


def test_what_is_published_holds_no_secret() -> None:
    ledger = deal(joined(2), 0, cards("cards/1", 0))
    secret = secrets(2)[1]
    text = canonical_json(pay(ledger, 1, secret, ()).part).decode()
    assert str(secret.key().scalar) not in text


def test_secrets_are_not_printed() -> None:
    secret = secrets(1)[0]
    mixing = derive_witness(b"", label_point("key"), unshuffled_slots(LABELS, label_point("key")), secret)
    assert repr(secret) == "GameSecret()"
    assert repr(secret.key()) == "DeckKey()"
    assert repr(mixing) == "ShuffleWitness()"


def test_secrets_are_bound_to_label_and_transcript() -> None:
    secret = secrets(1)[0]
    values = {
        secret.scalars(label, transcript, 1)
        for label in ("one", "two")
        for transcript in ((), (b"",), (b"a", b"b"), (b"ab",))
    }
    assert len(values) == 8
    assert secret.scalars("one", (b"a",), 3)[:2] == secret.scalars("one", (b"a",), 2)


def test_every_order_of_three_slots_comes_up() -> None:
    secret = secrets(1)[0]
    orders = {secret.permutation("order", (bytes([n]),), 3) for n in range(100)}
    assert len(orders) == 6


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80))
def test_the_secret_of_a_game_is_derived_by_hkdf(seed: bytes, game: bytes) -> None:
    """DECK 2: HKDF-SHA256 of the seed, salted with the hash of the header, as `cryptography` has it."""
    wanted = HKDF(algorithm=SHA256(), length=32, salt=game, info=b"game secret").derive(seed)
    assert GameSecret.derive(seed, game) == GameSecret(wanted)
