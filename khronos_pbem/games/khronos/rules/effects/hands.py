"""The effects on hands: exchanging, swapping, drawing, discarding (RULES 3.2, 3.4, 4)."""

from __future__ import annotations

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import DealRequest, Event, ShuffleRequest
from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.khronos.model.orders import End, Exchange, Swap
from khronos_pbem.games.khronos.model.pieces import HAND_SIZE, Type
from khronos_pbem.games.khronos.model.position import Card, Position
from khronos_pbem.games.khronos.rules.checks.costs import retain_cards, take_cards
from khronos_pbem.games.khronos.rules.checks.payments import cards_text
from khronos_pbem.messages import listed, message, plural_message


def apply_exchange(position: Position, seat: int, order: Exchange, story: EventLog) -> Position:
    """The position after cards were discarded and as many drawn, for 2 ecus (RULES 4.1)."""
    player = position.players[seat]
    _, left = take_cards(player.hand, order.cards)
    text = message(
        "{player} pays 2 ecus and exchanges: {cards}", player=player.colour, cards=cards_text(order.cards)
    )
    story.events.append(Event("exchanged", "4.1", text, seat=player.colour, amount=-2))
    position = position.with_player(seat, hand=left, ecus=player.ecus - 2)
    position = position._replace(discard=_sorted(position.discard + order.cards), exchanged=True)
    return draw_cards(position, seat, story)


def apply_swap(position: Position, seat: int, order: Swap, story: EventLog) -> Position:
    """The position after cards of the hand were swapped for as many of the market (RULES 4.2)."""
    player = position.players[seat]
    _, left = take_cards(player.hand, order.give)
    market = list(position.market)
    for _ in range(order.count):
        market.remove(order.take)
    taken = (Card(order.take),) * order.count
    text = message(
        "{player} takes from the market: {cards}, and gives in return: {given}",
        player=player.colour,
        cards=cards_text((order.take,) * order.count),
        given=cards_text(order.give),
    )
    story.events.append(Event("swapped", "4.2", text, seat=player.colour))
    position = position.with_player(seat, hand=left + taken)
    return position._replace(market=_sorted((*market, *order.give)), swapped=True)


def _sorted(cards: tuple[Type, ...]) -> tuple[Type, ...]:
    return tuple(sorted(cards))


def draw_cards(position: Position, seat: int, story: EventLog) -> Position:
    """The position with a hand filled up to 4 cards (RULES 3.2, 3.4).

    If the pile is too small, the discard pile is shuffled into a new one.
    """
    hand = position.players[seat].hand
    count = HAND_SIZE - len(hand)
    drawn, pile = position.pile[:count], position.pile[count:]
    if len(drawn) < count and position.discard:
        position, pile = _reshuffle(position, story)
        missing = count - len(drawn)
        drawn, pile = drawn + pile[:missing], pile[missing:]
    handles = tuple(card.handle for card in drawn if card.handle is not None)
    if handles:
        story.requests.append(DealRequest(seat, handles))
    who = position.players[seat].colour
    number = len(drawn)
    story.events.append(
        Event(
            "drew",
            "3.2",
            plural_message("{who} draws {n} card", "{who} draws {n} cards", number, who=who),
            seat=who,
        )
    )
    return position.with_player(seat, hand=hand + drawn)._replace(pile=pile)


def _reshuffle(position: Position, story: EventLog) -> tuple[Position, tuple[Card, ...]]:
    """The position with an empty discard pile, and a new pile of its cards; a shuffle is requested."""
    number = position.shuffles + 1
    deck = f"cards/{number}"
    pile = tuple(Card(None, Handle(deck, slot)) for slot in range(len(position.discard)))
    story.requests.append(ShuffleRequest(deck, tuple(card.word for card in position.discard)))
    count = len(position.discard)
    story.events.append(
        Event(
            "reshuffled",
            "3.4",
            plural_message(
                "the {n} card of the discard pile is shuffled",
                "the {n} cards of the discard pile are shuffled",
                count,
            ),
        )
    )
    return position._replace(discard=(), shuffles=number), pile


def _discard_text(player: str, gone: tuple[Type, ...], hidden: int) -> str:
    """The sentence about a discarded hand. In set-up positions some of its cards may be hidden."""
    if hidden:
        unknown = plural_message("{n} hidden card", "{n} hidden cards", hidden)
        cards = listed([*([cards_text(gone)] if gone else []), unknown])
        return message("{player} discards: {cards}", player=player, cards=cards)
    if gone:
        return message("{player} discards: {cards}", player=player, cards=cards_text(gone))
    return message("{player} discards nothing", player=player)


def discard_hand(position: Position, seat: int, order: End, story: EventLog) -> Position:
    """The position with a hand discarded except for the cards that the order keeps (RULES 3.2)."""
    player = position.players[seat]
    stay, go = retain_cards(player.hand, order.kept)
    if order.hidden:
        stay += tuple(card for card in go if card.type is None)
        go = tuple(card for card in go if card.type is not None)
    gone = _sorted(tuple(card.type for card in go if card.type is not None))
    text = _discard_text(player.colour, gone, len(go) - len(gone))
    story.events.append(
        Event(
            "discarded",
            "3.2",
            text,
            seat=player.colour,
        )
    )
    position = position.with_player(seat, hand=stay)
    return position._replace(discard=_sorted(position.discard + gone))
