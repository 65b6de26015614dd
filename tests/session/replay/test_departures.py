"""Games that go on without some who began them: to the end, mixed, with heirs, from a cache (DECK 9)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.archive.records.text_record_reader import read_text_record
from khronos_pbem.archive.timeline import chronicle_from_history
from khronos_pbem.deck.ledger import due_parts
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.runner import step
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.khronos.rules.effects.player_departures import hidden_cards, with_new_hands
from khronos_pbem.games.my_village.model.position import Open
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.registry import game_by_name
from khronos_pbem.home.cache import mark_verified
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.block import ASSIST, block_table, parse_block
from khronos_pbem.record.chain import block_hashes, head_hash
from khronos_pbem.session.bots.bot_turn import quick_turn
from khronos_pbem.session.replay.draft_block import Draft, draft_join
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.snapshots import load_history, save_last_table
from khronos_pbem.session.replay.table import Seat, waiting
from tests.session.memory import AT, Memory, assert_holds, copy_of, header, identity, second_turn
from tests.support.playing import COLOURS, NAMES, options_for

HEIR = Identity("sarah", b"s" * 32)


def to_the_end(game: Memory) -> int:
    """Everybody ends his turns until the game is over; the payments that were awaited on their own."""
    paid = 0
    while (now := waiting(game.table)) is not None:
        assert now.seat is not None
        if now.need == ASSIST:
            game.assist(now.seat)
            paid += 1
        else:
            game.play("end")
    return paid


def test_of_five_three_resign_and_two_play_to_the_end_without_an_extra_mail() -> None:
    """DECK 9.1: nobody waits for them again, not even where the pile runs out."""
    game = second_turn(5)
    gone = list[int]()
    while len(gone) < 3:
        game.settle()
        gone.append(game.mover)
        game.play("resign")
    game.settle()
    first = len(game.save.blocks)
    paid = to_the_end(game)
    authors = {block.seat for block in game.save.blocks[first:]}
    assert not authors & set(gone)
    assert paid == 0
    assert game.table.game.is_over(game.table.position)
    assert not set(game.table.game.winners(game.table.position)) & set(gone)


def test_resigned_voted_out_and_followed_mixed() -> None:
    """One resigns, one is voted out, an heir follows another; then somebody resigns, and the rest end it."""
    game = second_turn(5)
    resigned = game.mover
    game.play("resign")
    game.settle()
    out = game.mover
    game.go_on(COLOURS[out])
    game.settle()
    seat, colour = game.mover, COLOURS[game.mover]
    game.play(f"handover {encode_bytes(HEIR.public)}", "end")
    game.settle()
    while game.mover != seat:
        game.play("end")
        game.settle()
    game.go_on(colour, offers=(game.offer(colour, HEIR),))
    game.settle()
    assert game.mover == seat
    assert not any(due_parts(game.table.ledger, each) for each in (resigned, out))
    game.play("end")
    game.settle()
    game.play("resign")
    game.settle()
    assert {each for each in range(5) if game.table.game.has_left(game.table.position, each)} >= {
        resigned,
        out,
    }
    assert_holds(game)


def test_an_exchange_that_waits_for_shares_is_dealt_again() -> None:
    """Cards that are dealt and unread count: the hand is as large as it was, and the turn goes on."""
    game = second_turn(4)
    mover = game.mover
    hand = game.private(mover).position.players[mover].hand
    game.play(f"exchange {hand[0].type.word} {hand[1].type.word}")
    now = waiting(game.table)
    assert now is not None
    assert now.need == ASSIST
    assert now.seat is not None
    game_before = game.table.position
    game.go_on(COLOURS[now.seat])
    after = game.table.position
    assert len(after.players[mover].hand) == len(game_before.players[mover].hand) == 4
    assert after.active == mover
    assert after.exchanged
    game.settle()
    assert game.mover == mover
    game.play("end")
    assert_holds(game)


def test_during_the_lap_of_debts_after_a_renewal_another_one_goes() -> None:
    game = second_turn(5)
    missing = game.mover
    game.go_on(COLOURS[missing])
    now = waiting(game.table)
    assert now is not None
    assert (now.need, now.seat) != (ASSIST, missing)
    second = game.mover
    assert second != missing
    game.go_on(COLOURS[second])
    assert "cards/3" in game.table.ledger.decks
    assert set(game.table.ledger.decks) == {"cards/3"}
    game.settle()
    game.play("end")
    assert_holds(game)


def test_a_game_of_edition_1_goes_on_too() -> None:
    game = second_turn(3, edition=1)
    missing = game.mover
    game.go_on(COLOURS[missing])
    labels = game.table.ledger.decks["cards/2"].labels
    assert len(labels) + len(game.table.position.discard) == 33
    game.settle()
    to_the_end(game)
    assert missing not in game.table.game.winners(game.table.position)


def test_with_nothing_hidden_there_is_no_new_deck() -> None:
    """All cards lie open on the discard pile: nothing is shuffled, and nobody is waited for."""
    game = second_turn(3)
    position = game.table.position
    for seat in range(3):
        position = position.with_player(seat, hand=())
    everything = tuple(sorted((*position.discard, *hidden_cards(position))))
    outcome = with_new_hands(position._replace(pile=(), discard=everything))
    assert outcome.requests == ()
    assert outcome.position.shuffles == position.shuffles


def _same(history: History) -> History:
    return history


def test_cold_and_warm_are_the_same(tmp_path: Path) -> None:
    """The kept table of a game with a run of votes, acks and former players is the replayed one."""
    game = second_turn(4)
    colour = COLOURS[game.mover]
    stages = [copy_of(game)]
    offers = (game.offer(colour, HEIR),)
    for _ in range(3):
        game.vote(colour, offers=offers)
        stages.append(copy_of(game))
    while game.table.run is not None:
        game.ack()
        stages.append(copy_of(game))
    for each in stages:
        heads = block_hashes(each.save)
        cold = replay(each.save, heads)
        mark_verified(tmp_path, heads[-1])
        save_last_table(tmp_path, cold)
        warm = load_history(tmp_path, each.save, heads, partial(_same, cold))
        assert warm is not None
        assert warm.table._replace(game=cold.table.game) == cold.table
        assert warm.table.ledger == cold.table.ledger


def test_a_run_of_votes_is_not_taken_over_into_another_game() -> None:
    """A vote is signed for its place: moved to another game with the same seats it is nobody's."""
    one, other = second_turn(3), Memory(header(3, title="Another")).start()
    block = one.vote(COLOURS[one.mover]).block
    moved = other.save._replace(blocks=(*other.save.blocks, block))
    problem = replay(moved, block_hashes(moved)).problem
    assert isinstance(problem, InvalidFile)
    assert problem.seat is None


def test_my_village_names_heirs_as_khronos_does() -> None:
    order = f"handover {encode_bytes(HEIR.public)}"
    for name in ("khronos", "my-village"):
        game = game_by_name(name)
        (spelled,) = game.parse(order)
        assert game.text(spelled.order) == order


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_a_vote_costs(seats: int) -> None:
    """DECK 9.3, docs/leaving.md: n-1 votes, n-2 acks that shuffle, the decider's shuffle, a lap of shares."""
    game = second_turn(seats)
    missing = game.mover
    first = len(game.save.blocks)
    game.go_on(COLOURS[missing])
    voted = len(game.save.blocks)
    game.settle()
    assert voted - first == 2 * seats - 3
    assert len(game.save.blocks) - voted <= seats - 1


# --- My Village: no decks, but rolls ----------------------------------------------------------------------


class Villagers(Memory):
    """A game of My Village without files, whose players do what the bot does."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.random = Random(3)

    def draft_of_join(self, at: str = AT) -> Draft:
        number = len(self.table.seats)
        seat = Seat(NAMES[number], self.table.game.colours[number], identity(number).public)
        return draft_join(self.table, seat, self.author(number), head_hash(self.save), at)

    def orders(self) -> list[str]:
        """What whoever has to act would order; nothing if he only pays."""
        now = waiting(self.table)
        assert now is not None
        return [] if now.need == ASSIST else quick_turn(self.table, self.author(self.mover), self.random)

    def step(self) -> None:
        orders = self.orders()
        if orders:
            self.play(*orders)
        else:
            self.assist(self.mover)


def villagers(seats: int) -> Villagers:
    other = header(seats, title="A village")
    rules, chosen = game_by_name("my-village").rules, options_for("my-village")
    game = Villagers(replace(other, game="my-village", rules=rules, options=chosen))
    game.start()
    return game


def is_drawn(game: Villagers, orders: list[str]) -> bool:
    """Whether orders of whoever has to act ask for a draw."""
    rules, position = game.table.game, game.private(game.mover).position
    for order in orders:
        done = step(rules, position, game.mover, rules.parse(order)[0].order)
        if done.requests:
            return True
        position = done.position
    return False


def test_whoever_is_alone_left_wins_at_once_whatever_was_being_drawn() -> None:
    """VILLAGE 13.4: nobody has to pay a roll on which nothing hangs any more."""
    game, drawing = villagers(2), 0
    for _ in range(24):
        orders = game.orders()
        for count in range(len(orders)) if "look" not in orders else ():
            again = Villagers(game.header)
            again.save, again.table = game.save, game.table
            draft = again.draft(*orders[:count], "resign")
            drawing += is_drawn(again, orders[:count])
            again.add(draft)
            assert waiting(again.table) is None
            assert again.table.game.winners(again.table.position) == (1 - draft.block.seat,)
            assert not again.table.asked
        if orders:
            game.play(*orders)
        else:
            game.assist(game.mover)
    assert drawing


def test_a_village_goes_on_without_a_player_and_its_record_is_read_again() -> None:
    game = villagers(3)
    for _ in range(7):
        game.step()
    missing = game.table.seats[game.mover].colour
    game.go_on(missing)
    for _ in range(8):
        game.step()
    assert_holds(game)
    text = text_record_of(chronicle_from_history(replay(game.save, block_hashes(game.save)), Path("game")))
    assert "  vote without " in text
    again = read_text_record(text.encode(), Path("record"))
    assert game.table.game.public_data(again.position) == game.table.game.public_data(game.table.position)


@pytest.mark.parametrize("kind", ["sanatorium", "refuge"])
def test_a_villager_may_resign_while_a_choice_of_his_is_open(kind: str) -> None:
    """VILLAGE 13.4: it falls away before it takes effect, and the block shows his key (DECK 9.1)."""
    game = villagers(3)
    while not game.orders():
        game.step()
    seat, position = game.mover, game.table.position
    card = position.cards.travels["A"][0] if kind == "refuge" else ""
    village = {"church": kind, "tree": 6, "travels": ()}
    asked = position.with_player(seat, **village)._replace(choice=Open(kind, seat, card), phase=Phase.ACT)
    if kind == "sanatorium":
        asked = asked._replace(rat=0, ended=True)
    game.table = game.table._replace(position=asked)
    block = game.play("resign").block
    assert parse_block(block_table(block), block.seq) == block
    after = game.table.position.players[seat]
    assert (after.gone, after.sheltered, after.tree) == (True, 0, 6)
    assert after.travels == ((card,) if card else ())
    assert game.table.ledger.shown.keys() == {seat}
