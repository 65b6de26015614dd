"""The effects on hands: exchanging, swapping, drawing and discarding (RULES 3.2, 3.4, 4)."""

from __future__ import annotations

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import DealRequest, Event, ShuffleRequest
from khronos_pbem.games.khronos.model.orders import End, Exchange, Swap
from khronos_pbem.games.khronos.model.pieces import HAND_SIZE, Type
from khronos_pbem.games.khronos.model.position import Card, Position
from khronos_pbem.games.khronos.rules.checks.costs import retain_cards, take_cards
from khronos_pbem.games.khronos.rules.checks.payments import cards_text
from khronos_pbem.messages import listed, message, plural_message


def apply_exchange(position: Position, seat: int, order: Exchange) -> Change[Position]:
    """Return the position after a seat paid 2 ecus to discard cards and draw as many (RULES 4.1)."""
    player = position.players[seat]
    _, left = take_cards(player.hand, order.cards)
    text = message(
        "{player} pays 2 ecus and exchanges {cards}", player=player.colour, cards=cards_text(order.cards)
    )
    position = position.with_player(seat, hand=left, ecus=player.ecus - 2)
    position = position._replace(discard=_sorted(position.discard + order.cards), exchanged=True)
    change = Change(position).tell(Event, "exchanged", "4.1", text, seat=player.colour, amount=-2)
    return change.then(draw_cards, seat)


def apply_swap(position: Position, seat: int, order: Swap) -> Change[Position]:
    """Return the position after swapping cards of the hand for as many from the market (RULES 4.2)."""
    player = position.players[seat]
    _, left = take_cards(player.hand, order.give)
    market = list(position.market)
    for _ in range(order.count):
        market.remove(order.take)
    taken = (Card(order.take),) * order.count
    text = message(
        "{player} takes {cards} from the market and gives {given} in return",
        player=player.colour,
        cards=cards_text((order.take,) * order.count),
        given=cards_text(order.give),
    )
    position = position.with_player(seat, hand=left + taken)
    position = position._replace(market=_sorted((*market, *order.give)), swapped=True)
    return Change(position).tell(Event, "swapped", "4.2", text, seat=player.colour)


def _sorted(cards: tuple[Type, ...]) -> tuple[Type, ...]:
    return tuple(sorted(cards))


def draw_cards(position: Position, seat: int) -> Change[Position]:
    """Return the position with a hand refilled to 4 cards (RULES 3.2, 3.4).

    If the pile is too small, the discard pile is shuffled to form a new one.
    """
    player, change = position.players[seat], Change(position)
    count = HAND_SIZE - len(player.hand)
    if len(position.pile) < count and position.discard:
        change = _reshuffle(position)
    drawn, pile = change.position.pile[:count], change.position.pile[count:]
    handles = tuple(card.handle for card in drawn if card.handle is not None)
    if handles:
        change = change.ask(DealRequest(seat, handles))
    position = change.position.with_player(seat, hand=player.hand + drawn)._replace(pile=pile)
    return change.at(position).tell(_drew_event, player.colour, len(drawn))


def _drew_event(who: str, number: int) -> Event:
    text = plural_message("{who} draws {n} card", "{who} draws {n} cards", number, who=who)
    return Event("drew", "3.2", text, seat=who)


def _reshuffle(position: Position) -> Change[Position]:
    """Return the position with all discarded cards in a new pile under the old one.

    The change requests a shuffle of these cards.
    """
    number, count = position.shuffles + 1, len(position.discard)
    deck = f"cards/{number}"
    pile = tuple(Card(None, Handle(deck, slot)) for slot in range(count))
    after = position._replace(discard=(), pile=position.pile + pile, shuffles=number)
    request = ShuffleRequest(deck, tuple(card.word for card in position.discard))
    return Change(after).ask(request).tell(_reshuffled_event, count)


def _reshuffled_event(count: int) -> Event:
    text = plural_message(
        "the discard pile ({n} card) is shuffled",
        "the discard pile ({n} cards) is shuffled",
        count,
    )
    return Event("reshuffled", "3.4", text)


def _discarded_event(player: str, gone: tuple[Type, ...], hidden: int) -> Event:
    """The event of a discarded hand. In set-up positions some of its cards may be hidden."""
    cards = cards_text(gone)
    if hidden:
        unknown = plural_message("{n} hidden card", "{n} hidden cards", hidden)
        cards = listed([*([cards] if gone else []), unknown])
    text = message("{player} discards nothing", player=player)
    if gone or hidden:
        text = message("{player} discards {cards}", player=player, cards=cards)
    return Event("discarded", "3.2", text, seat=player)


def discard_hand(position: Position, seat: int, order: End) -> Change[Position]:
    """Return the position after discarding a hand except the cards that the order keeps (RULES 3.2)."""
    player = position.players[seat]
    stay, go = retain_cards(player.hand, order.kept)
    if order.hidden:
        stay += tuple(card for card in go if card.type is None)
        go = tuple(card for card in go if card.type is not None)
    gone = _sorted(tuple(card.type for card in go if card.type is not None))
    position = position.with_player(seat, hand=stay)
    position = position._replace(discard=_sorted(position.discard + gone))
    return Change(position).tell(_discarded_event, player.colour, gone, len(go) - len(gone))
