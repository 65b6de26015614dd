"""Runs of votes and acks, sentence by sentence of DECK 9.2."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import cast

import pytest

from khronos_pbem.errors import InvalidFile
from khronos_pbem.record.block import ACK, ANSWER, ASSIST, JOIN, TURN, VOTE, Block
from khronos_pbem.record.leaving.votes import Run, Seats, binds, seats_after
from tests.record.leaving.leaving_model import Offer, Written

NOBODY: dict[int, bytes] = {}


def joins(count: int) -> list[Written]:
    """Blocks by which all join, as in the model: the colour is the number of the seat."""
    return [Written(JOIN, seat, colour=str(seat), identity=b"%d" % seat) for seat in range(count)]


def vote(seat: int, *without: int, offers: Sequence[Offer] = ()) -> Written:
    listed = tuple(map(str, without))
    ballot = {"without": list(listed), "offers": [[offer.seat, offer.key.decode()] for offer in offers]}
    return Written(VOTE, seat, listed, tuple(offers), ballot)


def ack(seat: int) -> Written:
    return Written(ACK, seat)


def trail(count: int, *blocks: Written) -> tuple[Seats, ...]:
    """Who sits there before the first of these blocks and after each of them, once all have joined."""
    return seats_after(cast(list[Block], [*joins(count), *blocks]))[count:]


def after(count: int, *blocks: Written) -> Seats:
    return trail(count, *blocks)[-1]


def refused(count: int, *blocks: Written) -> InvalidFile:
    """Why the last of the blocks is refused; those before it hold."""
    after(count, *blocks[:-1])
    with pytest.raises(InvalidFile) as caught:
        after(count, *blocks)
    assert caught.value.rule == "DECK 9.2"
    return caught.value


def run_after(count: int, *blocks: Written) -> Run:
    run = after(count, *blocks).run
    assert run is not None
    return run


OF_FOUR = [vote(2, 0), vote(3, 0), vote(1, 0)]
OF_FIVE = [vote(2, 0), vote(3, 0), vote(4, 0), vote(1, 0)]


def all_lists(count: int) -> list[tuple[int, ...]]:
    """All lists that leave somebody, as votes name them: the awaited seat, then others in seat order."""
    orders = [[(first + step) % count for step in range(count)] for first in range(count)]
    sizes = range(count - 1)
    return [(order[0], *rest) for order in orders for size in sizes for rest in combinations(order[1:], size)]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_all_who_stay_vote_in_seat_order_from_behind_the_awaited_seat_but_the_first_last(count: int) -> None:
    for without in all_lists(count):
        behind = [(without[0] + step) % count for step in range(1, count)]
        first, *others = [seat for seat in behind if seat not in without]
        votes: list[Written] = []
        for voter in (*others, first):
            assert not votes or run_after(count, *votes).next_voter == voter
            for seat in {*range(count)} - {voter}:
                refused(count, *votes, vote(seat, *without))
            votes.append(vote(voter, *without))
        seats = after(count, *votes)
        run = seats.run or seats.final[-1]
        assert (run.base, run.awaited, run.decider) == (count, without[0], first)
        assert run.stay == (first, *others)
        assert run.is_finished
        assert run.is_final == (len(others) == 0)


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_all_others_who_stay_ack_in_the_same_order_and_only_then_the_seats_are_gone(count: int) -> None:
    for without in all_lists(count):
        first, *others = after(count).staying(without)
        blocks = [vote(voter, *without) for voter in (*others, first)]
        for acker in others:
            seats = after(count, *blocks)
            assert seats.living == tuple(range(count))
            assert run_after(count, *blocks).next_acker == acker
            for seat in {*range(count)} - {acker}:
                refused(count, *blocks, ack(seat))
            blocks.append(ack(acker))
        seats = after(count, *blocks)
        assert (seats.runs, len(seats.final)) == ((), 1)
        assert seats.final[0].next_voter is seats.final[0].next_acker is None
        assert {*seats.living} == {first, *others}
        refused(count, *blocks, ack(first))


@pytest.mark.parametrize(
    ("count", "without", "is_enough"),
    [
        (2, (0,), False),
        (3, (0,), True),
        (3, (0, 1), False),
        (4, (0,), True),
        (4, (0, 1), False),
        (4, (0, 1, 2), False),
        (5, (0, 1), True),
        (5, (0, 1, 2), False),
        (6, (0, 1), True),
        (6, (0, 1, 2), False),
    ],
)
def test_more_have_to_stay_than_go(count: int, without: tuple[int, ...], is_enough: bool) -> None:
    seats = after(count)
    run = Run(count, without, seats.staying(without), b"")
    assert run.has_majority(NOBODY) == is_enough
    everybody = {seat: b"heir %d" % seat for seat in range(count)}
    assert run.has_majority(everybody) == is_enough


def test_one_who_stays_is_enough_for_the_heir_of_the_awaited_seat_alone() -> None:
    heirs = {0: b"heir 0", 1: b"heir 1"}
    of_two = Run(2, (0,), (1,), b"", {0: b"heir 0"})
    assert of_two.has_majority(heirs)
    assert not of_two._replace(successors={0: b"stranger"}).has_majority(heirs)
    assert not of_two._replace(successors={}).has_majority(heirs)
    assert not of_two.has_majority({1: b"heir 0"})
    both = Run(3, (0, 1), (2,), b"", {0: b"heir 0", 1: b"heir 1"})
    assert not both.has_majority(heirs)  # one of three evicts nobody, whoever comes instead
    three_of_four = Run(4, (0, 1, 2), (3,), b"", {0: b"heir 0"})
    assert not three_of_four.has_majority(heirs)


def test_with_two_players_a_vote_for_an_heir_is_final_at_once() -> None:
    seats = after(2, vote(1, 0, offers=[Offer(0, b"heir", 2)]))
    assert (seats.run, seats.identities, seats.living) == (None, (b"heir", b"1"), (0, 1))
    assert seats.final[0].is_final


def test_the_awaited_seat_is_named_first_and_the_others_in_seat_order() -> None:
    assert run_after(5, vote(2, 4, 1)).without == (4, 1)
    assert "seat order" in refused(5, vote(1, 2, 4, 3)).message
    assert "seat order" in refused(5, vote(3, 2, 2)).message


@pytest.mark.parametrize("who", [7, 0])
def test_who_never_played_or_has_resigned_cannot_be_named(who: int) -> None:
    resigned = Written(TURN, 0, deck={"key": "x"})
    assert f"{who} is not in this game, or has left it" in refused(4, resigned, vote(3, 1, who)).message


def test_who_has_resigned_has_no_vote() -> None:
    resigned = Written(TURN, 3, deck={"key": "x"})
    assert run_after(5, resigned, vote(2, 0)).stay == (1, 2, 4)
    assert [run_after(5, resigned, vote(2, 0), *more).next_voter for more in ([], [vote(4, 0)])] == [4, 1]


def test_somebody_has_to_stay() -> None:
    assert "no player would be left in the game" in refused(3, vote(0, 0, 1, 2)).message


def test_who_is_named_has_no_vote() -> None:
    assert "so 2 cannot vote" in refused(4, vote(2, 0, 2)).message
    assert "so 0 cannot vote" in refused(4, vote(2, 0), vote(0, 0)).message


def test_a_vote_out_of_turn_says_whose_vote_is_next() -> None:
    error = refused(4, vote(3, 0))
    assert "it is not 3's turn to vote" in error.message
    assert error.hint == "2 votes next"


@pytest.mark.parametrize("seat", [1, 5])
def test_nobody_votes_twice(seat: int) -> None:
    votes = [vote(seat, 0) for seat in (2, 3, 4, 5)]
    refused(6, *votes, vote(5, 0))
    refused(6, *votes, vote(1, 0), vote(seat, 0))


def test_all_votes_of_a_run_say_the_same() -> None:
    offer = Offer(0, b"K", 5)
    assert "differs from the earlier votes" in refused(5, vote(2, 0), vote(3, 0, 1)).message
    assert "differs from the earlier votes" in refused(5, vote(2, 0), vote(3, 0, offers=[offer])).message
    different = offer._replace(key=b"L")
    assert (
        "differs from the earlier votes"
        in refused(5, vote(2, 0, offers=[offer]), vote(3, 0, offers=[different])).message
    )


@pytest.mark.parametrize("kind", [TURN, ANSWER, ASSIST])
def test_nothing_but_votes_and_acks_stands_on_a_run_that_is_not_final(kind: str) -> None:
    for count in range(1, len(OF_FOUR) + 1):
        refused(4, *OF_FOUR[:count], Written(kind, 0))
    refused(4, *OF_FOUR, ack(2), Written(kind, 1))
    assert after(4, *OF_FOUR, ack(2), ack(3), Written(kind, 1)).living == (1, 2, 3)


def test_another_list_is_never_voted_on_votes() -> None:
    refused(5, vote(2, 0), vote(3, 0, 4))
    refused(5, *OF_FIVE[:3], vote(2, 1))


def test_an_ack_stands_on_no_unfinished_run_and_on_no_turn() -> None:
    assert "there is no vote to confirm here" in refused(4, ack(2)).message
    assert "there is no vote to confirm here" in refused(4, *OF_FOUR[:2], ack(2)).message
    assert "there is no vote to confirm here" in refused(4, Written(TURN, 0), ack(2)).message


def test_an_ack_out_of_turn_says_whose_ack_is_next() -> None:
    error = refused(4, *OF_FOUR, ack(3))
    assert (error.message, error.hint) == (
        "another player has to confirm the vote first",
        "2 confirms next",
    )


def test_seats_are_given_with_the_last_ack_and_not_before() -> None:
    offers = [Offer(0, b"K", 5), Offer(2, b"L", 5)]
    votes = [vote(seat, 0, 2, offers=offers) for seat in (3, 4, 1)]
    before = after(5, *votes, ack(3))
    assert before.identities == (b"0", b"1", b"2", b"3", b"4")
    final = after(5, *votes, ack(3), ack(4))
    assert final.identities == (b"K", b"1", b"L", b"3", b"4")
    assert final.living == (0, 1, 2, 3, 4)


def test_a_seat_is_gone_beside_one_that_is_given() -> None:
    votes = [vote(seat, 0, 2, offers=[Offer(2, b"L", 5)]) for seat in (3, 4, 1)]
    final = after(5, *votes, ack(3), ack(4))
    assert (final.living, final.identities[2]) == ((1, 2, 3, 4), b"L")


def test_only_seats_that_are_named_are_given() -> None:
    assert "not being voted on" in refused(4, vote(2, 0, offers=[Offer(1, b"K", 4)])).message


class TestWhereAnAckDoesNotCome:
    """A run upon the last block takes the place of the run in which it stands."""

    VOTES = (vote(4, 2, 0), vote(1, 2, 0), vote(3, 2, 0))

    def test_its_seat_is_awaited_and_the_next_behind_it_decides(self) -> None:
        run = run_after(5, *OF_FIVE, self.VOTES[0])
        assert (run.base, run.awaited, run.without, run.stay) == (9, 2, (2, 0), (3, 4, 1))

    def test_the_outer_run_stays_open_until_the_inner_one_is_final(self) -> None:
        seats = after(5, *OF_FIVE, *self.VOTES, ack(4))
        assert [run.base for run in seats.runs] == [5, 9]
        assert (seats.final, seats.living) == ((), (0, 1, 2, 3, 4))
        seats = after(5, *OF_FIVE, *self.VOTES, ack(4), ack(1))
        assert (seats.runs, [run.base for run in seats.final]) == ((), [9])
        assert seats.living == (1, 3, 4)

    def test_it_may_stand_on_an_ack(self) -> None:
        run = run_after(5, *OF_FIVE, ack(2), ack(3), vote(2, 4, 0))
        assert (run.base, run.stay, run.voters) == (11, (1, 2, 3), (2, 3, 1))

    @pytest.mark.parametrize("without", [(2,), (2, 3), (0, 2), (3, 0), (0,)])
    def test_its_list_holds_that_seat_first_and_the_whole_list_before(self, without: tuple[int, ...]) -> None:
        seats = after(5, *OF_FIVE)
        voter = seats.staying(without)[1]
        assert "confirmation is missing" in refused(5, *OF_FIVE, vote(voter, *without)).message

    def test_offers_are_made_anew(self) -> None:
        offered = [vote(seat, 0, offers=[Offer(0, b"K", 5)]) for seat in (2, 3, 4, 1)]
        seats = after(5, *offered, *self.VOTES, ack(4), ack(1))
        assert (seats.living, seats.identities[0]) == ((1, 3, 4), b"0")

    def test_the_late_ack_stands_on_the_outer_run_alone(self) -> None:
        refused(5, *OF_FIVE, self.VOTES[0], ack(2))

    def test_it_asks_for_the_same_majority(self) -> None:
        assert run_after(5, *OF_FIVE, self.VOTES[0]).has_majority(NOBODY)
        assert not run_after(4, *OF_FOUR, vote(1, 2, 0)).has_majority(NOBODY)


def test_a_block_binds_unless_it_is_a_vote_that_does_not_finish_its_run() -> None:
    blocks = [*joins(5), Written(TURN, 0), *OF_FIVE, ack(2), vote(1, 3, 0), vote(2, 3, 0), vote(4, 3, 0)]
    real = cast(list[Block], blocks)
    seats = seats_after(real)
    bound = [number for number in range(5, len(blocks)) if binds(real, seats, number)]
    assert bound == [5, 9, 10, 13]


def test_a_vote_that_is_final_at_once_binds() -> None:
    blocks = cast(list[Block], [*joins(2), vote(1, 0, offers=[Offer(0, b"heir", 2)])])
    assert binds(blocks, seats_after(blocks), 2)


def test_runs_on_later_bases_are_runs_of_their_own() -> None:
    first = [vote(2, 0), vote(3, 0), vote(1, 0), ack(2), ack(3)]
    seats = after(4, *first, Written(TURN, 1), vote(1, 2), vote(3, 2), ack(1))
    assert [run.base for run in seats.final] == [4, 10]
    assert seats.living == (1, 3)
