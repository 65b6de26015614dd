"""Going on without somebody: votes, the new deck, successors and heirs (DECK 9.2 to 9.5)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.deck.ledger import due_parts
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.khronos.model.pieces import DECKS, Type
from khronos_pbem.home.keyring import Identity
from khronos_pbem.home.versions.newest_seen import ConcurrentVotes
from khronos_pbem.record.block import ACK, VOTE
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.leaving.precedence import Verdict, find_precedence
from khronos_pbem.record.save import parse_save, write_save
from khronos_pbem.session.replay.open_save import receive_save, with_file
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.table import waiting
from tests.session.memory import Memory, assert_holds, copy_of, header, second_turn
from tests.support.playing import COLOURS

SUCCESSOR = Identity("sarah", b"s" * 32)


@pytest.fixture(scope="module")
def waits() -> Memory:
    """A game of four in its second turn, waiting for one of them."""
    return second_turn(4)


@pytest.fixture(scope="module")
def without(waits: Memory) -> Memory:
    """The game after all others have voted and acked."""
    game = copy_of(waits)
    return game.go_on(COLOURS[game.mover])


def test_the_last_ack_makes_the_run_final_and_the_seat_is_gone(waits: Memory) -> None:
    """DECK 9.2: votes, the decider last; acks in the same order; until then nothing has happened."""
    game, missing = copy_of(waits), waits.mover
    game.vote_all(COLOURS[missing])
    while game.table.run is not None:
        assert game.table.position == waits.table.position
        assert game.table.ledger == waits.table.ledger
        game.ack()
    blocks = game.save.blocks[len(waits.save.blocks) :]
    assert [block.kind for block in blocks] == [VOTE] * 3 + [ACK] * 2
    assert [block.seat for block in blocks] == [(missing + step) % 4 for step in (2, 3, 1, 2, 3)]
    assert game.table.game.has_left(game.table.position, missing)
    assert [sorted(block.deck) for block in blocks] == [[], [], [], ["shuffle"], ["shuffle"]]
    assert not any(block.at for block in blocks)


def test_a_vote_and_an_ack_are_the_same_bytes_whenever_they_are_signed(waits: Memory) -> None:
    game = copy_of(waits)
    missing = COLOURS[game.mover]
    assert game.draft_of_vote(missing).block == game.draft_of_vote(missing).block
    game.vote_all(missing)
    again = copy_of(game)
    assert again.ack().block == game.ack().block


def test_the_others_owe_shuffles_behind_the_last_ack_the_decider_last(waits: Memory) -> None:
    """DECK 6: in seat order from the author of the last ack on; then everybody's hand can be read."""
    game, missing = copy_of(waits), waits.mover
    colour = COLOURS[missing]
    game.go_on(colour, offers=(game.offer(colour, SUCCESSOR),))
    first = len(game.save.blocks)
    game.settle()
    shuffled = [block.seat for block in game.save.blocks[first:] if "shuffle" in block.deck]
    assert shuffled == [missing, (missing + 1) % 4]


def test_the_record_is_read_back_and_holds(without: Memory) -> None:
    save = parse_save(write_save(without.save, []).encode())
    assert save == without.save
    history = replay(save, block_hashes(save))
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
    assert game.table.game.is_over(game.table.position)
    assert missing not in game.table.game.winners(game.table.position)


def test_what_was_hidden_before_stays_hidden(waits: Memory, without: Memory) -> None:
    held = {handle for handle in waits.table.ledger.held if waits.table.ledger.held[handle].label is None}
    assert held
    assert not held & set(without.table.ledger.held)
    assert not due_parts(without.table.ledger, waits.mover)


def test_a_successor_takes_the_seat_with_everything_but_the_hand(waits: Memory) -> None:
    """DECK 9.4: no join and no ack; with the last ack the seat is its own."""
    game, seat = copy_of(waits), waits.mover
    colour = COLOURS[seat]
    offer = game.offer(colour, SUCCESSOR)
    game.go_on(colour, offers=(offer,))
    assert game.table.seats[seat].identity == SUCCESSOR.public
    assert game.table.former[0].identity == waits.table.seats[seat].identity
    assert game.table.ledger.keys[seat] == offer.x
    assert_holds(game)
    game.settle()
    assert game.mover == seat
    assert len(read(game.table.ledger, seat, game.author(seat).secret)) == 4
    while waiting(game.table) is not None:
        game.settle()
        if waiting(game.table) is not None:
            game.play("end")
    assert not game.table.game.has_left(game.table.position, seat)


def test_as_many_may_not_go_as_stay() -> None:
    game = Memory(header(2)).start()
    with pytest.raises(InvalidFile, match="possible only if more players stay than leave"):
        game.draft_of_vote_by(1 - game.mover, game.ballot(COLOURS[game.mover]))


def test_a_seat_may_be_given_to_its_heir_by_the_only_other_player() -> None:
    """DECK 9.5: with two players the vote of the other one is enough, final at once, only for the heir."""
    game = Memory(header(2)).start()
    seat = game.mover
    game.play(f"handover {encode_bytes(SUCCESSOR.public)}", "end")
    game.settle()
    game.play("end")
    game.settle()
    assert game.mover == seat
    colour = COLOURS[seat]
    stranger = game.offer(colour, Identity("mallory", b"m" * 32))
    with pytest.raises(InvalidFile, match="possible only if more players stay than leave"):
        game.draft_of_vote_by(1 - seat, game.ballot(colour, offers=(stranger,)))
    game.vote(colour, offers=(game.offer(colour, SUCCESSOR),))
    assert game.table.run is None
    assert game.table.seats[seat].identity == SUCCESSOR.public
    game.settle()
    game.play("end")
    assert_holds(game)


def test_an_ack_does_not_come_and_a_larger_run_takes_the_place_of_the_first() -> None:
    """DECK 9.2: upon the last block, with all seats named before; offers are made anew."""
    game = second_turn(5)
    missing = game.mover
    game.vote_all(COLOURS[missing])
    game.ack()
    silent = game.mover
    names = (COLOURS[silent], COLOURS[missing])
    offer = game.offer(COLOURS[missing], SUCCESSOR)
    game.go_on(*names, offers=(offer,))
    assert game.table.record_seats.runs == ()
    assert game.table.record_seats.final[-1].without == (silent, missing)
    assert game.table.game.has_left(game.table.position, silent)
    assert game.table.seats[missing].identity == SUCCESSOR.public
    game.settle()
    game.play("end")
    assert_holds(game)


def test_a_late_ack_is_the_late_block_of_a_run_upon_acks() -> None:
    """Until the larger run is finished the missing ack may come, on the block before these votes."""
    game = second_turn(5)
    missing = game.mover
    game.vote_all(COLOURS[missing])
    before = copy_of(game)
    silent = game.mover
    game.vote(COLOURS[silent], COLOURS[missing])
    assert before.ack().block.seat == silent
    late, votes = before.save, game.save
    assert find_precedence(late.blocks, votes.blocks, len(late.blocks) - 1).verdict is Verdict.OURS


def test_other_votes_name_the_command_that_joins_them(tmp_path: Path) -> None:
    """Votes side by side bind nobody: what votes as in the file is said with all that it takes."""
    game = second_turn(5)
    colour, other = COLOURS[game.mover], copy_of(game)
    offer = other.offer(colour, SUCCESSOR)
    game.vote(colour)
    game.vote(colour)
    other.vote(colour, offers=(offer,))
    receive_save(tmp_path, game.save)
    with pytest.raises(ConcurrentVotes) as caught:
        receive_save(tmp_path, other.save)
    words = f"--without {colour} --for={encode_bytes(offer.key)}"
    assert caught.value.hint == f"to cast the same vote as in this file: khronos vote GAME {words}"
    found = with_file(caught.value, Path("a game.khronos")).hint
    assert found == f"to cast the same vote as in this file: khronos vote 'a game.khronos' {words}"
