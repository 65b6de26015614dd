"""Which copy of equal cards the owner's machine takes, and what the record says of it (DECK 5)."""

from __future__ import annotations

from collections import Counter

import pytest

from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.engine.card_handles import Handle
from tests.session.memory import Memory, header


def copies(game: Memory, seat: int) -> tuple[str, list[Handle]]:
    """A type of which a hand has several cards, four being more than there are types, and where they lie."""
    labels = read(game.table.ledger, seat, game.author(seat).secret)
    word, count = Counter(labels.values()).most_common(1)[0]
    assert count >= 2
    hand = game.table.game.hand(game.table.position, seat)
    return word, [handle for handle in hand if labels[handle] == word]


@pytest.fixture(scope="module")
def game() -> Memory:
    """A game in its first turn."""
    return Memory(header(2, keep=True)).start()


def kept_by(game: Memory, *orders: str) -> tuple[Handle, ...]:
    seat = game.mover
    before = game.table.game.hand(game.table.position, seat)
    after = game.table.game.hand(game.draft(*orders).table.position, seat)
    return tuple(handle for handle in before if handle in after)


def test_the_copy_that_is_kept_is_the_secrets_choice(game: Memory) -> None:
    """The lowest ranks leave."""
    word, among = copies(game, game.mover)
    secret = game.author(game.mover).secret
    expected = max(among, key=secret.rank)
    assert kept_by(game, f"end keep {word}") == (expected,)


def test_every_history_shows_the_same_copies(game: Memory) -> None:
    """P4: neither the block, nor its time, nor what was said before changes which copy it is."""
    word, _ = copies(game, game.mover)
    kept = kept_by(game, f"end keep {word}")
    assert kept_by(game, 'message "another try"', f"end keep {word}") == kept
    assert kept_by(game, "policy placement auto", f"end keep {word}") == kept


def test_the_record_keeps_its_form(game: Memory) -> None:
    """FORMATS 2: cards that stay hidden are counted, and the slots that are shown stand in their order."""
    word, among = copies(game, game.mover)
    block = game.draft(f"end keep {word} {word}").block
    assert block.orders == ("end keep 2",)
    reveal = block.deck["reveal"]
    assert isinstance(reveal, list)
    assert reveal[0]["slots"] == sorted(reveal[0]["slots"])
    assert len(reveal[0]["slots"]) == 2
    hands = game.table.game.public_data(game.table.position)["hands"]
    assert hands[game.mover] == sorted(hands[game.mover], key=lambda name: int(name.split(":")[1]))
    assert len(among) >= 2


def test_ranks_are_of_one_player_and_one_slot_of_one_game() -> None:
    one, other = Memory(header(2)), Memory(header(2, title="Another"))
    handles = [Handle(deck, slot) for deck in ("cards/1", "cards/2") for slot in (0, 1)]
    secrets = [game.author(seat).secret for game in (one, other) for seat in (0, 1)]
    ranks = {secret.rank(handle) for secret in secrets for handle in handles}
    assert len(ranks) == 16
    assert all(len(rank) == 64 for rank in ranks)
    assert ranks == {secret.rank(handle) for secret in secrets for handle in handles}


def test_a_kept_game_holds_for_everybody() -> None:
    """Some rounds with cards kept, swapped and discarded: every block is proven as the others prove it."""
    game = Memory(header(2, keep=True, holdem=True)).start()
    orders = Counter[str]()
    for _ in range(8):
        game.settle()
        seat = game.mover
        word, among = copies_or_one(game, seat)
        market = game.table.game.public_data(game.table.position)["market"]
        wanted = next((kind for kind in market if kind != word), word)
        game.play(f"swap {wanted} 1 for {word}", f"end keep {word}" if len(among) > 1 else "end")
        orders.update(order.split()[0] for order in game.save.blocks[-1].orders)
    assert orders["swap"] == 8
    assert orders["end"] == 8


def copies_or_one(game: Memory, seat: int) -> tuple[str, list[Handle]]:
    """The commonest type among the hidden cards of a hand, and where they lie."""
    labels = read(game.table.ledger, seat, game.author(seat).secret)
    word = Counter(labels.values()).most_common(1)[0][0]
    return word, [handle for handle, label in labels.items() if label == word]
