"""What every game at this table has to keep (STYLE 2.13): run over all games that are registered."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import (
    DealRequest,
    DecisionKind,
    Game,
    OpenRequest,
    Outcome,
    Request,
    RollRequest,
    Seating,
    ShuffleRequest,
    as_rolling_game,
)
from khronos_pbem.engine.digests import canonical_json
from khronos_pbem.engine.features.letter_tables import Grids
from khronos_pbem.engine.features.protocols import Columns, DataFiles, Drawing, PositionToDraw
from khronos_pbem.engine.runner import with_standing_answers
from khronos_pbem.errors import OrderError
from khronos_pbem.games.registry import GAMES as GAMES_AT_TABLE
from khronos_pbem.games.registry import feature, feature_or_none, game_by_name
from tests.support.playing import options
from tests.toy.race import PLACE

MORE = (options(edition=1), options(holdem=True, keep=True))
"""Variants of a game: that they keep the contract, two players show."""
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("khronos", options()),
    *(("khronos", settings) for settings in MORE),
    ("my-village", {"cards": feature("my-village", DataFiles).built_in("my_village_cards"), "rounds": 4}),
    ("race", {}),
]


@pytest.fixture(autouse=True)
def race(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game keeps the contract like any other."""
    monkeypatch.setitem(GAMES_AT_TABLE, "race", PLACE)


class OpenTable:
    """A table that knows all cards: it deals from plain lists, through the same door as the real one."""

    def __init__(self, game: Game[Any, Any], settings: Mapping[str, Any], seats: int, seed: int) -> None:
        self.game, self.random, self.seats = game, Random(seed), seats
        self.labels: dict[Handle, str] = {}
        self.asked: list[RollRequest] = []
        for name, labels in game.first_decks(settings, seats).items():
            self.shuffle(name, labels)
        outcome = game.begin(Seating(game.colours[:seats], settings))
        self.position = outcome.position
        self.serve(outcome.requests)
        self.roll()

    def shuffle(self, name: str, labels: tuple[str, ...]) -> None:
        mixed = self.random.sample(labels, len(labels))
        self.labels.update({Handle(name, slot): label for slot, label in enumerate(mixed)})

    def serve(self, requests: tuple[Request, ...]) -> None:
        for request in requests:
            if isinstance(request, ShuffleRequest):
                self.shuffle(request.deck, request.labels)
        handles = [request.handle for request in requests if isinstance(request, OpenRequest)]
        for request in requests:
            if isinstance(request, DealRequest):
                handles += request.handles
        self.asked += [request for request in requests if isinstance(request, RollRequest)]
        self.position = self.game.learn(self.position, {handle: self.labels[handle] for handle in handles})

    def roll(self) -> None:
        """Serve every roll asked for, as at the end of a block, and let standing orders answer."""
        game = as_rolling_game(self.game)
        if not self.asked:
            return
        assert game is not None
        following = game.next_turn(self.position)
        while self.asked:
            name, bounds = self.asked.pop(0)
            assert all(1 <= bound <= 2**64 for bound in bounds)
            outcome = game.apply_roll(self.position, name, tuple(map(self.random.randrange, bounds)))
            self.position = outcome.position
            self.serve(outcome.requests)
        self.check_following(following)
        done = with_standing_answers(self.game, Outcome(self.position))
        self.position = done.position
        self.serve(done.requests)
        if self.asked and self.game.decision(self.position) is None:
            self.roll()

    def check_following(self, seat: int | None) -> None:
        """A turn that was said to come next comes next, but for answers."""
        decision = self.game.decision(self.position)
        if seat is not None:
            assert decision is not None
            assert decision.need is DecisionKind.ANSWER or decision.seat == seat

    def block_ends(self, seat: int, order: Any) -> bool:
        """Whether nothing more is decided before open rolls are served."""
        game, decision = as_rolling_game(self.game), self.game.decision(self.position)
        return decision is None or decision.seat != seat or (game is not None and game.ends_block(order))

    def step(self) -> bool:
        """One random order by whoever decides; False when the game is over."""
        decision = self.game.decision(self.position)
        if decision is None:
            assert not self.asked
            return False
        seat = decision.seat
        orders = self.game.legal_orders(self.position)
        check_orders(self.game, self.position, decision.seat, orders, self.seats)
        order = self.random.choice([o for o in orders if self.game.text(o) != "resign"])
        done = with_standing_answers(self.game, self.game.apply(self.position, seat, order))
        self.position = done.position
        self.serve(done.requests)
        if self.block_ends(seat, order):
            self.roll()
        return True


def check_orders(game: Game[Any, Any], position: Any, seat: int, orders: Any, seats: int) -> None:
    """The list is not empty, has no repetition, reads back; and nobody else may act."""
    texts = [game.text(order) for order in orders]
    assert texts
    assert len(set(texts)) == len(texts)
    assert texts == [game.text(order) for order in game.legal_orders(position)]
    for text in texts[:: max(1, len(texts) // 20)]:
        (spelled,) = game.parse(text)
        full = game.normalize(position, seat, spelled.order)
        assert game.text(full) == text
        with pytest.raises(OrderError):
            game.apply(position, (seat + 1) % seats, full)


@pytest.mark.parametrize(
    ("number", "seats"),
    [
        (number, seats)
        for number, (_, settings) in enumerate(GAMES)
        for seats in (2, 4)
        if settings not in MORE or seats == 2
    ],
)
def test_a_random_game_keeps_the_contract(number: int, seats: int) -> None:
    name, settings = GAMES[number]
    game = game_by_name(name)
    game.check_options(settings, seats)
    table = OpenTable(game, settings, seats, seed=number * 10 + seats)
    steps = 0
    while table.step():
        steps += 1
        assert canonical_json(game.public_data(table.position))
        columns, drawing = feature_or_none(game, Columns), feature_or_none(game, Drawing)
        if columns is not None:
            rows = columns.standings(table.position)
            assert [row["colour"] for row in rows] == list(game.colours[:seats])
            assert all(set(columns.before) <= set(row) for row in rows)
        if drawing is not None and steps % 10 == 0:
            assert drawing.lines(PositionToDraw(table.position), 110)
        if steps % 10 == 0:
            check_grids(game, table.position)
    assert game.is_over(table.position)
    assert game.winners(table.position)
    assert game.decision(table.position) is None
    assert not game.legal_orders(table.position)


def check_grids(game: Game[Any, Any], position: Any) -> None:
    """Every board for letters is a whole table: each square is covered once, and what it is has words."""
    grids = feature_or_none(game, Grids)
    for grid in grids.grids(PositionToDraw(position)) if grids is not None else ():
        free = {(row, column) for row in range(len(grid.rows)) for column in range(len(grid.columns))}
        for number, row in enumerate(grid.rows):
            for cell in row.cells:
                at = min(column for line, column in free if line == number)
                covered = {
                    (number + down, at + right) for down in range(cell.high) for right in range(cell.wide)
                }
                assert covered <= free
                free -= covered
        assert not free
        assert grid.title
        assert grid.words.startswith(grid.title)


def test_every_game_at_the_table_is_looked_at() -> None:
    assert {name for name, _ in GAMES} == set(GAMES_AT_TABLE)


def test_public_data_do_not_depend_on_hands() -> None:
    """What is digested and shown to all is the same whatever the cards in the hands are."""
    game = game_by_name("khronos")
    one, two = (OpenTable(game, options(), 3, seed) for seed in (1, 1))
    hidden = dict.fromkeys(game.hand(two.position, 0), "civil")
    other = game.learn(two.position, hidden)
    assert game.public_data(one.position) == game.public_data(other)
