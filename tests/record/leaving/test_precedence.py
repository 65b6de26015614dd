"""Which of two histories stands, and who has cheated, sentence by sentence of DECK 9.6."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from khronos_pbem.errors import InvalidFile
from khronos_pbem.record.block import ACK, ASSIST, TURN, VOTE
from khronos_pbem.record.leaving import precedence
from khronos_pbem.record.leaving.precedence import Precedence, Verdict
from tests.record.leaving.leaving_model import Bounds, Node, Offer, Rules, World

Message = Sequence[tuple[Any, ...]]

OURS, THEIRS, ASK, SIDE_BY_SIDE = Verdict.OURS, Verdict.THEIRS, Verdict.ASK, Verdict.SIDE_BY_SIDE


class Two:
    """Two histories of a game of so many seats, by blocks as of `World.block`; seat 0 is awaited at first."""

    def __init__(self, count: int, ours: Message, theirs: Message) -> None:
        """With what both say behind the base."""
        self.world = World(count, Bounds(0), Rules(offers_bound=False))
        self.ours, self.theirs = self.world.history(*ours), self.world.history(*theirs)
        pair = self.world.pair(self.ours, self.theirs)
        assert pair is not None
        self.number = pair.number

    @property
    def standing(self) -> Precedence:
        """What is said of them, which is the same with the histories exchanged."""
        found = precedence.find_precedence(self.ours.blocks, self.theirs.blocks, self.number)
        turned = precedence.find_precedence(self.theirs.blocks, self.ours.blocks, self.number)
        assert turned == (found.verdict.turned, found.letter, found.base)
        return found

    @property
    def says(self) -> tuple[Verdict, str]:
        """Which stands, and by which letter."""
        return self.standing[:2]

    @property
    def cheat(self) -> tuple[str, str] | None:
        """The two blocks of the cheat in words, ours first: the same ones with the histories exchanged."""
        found = precedence.find_cheat(self.ours.blocks, self.theirs.blocks, self.number)
        turned = precedence.find_cheat(self.theirs.blocks, self.ours.blocks, self.number)
        assert turned == (None if found is None else found[::-1])
        return None if found is None else (repr(found[0]), repr(found[1]))


def turns(*seats: int, then: int = 0) -> list[tuple[Any, ...]]:
    """Turns of these seats, one upon the other."""
    return [(TURN, seat, (), (), awaits) for seat, awaits in zip(seats, (*seats[1:], then), strict=True)]


def votes(without: Sequence[int], *seats: int, offers: Sequence[Offer] = ()) -> list[tuple[Any, ...]]:
    return [(VOTE, seat, without, offers) for seat in seats]


def acks(*seats: int) -> list[tuple[Any, ...]]:
    return [(ACK, seat) for seat in seats]


OF_THREE = votes((0,), 2, 1)
OF_FOUR = votes((0,), 2, 3, 1)
OF_FIVE = votes((0,), 2, 3, 4, 1)
WITH_ONE = votes((0, 1), 3, 4, 2)
"""Of five, without seats 0 and 1: seat 2 decides."""
INNER = votes((4, 0), 2, 3, 1)
"""Of five, upon the acks of 2 and 3 in `OF_FIVE`: without 4 and 0, seat 1 decides again."""
LAST_ACK = [*OF_FIVE, *acks(2, 3)]


class TestFinal:
    """(a) A final run stands against all that is not final."""

    def test_against_a_late_block(self) -> None:
        two = Two(3, [*OF_THREE, *acks(2)], turns(0))
        assert (two.says, two.cheat) == ((OURS, "a"), None)

    def test_against_a_late_block_on_which_a_seat_has_built_that_stays(self) -> None:
        two = Two(3, [*OF_THREE, *acks(2)], turns(0, 2))
        assert (two.says, two.cheat) == ((OURS, "a"), ("ack 2", "turn 2"))

    def test_against_a_finished_run_of_the_nearer_decider(self) -> None:
        two = Two(5, OF_FIVE, [*WITH_ONE, *acks(3, 4)])
        assert (two.says, two.cheat) == ((THEIRS, "a"), None)

    def test_an_inner_run_against_the_late_ack(self) -> None:
        inner = [*OF_FIVE, *votes((2, 0), 4, 1, 3), *acks(4, 1)]
        assert Two(5, inner, [*OF_FIVE, *acks(2)]).says == (OURS, "a")

    def test_of_two_final_runs_a_person_chooses_and_a_cheat_is_named(self) -> None:
        two = Two(5, [*OF_FIVE, *acks(2, 3, 4)], [*WITH_ONE, *acks(3, 4)])
        assert (two.says, two.cheat) == ((ASK, "a"), ("ack 2", "vote 2 0,1"))

    def test_a_run_that_the_late_ack_makes_final_does_not_stand_on_that_base(self) -> None:
        """Else an honest decider, bound in the inner run, could go on in neither of the two."""
        two = Two(5, [*LAST_ACK, *acks(4)], [*LAST_ACK, *INNER])
        assert (two.says, two.cheat) == ((THEIRS, "d"), None)
        two = Two(5, [*LAST_ACK, *acks(4)], [*LAST_ACK, *INNER, *acks(2, 3)])
        assert (two.says, two.cheat) == ((THEIRS, "a"), None)
        two = Two(5, [*LAST_ACK, *acks(4)], [*LAST_ACK, *INNER[:2]])
        assert (two.says, two.cheat) == ((OURS, "e"), None)


class TestWithdrawn:
    """(b) A finished run falls against a history in which a seat that stays in it has bound itself."""

    def test_by_a_turn(self) -> None:
        two = Two(3, OF_THREE, turns(0, 2))
        assert (two.says, two.cheat) == ((THEIRS, "b"), None)

    def test_by_a_finishing_vote(self) -> None:
        two = Two(5, OF_FIVE, WITH_ONE)
        assert (two.says, two.cheat) == ((THEIRS, "b"), None)

    def test_by_any_block_of_whatever_kind_behind_the_base(self) -> None:
        for kind in (TURN, ASSIST):
            late = [*turns(0, 0, then=2), (kind, 2)]
            assert Two(3, OF_THREE, late).says == (THEIRS, "b")

    def test_not_by_a_vote_that_finishes_nothing(self) -> None:
        assert Two(5, OF_FIVE, WITH_ONE[:2]).says == (OURS, "d")

    def test_not_by_a_seat_of_the_list(self) -> None:
        assert Two(3, OF_THREE, turns(0, 0)).says == (OURS, "d")

    def test_by_the_decider_too_who_is_a_cheat(self) -> None:
        two = Two(3, OF_THREE, turns(0, 1))
        assert (two.says, two.cheat) == ((THEIRS, "b"), ("vote 1 0", "turn 1"))

    def test_each_from_the_other_a_person_chooses(self) -> None:
        """Only a cheat brings it about: here seat 2."""
        two = Two(5, [*OF_FIVE, *acks(2)], WITH_ONE)
        assert (two.says, two.cheat) == ((ASK, "b"), ("ack 2", "vote 2 0,1"))

    def test_by_an_ack_of_the_outer_run_from_the_inner_one(self) -> None:
        behind = [*OF_FIVE, *votes((2, 0), 4, 1, 3)]
        assert Two(5, [*OF_FIVE, *acks(2, 3)], behind).says == (OURS, "b")
        assert Two(5, [*OF_FIVE, *acks(2)], behind).says == (THEIRS, "d")


class TestDeciders:
    """(c) Of two finished runs that stands whose decider sits nearer behind the awaited seat."""

    def test_of_two_runs(self) -> None:
        two = Two(5, votes((0, 2), 3, 4, 1), WITH_ONE)
        assert (two.says, two.cheat) == ((OURS, "c"), None)

    def test_an_inner_run_is_measured_from_the_seat_that_was_awaited_on_the_base(self) -> None:
        """From the seat that its own base awaits its decider, seat 4, sits nearer than seat 1 does."""
        inner = [*votes((0, 1), 3, 4, 5, 6, 2), *votes((3, 0, 1), 5, 6, 2, 4)]
        two = Two(7, inner, votes((0, 2, 4), 3, 5, 6, 1))
        assert (two.says, two.cheat) == ((THEIRS, "c"), None)

    def test_of_one_decider_a_person_chooses_and_it_is_a_cheat(self) -> None:
        two = Two(5, votes((0, 2), 3, 4, 1), votes((0, 3), 2, 4, 1))
        assert (two.says, two.cheat) == ((ASK, "b"), ("vote 1 0,2", "vote 1 0,3"))

    def test_so_it_is_of_one_list_with_other_offers(self) -> None:
        given = votes((0,), 2, 1, offers=[Offer(0, b"K", 3)])
        two = Two(3, given, OF_THREE)
        assert (two.says, two.cheat) == ((ASK, "b"), ("vote 1 0 0:K", "vote 1 0"))


class TestLate:
    """(d) A finished run stands against a late block, (e) a late block against an unfinished run."""

    def test_a_finished_run_stands_against_what_seats_of_its_list_build_on_the_late_block(self) -> None:
        for late in (turns(0), turns(0, 0, 0), turns(0, 3), turns(0, 3, 0)):
            two = Two(5, votes((0, 3), 2, 4, 1), late)
            assert (two.says, two.cheat) == ((OURS, "d"), None)

    def test_a_finished_run_stands_against_an_unfinished_one(self) -> None:
        assert Two(5, OF_FIVE, WITH_ONE[:1]).says == (OURS, "d")
        assert Two(5, OF_FIVE[:3], WITH_ONE).says == (THEIRS, "d")

    def test_a_late_block_stands_against_an_unfinished_run(self) -> None:
        for count in range(1, len(OF_FIVE)):
            two = Two(5, OF_FIVE[:count], turns(0))
            assert (two.says, two.cheat) == ((THEIRS, "e"), None)

    def test_unfinished_runs_stand_side_by_side(self) -> None:
        assert Two(5, OF_FIVE[:3], WITH_ONE[:1]).says == (SIDE_BY_SIDE, "e")

    def test_of_two_late_blocks_a_person_chooses(self) -> None:
        """They are two blocks of one seat on the same one (FORMATS 4), which `cheat` does not look at."""
        two = Two(3, turns(0, then=1), turns(0, then=2))
        assert (two.says, two.cheat) == ((ASK, "e"), None)


class TestBase:
    """Where two histories part within the votes of a run, their base is the one of that run."""

    def test_within_votes(self) -> None:
        world = World(5, Bounds(0))
        trail = world.history(*turns(0, then=0), *OF_FIVE, *acks(2), *votes((3, 0), 1, 2)).trail
        bases = [precedence.base_of(trail, number) for number in range(5, 14)]
        assert bases == [5, 6, 6, 6, 6, 10, 11, 11, 11]

    def test_behind_a_finishing_vote_and_behind_an_ack(self) -> None:
        behind = Two(5, [*OF_FIVE, *acks(2)], [*OF_FIVE, *votes((2, 0), 4)])
        assert behind.standing == (OURS, "e", 9)
        inner = Two(5, [*LAST_ACK, *acks(4)], [*LAST_ACK, *INNER])
        assert inner.standing.base == 11

    def test_of_runs_on_the_first_base(self) -> None:
        assert Two(5, OF_FIVE, turns(0)).standing.base == 5


class TestCheat:
    """The first seat that stays in the run of one history and has a binding block in the other, if it has
    bound itself in the run."""

    def test_by_its_finishing_vote(self) -> None:
        assert Two(3, OF_THREE, turns(0, 1, 2)).cheat == ("vote 1 0", "turn 1")

    def test_by_its_ack(self) -> None:
        assert Two(4, [*OF_FOUR, *acks(2)], turns(0, 2, 1)).cheat == ("ack 2", "turn 2")

    def test_not_by_a_vote_that_finishes_nothing(self) -> None:
        assert Two(4, OF_FOUR, turns(0, 2)).cheat is None
        assert Two(4, OF_FOUR[:2], turns(0, 2, 3, 1)).cheat is None

    def test_nobody_behind_the_first_who_may_rely_on_its_withdrawal(self) -> None:
        assert Two(3, OF_THREE, turns(0, 2, 1)).cheat is None
        assert Two(4, [*OF_FOUR, *acks(2)], turns(0, 3, 2, 1)).cheat is None

    def test_the_first_stays_so_whatever_follows(self) -> None:
        assert Two(4, [*OF_FOUR, *acks(2)], turns(0, 2, 3, 1, 0, 2)).cheat == ("ack 2", "turn 2")

    def test_a_seat_of_the_list_is_none(self) -> None:
        assert Two(3, [*OF_THREE, *acks(2)], turns(0, 0, 0)).cheat is None

    def test_in_an_outer_run_only_by_a_block_of_the_inner_one(self) -> None:
        """Seat 2 has acked the outer run and goes on with seat 3, whom the inner run does not hold."""
        inner = [*OF_FIVE, *acks(2), *votes((3, 0), 1, 2, 4)]
        assert Two(5, inner[:5], turns(0, 3, 2)).cheat is None
        assert Two(5, inner, turns(0, 3, 2)).cheat is None
        assert Two(5, [*inner, *acks(1, 2)], turns(0, 3, 2)).cheat == ("ack 2", "turn 2")

    def test_it_is_the_same_seat_whose_run_is_looked_at_first(self) -> None:
        two = Two(5, [*OF_FIVE, *acks(2)], [*WITH_ONE, *acks(3, 4)])
        ways = precedence.branches_from(two.ours.blocks, two.theirs.blocks, two.number)
        assert [tuple(map(repr, pair)) for pair in precedence.find_cheats(*ways)] == [
            ("ack 2", "vote 2 0,1")
        ] * 2

    def test_not_by_the_blocks_of_a_successor(self) -> None:
        """Seat 1 has given seat 0 to its heir; in the other history seat 1 went to an heir of its own."""
        ours = votes((0,), 1, offers=[Offer(0, b"H0", 2)])
        theirs = [*turns(0, then=1), *votes((1,), 0, offers=[Offer(1, b"H1", 3)])]
        two = Two(2, ours, [*theirs, (ASSIST, 1)])
        assert (two.says, two.cheat) == ((OURS, "a"), None)
        two = Two(2, ours, [*turns(0, 1, then=1), *theirs[1:]][:2])
        assert two.cheat == ("vote 1 0 0:H0", "turn 1")

    def test_who_has_resigned_since_is_the_seat_of_the_same_player(self) -> None:
        resigns: Message = [(TURN, 0, (), (), 1), (TURN, 1, (), (), 2)]
        world = World(3, Bounds(0))
        node = world.history(*resigns[:1])
        gone = world.child(node, world.block(TURN, 1, awaits=2, resigns=True))
        run = world.history(*OF_THREE)
        assert gone is not None
        found = precedence.find_cheat(run.blocks, gone.blocks, 3)
        assert found is not None
        assert repr(found[1]) == "turn 1 resigns"

    def test_blocks_out_of_order_are_refused(self) -> None:
        world = World(4, Bounds(0))
        run = world.history(*OF_FOUR).blocks
        wrong = (*run[:4], run[5], *run[6:])
        with pytest.raises(InvalidFile, match="turn to vote"):
            precedence.find_cheat(run, wrong, 4)
        with pytest.raises(InvalidFile, match="turn to vote"):
            precedence.find_precedence(run, wrong, 4)


def signing(node: Node) -> Any:
    """The history as it is before its last block is signed."""
    return (*node.blocks[:-1], replace(node.blocks[-1], sig=""))


class TestWhatIsNotSigned:
    """A machine refuses what, beside a block its owner has signed, would make him a cheat."""

    def refuses(self, count: int, new: Message, *known: Message) -> bool:
        world = World(count, Bounds(0))
        others = [world.history(*said).blocks for said in known]
        return precedence.find_own_cheat(signing(world.history(*new)), others) is not None

    def test_after_a_finishing_vote_no_turn_elsewhere(self) -> None:
        assert self.refuses(3, turns(0, 1), OF_THREE)
        assert self.refuses(3, OF_THREE, turns(0, 1))

    def test_unless_somebody_has_withdrawn_before(self) -> None:
        assert not self.refuses(3, turns(0, 2, 1), OF_THREE)

    def test_a_withdrawn_seat_does_not_ack(self) -> None:
        assert self.refuses(3, [*OF_THREE, *acks(2)], turns(0, 2))
        assert not self.refuses(3, turns(0, 2), OF_THREE)

    def test_beside_each_of_all_histories_that_are_known(self) -> None:
        assert self.refuses(3, turns(0, 1), OF_THREE[:1], turns(0, 2), OF_THREE)
        assert not self.refuses(3, turns(0, 1), OF_THREE[:1], turns(0, 2))

    def test_a_cheat_of_somebody_else_is_no_reason(self) -> None:
        """Seat 1 has decided and gone on; seat 2 has not acked, and may go on with it."""
        assert not self.refuses(3, turns(0, 1, 2), OF_THREE)

    def test_what_follows_ones_own_block_hides_nothing(self) -> None:
        """Beside the whole known history seat 2 would not be a cheat, as it is not bound in the inner run;
        but without the blocks behind its ack that history can be shown too."""
        known = [*OF_FIVE, *acks(2), *votes((3, 0), 1, 2, 4)]
        assert self.refuses(5, turns(0, 2), known)

    def test_to_sign_the_same_again_is_no_cheat(self) -> None:
        assert not self.refuses(3, OF_THREE, OF_THREE)
        assert not self.refuses(3, OF_THREE, [*OF_THREE, *acks(2)])
        assert not self.refuses(4, [*OF_FOUR, *acks(2)], [*OF_FOUR, *acks(2, 3)])


class TestWhoDoesNotVote:
    """Who has a binding block behind a base, in whatever history, does not vote there (DECK 9.2)."""

    def keeps(self, count: int, new: Message, *known: Message) -> str:
        world = World(count, Bounds(0))
        others = [world.history(*said).blocks for said in known]
        found = precedence.find_block_against_vote(signing(world.history(*new)), others)
        return "" if found is None else repr(found)

    def test_behind_the_same_base(self) -> None:
        assert self.keeps(3, OF_THREE[:1], turns(0, 2)) == "turn 2"
        assert self.keeps(3, OF_THREE[:1], turns(0, 2, 1)) == "turn 2"
        assert self.keeps(5, OF_FIVE[:1], WITH_ONE) == "vote 2 0,1"
        assert self.keeps(5, WITH_ONE[:1], [*OF_FIVE, *acks(2, 3)]) == "ack 3"

    def test_on_a_later_base_of_a_history_that_falls_against_the_one_where_one_is_bound(self) -> None:
        """Seat 1 has decided to go on without seat 0: it cannot ack anything behind the late block."""
        behind = [*turns(0, then=2), *votes((2,), 0)]
        assert self.keeps(4, [*behind[:1], *votes((2,), 0, 1)], OF_FOUR) == "vote 1 0"

    def test_but_where_somebody_has_withdrawn_before(self) -> None:
        assert self.keeps(4, [*turns(0, 3, then=2), *votes((2,), 0, 1)], OF_FOUR) == ""

    def test_votes_that_finish_nothing_bind_nobody(self) -> None:
        assert self.keeps(5, WITH_ONE[:1], OF_FIVE[:2]) == ""

    def test_nor_do_blocks_of_others_and_those_before_the_base(self) -> None:
        assert self.keeps(3, OF_THREE[:1], turns(0, 1)) == ""
        assert self.keeps(3, [*turns(0, 2, then=0), *votes((0,), 2)], turns(0, 2, 0)) == ""
