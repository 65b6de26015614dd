"""What has to hold of going on without somebody, in the model of `leaving_model` (DECK 9).

I1 No turn of an honest player on which a seat that stays has built is dropped without a cheat proven by name.
I2 No honest player is accused.
I3 Nobody sees a card or a roll and then gets another one for the same place.
I4 If one is silent and all others are honest, the game goes on.
I5 No minority evicts anybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.record.block import ACK, ASSIST, TURN, VOTE
from khronos_pbem.record.leaving.precedence import Verdict
from tests.record.leaving.leaving_model import Node, Pair, World, can_be_written, may_sign, own_blocks


def violations(world: World) -> Iterator[tuple[str, Node | Pair]]:
    """All that two histories, or one, show against I1, I2, I3 or I5; and what else a machine relies on."""
    for node in world.nodes:
        if node.is_over and node.block.kind != ASSIST:
            yield from ((name, node) for name in _of_a_final_run(node))
    for pair in world.all_pairs():
        yield from ((name, pair) for name in _of_a_pair(pair))
    yield from unkept_votes(world)


def broken(world: World) -> set[str]:
    """The names of what does not hold."""
    return {name for name, _ in violations(world)}


def _of_a_final_run(node: Node) -> Iterator[str]:
    run = node.seats.final[-1]
    before = node.trail[run.base]
    votes = [each.block for each in node.path[run.base : run.base + len(run.stay)]]
    for seat in run.stay:
        mine = [vote for vote in votes if vote.seat == seat]
        if [vote.ballot for vote in mine] != [votes[0].ballot]:
            yield "I5 somebody stays who has not voted for this, once"
    heirs = {seat for seat, key in run.successors.items() if node.world.heirs[seat] == key}
    if len(run.stay) * 2 <= len(before.living) and heirs != {*run.without}:
        yield "I5 a minority"
    if any(offer.base != run.base for offer in votes[0].offers):
        yield "seated by what somebody has said of another base"


def _of_a_pair(pair: Pair) -> Iterator[str]:
    turned = pair.turned()
    if turned.verdict != (pair.verdict[0].turned, pair.verdict[1]) or turned.accused != pair.accused:
        yield "the order of the two files decides"
    for seat in pair.accused:
        if can_be_written(pair, _all_but(pair, seat)):
            yield "I2"
    if not pair.accused:
        yield from _of_the_unaccused(pair)
    if pair.verdict[0] is Verdict.ASK and can_be_written(pair, frozenset()):
        yield "I4 a person is asked though all are honest"


def _of_the_unaccused(pair: Pair) -> Iterator[str]:
    """What must not be where nobody is accused.

    The more seats are dishonest, the more can be written: all but the one whom it harms are the worst case.
    """
    seats = range(pair.one.world.count)
    if any(can_be_written(pair, _all_but(pair, seat)) for seat in _dropped(pair)):
        yield "I1"
    if _seen_twice(pair) and any(can_be_written(pair, _all_but(pair, seat)) for seat in seats):
        yield "I3 two new decks"
    for knower in _choosers(pair):
        if any(can_be_written(pair, _all_but(pair, seat)) for seat in seats if seat != knower):
            yield "I3 a roll that one of them knew"


def unkept_votes(world: World) -> Iterator[tuple[str, Pair]]:
    """Votes of an honest machine that has signed a block elsewhere and could not ack that run any more: all
    others, who rely on them, would wait in vain (I4)."""
    votes = [node for node in world.nodes if node.block.kind == VOTE and not node.binds]
    for vote in votes:
        for other in own_blocks(world.nodes, vote.author):
            pair = world.pair(vote, other)
            if pair is None or not other.binds or not may_sign(vote, [other]):
                continue
            if not may_sign(_own_ack(vote), [other]) and can_be_written(pair, frozenset()):
                yield "I4 a vote that cannot be kept", pair


def _own_ack(vote: Node) -> Node:
    """The history after a vote up to the ack of its author, or to the end of the run."""
    world, node = vote.world, vote
    while node is vote or node.block.seat != vote.block.seat:
        run = node.seats.run
        if run is None:
            return node
        seat = run.next_voter if run.next_acker is None else run.next_acker
        assert seat is not None
        acks = run.next_acker is not None
        vote_of = world.block(VOTE, seat, run.without, vote.block.offers)
        following = world.child(node, world.block(ACK, seat) if acks else vote_of)
        assert following is not None
        node = following
    return node


def _all_but(pair: Pair, seat: int) -> frozenset[int]:
    return frozenset(range(pair.one.world.count)) - {seat}


def _dropped(pair: Pair) -> set[int]:
    """The authors of turns that fall although a seat has built on them that stays in the run which stands."""
    if pair.verdict[0] not in (Verdict.OURS, Verdict.THEIRS):
        return set()
    stands, falls = pair.ways if pair.verdict[0] is Verdict.OURS else pair.ways[::-1]
    if stands.run is None:
        return set()
    built = [number for number, block in falls.binding() if block.seat in stands.run.stay]
    turns = [number for number, block in falls.binding() if block.kind == TURN]
    return {falls.blocks[number].seat for number in turns if any(number < other for other in built)}


def _seen_twice(pair: Pair) -> bool:
    """Whether there are two new decks on one base, or two in one place that the same player can read."""
    one, other = pair.one, pair.other
    if not (one.is_over and other.is_over):
        return False
    if one.seats.final[-1].base == other.seats.final[-1].base:
        return True
    return one.is_opened and other.is_opened and bool(_identities(one) & _identities(other))


def _identities(node: Node) -> set[bytes]:
    return {node.seats.identities[seat] for seat in node.seats.living}


def _choosers(pair: Pair) -> Iterator[int]:
    """Seats that can know a roll of one history and have bound themselves in the other, which may stand."""
    histories = ((pair.one, pair.ways[1], Verdict.OURS), (pair.other, pair.ways[0], Verdict.THEIRS))
    for node, elsewhere, stands in histories:
        if pair.verdict[0] is not stands:
            yield from node.knowers() & {block.seat for _, block in elsewhere.binding()}


class Search:
    """Whether a game goes on from some histories that all know, if one seat is silent from now on (I4)."""

    def __init__(self, world: World, silent: int, *, machines: bool = True) -> None:
        """With `machines` everybody follows the history that stands, as 9.6 says; without, they write where
        they may sign."""
        self.world, self.silent, self.machines = world, silent, machines
        self.turns = world.bounds.turns + 2

    def is_stuck(self, *leaves: Node) -> bool:
        """Whether the others can neither bring a run to its end nor go on without one."""
        seen, todo = {frozenset(leaves)}, [frozenset(leaves)]
        while todo:
            state = todo.pop()
            written = self._written(state)
            if any(self._goes_on(node, state, written) for node in state):
                return False
            states = [self._after(state, node) for node in self._next(state, written)]
            new = {each for each in states if each not in seen and len(each) <= len(leaves) + 1}
            seen |= new
            todo += sorted(new, key=lambda each: max(map(len, each)))
        return True

    def _written(self, state: frozenset[Node]) -> frozenset[Node]:
        begin = len(self.world.root)
        return frozenset(node for leaf in state for node in leaf.path[begin:])

    def _after(self, state: frozenset[Node], node: Node) -> frozenset[Node]:
        return frozenset(state - {node.parent} | {node})

    def _next(self, state: frozenset[Node], written: frozenset[Node]) -> Iterator[Node]:
        for node in (self.world.root, *written):
            for following in self.world.following(node, self.turns):
                if following.block.seat == self.silent or following in written or node.is_over:
                    continue
                if self._signs(following, written) and self._is_there(following, state):
                    yield following

    def _signs(self, node: Node, written: frozenset[Node]) -> bool:
        return may_sign(node, own_blocks(written, node.author))

    def _is_there(self, node: Node, state: frozenset[Node]) -> bool:
        """Whether the machine of the author is at the history before, or may be."""
        return not self.machines or all(self._may_be(node, other) for other in state)

    def _may_be(self, node: Node, other: Node) -> bool:
        """Whether another history does not call the author away: who is on a list stays until the run is
        final, and who has seen a late block may wait (9.6)."""
        before = node.parent or node
        pair = self.world.pair(before, other) or self.world.pair(node, other)
        if pair is None or pair.verdict[0] is not Verdict.THEIRS:
            return True
        here, there = pair.ways
        if there.run is None or there.is_final:
            return False
        if node.block.seat in there.run.without:
            return self.world.rules.listed_stay
        return here.is_late and pair.verdict[1] == "d"

    def _goes_on(self, node: Node, state: frozenset[Node], written: frozenset[Node]) -> bool:
        """Whether a history stands against all others, with a final run or a turn behind the base, and nobody
        who is there is kept from writing in it."""
        if not (node.is_over or (node.block.kind == TURN and node.block.seat != self.silent)):
            return False
        pairs = [self.world.pair(node, other) for other in state]
        if any(pair is not None and pair.verdict[0] is not Verdict.OURS for pair in pairs):
            return False
        present = [seat for seat in node.seats.living if seat != self.silent]
        return all(self._may_write(node, seat, written) for seat in present)

    def _may_write(self, node: Node, seat: int, written: frozenset[Node]) -> bool:
        following = self.world.child(node, self.world.block(ASSIST, seat))
        return following is not None and self._signs(following, written)


def may_be_stopped(silent: int, *leaves: Node) -> bool:
    """Whether the silent seat has voted and not acked, and too few are left without it (9.6: what cannot)."""
    for leaf in leaves:
        run = leaf.seats.run
        if run is None or not run.is_finished or (len(run.stay) - 1) * 2 > len(leaf.seats.living):
            continue
        bound = {node.block.seat for node in leaf.path[run.base :] if node.binds}
        if silent in {*run.stay} - bound:
            return True
    return False


def honest_starts(world: World, length: int) -> Iterator[tuple[Node, ...]]:
    """Histories of at most so many blocks behind the root, or two of them, that honest machines can write."""
    most = len(world.root) + length
    short = [node for node in world.nodes if len(node) <= most and node.block.kind != ASSIST]
    yield from ((node,) for node in short)
    for place, one in enumerate(short):
        for other in short[place + 1 :]:
            pair = world.pair(one, other)
            if pair is not None and can_be_written(pair, frozenset()):
                yield one, other
