"""A small model of going on without somebody: all that may be written behind a base, and what it proves.

Nodes of a tree are histories; what may follow is found by trying everything on the real walker of votes and
acks, and which of two histories stands, and who has cheated, is what the real functions say (DECK 9.2, 9.6).
Only what a table adds is said here once more: who is awaited, that offers are for one base, that more have to
stay than go; and which pairs of blocks no honest machine signs. `Rules` takes each of these away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, cast

from khronos_pbem.errors import InvalidFile
from khronos_pbem.record.block import ACK, ASSIST, JOIN, TURN, VOTE, Block
from khronos_pbem.record.leaving import precedence
from khronos_pbem.record.leaving.precedence import Branch, Verdict
from khronos_pbem.record.leaving.votes import Seats, binds, next_seats


class Offer(NamedTuple):
    """An identity that offers to take a seat over, on the base of so many blocks."""

    seat: int
    key: bytes
    base: int
    name: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What the model needs of a block. `awaits` is the seat that the game awaits after a turn."""

    kind: str
    seat: int
    without: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    ballot: dict[str, Any] = field(default_factory=dict, compare=False)
    deck: dict[str, Any] = field(default_factory=dict, hash=False)
    colour: str = ""
    identity: bytes = b""
    awaits: int = 0
    at: str = ""
    sig: str = "signed"
    name: str = ""
    bot: str = ""

    def __repr__(self) -> str:
        offers = "".join(f" {offer.seat}:{offer.key.decode()}" for offer in self.offers)
        key = " resigns" if self.deck else ""
        return f"{self.kind} {self.seat}{key} {','.join(self.without)}{offers}".strip()


@dataclass(frozen=True)
class Rules:
    """The rules of a table and of a machine that this model says itself, each of which can be taken away."""

    majority: bool = True
    """More stay than go (9.2)."""
    offers_bound: bool = True
    """An offer is worth nothing on another base (9.4)."""
    guard: bool = True
    """A machine refuses to sign what would make its owner a cheat (9.6)."""
    bound_no_vote: bool = True
    """Who is bound in a history votes in none that falls against it, least of all on its base (9.2)."""
    listed_stay: bool = True
    """Who is on a list stays where he is until that run is final (9.6)."""
    silent_runs: bool = True
    """Votes and acks carry no share and no point of a roll (9.2)."""


@dataclass(frozen=True)
class Bounds:
    """What is tried: how many blocks behind the root, how many of them turns, how long lists of seats, and
    whose keys offer themselves (`H` is the heir that every seat has named)."""

    length: int
    turns: int = 2
    lists: int = 2
    offers: str = ""
    resign: bool = False


class Node:
    """A history: the one before and one block more."""

    def __init__(self, world: World, parent: Node | None, block: Written, seats: Seats) -> None:
        """Of `next_seats`, which has raised nothing."""
        self.world, self.parent, self.block, self.seats = world, parent, block, seats
        self.path: tuple[Node, ...] = (*parent.path, self) if parent else (self,)
        self.blocks = cast(tuple[Block, ...], tuple(node.block for node in self.path))
        self.trail: tuple[Seats, ...] = (*parent.trail, seats) if parent else (Seats(), seats)
        self.turns: int = (parent.turns if parent else 0) + (block.kind == TURN)
        self.awaited: int = block.awaits if block.kind == TURN or parent is None else parent.awaited
        self.ways: dict[int, Branch] = {}
        self.children: dict[Written, Node | None] = {}

    def __len__(self) -> int:
        return len(self.path)

    def __repr__(self) -> str:
        return "[" + "; ".join(map(repr, self.blocks[len(self.world.root) :])) + "]"

    @cached_property
    def is_over(self) -> bool:
        """Whether a run has become final behind the root: what follows is the next epoch."""
        return len(self.seats.final) > len(self.world.root.seats.final)

    @cached_property
    def is_opened(self) -> bool:
        """Whether the decider has shuffled the new deck too, last of all: now its cards can be known."""
        return self.is_over and self.block.kind == ASSIST and self.block.seat == self.seats.final[-1].decider

    @cached_property
    def author(self) -> bytes:
        """The identity that has the seat when it writes the newest block."""
        return self.block.identity or self.trail[-2].identities[self.block.seat]

    @cached_property
    def binds(self) -> bool:
        """Whether the newest block binds its author."""
        return binds(self.blocks, self.trail, len(self) - 1)

    def way(self, base: int) -> Branch:
        """How it goes on behind the first `base` blocks."""
        if base not in self.ways:
            self.ways[base] = precedence.branch_from(self.blocks, base)
        return self.ways[base]

    def knowers(self) -> frozenset[int]:
        """Who of those who stay in the newest run can know a roll that is open: all the others' points are
        there. Without `silent_runs`, votes and acks carry such points."""
        run = self.seats.final[-1] if self.is_over else self.seats.run
        if run is None:
            return frozenset()
        carried = (ASSIST,) if self.world.rules.silent_runs else (ASSIST, ACK, VOTE)
        behind = self.path[run.base :]
        given = {node.block.seat for node in behind if node.block.kind in carried}
        return frozenset(seat for seat in run.stay if {*run.stay} - {seat} <= given)


class World:
    """All histories behind a root within some bounds, by some rules; seat 0 is awaited on the root."""

    def __init__(self, count: int, bounds: Bounds, rules: Rules | None = None) -> None:
        """Of `count` players, of whom all have joined."""
        self.count, self.bounds, self.rules = count, bounds, rules or Rules()
        self.heirs = {seat: b"H%d" % seat for seat in range(count)}
        self.known: dict[tuple[Any, ...], Written] = {}
        self.pairs: dict[tuple[Node, Node], Pair | None] = {}
        self.beside: dict[tuple[Node, Node], bool] = {}
        self.next_nodes: dict[tuple[Node, int], tuple[Node, ...]] = {}
        joins = (Written(JOIN, seat, colour=str(seat), identity=b"%d" % seat) for seat in range(count))
        self.root = self._root(joins)

    def _root(self, joins: Iterable[Written]) -> Node:
        node, seats = None, Seats()
        for number, block in enumerate(joins):
            seats = next_seats(seats, number, cast(Block, block))
            node = Node(self, node, block, seats)
        assert node is not None
        return node

    def grown(self, *said: tuple[Any, ...]) -> World:
        """The same world whose root is further on, by blocks as of `block`."""
        self.root = self.history(*said)
        return self

    def history(self, *said: tuple[Any, ...]) -> Node:
        """The history behind the root that says this, by blocks as of `block`."""
        node = self.root
        for words in said:
            following = self.child(node, self.block(*words))
            assert following is not None, words
            node = following
        return node

    def block(
        self,
        kind: str,
        seat: int,
        without: Sequence[int] = (),
        offers: Sequence[Offer] = (),
        awaits: int = 0,
        *,
        resigns: bool = False,
    ) -> Written:
        """The block that says this; the same one each time."""
        key = (kind, seat, tuple(without), tuple(offers), awaits, resigns)
        if key not in self.known:
            listed = tuple(map(str, without))
            tables = [[offer.seat, offer.key.decode(), offer.base] for offer in offers]
            ballot = {"without": list(listed), "offers": tables} if without else {}
            deck = {"key": "x"} if resigns else {}
            self.known[key] = Written(kind, seat, listed, tuple(offers), ballot, deck, awaits=awaits)
        return self.known[key]

    def child(self, node: Node, block: Written) -> Node | None:
        """The history with a block more; None if it may not stand there."""
        if block not in node.children:
            node.children[block] = self._child(node, block)
        return node.children[block]

    def _child(self, node: Node, block: Written) -> Node | None:
        try:
            seats = next_seats(node.seats, len(node), cast(Block, block))
        except InvalidFile:
            return None
        if block.seat not in node.seats.living or not self._may_stand(node, block, seats):
            return None
        return Node(self, node, block, seats)

    def _may_stand(self, node: Node, block: Written, seats: Seats) -> bool:
        """What a table asks beyond the walker of votes and acks."""
        if block.kind == TURN:
            return block.seat == node.awaited
        if block.kind != VOTE:
            return True
        run = seats.run or seats.final[-1]
        if node.seats.run is None and run.awaited != node.awaited:
            return False
        if self.rules.offers_bound and any(offer.base != run.base for offer in block.offers):
            return False
        return not self.rules.majority or run.has_majority(self.heirs)

    def following(self, node: Node, turns: int) -> tuple[Node, ...]:
        """All histories with one block more, of no more than so many turns."""
        if (node, turns) not in self.next_nodes:
            found = (self.child(node, block) for block in self._blocks_behind(node, turns))
            self.next_nodes[node, turns] = tuple(dict.fromkeys(each for each in found if each is not None))
        return self.next_nodes[node, turns]

    def _blocks_behind(self, node: Node, turns: int) -> Iterator[Written]:
        if node.is_over:
            yield from self._shuffles(node)
            return
        if node.seats.run is None and node.turns < turns:
            for after in node.seats.living:
                yield self.block(TURN, node.awaited, awaits=after)
                if self.bounds.resign and after != node.awaited:
                    yield self.block(TURN, node.awaited, awaits=after, resigns=True)
        for seat in node.seats.living:
            if node.seats.run is not None:
                yield self.block(ACK, seat)
            for without in self._lists(node):
                for offers in self._offers(node, without):
                    yield self.block(VOTE, seat, without, offers)

    def _shuffles(self, node: Node) -> Iterator[Written]:
        """The shuffles after a final run: those of the successors, and last the decider's."""
        run = node.seats.final[-1]
        given = sum(each.block.kind == ASSIST for each in node.path)
        for seat in (*run.successors, run.decider)[given:][:1]:
            yield self.block(ASSIST, seat)

    def _lists(self, node: Node) -> Iterator[tuple[int, ...]]:
        """Lists in the order in which a vote names seats, whomever they name first."""
        run = node.seats.run
        most = self.bounds.lists + (len(run.without) if run is not None and run.is_finished else 0)
        for first in [node.awaited] if run is None else node.seats.living:
            others = [(first + step) % self.count for step in range(1, self.count)]
            for more in range(min(most, self.count)):
                for rest in combinations(others, more):
                    yield (first, *rest)

    def _offers(self, node: Node, without: Sequence[int]) -> Iterator[tuple[Offer, ...]]:
        """No offers, or one of each key for all seats on the list, made for this base or for the root."""
        yield ()
        run = node.seats.run
        bases = {len(node), len(self.root)} if run is None or run.is_finished else {run.base, len(self.root)}
        for base in sorted(bases):
            for name in self.bounds.offers:
                keys = [(seat, f"{name}{seat}".encode()) for seat in sorted(without)]
                yield tuple(Offer(seat, key, base) for seat, key in keys)

    @cached_property
    def nodes(self) -> list[Node]:
        """All histories behind the root, the shorter ones first."""
        found, row = [self.root], [self.root]
        for _ in range(self.bounds.length):
            row = [each for node in row for each in self.following(node, self.bounds.turns)]
            found += row
        return found

    def pair(self, one: Node, other: Node) -> Pair | None:
        """Two histories that part; None if one contains the other."""
        key = (one, other)
        if key not in self.pairs:
            nodes = enumerate(zip(one.path, other.path, strict=False))
            number = next((place for place, (ours, theirs) in nodes if ours is not theirs), None)
            self.pairs[key] = None if number is None else Pair(one, other, number)
        return self.pairs[key]

    def may_sign_beside(self, node: Node, other: Node) -> bool:
        """`may_sign` for a machine that has signed the newest block of one other history."""
        key = (node, other)
        if key not in self.beside:
            self.beside[key] = _may_sign_beside(node, other)
        return self.beside[key]

    def all_pairs(self) -> Iterator[Pair]:
        """All pairs of histories that part."""
        for one, other in combinations(self.nodes, 2):
            found = self.pair(one, other)
            if found is not None:
                yield found


class Pair:
    """Two histories that part with block `number`, which stands, and who is proven a cheat by them."""

    def __init__(self, one: Node, other: Node, number: int) -> None:
        """Of `World.pair`."""
        self.one, self.other, self.number = one, other, number
        self.base = precedence.base_of(one.trail, number)

    def __repr__(self) -> str:
        return f"{self.one} | {self.other}: {self.verdict[0].value} ({self.verdict[1]}), {set(self.accused)}"

    @cached_property
    def ways(self) -> tuple[Branch, Branch]:
        """How the two go on behind their base."""
        return self.one.way(self.base), self.other.way(self.base)

    @cached_property
    def verdict(self) -> tuple[Verdict, str]:
        """Which stands, and the letter that says so."""
        return precedence.compare_branches(*self.ways)[:2]

    @cached_property
    def accused(self) -> frozenset[int]:
        """The seats that the two prove to have cheated: by votes and acks, or by two blocks on one."""
        found = {pair[0].seat for pair in precedence.find_cheats(*self.ways)}
        one, other = self.one.path[self.number], self.other.path[self.number]
        if are_fork(one, other):
            found.add(one.block.seat)
        return frozenset(found)

    @cached_property
    def limits(self) -> tuple[list[tuple[bytes, int]], list[tuple[bytes, int]]]:
        """Of the blocks of each history behind where they part: the author, and how many blocks of the other
        history may be there when an honest machine signs it."""
        one, other = self.one.path[self.number :], self.other.path[self.number :]
        return _limits(one, other), _limits(other, one)

    def turned(self) -> Pair:
        """The same with the histories exchanged."""
        return Pair(self.other, self.one, self.number)


def are_fork(one: Node, other: Node) -> bool:
    """Whether one identity has signed two blocks on the same one, neither of them a vote (FORMATS 4)."""
    same = one.parent is other.parent and one.author == other.author
    return same and one is not other and VOTE not in (one.block.kind, other.block.kind)


def may_sign(node: Node, own: Iterable[Node]) -> bool:
    """Whether an honest machine signs the newest block of a history, knowing no more than the blocks that it
    has signed itself, and what these stand on."""
    return all(node.world.may_sign_beside(node, other) for other in own)


def _may_sign_beside(node: Node, other: Node) -> bool:
    """`World.may_sign_beside`, worked out."""
    rules = node.world.rules
    pair = None if other is node or other in node.path else node.world.pair(node, other)
    if pair is None:
        return True
    if are_fork(node, other) or (rules.guard and node.block.seat in pair.accused):
        return False
    falls = pair.verdict[0] is (Verdict.THEIRS if pair.one is node else Verdict.OURS)
    return not (rules.bound_no_vote and node.block.kind == VOTE and other.binds and falls)


def _limits(nodes: Sequence[Node], others: Sequence[Node]) -> list[tuple[bytes, int]]:
    return [(node.author, _limit(node, others)) for node in nodes]


def _limit(node: Node, others: Sequence[Node]) -> int:
    """How many of these blocks there may be before an honest machine does not sign this one any more."""
    own = (number for number, other in enumerate(others) if other.author == node.author)
    return next((number for number in own if not may_sign(node, [others[number]])), len(others))


def own_blocks(nodes: Iterable[Node], author: bytes) -> list[Node]:
    """The histories that end with a block of this identity."""
    return [node for node in nodes if node.author == author]


def can_be_written(pair: Pair, dishonest: frozenset[int]) -> bool:
    """Whether both histories can come about, in some order, if these seats sign whatever they like; nobody
    else has to know anything of the other history but what its own machine has signed there."""
    bad = {b"%d" % seat for seat in dishonest}
    any_number = len(pair.one.path) + len(pair.other.path)
    ours, theirs = ([any_number if author in bad else most for author, most in each] for each in pair.limits)
    seen, todo = {(0, 0)}, [(0, 0)]
    while todo:
        i, j = todo.pop()
        if (i, j) == (len(ours), len(theirs)):
            return True
        if i < len(ours) and j <= ours[i] and (i + 1, j) not in seen:
            seen.add((i + 1, j))
            todo.append((i + 1, j))
        if j < len(theirs) and i <= theirs[j] and (i, j + 1) not in seen:
            seen.add((i, j + 1))
            todo.append((i, j + 1))
    return False
