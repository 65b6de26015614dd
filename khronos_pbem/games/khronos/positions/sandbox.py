"""Cards for set-up positions in which all cards are known: `try` and puzzles (FORMATS 1, 3)."""

from __future__ import annotations

from random import Random

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Outcome, Request, ShuffleRequest
from khronos_pbem.engine.runner import Serve
from khronos_pbem.games.khronos.model.pieces import TYPES
from khronos_pbem.games.khronos.model.position import Card, Position


def open_card_server(seed: int) -> Serve:
    """Return a function that serves the card requests of a game in which all cards are known.

    The same seed and shuffle number always produce the same sequence of cards. Requests other than shuffles
    change nothing.
    """

    def serve(position: Position, request: Request) -> Outcome[Position]:
        if not isinstance(request, ShuffleRequest):
            return Outcome(position)
        labels = list(request.labels)
        Random(f"{seed}/{request.deck.removeprefix('cards/')}").shuffle(labels)
        found = {Handle(request.deck, slot): Card(TYPES[label]) for slot, label in enumerate(labels)}
        return Outcome(_with_cards_opened(position, found))

    return serve


def _with_cards_opened(position: Position, found: dict[Handle, Card]) -> Position:
    """Return the position with the cards in these slots known, in hands and pile.

    The cards replace their slots.
    """

    def opened(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(found.get(card.handle, card) if card.handle else card for card in cards)

    players = tuple(player._replace(hand=opened(player.hand)) for player in position.players)
    return position._replace(pile=opened(position.pile), players=players)
