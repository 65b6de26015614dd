"""Orders on a set-up position of Khronos, all cards known."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.engine.contract import Choice, Event, Outcome
from khronos_pbem.engine.runner import run_trial
from khronos_pbem.games.khronos.game import Khronos
from khronos_pbem.games.khronos.model.orders import Order
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.positions.sandbox import open_card_server


class Trial(NamedTuple):
    """What orders made of a position: `orders` are those applied, standing answers among them."""

    position: Position
    events: tuple[Event, ...]
    orders: tuple[Order, ...]

    @property
    def pending(self) -> Choice | None:
        """The choice that is open at the end."""
        return self.position.pending.choice if self.position.pending else None


def play_text(position: Position, text: str, seed: int = 0) -> Trial:
    """The position after a text of orders, each given by whoever has to decide at that point.

    Raises OrderError with the line and column of the order that does not work; nothing is lost, positions
    are values.
    """
    game = Khronos()
    return Trial(*run_trial(game, position, game.parse(text), open_card_server(seed)))


def after_order(position: Position, seat: int, order: Order, seed: int = 0) -> Outcome[Position]:
    """The position after one order, nothing answered by standing order, all cards known.

    Raises OrderError if it may not be given.
    """
    outcome, serve = Khronos().apply(position, seat, order), open_card_server(seed)
    position = outcome.position
    for request in outcome.requests:
        position = serve(position, request).position
    return Outcome(position, outcome.events)
