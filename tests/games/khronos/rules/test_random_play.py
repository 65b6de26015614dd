"""Random games of every edition and size: what has to hold after every order (RULES 1, 6.5, 7)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from khronos_pbem.engine.contract import Outcome
from khronos_pbem.errors import NotYourDecision, OrderError
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.maps import standard_map
from khronos_pbem.games.khronos.model.orders import End, Exchange, Order, Policy, Resign, Swap, Travel
from khronos_pbem.games.khronos.model.pieces import CUBES_EACH, DECKS, PIECES, Board, Type
from khronos_pbem.games.khronos.model.position import Position, known_types
from khronos_pbem.games.khronos.order_text.grammar import parse, text
from khronos_pbem.games.khronos.positions.from_data import position_from_data
from khronos_pbem.games.khronos.positions.problems import faults
from khronos_pbem.games.khronos.positions.to_data import position_to_data
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from tests.games.khronos.sandbox import after_order

COLOURS = ("red", "blue", "green", "white", "black")
SMALL = {
    "name": "small",
    "terrain": "..f..~..\n.^f..~..\n.....~f.\n..^..~~.\n.......~\nff......\n..^f....\n........\n",
    "hamlets": ["B1", "D4", "G2", "F7", "A8"],
}


def deal(seats: int, edition: int, random: Random, **more: object) -> Position:
    """A new game with known cards."""
    cards = [kind for kind in Type for _ in range(DECKS[edition][kind])]
    market: list[Type] = []
    if more.get("holdem"):
        market = list(Type)
        for kind in Type:
            cards.remove(kind)
    random.shuffle(cards)
    words = [card.word for card in cards]
    players = [
        {"colour": colour, "hand": words[4 * seat : 4 * seat + 4]}
        for seat, colour in enumerate(COLOURS[:seats])
    ]
    data = {
        "edition": edition,
        "player": players,
        "pile": words[4 * seats :],
        "market": [card.word for card in market],
        **more,
    }
    return position_from_data(data)


def pick(orders: list[Order], random: Random) -> Order:
    """An order at random, actions rather than the rest."""
    acts = [o for o in orders if not isinstance(o, End | Policy | Resign | Travel | Exchange | Swap)]
    if acts and random.random() < 0.85:
        return random.choice(acts)
    return random.choice([order for order in orders if not isinstance(order, Resign)])


def cards_of(position: Position) -> Counter[Type]:
    seen = Counter(card.type for card in position.pile if card.type is not None)
    for player in position.players:
        seen.update(known_types(player.hand))
    return seen + Counter(position.discard) + Counter(position.market)


def check_board_masks(position: Position) -> None:
    """The masks that are kept up step by step are those of the buildings (RULES 6.3)."""
    for board in Board:
        field = position.field(board)
        occupied = 0
        for building in field.buildings:
            assert not occupied & building.mask, "two buildings on one square"
            occupied |= building.mask
        assert field.occupied == occupied
        assert field.domains == position.land.components(occupied)
        covered = position.land.hamlet_mask & ~occupied
        assert not covered, "a printed hamlet is neither open nor covered"


def check_supply(position: Position) -> None:
    """Tiles, cubes and ecus (RULES 1.3, 1.4)."""
    assert all(0 <= position.stock(piece) <= piece.stock for piece in PIECES)
    for seat, player in enumerate(position.players):
        assert 0 <= position.cubes(seat) <= CUBES_EACH
        assert player.ecus >= 0


def check_ecus(before: Position, after: Outcome[Position]) -> None:
    """Ecus change by what the events say, and by nothing else."""
    change: Counter[str] = Counter()
    for event in after.events:
        if event.event != "earned":
            change[event.seat] += event.amount
    for old, new in zip(before.players, after.position.players, strict=True):
        assert new.ecus - old.ecus == change[old.colour]


def check_ripples(position: Position, outcome: Outcome[Position]) -> None:
    """What an event says has appeared stands there, unless a later event of the order says otherwise."""
    rippled = [event for event in outcome.events if event.event == "rippled"]
    later = {"paradox", "downsized", "shadow"}
    if any(event.event in later for event in outcome.events) or outcome.position.pending:
        return
    for event in rippled:
        board = next(board for board in Board if board.word == event.board)
        square = position.land.square(event.squares[0])
        assert square is not None
        assert outcome.position.field(board).on(1 << square) is not None


def check_round_trip(position: Position) -> None:
    data = position_to_data(position)
    again = position_from_data(data)
    assert position_to_data(again) == data


def play(position: Position, random: Random, steps: int) -> None:
    cards = cards_of(position)
    for step in range(steps):
        waiting = decision(position)
        if waiting is None:
            return
        orders = legal_orders(position)
        assert step % 5 or orders == legal_orders(position)
        assert len(set(orders)) == len(orders)
        order = pick(orders, random)
        assert parse(text(order))[0].order in (order, _unsaid(order))
        frozen = position_to_data(position)
        other = (waiting.seat + 1) % len(position.players)
        with pytest.raises(NotYourDecision):
            after_order(position, other, order, 1)
        outcome = after_order(position, waiting.seat, order, 1)
        assert position_to_data(position) == frozen, "positions are values"
        check_board_masks(outcome.position)
        check_supply(outcome.position)
        check_ecus(position, outcome)
        check_ripples(position, outcome)
        position = outcome.position
        assert cards_of(position) == cards
        if position.pending is None:
            assert faults(position) == []
            if step % 7 == 0:
                check_round_trip(position)
        else:
            check_every_option(position)


def _unsaid(order: Order) -> Order:
    """An order that pays nothing extra need not say so."""
    kind: Any = type(order)
    said: Order = kind(*(None if value == () else value for value in _fields(order)))
    return said


def _fields(order: Order) -> list[Any]:
    return [getattr(order, name) for name in order.__dataclass_fields__]


def check_every_option(position: Position) -> None:
    """Every option of an open choice can be taken."""
    waiting = decision(position)
    assert waiting is not None
    for order in legal_orders(position):
        after_order(position, waiting.seat, order, 1)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seats=st.integers(2, 5),
    variant=st.sampled_from(
        [{"edition": 1}, {"edition": 2}, {"edition": 2, "holdem": True}, {"edition": 2, "keep": True}]
    ),
    small=st.booleans(),
    seed=st.integers(0, 10**9),
)
def test_invariants_hold_after_every_order(
    seats: int, variant: dict[str, object], small: bool, seed: int
) -> None:
    random = Random(seed)
    more = {key: value for key, value in variant.items() if key != "edition"}
    edition = variant["edition"]
    assert isinstance(edition, int)
    position = deal(seats, edition, random, **more, **({"map": SMALL} if small else {}))
    play(position, random, 110)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_standard_map_game_ends(seed: int) -> None:
    """RULES 3.1: seven rounds, however the players play."""
    random = Random(seed)
    position = deal(2, 2, random)
    assert position.land == standard_map()
    for _ in range(2000):
        waiting = decision(position)
        if waiting is None:
            break
        order = pick(legal_orders(position), random)
        try:
            position = after_order(position, waiting.seat, order, seed).position
        except OrderError as problem:  # pragma: no cover - the failure to report
            raise AssertionError(f"{text(order)}: {problem}") from None
    assert decision(position) is None
    assert position.round == 7
