"""The checks of `exchange`, `swap`, `travel` and `end` (RULES 3.2, 4, 5.1).

Each returns the refusal, or None if the order passes.
"""

from __future__ import annotations

from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.khronos.model.orders import End, Exchange, Swap, Travel
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.payments import cards_text
from khronos_pbem.games.khronos.rules.checks.refusals import check_no_open_choice, hand_refusal, phase_refusal
from khronos_pbem.messages import message, plural_message

# --- exchange ---------------------------------------------------------------------------------------------


def _check_exchange_once(position: Position, seat: int, order: Exchange) -> Refusal | None:
    """Check that this is the turn's first exchange and precedes all actions (RULES 4.1)."""
    if position.exchanged:
        return Refusal("4.1", message("you can exchange cards only once per turn"))
    return phase_refusal(position, "4.1")


def _check_exchange_ecus(position: Position, seat: int, order: Exchange) -> Refusal | None:
    """Check that the seat has the 2 ecus that an exchange costs (RULES 4.1)."""
    ecus = position.players[seat].ecus
    return (
        None
        if ecus >= 2
        else Refusal("4.1", message("an exchange costs 2 ecus, but you have only {ecus}", ecus=ecus))
    )


def _check_exchange_cards(position: Position, seat: int, order: Exchange) -> Refusal | None:
    """Check that the cards to exchange are in the hand (RULES 4.1)."""
    return hand_refusal(position, seat, order.cards, "4.1")


EXCHANGE: tuple[Check[Exchange], ...] = (
    check_no_open_choice,
    _check_exchange_once,
    _check_exchange_ecus,
    _check_exchange_cards,
)


# --- swap -------------------------------------------------------------------------------------------------


def _check_market_exists(position: Position, seat: int, order: Swap) -> Refusal | None:
    """Check that the game has the option Hold'em (RULES 4.2)."""
    if position.options.holdem:
        return None
    return Refusal(
        "4.2",
        message("this game has no market"),
        message("the market is an option in edition 2; to play with it, create the game with --holdem"),
    )


def _check_swap_once(position: Position, seat: int, order: Swap) -> Refusal | None:
    """Check that this is the turn's first swap and precedes all actions (RULES 4.2)."""
    if position.swapped:
        return Refusal("4.2", message("you can take market cards only once per turn"))
    return phase_refusal(position, "4.2")


def _check_market_cards(position: Position, seat: int, order: Swap) -> Refusal | None:
    """Check that the market has the cards to take, and that as many are given (RULES 4.2)."""
    if position.market.count(order.take) < order.count:
        return Refusal(
            "4.2", message("the market has only these cards: {cards}", cards=cards_text(position.market))
        )
    if order.count == len(order.give):
        return None
    what = message("cards taken: {taken}; cards given: {given}", taken=order.count, given=len(order.give))
    return Refusal("4.2", what, message("give as many cards as you take"))


def _check_swap_cards(position: Position, seat: int, order: Swap) -> Refusal | None:
    """Check that the cards to give are in the hand (RULES 4.2)."""
    return hand_refusal(position, seat, order.give, "4.2")


SWAP: tuple[Check[Swap], ...] = (
    check_no_open_choice,
    _check_market_exists,
    _check_swap_once,
    _check_market_cards,
    _check_swap_cards,
)


# --- travel -----------------------------------------------------------------------------------------------


def _check_travel_board(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Check that the adventurer is on another board (RULES 5.1)."""
    if position.players[seat].adventurers[order.adventurer - 1] is not order.board:
        return None
    what = message(
        "adventurer {adventurer} is already on {board}", adventurer=order.adventurer, board=order.board.word
    )
    return Refusal("5.1", what)


def _check_travel_ecus(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Check that the seat has the ecu that a journey costs (RULES 5.1)."""
    if position.players[seat].ecus >= 1:
        return None
    return Refusal("5.1", message("travelling costs 1 ecu, but you have none"))


TRAVEL: tuple[Check[Travel], ...] = (check_no_open_choice, _check_travel_board, _check_travel_ecus)


# --- end --------------------------------------------------------------------------------------------------


def _check_keep_option(position: Position, seat: int, order: End) -> Refusal | None:
    """Check that the game has the option to keep cards, if the order keeps any (RULES 3.2)."""
    if position.options.keep or not (order.kept or order.hidden):
        return None
    what = message(
        'this game does not use the option "keep", so you discard your hand at the end of your turn'
    )
    return Refusal("3.2", what, message('write "{order}" with nothing after it', order="end"))


def _check_keep_hidden(position: Position, seat: int, order: End) -> Refusal | None:
    """Check that the order keeps all hidden cards of the hand (RULES 3.2, 11.1).

    In a set-up position, it can also discard them.
    """
    cards = [card for card in position.players[seat].hand if card.type is None]
    hidden = sum(1 for card in cards if card.handle is not None)
    if order.hidden in (hidden, hidden or len(cards)):
        return None
    what = plural_message(
        "you want to keep {n} hidden card, but your hand contains {hidden}",
        "you want to keep {n} hidden cards, but your hand contains {hidden}",
        order.hidden,
        hidden=hidden,
    )
    return Refusal("3.2", what, message("name the type of each card you keep"))


def _check_keep_cards(position: Position, seat: int, order: End) -> Refusal | None:
    """Check that the cards to keep are in the hand (RULES 3.2)."""
    return hand_refusal(position, seat, order.kept, "3.2") if order.kept else None


END: tuple[Check[End], ...] = (
    check_no_open_choice,
    _check_keep_option,
    _check_keep_hidden,
    _check_keep_cards,
)
