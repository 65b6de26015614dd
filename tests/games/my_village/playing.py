"""Random games, played without chance: the same seed is the same game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from khronos_pbem.engine.contract import Outcome, RollRequest
from khronos_pbem.games.my_village.model.cards_file import standard_cards
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.base.draws import open_roll
from khronos_pbem.games.my_village.rules.phases.first_deal import new_position
from khronos_pbem.games.my_village.rules.phases.rat import standing_answer
from khronos_pbem.games.my_village.rules.turn import (
    apply,
    apply_roll,
    decision,
    legal_orders,
    without_seat,
)

COLOURS = ("red", "blue", "green", "yellow")
Chooser = Callable[[Position, list[Order], Random], Order]


@dataclass(frozen=True)
class Step:
    """One step of a game: the order of a seat (None: a draw was served, or somebody left)."""

    before: Position
    after: Position
    seat: int | None
    order: Order | None
    outcome: Outcome[Position]


def numbers_for(seed: int, roll: RollRequest) -> list[int]:
    """The numbers of a roll: the same for the same seed and draw, whenever it is served."""
    random = Random(f"{seed}/{roll.name}")
    return [random.randrange(bound) for bound in roll.bounds]


def start(players: int, rounds: int = 30, choices: str = "ask") -> Position:
    """A new game."""
    return new_position(standard_cards(), COLOURS[:players], rounds, choices)


def any_of(position: Position, orders: list[Order], random: Random) -> Order:
    """Any order: first a verb, seldom the "?" banner or the end, then an order of it."""
    verbs = sorted({type(order).__name__ for order in orders})
    better = [verb for verb in verbs if verb not in ("Headman", "End")]
    verb = random.choice(better if better and random.random() < 0.8 else verbs)
    return random.choice([order for order in orders if type(order).__name__ == verb])


def game(
    players: int,
    seed: int,
    choose: Chooser = any_of,
    lazy: float = 0.5,
    leave: float = 0.0,
    rounds: int = 30,
    choices: str = "ask",
) -> Iterator[Step]:
    """The steps of a random game to its end; `lazy` is how seldom a draw is served before it must."""
    random, position = Random(seed), start(players, rounds, choices)
    while True:
        waiting = decision(position)
        roll = open_roll(position)
        if waiting is None and roll is None:
            return
        seat, order = None, None
        answer = standing_answer(position)
        if leave and random.random() < leave:
            outcome = without_seat(position, random.randrange(players)).outcome()
        elif roll is not None and (waiting is None or random.random() > lazy):
            outcome = apply_roll(position, numbers_for(seed, roll)).outcome()
        else:
            assert waiting is not None
            seat, order = waiting.seat, answer or choose(position, legal_orders(position), random)
            outcome = apply(position, seat, order).outcome()
        yield Step(position, outcome.position, seat, order, outcome)
        position = outcome.position
