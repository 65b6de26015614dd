"""The rules on a set-up position, all cards known: `try`, puzzles, tests (FORMATS 1, 3)."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Choice, Event, Outcome, Request, Shuffle
from khronos_pbem.engine.runner import Serve, tried
from khronos_pbem.games.khronos.game import Khronos
from khronos_pbem.games.khronos.model.orders import Order
from khronos_pbem.games.khronos.model.pieces import TYPES
from khronos_pbem.games.khronos.model.position import Card, Position


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
    return Trial(*tried(game, position, game.parse(text), open_table(seed)))


def open_table(seed: int) -> Serve:
    """A table at which all cards are known: those that are dealt or opened are so already.

    It shuffles the same way for the same seed and number of shuffles.
    """

    def serve(position: Position, request: Request) -> Outcome[Position]:
        if not isinstance(request, Shuffle):
            return Outcome(position)
        labels = list(request.labels)
        Random(f"{seed}/{request.deck.removeprefix('cards/')}").shuffle(labels)
        found = {Handle(request.deck, slot): Card(TYPES[label]) for slot, label in enumerate(labels)}
        return Outcome(_opened(position, found))

    return serve


def after_order(position: Position, seat: int, order: Order, seed: int = 0) -> Outcome[Position]:
    """The position after one order, nothing answered by standing order, all cards known.

    Raises OrderError if it may not be given.
    """
    outcome, serve = Khronos().apply(position, seat, order), open_table(seed)
    position = outcome.position
    for request in outcome.requests:
        position = serve(position, request).position
    return Outcome(position, outcome.events)


def _opened(position: Position, found: dict[Handle, Card]) -> Position:
    """The position with these cards known, wherever they lie; nothing tells their slots any more."""

    def seen(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(found.get(card.handle, card) if card.handle else card for card in cards)

    players = tuple(player._replace(hand=seen(player.hand)) for player in position.players)
    return position._replace(pile=seen(position.pile), players=players)
