"""Random play of two engines in lockstep: the real one, and the naive one that was written from the page.

After every order both must show the same boards, cubes, ecus and hands, and ask the same question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    Downsize,
    End,
    Exchange,
    Keep,
    Order,
    Place,
    Populate,
    Renovate,
    Swap,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board, Type
from khronos_pbem.games.khronos.model.position import Card, Phase, Position, known_types
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.standing_answers import standing_answer
from tests.games.khronos.rules.naive import Square, square_of
from tests.games.khronos.rules.naive_board import Tile
from tests.games.khronos.rules.naive_engine import Asking, Engine, Question
from tests.games.khronos.rules.test_random_play import SMALL, deal, pick
from tests.games.khronos.sandbox import after_order


def square(position: Position, name: str) -> Square:
    """A square's row and column, read from its name."""
    return int(name[1:]) - 1, ord(name[0]) - ord("A")


def tile_of(position: Position, building: Building) -> Tile:
    at = divmod(building.at, position.land.width)
    cubes = {seat: count for seat, count in enumerate(building.cubes) if count}
    size, kind = building.piece.size, building.piece.type.word
    return Tile(kind, size, square_of(*at, size), building.owner, building.ruin, cubes)


def engine_of(position: Position) -> Engine:
    """The naive boards of a position."""
    hamlets = [divmod(at, position.land.width) for at in position.land.hamlets]
    engine = Engine(len(position.players), hamlets)
    for board in Board:
        for building in position.field(board).buildings:
            tile = tile_of(position, building)
            if not building.printed:
                engine.tiles[board].append(tile)
            elif board is Board.REASON:
                engine.hamlets[min(tile.squares)] = tile.cubes
    take_players(engine, position)
    return engine


def take_players(engine: Engine, position: Position) -> None:
    engine.active = position.active
    engine.ecus = [player.ecus for player in position.players]
    engine.hands = [sorted(kind.word for kind in known_types(player.hand)) for player in position.players]


def shown(thing: Tile) -> tuple[Any, ...]:
    cubes = sorted((seat, count) for seat, count in thing.cubes.items() if count)
    return (min(thing.squares), thing.kind, thing.size, thing.owner, thing.ruin, cubes)


def everything(engine: Engine) -> dict[str, Any]:
    """All that is compared; printed hamlets show only on reason, where they are open."""
    boards = [sorted(shown(t) for t in engine.things(board)) for board in Board]
    cubes = [engine.cubes(seat) for seat in range(engine.seats)]
    return {"boards": boards, "cubes": cubes, "ecus": engine.ecus, "hands": list(map(sorted, engine.hands))}


def everything_real(position: Position) -> dict[str, Any]:
    boards = [
        sorted(shown(tile_of(position, building)) for building in position.field(board).buildings)
        for board in Board
    ]
    return {
        "boards": boards,
        "cubes": [position.cubes(seat) for seat in range(len(position.players))],
        "ecus": [player.ecus for player in position.players],
        "hands": [sorted(kind.word for kind in known_types(player.hand)) for player in position.players],
    }


class Lockstep:
    """A position and the naive engine beside it; `asking` is the naive order that waits for an answer."""

    def __init__(self, position: Position) -> None:
        self.position, self.engine = position, engine_of(position)
        self.asking: Asking | None = None
        self.question: Question | None = None
        self.before: tuple[Engine, Callable[[Engine], Asking], list[Any]] | None = None
        """The engine before the order that asks, the order, and all that it was sent so far."""
        self.seen: Counter[str] = Counter()

    def give(self, order: Order) -> None:
        """The order to both engines; then everything is the same."""
        waiting = decision(self.position)
        assert waiting is not None
        before = self.position
        outcome = after_order(before, waiting.seat, order, 1)
        self.position = outcome.position
        self.seen.update(event.event for event in outcome.events)
        if isinstance(order, Place | Downsize | Keep):
            self.answer(order)
        else:
            self.start(before, order)
        assert self.asked() == self.asked_real()
        assert everything(self.engine) == everything_real(self.position), order

    def start(self, before: Position, order: Order) -> None:
        seat = before.active
        match order:
            case Build():
                spot = square_of(*square(before, order.at), order.piece.size)
                extra = [card.word for card in order.extra or ()]
                kind = order.piece.type.word
                self.go(lambda engine: engine.build(seat, order.board, kind, spot, extra, None))
            case Upgrade():
                spot = square_of(*square(before, order.at), order.piece.size)
                extra = [card.word for card in order.extra or ()]
                old, kind = square(before, order.old), order.piece.type.word
                self.go(lambda engine: engine.build(seat, order.board, kind, spot, extra, old))
            case Demolish():
                self.go(lambda engine: engine.demolish(seat, order.board, square(before, order.at)))
            case Populate():
                self.engine.populate(seat, square(before, order.at), order.count)
            case Renovate():
                self.engine.renovate(seat, square(before, order.at), order.count)
            case Travel():
                self.engine.ecus[seat] -= 1
            case End():
                self.end(before, seat)
            case Exchange() | Swap():
                take_players(self.engine, self.position)

    def end(self, before: Position, seat: int) -> None:
        """Hands are dealt by the real engine; the revenue is counted twice."""
        if before.round in REVENUE_ROUNDS:
            self.engine.ecus[seat] += self.engine.revenue(seat, before.players[seat].adventurers)
        ecus = self.engine.ecus
        take_players(self.engine, self.position)
        self.engine.ecus = ecus

    def go(self, order: Callable[[Engine], Asking]) -> None:
        self.before = (deepcopy(self.engine), order, [])
        self.asking = order(self.engine)
        self.send(None)

    def answer(self, order: Place | Downsize | Keep) -> None:
        if isinstance(order, Keep):
            seat = self.position.seat_of(order.colour)
            assert seat is not None
            self.send(seat)
        else:
            self.send(square(self.position, order.at))

    def send(self, answer: object) -> None:
        assert self.asking is not None
        assert self.before is not None
        self.before[2].append(answer)
        try:
            self.question = self.asking.send(answer)
        except StopIteration:
            self.question = self.asking = None

    def asked(self) -> Question | None:
        return self.question

    def asked_real(self) -> Question | None:
        pending = self.position.pending
        if pending is None:
            return None
        kind, options = pending.choice.kind, pending.choice.options
        read: list[Any] = [
            self.position.seat_of(option) if kind == "keep" else square(self.position, option)
            for option in options
        ]
        return Question(kind, pending.choice.seat, int(pending.board), tuple(read))

    def standing(self) -> None:
        """What standing orders answer, which the naive engine works out too (RULES 9.3)."""
        while (order := standing_answer(self.position)) is not None:
            assert isinstance(order, Place | Downsize)
            assert self.question is not None
            player = self.position.players[self.question.seat]
            setting = player.policy if isinstance(order, Place) else player.downsizing
            wanted = self.best(self.question) if setting == "best" else self.engine.left_alone(self.question)
            assert square(self.position, order.at) == wanted
            self.seen[f"{self.question.kind} {setting}"] += 1
            self.give(order)

    def best(self, question: Question) -> Square:
        """The answer of the policy `best` (RULES 9.4), once more: the whole order is gone through again."""
        others = [seat for seat in range(self.engine.seats) if seat != question.seat]
        richest = max(self.engine.ecus[seat] for seat in others)
        leaders = [seat for seat in others if self.engine.ecus[seat] == richest]
        ranks = {}
        for number, option in enumerate(question.options):
            engine = self.ended(option)
            here, everywhere = self.revenues(engine, [question.seat])
            ranks[option] = (-here, -everywhere, *self.revenues(engine, leaders), number)
        found: Square = min(ranks, key=lambda option: ranks[option])
        return found

    def revenues(self, engine: Engine, seats: list[int]) -> tuple[int, int]:
        """What some seats take where their adventurers are, and what they would take on all boards."""
        here = [engine.revenue(seat, self.position.players[seat].adventurers) for seat in seats]
        return sum(here), sum(engine.revenue(seat, Board) for seat in seats)

    def ended(self, option: Square) -> Engine:
        """The engine after the whole order with this answer; whatever is asked then is left alone."""
        assert self.before is not None
        before, order, sent = self.before
        engine, left = deepcopy(before), [*sent, option]
        asking = order(engine)
        try:
            question = asking.send(left.pop(0))
            while True:
                question = asking.send(left.pop(0) if left else engine.left_alone(question))
        except StopIteration:
            return engine


_PLACES = ((Board.MIGHT, Board.MIGHT), (Board.MIGHT, Board.FAITH), (Board.FAITH, Board.REASON))


def refreshed(position: Position, random: Random) -> Position:
    """The same boards, anybody's turn, four new cards, nothing used yet: more is built than in real turns."""
    seat = random.randrange(len(position.players))
    kinds = random.sample(list(Type), 2)
    hand = tuple(Card(random.choice(kinds)) for _ in range(4))
    fresh = position._replace(active=seat, loads=((0, 0),), spent=(0, 0, 0), phase=Phase.CHANGE)
    return fresh.with_player(seat, hand=hand, adventurers=random.choice(_PLACES), ecus=9)


def play(seats: int, edition: int, seed: int, orders: int, *, busy: bool) -> Counter[str]:
    """A random game in lockstep: what happened in it, and under "orders" how many orders were given."""
    random = Random(seed)
    both = Lockstep(deal(seats, edition, random, map=SMALL))
    for _ in range(orders):
        if busy and both.position.pending is None and random.random() < 0.5:
            both.position = refreshed(both.position, random)
            take_players(both.engine, both.position)
        if decision(both.position) is None:
            break
        if both.position.pending is None and random.random() < 0.3:
            settings = {"policy": ("best", "best", "auto", "ask"), "downsizing": ("best", "ask")}
            setting = {key: random.choice(values) for key, values in settings.items()}
            both.position = both.position.with_player(random.randrange(seats), **setting)
        both.give(chosen(legal_orders(both.position), random, busy=busy))
        both.seen["orders"] += 1
        both.standing()
    return both.seen


def chosen(orders: list[Order], random: Random, *, busy: bool) -> Order:
    """In busy play rather what grows and what joins than single watchtowers."""
    if busy:
        small = [o for o in orders if isinstance(o, Build) and o.piece.size == 1 and random.random() < 0.7]
        orders = [order for order in orders if order not in small and not isinstance(order, End)] or orders
        late = [o for o in orders if isinstance(o, Populate | Renovate)]
        grown = [o for o in orders if isinstance(o, Upgrade)]
        great = [o for o in orders if isinstance(o, Build | Upgrade) and o.piece.size > 1]
        civil = [o for o in orders if isinstance(o, Build) and o.piece.type is Type.CIVIL]
        for some in (late, grown, great, civil):
            if some and random.random() < 0.5:
                return random.choice(some)
    return pick(orders, random)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    seats=st.integers(2, 5),
    edition=st.sampled_from([1, 2]),
    seed=st.integers(0, 10**9),
    busy=st.booleans(),
)
def test_two_engines_agree(seats: int, edition: int, seed: int, busy: bool) -> None:
    """RULES 5.4–5.9, 7.1–7.9, 8.1–8.8, 9.3–9.4, 10.1–10.3: the real engine and the naive one, in step."""
    assert play(seats, edition, seed, 60, busy=busy)["orders"] > 0


WANTED = {
    "built", "upgraded", "demolished", "rippled", "stays", "stopped", "paradox", "linked", "downsized",
    "shadow", "populated", "renovated", "renovation begun", "cubes moved", "cube left",
    "place auto", "place best", "downsize best",
}  # fmt: skip


def test_lockstep_sees_all_that_can_happen() -> None:
    """The comparison is worth something only if everything occurs in it."""
    seen: Counter[str] = Counter()
    for seed in (92, 2060):
        seen += play(3, 2, seed, 150, busy=True)
    assert set(seen) >= WANTED, WANTED - set(seen)
