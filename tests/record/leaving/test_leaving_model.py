"""Going on without somebody: everything that can be written in small games, and why each rule is there.

Two to four seats whole, five where it matters: lists of one and of two, late blocks, crossing runs, runs upon
acks, successors, heirs, resignations, rolls; with every seat honest, silent, or in league with all others.
`pytest --hypothesis-profile=chance` takes larger bounds (DECK 9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any
from unittest.mock import patch

import pytest

from khronos_pbem.record.block import ACK, TURN, VOTE, Block
from khronos_pbem.record.leaving import precedence, votes
from khronos_pbem.record.leaving.precedence import Branch
from khronos_pbem.record.leaving.votes import Run
from tests.record.leaving.leaving_model import (
    Bounds,
    Node,
    Rules,
    World,
    are_fork,
    can_be_written,
    may_sign,
    own_blocks,
)
from tests.record.leaving.leaving_properties import Search, broken, honest_starts, may_be_stopped, violations

Make = Callable[[Rules], World]

FINISHED = [(VOTE, seat, (0,)) for seat in (2, 3, 4, 1)]
"""Of five, the votes that finish a run without seat 0."""


def of(count: int, bounds: Bounds, *said: tuple[Any, ...]) -> Make:
    """How to make a world of so many seats whose root says this."""
    return lambda rules: World(count, bounds, rules).grown(*said)


def resigned(rules: Rules) -> World:
    """A world of four seats of which one has resigned."""
    world = World(4, Bounds(5, turns=3), rules)
    following = world.child(world.root, world.block(TURN, 0, awaits=1, resigns=True))
    assert following is not None
    world.root = following
    return world


TWO = of(2, Bounds(6, turns=3, offers="HK"))
THREE = of(3, Bounds(7))
GIVEN = of(3, Bounds(5, offers="K"))
RESIGNED = of(3, Bounds(5, resign=True))
FOUR = of(4, Bounds(6))
FIVE = of(5, Bounds(7, turns=0))
SHORT = of(3, Bounds(4))
AFTER_A_VOTE = of(5, Bounds(8), *FINISHED)
AFTER_AN_ACK = of(5, Bounds(8), *FINISHED, (ACK, 2))
BEFORE_THE_LAST_ACK = of(5, Bounds(8), *FINISHED, (ACK, 2), (ACK, 3))
SMALL = {
    "two, heirs and strangers": TWO,
    "three": THREE,
    "three, seats given": GIVEN,
    "three, some resign": RESIGNED,
    "four": FOUR,
    "four, one has resigned": resigned,
    "five, votes alone": FIVE,
    "five behind a finished run": AFTER_A_VOTE,
    "five behind an ack": AFTER_AN_ACK,
    "five before the last ack": BEFORE_THE_LAST_ACK,
}
LARGE = {
    "two": of(2, Bounds(10, turns=5, offers="HK", resign=True)),
    "three, seats given, some resign": of(3, Bounds(7, turns=3, offers="HK", resign=True)),
    "four, seats given": of(4, Bounds(8, turns=2, offers="KL")),
    "five": of(5, Bounds(6, turns=1)),
    "five behind a finished run, seats given": of(5, Bounds(9, offers="KL"), *FINISHED),
    "six behind a finished run": of(6, Bounds(8, turns=0), *((VOTE, seat, (0,)) for seat in (2, 3, 4, 5, 1))),
    "seven": of(7, Bounds(9, turns=0, lists=3)),
}


def stopped(world: World, length: int) -> Iterator[tuple[tuple[Node, ...], int, bool]]:
    """Where a game that honest machines have brought somewhere stands still, and who is silent there; last
    whether only the rules of 9.6 keep the others from going on, who may sign it."""
    for leaves in honest_starts(world, length):
        for silent in range(world.count):
            if Search(world, silent).is_stuck(*leaves):
                yield leaves, silent, not Search(world, silent, machines=False).is_stuck(*leaves)


def does_not_go_on(world: World, length: int) -> bool:
    """Whether somebody's silence stops a game though that seat has not voted in a run that lacks its ack, or
    though the rules alone keep the others from going on (9.6, what cannot)."""
    return any(
        by_rules or not may_be_stopped(who, *leaves) for leaves, who, by_rules in stopped(world, length)
    )


@pytest.fixture
def is_large(request: pytest.FixtureRequest) -> bool:
    """Whether larger bounds are wanted."""
    return str(request.config.getoption("--hypothesis-profile", None)) == "chance"


@pytest.mark.parametrize("name", SMALL)
def test_nothing_is_dropped_accused_seen_twice_or_taken_by_a_minority(name: str) -> None:
    world = SMALL[name](Rules())
    assert len(world.nodes) > 8
    assert list(violations(world)) == []


@pytest.mark.parametrize("name", LARGE)
def test_nothing_is_in_larger_bounds(name: str, is_large: bool) -> None:
    if not is_large:
        pytest.skip("larger bounds are for --hypothesis-profile=chance")
    assert list(violations(LARGE[name](Rules()))) == []


@pytest.mark.parametrize(
    ("make", "length"),
    [
        (of(2, Bounds(4, turns=1, offers="H")), 3),
        (of(3, Bounds(6)), 6),
        (of(3, Bounds(4, turns=1, offers="K")), 4),
        (of(4, Bounds(4, turns=1)), 4),
        (of(5, Bounds(3, turns=0)), 3),
        (AFTER_A_VOTE, 6),
        (AFTER_AN_ACK, 6),
        (BEFORE_THE_LAST_ACK, 6),
    ],
)
def test_the_others_go_on_without_one_who_is_silent(make: Make, length: int) -> None:
    world = make(Rules())
    assert sum(1 for _ in honest_starts(world, length)) > 3
    assert not does_not_go_on(world, length)


def test_the_others_go_on_in_larger_bounds(is_large: bool) -> None:
    if not is_large:
        pytest.skip("larger bounds are for --hypothesis-profile=chance")
    assert not does_not_go_on(of(5, Bounds(3, turns=1))(Rules()), 3)


def test_who_votes_and_never_acks_stops_a_game_of_three() -> None:
    """The one way in which silence stops a game: too few are left without that seat (9.6, what cannot)."""
    found = {(repr(leaves), who) for leaves, who, _ in stopped(THREE(Rules()), 2) if len(leaves) == 1}
    assert found == {("([vote 2 0; vote 1 0],)", 2)}


def taken_away(*patches: tuple[Any, str, Any], **rules: bool) -> Callable[[Make], World]:
    """How to make a world that lacks a rule: of the table or a machine, or in the functions themselves."""

    def make(make_world: Make) -> World:
        for owner, name, value in patches:
            patch.object(owner, name, value).start()
        return make_world(Rules(**rules))

    return make


def without_first(way: Branch, other: Branch) -> tuple[Block, Block] | None:
    """`precedence._bound_twice` for any seat that stays and is bound in both, be it the first or not."""
    staying = way.run.stay if way.run is not None else ()
    theirs = {block.seat: block for _, block in other.binding() if block.seat in staying}
    mine = (block for number, block in way.binding() if way.run is not None and number >= way.run.base)
    return next(((block, theirs[block.seat]) for block in mine if block.seat in theirs), None)


def without_bound(way: Branch, other: Branch) -> tuple[Block, Block] | None:
    """`precedence._bound_twice` for the first seat that stays, be it bound in the run or not."""
    staying = way.run.stay if way.run is not None else ()
    return next(((block, block) for _, block in other.binding() if block.seat in staying), None)


def by_seat(way: Branch) -> Iterator[tuple[int, Block]]:
    """`Branch.binding`, as if who takes a seat over were who had it."""
    numbers = range(way.base, len(way.blocks))
    return ((number, way.blocks[number]) for number in numbers if votes.binds(way.blocks, way.seats, number))


def or_outer(way: Branch) -> bool:
    """`Branch.is_final`, as if a run that the late ack makes final stood on the base too."""
    ended = len(way.seats[-1].final) > len(way.seats[way.base].final)
    return (way.run is not None and way.run.is_final) or (way.is_late and ended)


def waits(acker: Callable[[Run], int]) -> property:
    """`Run.next_acker`, in another order."""
    return property(lambda run: acker(run) if run.is_finished and not run.is_final else None)


LAST = property(lambda run: run.stay[-1])
IN_ORDER = property(lambda run: run.stay)
FINISHED_IS_FINAL = property(lambda run: run.is_finished)

RULES_TAKEN_AWAY = {
    "a run is final with its last ack": (taken_away((Run, "is_final", FINISHED_IS_FINAL)), THREE, "I1"),
    "acks stand in seat order": (
        taken_away((Run, "next_acker", waits(lambda run: run.stay[-1 - run.acked]))),
        FIVE,
        "I4 a person is asked though all are honest",
    ),
    "the decider is the first": (
        taken_away(
            (Run, "decider", LAST),
            (Run, "voters", IN_ORDER),
            (Run, "next_acker", waits(lambda run: run.stay[run.acked])),
        ),
        FIVE,
        "I4 a person is asked though all are honest",
    ),
    "no machine signs what makes a cheat": (taken_away(guard=False), THREE, "I2"),
    "who is bound behind a base does not vote there": (
        taken_away(bound_no_vote=False),
        THREE,
        "I4 a vote that cannot be kept",
    ),
    "(b) who goes on elsewhere has withdrawn": (
        taken_away((precedence, "_is_withdrawn", lambda way, other: False)),
        THREE,
        "I1",
    ),
    "(c) the nearer decider": (
        taken_away((precedence, "_distance", lambda way, run: 0)),
        FIVE,
        "I4 a person is asked though all are honest",
    ),
    "a cheat has bound himself in the run": (
        taken_away((precedence, "_bound_twice", without_bound)),
        THREE,
        "I2",
    ),
    "a seat's identity is bound, not its successor": (taken_away((Branch, "binding", by_seat)), TWO, "I2"),
    "more stay than go": (taken_away(majority=False), SHORT, "I5 a minority"),
    "more stay than go, and no two majorities": (
        taken_away(majority=False),
        SHORT,
        "I3 two new decks",
    ),
    "all votes of a run say the same": (
        taken_away((votes, "canonical_json", lambda content: b"")),
        of(3, Bounds(3, turns=0, offers="K")),
        "I5 somebody stays who has not voted for this, once",
    ),
    "an offer is for one base": (
        taken_away(offers_bound=False),
        of(3, Bounds(5, turns=1, offers="K")),
        "seated by what somebody has said of another base",
    ),
    "votes and acks carry no point of a roll": (
        taken_away(silent_runs=False),
        THREE,
        "I3 a roll that one of them knew",
    ),
}


@pytest.fixture
def _whole_again() -> Iterator[None]:
    """All functions are as before once a test is over."""
    yield
    patch.stopall()


@cache
def broken_by_all_rules(make: Make) -> set[str]:
    """What does not hold though no rule is taken away: nothing."""
    return broken(make(Rules()))


@pytest.mark.usefixtures("_whole_again")
@pytest.mark.parametrize("rule", RULES_TAKEN_AWAY)
def test_each_rule_is_needed(rule: str) -> None:
    take, make, what = RULES_TAKEN_AWAY[rule]
    assert what not in broken_by_all_rules(make)
    assert what in broken(take(make))


NEEDED_TO_GO_ON = {
    "only the first can be a cheat": (
        taken_away((precedence, "_bound_twice", without_first)),
        SHORT,
        4,
    ),
    "(b) who goes on elsewhere has withdrawn": (
        taken_away((precedence, "_is_withdrawn", lambda way, other: False)),
        SHORT,
        4,
    ),
    "(a) is of the runs on the base": (
        taken_away((Branch, "is_final", property(or_outer))),
        BEFORE_THE_LAST_ACK,
        6,
    ),
    "who is on a list stays until the run is final": (taken_away(listed_stay=False), of(4, Bounds(3)), 3),
}


@pytest.mark.usefixtures("_whole_again")
@pytest.mark.parametrize("rule", NEEDED_TO_GO_ON)
def test_without_each_of_these_rules_honest_players_are_stuck(rule: str) -> None:
    take, make, length = NEEDED_TO_GO_ON[rule]
    assert not does_not_go_on(make(Rules()), length)
    assert does_not_go_on(take(make), length)


@pytest.mark.parametrize("make", [TWO, of(3, Bounds(5)), BEFORE_THE_LAST_ACK], ids=["2", "3", "5"])
def test_the_functions_say_of_whole_histories_what_the_model_has_worked_out(make: Make) -> None:
    for pair in make(Rules()).all_pairs():
        ours, theirs = pair.one.blocks, pair.other.blocks
        assert precedence.find_precedence(ours, theirs, pair.number) == (*pair.verdict, pair.base)
        found = precedence.find_cheat(ours, theirs, pair.number)
        turned = precedence.find_cheat(theirs, ours, pair.number)
        named = {block.seat for block in (found or ())} | {block.seat for block in (turned or ())}
        assert named <= pair.accused
        assert bool(named) == bool(precedence.find_cheats(*pair.ways))
        assert len(named) <= 1


def has_cheated(node: Node, own: list[Node]) -> bool:
    """Whether the author of the newest block was a cheat before, by blocks of its own in another history."""
    assert node.parent is not None
    pairs = [node.world.pair(node.parent, other) for other in own]
    return any(pair is not None and node.block.seat in pair.accused for pair in pairs)


@pytest.mark.parametrize("make", [TWO, of(3, Bounds(5)), AFTER_AN_ACK], ids=["2", "3", "5"])
def test_a_machine_signs_what_the_model_lets_it_sign(make: Make) -> None:
    """But for two blocks on one, which are refused elsewhere (FORMATS 4)."""
    refused = 0
    for pair in make(Rules()).all_pairs():
        node, known = pair.one, pair.other
        own = own_blocks(known.path[pair.number :], node.author)
        if are_fork(node.path[pair.number], known.path[pair.number]) or has_cheated(node, own):
            continue
        new = (*node.blocks[:-1], replace(node.blocks[-1], sig=""))
        cheats = precedence.find_own_cheat(new, [known.blocks]) is not None
        kept = node.block.kind == VOTE and precedence.find_block_against_vote(new, [known.blocks]) is not None
        assert (not cheats and not kept) == may_sign(node, own), pair
        refused += cheats or kept
    assert refused > 3


def test_coalitions_of_every_size_write_no_more_than_the_largest() -> None:
    """So a model may look at the largest ones only: all but one seat."""
    world = SHORT(Rules())
    for pair in world.all_pairs():
        for size in range(world.count):
            for some in combinations(range(world.count), size):
                if can_be_written(pair, frozenset(some)):
                    more = {*some} | {next(seat for seat in range(world.count) if seat not in some)}
                    assert can_be_written(pair, frozenset(more))
