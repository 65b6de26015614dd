"""What is asked of orders about hands and adventurers: exchange, swap, travel, end (RULES 3.2, 4, 5.1)."""

from __future__ import annotations

from khronos_pbem.games.khronos.model.orders import End, Exchange, Swap, Travel
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.payments import words
from khronos_pbem.games.khronos.rules.checks.refusals import (
    Question,
    choice_comes_first,
    hand_refusal,
    phase_refusal,
)
from khronos_pbem.games.khronos.rules.checks.site_refusals import Refusal
from khronos_pbem.messages import message, plural_message

# --- exchange ---------------------------------------------------------------------------------------------


def not_exchanged(position: Position, seat: int, order: Exchange) -> Refusal | None:
    """RULES 4.1: once a turn, before the first action."""
    if position.exchanged:
        return Refusal("4.1", message("you can exchange cards only once per turn"))
    return phase_refusal(position, "4.1")


def has_two_ecus(position: Position, seat: int, order: Exchange) -> Refusal | None:
    """RULES 4.1: it costs 2 ecus."""
    ecus = position.players[seat].ecus
    return (
        None
        if ecus >= 2
        else Refusal("4.1", message("exchanging costs 2 ecus, and you have {ecus}", ecus=ecus))
    )


def has_exchanged_cards(position: Position, seat: int, order: Exchange) -> Refusal | None:
    """RULES 4.1: the cards are in the hand."""
    return hand_refusal(position, seat, order.cards, "4.1")


EXCHANGE: tuple[Question, ...] = (choice_comes_first, not_exchanged, has_two_ecus, has_exchanged_cards)


# --- swap -------------------------------------------------------------------------------------------------


def there_is_a_market(position: Position, seat: int, order: Swap) -> Refusal | None:
    """RULES 4.2: Hold'em is an option."""
    if position.options.holdem:
        return None
    return Refusal(
        "4.2",
        message("this game has no market"),
        message("the market is an option of edition 2, chosen with new --holdem"),
    )


def not_swapped(position: Position, seat: int, order: Swap) -> Refusal | None:
    """RULES 4.2: once a turn, before the first action."""
    if position.swapped:
        return Refusal("4.2", message("you can take market cards only once per turn"))
    return phase_refusal(position, "4.2")


def market_has_them(position: Position, seat: int, order: Swap) -> Refusal | None:
    """RULES 4.2: as many of the market as are given."""
    if position.market.count(order.take) < order.count:
        return Refusal(
            "4.2", message("the market has only these cards: {cards}", cards=words(position.market))
        )
    if order.count == len(order.give):
        return None
    what = message("you take {taken} and give {given}", taken=order.count, given=len(order.give))
    return Refusal("4.2", what, message("give as many cards as you take"))


def has_given_cards(position: Position, seat: int, order: Swap) -> Refusal | None:
    """RULES 4.2: the cards are in the hand."""
    return hand_refusal(position, seat, order.give, "4.2")


SWAP: tuple[Question, ...] = (
    choice_comes_first,
    there_is_a_market,
    not_swapped,
    market_has_them,
    has_given_cards,
)


# --- travel -----------------------------------------------------------------------------------------------


def is_elsewhere(position: Position, seat: int, order: Travel) -> Refusal | None:
    """RULES 5.1: to another board."""
    if position.players[seat].adventurers[order.adventurer - 1] is not order.board:
        return None
    what = message(
        "adventurer {adventurer} is already on {board}",
        adventurer=order.adventurer,
        board=order.board.word,
    )
    return Refusal("5.1", what)


def has_fare(position: Position, seat: int, order: Travel) -> Refusal | None:
    """RULES 5.1: it costs an ecu."""
    if position.players[seat].ecus >= 1:
        return None
    return Refusal("5.1", message("travelling costs 1 ecu, and you have none"))


TRAVEL: tuple[Question, ...] = (choice_comes_first, is_elsewhere, has_fare)


# --- end --------------------------------------------------------------------------------------------------


def may_keep(position: Position, seat: int, order: End) -> Refusal | None:
    """RULES 3.2: keeping cards is an option."""
    if position.options.keep or not (order.kept or order.hidden):
        return None
    what = message("this game does not use the option keep; you discard your hand at the end of your turn")
    return Refusal("3.2", what, message("write {order} alone", order="end"))


def keeps_all_hidden(position: Position, seat: int, order: End) -> Refusal | None:
    """RULES 3.2, 11.1: as many hidden cards as there are; in a set-up position they may be discarded too."""
    cards = [card for card in position.players[seat].hand if card.type is None]
    hidden = sum(1 for card in cards if card.handle is not None)
    if order.hidden in (hidden, hidden or len(cards)):
        return None
    what = plural_message(
        "you keep {n} hidden card, but your hand has {hidden}",
        "you keep {n} hidden cards, but your hand has {hidden}",
        order.hidden,
        hidden=hidden,
    )
    return Refusal("3.2", what, message("name each card you keep by its type"))


def has_kept_cards(position: Position, seat: int, order: End) -> Refusal | None:
    """RULES 3.2: the cards are in the hand."""
    return hand_refusal(position, seat, order.kept, "3.2") if order.kept else None


END: tuple[Question, ...] = (choice_comes_first, may_keep, keeps_all_hidden, has_kept_cards)
