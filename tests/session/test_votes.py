"""Going on without somebody: votes, the new deck, successors and heirs (DECK 9.2 to 9.5)."""

from __future__ import annotations

from collections import Counter

import pytest

from khronos_pbem.deck.labels import read
from khronos_pbem.deck.ledger import owed
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.khronos.model.pieces import DECKS, Type
from khronos_pbem.record.block import VOTE
from khronos_pbem.record.chain import heads_of
from khronos_pbem.record.keyring import Identity
from khronos_pbem.record.save import parse_save, write_save
from khronos_pbem.session.fold import replay
from khronos_pbem.session.table import waiting
from tests.playing import COLOURS
from tests.session.memory import Memory, copy_of, header, second_turn

SUCCESSOR = Identity("sarah", b"s" * 32)


@pytest.fixture(scope="module")
def waits() -> Memory:
    """A game of four in its second turn, waiting for one of them."""
    return second_turn(4)


@pytest.fixture(scope="module")
def without(waits: Memory) -> Memory:
    """The game after all others have voted."""
    game = copy_of(waits)
    missing = COLOURS[game.mover]
    for _ in range(3):
        game.vote(missing)
    return game


def test_the_last_vote_finishes_the_run_and_the_seat_is_gone(waits: Memory, without: Memory) -> None:
    missing = waits.mover
    votes = without.save.blocks[-3:]
    assert [block.kind for block in votes] == [VOTE] * 3
    assert [block.seat for block in votes] == [(missing + step) % 4 for step in (2, 3, 1)]
    assert [block.finishes for block in votes] == [False, False, True]
    assert without.table.game.gone(without.table.position, missing)
    assert not any(set(block.deck) for block in votes)


def test_the_record_is_read_back_and_holds(without: Memory) -> None:
    save = parse_save(write_save(without.save, []).encode())
    assert save == without.save
    history = replay(save, heads_of(save))
    assert history.problem is None
    assert history.table._replace(game=without.table.game) == without.table


def test_new_hands_of_the_same_size_come_from_all_hidden_cards(waits: Memory, without: Memory) -> None:
    """DECK 9.3: one lap of shuffles, one of shares; then the game goes on to its end."""
    game, missing = copy_of(without), waits.mover
    before = waits.table.position
    after = game.table.position
    assert [len(player.hand) for player in after.players] == [
        0 if seat == missing else len(player.hand) for seat, player in enumerate(before.players)
    ]
    deck = game.table.ledger.decks["cards/2"]
    left = Counter(kind.word for kind in Type for _ in range(DECKS[2][kind]))
    left -= Counter(kind.word for kind in after.discard)
    assert Counter(deck.labels) == left
    assert after.discard == before.discard
    first = len(game.save.blocks)
    game.settle()
    assert len(game.save.blocks) - first <= 6
    hands = [
        list(read(game.table.ledger, seat, game.author(seat).secret).values())
        for seat in range(4)
        if seat != missing
    ]
    assert all(len(hand) == 4 for hand in hands[:1])
    while waiting(game.table) is not None:
        game.settle()
        if waiting(game.table) is not None:
            game.play("end")
    assert game.table.game.over(game.table.position)
    assert missing not in game.table.game.winners(game.table.position)


def test_what_was_hidden_before_stays_hidden(waits: Memory, without: Memory) -> None:
    held = {handle for handle in waits.table.ledger.held if waits.table.ledger.held[handle].label is None}
    assert held
    assert not held & set(without.table.ledger.held)
    assert not owed(without.table.ledger, waits.mover)


def test_a_successor_takes_the_seat_with_everything_but_the_hand(waits: Memory) -> None:
    game, seat = copy_of(waits), waits.mover
    colour = COLOURS[seat]
    for _ in range(3):
        game.vote(colour, **{colour: SUCCESSOR.public})
    now = waiting(game.table)
    assert now is not None
    assert (now.seat, now.need) == (seat, "join")
    with pytest.raises(InvalidFile):
        game.succeed(seat, Identity("mallory", b"m" * 32))
    game.succeed(seat, SUCCESSOR)
    save = parse_save(write_save(game.save, []).encode())
    assert replay(save, heads_of(save)).problem is None
    game.settle()
    assert game.mover == seat
    assert len(read(game.table.ledger, seat, game.author(seat).secret)) == 4
    while waiting(game.table) is not None:
        game.settle()
        if waiting(game.table) is not None:
            game.play("end")
    assert not game.table.game.gone(game.table.position, seat)


def test_as_many_may_not_go_as_stay() -> None:
    game = Memory(header(2)).start()
    with pytest.raises(InvalidFile, match="as many go as stay"):
        game.draft_of_vote_by(1 - game.mover, game.ballot(COLOURS[game.mover]))


def test_a_seat_may_be_given_to_its_heir_by_the_only_other_player() -> None:
    """DECK 9.5: with two players the vote of the other one is enough, and only for the heir."""
    game = Memory(header(2)).start()
    seat = game.mover
    game.play(f"handover {encode_bytes(SUCCESSOR.public)}", "end")
    game.settle()
    game.play("end")
    game.settle()
    assert game.mover == seat
    colour = COLOURS[seat]
    with pytest.raises(InvalidFile, match="as many go as stay"):
        game.draft_of_vote_by(1 - seat, game.ballot(colour, **{colour: b"m" * 32}))
    game.vote(colour, **{colour: SUCCESSOR.public})
    game.succeed(seat, SUCCESSOR)
    game.settle()
    game.play("end")
    save = parse_save(write_save(game.save, []).encode())
    assert replay(save, heads_of(save)).problem is None
