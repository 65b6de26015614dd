"""Refusals for missing resources: tiles, cubes, usable cards and cards for terrain (RULES 5, 6)."""

from __future__ import annotations

from khronos_pbem.engine.orders.verbs import Refusal
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.pieces import Board, Piece, Type, card_words
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.costs import (
    cards_fit,
    known_hand,
    missing_cards,
    terrain_payments,
)
from khronos_pbem.messages import listed, message, plural_message


def material_refusal(position: Position, seat: int, piece: Piece, old: Building | None) -> Refusal | None:
    """The refusal if the tile or the cube for a new building is missing; else None (RULES 5.4, 1.3).

    `old` is the building that an upgrade replaces.
    """
    if position.stock(piece) < 1:
        return Refusal("5.4", message("there are no {piece} tiles left in the stock", piece=piece.name))
    if old is None and piece.type is not Type.CIVIL and position.cubes(seat) < 1:
        return Refusal(
            "5.4",
            message(
                "{piece:a} needs one of your cubes, but all of them are already on the boards",
                piece=piece.name,
            ),
        )
    return None


def payment_refusal(
    position: Position, seat: int, board: Board, kind: Type, price: int, extra: int = 0
) -> Refusal | None:
    """The refusal if the seat cannot pay for an action on a board; else None (RULES 5.2, 5.3).

    `price` is the number of cards of type `kind`, and `extra` the number of cards for terrain.
    """
    if board not in position.players[seat].adventurers:
        what = message("none of your adventurers is on {board}", board=board.word)
        hint = message("travelling there costs 1 ecu, but you have none")
        if position.players[seat].ecus:
            hint = message("to send an adventurer there for 1 ecu: {order}", order=f"travel 1 {board.word}")
        return Refusal("5.2", what, hint)
    hand = known_hand(position, seat)
    if missing_cards(hand, [kind] * price):
        have = hand.count(kind)
        return Refusal(
            "5.3",
            plural_message(
                "this costs {n} {kind} card, but you have {have}",
                "this costs {n} {kind} cards, but you have {have}",
                price,
                kind=kind.word,
                have=have,
            ),
        )
    if len(hand) < price + extra:
        return Refusal(
            "6.2",
            plural_message(
                "the terrain costs {n} extra card, but you do not have enough cards",
                "the terrain costs {n} extra cards, but you do not have enough cards",
                extra,
            ),
        )
    if not cards_fit(position, seat, board, price + extra):
        return Refusal(
            "5.2",
            plural_message(
                "your adventurers on {board} cannot carry {n} more card this turn",
                "your adventurers on {board} cannot carry {n} more cards this turn",
                price + extra,
                board=board.word,
            ),
            _CARRY[position.options.edition],
        )
    return None


_CARRY = {
    1: message(
        "in one turn, you can use 2 cards on each of two boards, or 4 on the board where both of "
        "your adventurers are"
    ),
    2: message("each adventurer can carry 2 cards in one turn"),
}
"""The limit on the cards used in one turn, as a sentence for each edition (RULES 5.2)."""


def terrain_payment_refusal(
    position: Position, seat: int, kind: Type, price: int, extra: int, named: tuple[Type, ...] | None
) -> Refusal | None:
    """Return the refusal of the terrain cards that an order names after `with`, or None (RULES 6.2).

    The order is refused if these cards are wrong, or if it names none although there is a choice. `named`
    holds the cards, or None if the order names none.
    """
    payments = terrain_payments(known_hand(position, seat), kind, price, extra)
    if named is None:
        if len(payments) > 1:
            choice = listed([message('"with {cards}"', cards=cards_text(way)) for way in payments], " or ")
            return Refusal(
                "6.2",
                plural_message(
                    "choose {n} extra card for the terrain", "choose {n} extra cards for the terrain", extra
                ),
                message("add {choice} to the order", choice=choice),
            )
        return None
    if len(named) != extra:
        return Refusal(
            "6.2",
            plural_message(
                "the terrain costs {n} extra card, not {count}",
                "the terrain costs {n} extra cards, not {count}",
                extra,
                count=len(named),
            ),
        )
    if tuple(sorted(named)) not in payments:
        return Refusal(
            "6.2",
            message(
                "after paying for the building, you do not have these cards left to pay for the "
                "terrain: {cards}",
                cards=cards_text(named),
            ),
        )
    return None


def cards_text(cards: tuple[Type, ...]) -> str:
    """Return the cards as text, written as in orders."""
    return listed(card_words(cards), " ")
