"""Late blocks against votes, decided from the files alone: every interleaving, for three and four seats.

Everything that can be written on one block is written, with real signatures: the awaited seat's late block
and what the others write on it, runs of votes without one seat or two, finished or not, and what follows
them. Then every machine gets every file in every order. The names of the tests say what holds (DECK 9.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, permutations
from typing import NamedTuple

import pytest

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.record.block import JOIN, TURN, VOTE, Block
from khronos_pbem.record.chain import head_hash, sign
from khronos_pbem.record.keyring import Identity
from khronos_pbem.record.parting import Parted, fork_proof, overtaken, parting
from khronos_pbem.record.save import Save
from tests.playing import COLOURS, NAMES
from tests.session.memory import AT, header

WHO = [Identity(name, bytes([seat + 1]) * 32) for seat, name in enumerate(NAMES)]


def with_block(save: Save, seat: int, kind: str, **more: object) -> Save:
    """The history with one block more, which this seat has signed."""
    block = Block(
        seq=len(save.blocks),
        seat=seat,
        kind=kind,
        at=AT,
        prev=encode_bytes(head_hash(save)),
        **more,  # type: ignore[arg-type]
    )
    return save._replace(blocks=(*save.blocks, sign(block, WHO[seat])))


@cache
def base(seats: int) -> Save:
    """All have joined; seat 0 is awaited on the last block."""
    save = Save(header(seats))
    for seat in range(seats):
        colour, key = COLOURS[seat], WHO[seat].public
        save = with_block(save, seat, JOIN, name=NAMES[seat], colour=colour, identity=key)
    return save


class Written(NamedTuple):
    """A history, and what is written behind the base."""

    save: Save
    label: str


def voters(seats: int, without: Sequence[int]) -> list[int]:
    """The order of DECK 9.2: the decider, the first behind the awaited seat, is last."""
    stay = [seat for seat in range(1, seats) if seat not in without]
    return [*stay[1:], *stay[:1]]


def runs(seats: int) -> Iterator[tuple[int, ...]]:
    """Whom a run may name: the awaited seat, and others while more stay than go (of five, some of them)."""
    for count in range(1, seats):
        for others in combinations(range(1, min(seats, 4)), count - 1):
            if seats - count > count:
                yield (0, *others)


@cache
def histories(seats: int) -> tuple[Written, ...]:
    """Everything that can stand on the base, with a block or two behind it."""
    start, found = base(seats), list[Written]()
    late = with_block(start, 0, TURN, orders=("end",))
    found.append(Written(late, "late"))
    for seat in range(1, seats):
        found.append(Written(with_block(late, seat, TURN, orders=("end",)), f"late, then {seat}"))
    for without in runs(seats):
        colours, save = sorted(COLOURS[seat] for seat in without), start
        order = voters(seats, without)
        for seat in order:
            finishes = {"finishes": True} if seat == order[-1] else {}
            save = with_block(save, seat, VOTE, ballot={"without": colours, **finishes})
            found.append(Written(save, f"without {without}, {seat} has voted"))
        for seat in order:
            more = with_block(save, seat, TURN, orders=("end",))
            found.append(Written(more, f"without {without}, then {seat}"))
    return tuple(found)


def takes(seen: Save, save: Save) -> bool:
    """Whether a machine that has seen one history takes another one in its place, or goes on with it."""
    number = parting(seen, save)
    if number is None:
        return len(save.blocks) > len(seen.blocks)
    try:
        return bool(overtaken(seen, save))
    except Parted:
        return False


def settled(files: Iterable[Save]) -> Save:
    """What a machine has seen once these files have come, in this order."""
    first, *rest = files
    for save in rest:
        if takes(first, save):
            first = save
    return first


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_of_any_two_histories_exactly_one_stands(seats: int) -> None:
    """And it does not matter which one was seen first; else it is a fork, which both machines can prove."""
    for one, other in combinations(histories(seats), 2):
        if parting(one.save, other.save) is None:
            continue
        found = [stands_in(a.save, b.save) for a, b in ((one, other), (other, one))]
        label = (one.label, other.label)
        assert found in ([True, False], [False, True], ["fork"] * 2, ["person"] * 2), label
        if "person" in found:  # two blocks on one, by two authors: the rules let one of them write there
            assert {"late, then" in each.label for each in (one, other)} == {True} or shares_run(one, other)


def shares_run(one: Written, other: Written) -> bool:
    """Whether two histories go on from the same finished run."""
    number = parting(one.save, other.save)
    assert number is not None
    return any(block.finishes for block in one.save.blocks[:number])


def stands_in(seen: Save, save: Save) -> bool | str:
    try:
        found = overtaken(seen, save)
    except Parted:
        return "fork" if fork_proof(seen, save) is not None else "unproven"
    return "person" if found is None else found


@pytest.mark.parametrize(("seats", "least"), [(3, 10), (4, 50), (5, 300)])
def test_all_machines_that_have_seen_the_same_files_agree(seats: int, least: int) -> None:
    """Every three files in every order, but where two of them prove a fork: then persons have to choose."""
    saves, count = [each.save for each in histories(seats)], 0
    pairs = list(permutations(range(len(saves)), 2))
    follows = {(one, other): takes(saves[one], saves[other]) for one, other in pairs}
    are_open = {(one, other): is_open(saves[one], saves[other]) for one, other in pairs}
    for three in combinations(range(len(saves)), 3):
        if any(are_open[pair] for pair in combinations(three, 2)):
            continue
        count += 1
        ends = set[int]()
        for order in permutations(three):
            ends.add(reduce(lambda seen, new: new if follows[seen, new] else seen, order))
        assert len(ends) == 1, [histories(seats)[each].label for each in three]
    assert count > least


def is_open(one: Save, other: Save) -> bool:
    """Whether two histories are for a person to judge: a fork, or two blocks where one may be written."""
    return parting(one, other) is not None and isinstance(stands_in(one, other), str)


@dataclass
class Table:
    """Honest and dishonest machines at one table. What each has seen; what anybody has signed."""

    seats: int
    files: list[Save]
    seen: list[Save]


def moves_of(table: Table, seat: int) -> list[Save]:
    """What an honest player may write on what he has seen: the next block of it, by the rules."""
    start, seen = len(base(table.seats).blocks), table.seen[seat]
    behind = seen.blocks[start:]
    if not behind:
        found = [] if seat else [with_block(seen, 0, TURN, orders=("end",))]
        return found + [first for run in runs(table.seats) if (first := voted(table, seen, run, seat))]
    if behind[-1].kind == VOTE and not behind[-1].finishes:
        run = [COLOURS.index(colour) for colour in behind[-1].without]
        found = [late_of(table.seats)] if seat == 0 else []
        again = voted(table, seen, tuple(sorted(run)), seat)
        return found + ([again] if again else [])
    if len(behind) > table.seats or seat != following(table.seats, behind):
        return []
    return [with_block(seen, seat, TURN, orders=("end",))]


@cache
def late_of(seats: int) -> Save:
    return with_block(base(seats), 0, TURN, orders=("end",))


def voted(table: Table, save: Save, run: tuple[int, ...], seat: int) -> Save | None:
    """The history with this player's vote, if it is his turn to vote."""
    start = len(base(table.seats).blocks)
    given, order = [block.seat for block in save.blocks[start:]], voters(table.seats, run)
    if seat not in order or given != order[: order.index(seat)]:
        return None
    finishes = {"finishes": True} if seat == order[-1] else {}
    colours = sorted(COLOURS[each] for each in run)
    return with_block(save, seat, VOTE, ballot={"without": colours, **finishes})


def following(seats: int, behind: Sequence[Block]) -> int:
    """Who writes next, once the late block or the votes are in: not always the decider."""
    gone = {COLOURS.index(colour) for block in behind if block.finishes for colour in block.without}
    seat = behind[-1].seat
    order = [(seat + step) % seats for step in (2, 1, 3, 0)]
    return next(each for each in order if each not in gone and each < seats)


def play_out(seats: int, liars: frozenset[int], depth: int) -> Iterator[Table]:
    """Every course of a table: who writes or takes in which file, in every order, up to so many steps.

    Liars write whatever the rules let anybody write in their name, on whatever file they like.
    """
    start = base(seats)
    stack = [(Table(seats, [start], [start] * seats), 0)]
    known = dict[tuple[object, ...], int]()
    while stack:
        table, steps = stack.pop()
        key = (tuple(map(head_hash, table.seen)), frozenset(map(head_hash, table.files)))
        if known.get(key, depth + 1) <= steps:
            continue
        if key not in known:
            yield table
        known[key] = steps
        if steps < depth:
            stack += [(after, steps + 1) for after in after_step(table, liars)]


def after_step(table: Table, liars: frozenset[int]) -> Iterator[Table]:
    for seat in range(table.seats):
        for source in table.files if seat in liars else [table.seen[seat]]:
            for made in moves_of(seeing(table, seat, source), seat):
                if made not in table.files:
                    yield seeing(Table(table.seats, [*table.files, made], table.seen), seat, made)
        for save in table.files:
            if seat not in liars and takes(table.seen[seat], save):
                yield seeing(table, seat, save)


def seeing(table: Table, seat: int, save: Save) -> Table:
    """The table once a seat has seen this history last."""
    return Table(table.seats, table.files, [*table.seen[:seat], save, *table.seen[seat + 1 :]])


COALITIONS = [
    (seats, frozenset(liars))
    for seats in (3, 4)
    for count in range(seats)
    for liars in combinations(range(seats), count)
]
DEPTH = {3: 7, 4: 7}


@pytest.mark.parametrize(("seats", "liars"), COALITIONS)
def test_no_honest_player_ever_looks_like_a_forker(seats: int, liars: frozenset[int]) -> None:
    """Whatever is written and taken in, in whatever order, and whoever lies: a proof names a liar."""
    for table in play_out(seats, liars, DEPTH[seats] - len(liars)):
        newest = table.files[-1]
        for other in table.files[:-1]:
            fork = fork_proof(newest, other)
            assert fork is None or COLOURS.index(fork.colour) in liars, (fork, liars)


@pytest.mark.parametrize("seats", [3, 4])
def test_no_honest_block_is_lost_but_a_late_one_and_what_stands_on_it(seats: int) -> None:
    """All honest. Votes that finish nothing aside, which may be given again, what falls is the late block,
    and what others wrote on it before the decider had: never a block of the decider.
    """
    start, lost, late = len(base(seats).blocks), 0, late_of(seats).blocks[-1]
    for table in play_out(seats, frozenset(), DEPTH[seats]):
        standing = settled(table.files)
        decider = next((block.seat for block in standing.blocks[start:] if block.finishes), None)
        for save in table.files:
            number = parting(standing, save)
            bound = [] if number is None else [block for block in save.blocks[number:] if block.binds]
            if bound:
                lost += 1
                assert save.blocks[start] == late, bound
                assert decider is not None
                assert all(block.seat != decider for block in bound), bound
    assert lost
