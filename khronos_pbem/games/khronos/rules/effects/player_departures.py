"""Players who leave without an order: how the game continues, and hands are redealt (RULES 11.2)."""

from __future__ import annotations

from collections import Counter

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import DealRequest, Event, ShuffleRequest
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.pieces import DECKS, Type
from khronos_pbem.games.khronos.model.position import ASK, AUTO, Card, Phase, Position
from khronos_pbem.games.khronos.rules.effects.rounds import next_turn
from khronos_pbem.messages import message


def without_seat(position: Position, seat: int) -> Change[Position]:
    """Return the position after a player has left for good, in any player's turn (RULES 11.2).

    The standing order answers that player's choices. If it is that player's turn, the turn ends as soon as no
    choice is open. If only one player remains, the game ends at once.
    """
    who = position.players[seat].colour
    position = position.with_player(seat, gone=True, policy=AUTO, downsizing=ASK, hand=())
    present = sum(not player.gone for player in position.players)
    if present == 1:  # whoever is left wins at once, whatever is still open
        position = position._replace(pending=None, tasks=())
    text = message("{who} has left the game", who=who)
    change = Change(position).tell(Event, "gone", "11.2", text, seat=who)
    if present == 1 or (position.pending is None and position.active == seat):
        change = change.then(next_turn)
    return change


def with_new_hands(position: Position) -> Change[Position]:
    """Return the position with new hands of the same size (DECK 9.3).

    They are dealt from all cards except the discards and the market.
    """
    labels = hidden_cards(position)
    if position.phase is Phase.OVER or not labels:
        return Change(position)
    number = position.shuffles + 1
    cards = [Card(None, Handle(f"cards/{number}", slot)) for slot in range(len(labels))]
    change = Change(position).ask(ShuffleRequest(f"cards/{number}", tuple(kind.word for kind in labels)))
    waiting, taken, count = decision(position), 0, len(position.players)
    first = position.active if waiting is None else waiting.seat
    for seat in ((first + step) % count for step in range(count)):
        size = len(position.players[seat].hand)
        if size:
            hand = tuple(cards[taken : taken + size])
            taken += size
            position = position.with_player(seat, hand=hand)
            change = change.ask(
                DealRequest(seat, tuple(card.handle for card in hand if card.handle is not None))
            )
    position = position._replace(pile=tuple(cards[taken:]), shuffles=number)
    text = message("all hidden cards are shuffled, and new hands are dealt")
    return change.at(position).tell(Event, "renewed", "11.2", text)


def hidden_cards(position: Position) -> tuple[Type, ...]:
    """Return all cards in hands and in the pile, sorted; discards and market are excluded."""
    counts = DECKS[position.options.edition]
    all_cards = Counter({kind: counts[kind] for kind in Type})
    return tuple(sorted((all_cards - Counter(position.discard) - Counter(position.market)).elements()))
