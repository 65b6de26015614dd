"""What every game at this table has to keep (STYLE 2.13): run over all games that are registered."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from khronos_pbem.engine.cards import Handle
from khronos_pbem.engine.contract import Deal, Game, Open, Request, Seating, Shuffle
from khronos_pbem.engine.digests import canonical_json
from khronos_pbem.errors import OrderError
from khronos_pbem.games.registry import game_named
from tests.playing import COLOURS, options

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("khronos", options()),
    ("khronos", options(edition=1)),
    ("khronos", options(holdem=True, keep=True)),
]


class OpenTable:
    """A table that knows all cards: it deals from plain lists, through the same door as the real one."""

    def __init__(self, game: Game[Any, Any], settings: Mapping[str, Any], seats: int, seed: int) -> None:
        self.game, self.random = game, Random(seed)
        self.labels: dict[Handle, str] = {}
        for name, labels in game.first_decks(settings, seats).items():
            self.shuffle(name, labels)
        outcome = game.begin(Seating(COLOURS[:seats], settings))
        self.position = outcome.position
        self.serve(outcome.requests)

    def shuffle(self, name: str, labels: tuple[str, ...]) -> None:
        mixed = self.random.sample(labels, len(labels))
        self.labels.update({Handle(name, slot): label for slot, label in enumerate(mixed)})

    def serve(self, requests: tuple[Request, ...]) -> None:
        for request in requests:
            if isinstance(request, Shuffle):
                self.shuffle(request.deck, request.labels)
        handles = [request.handle for request in requests if isinstance(request, Open)]
        for request in requests:
            if isinstance(request, Deal):
                handles += request.handles
        self.position = self.game.learn(self.position, {handle: self.labels[handle] for handle in handles})

    def step(self) -> bool:
        """One random order by whoever decides; False when the game is over."""
        decision = self.game.decision(self.position)
        if decision is None:
            return False
        orders = self.game.legal(self.position)
        check_orders(self.game, self.position, decision.seat, orders, len(self.game.standings(self.position)))
        order = self.random.choice([o for o in orders if self.game.text(o) != "resign"])
        outcome = self.game.apply(self.position, decision.seat, order)
        self.position = outcome.position
        self.serve(outcome.requests)
        while (answer := self.game.standing_answer(self.position)) is not None:
            decision = self.game.decision(self.position)
            assert decision is not None
            self.position = self.game.apply(self.position, decision.seat, answer).position
        return True


def check_orders(game: Game[Any, Any], position: Any, seat: int, orders: Any, seats: int) -> None:
    """The list is not empty, has no repetition, reads back; and nobody else may act."""
    texts = [game.text(order) for order in orders]
    assert texts
    assert len(set(texts)) == len(texts)
    assert texts == [game.text(order) for order in game.legal(position)]
    for text in texts[:: max(1, len(texts) // 20)]:
        (spelled,) = game.parse(text)
        full = game.settled(position, seat, spelled.order)
        assert game.text(full) == text
        with pytest.raises(OrderError):
            game.apply(position, (seat + 1) % seats, full)


@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.parametrize("seats", [2, 4])
def test_a_random_game_keeps_the_contract(number: int, seats: int) -> None:
    name, settings = GAMES[number]
    game = game_named(name)
    game.check_options(settings, seats)
    table = OpenTable(game, settings, seats, seed=number * 10 + seats)
    steps = 0
    while table.step():
        steps += 1
        assert canonical_json(game.public_data(table.position))
        rows = game.standings(table.position)
        assert [row["colour"] for row in rows] == list(COLOURS[:seats])
        assert all({"ecus", "cards"} <= set(row) for row in rows)
        if steps % 10 == 0:
            assert game.picture(table.position, None, 110)
    assert game.over(table.position)
    assert game.winners(table.position)
    assert game.decision(table.position) is None
    assert not game.legal(table.position)


def test_public_data_do_not_depend_on_hands() -> None:
    """What is digested and shown to all is the same whatever the cards in the hands are."""
    game = game_named("khronos")
    one, two = (OpenTable(game, options(), 3, seed) for seed in (1, 1))
    hidden = dict.fromkeys(game.hand(two.position, 0), "civil")
    other = game.learn(two.position, hidden)
    assert game.public_data(one.position) == game.public_data(other)
