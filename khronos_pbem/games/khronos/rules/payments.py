"""Whether a seat has what an action takes: pieces, cards on a board, cards for the terrain (RULES 5, 6)."""

from __future__ import annotations

from khronos_pbem.games.khronos.model.pieces import Board, Piece, Type, card_words
from khronos_pbem.games.khronos.model.position import Building, Position
from khronos_pbem.games.khronos.rules.costs import cards_fit, extras, hand_of, lacking
from khronos_pbem.games.khronos.rules.site_refusals import Refusal
from khronos_pbem.saying import listed, say, say_many


def material_refusal(position: Position, seat: int, piece: Piece, old: Building | None) -> Refusal | None:
    """Why the tile or the cube for a new building is missing, if one is (RULES 5.4, 1.3)."""
    if position.stock(piece) < 1:
        return Refusal("5.4", say("no {piece} tile is left in the stock", piece=piece.name))
    if old is None and piece.type is not Type.CIVIL and position.cubes(seat) < 1:
        return Refusal(
            "5.4",
            say(
                "{piece:a} needs a cube of yours, and all of them are on the boards",
                piece=piece.name,
            ),
        )
    return None


def payment_refusal(
    position: Position, seat: int, board: Board, kind: Type, price: int, extra: int = 0
) -> Refusal | None:
    """Why an action cannot be paid on a board, if it cannot (RULES 5.2, 5.3)."""
    if board not in position.players[seat].adventurers:
        return Refusal(
            "5.2",
            say("none of your adventurers is on {board}", board=board.word),
            say("travel 1 {board}", board=board.word),
        )
    hand = hand_of(position, seat)
    if lacking(hand, [kind] * price):
        have = hand.count(kind)
        return Refusal(
            "5.3",
            say_many(
                "that takes {n} {kind} card, you have {have}",
                "that takes {n} {kind} cards, you have {have}",
                price,
                kind=kind.word,
                have=have,
            ),
        )
    if len(hand) < price + extra:
        return Refusal(
            "6.2",
            say_many(
                "that takes {n} more card for the terrain, you have too few",
                "that takes {n} more cards for the terrain, you have too few",
                extra,
            ),
        )
    if not cards_fit(position, seat, board, price + extra):
        return Refusal(
            "5.2",
            say_many(
                "{n} card more on {board} this turn is too many",
                "{n} cards more on {board} this turn are too many",
                price + extra,
                board=board.word,
            ),
            _CARRY,
        )
    return None


_CARRY = say(
    "an adventurer carries 2 cards a turn (edition 1: 2 on each of two boards, or 4 where both stand)"
)


def with_refusal(
    position: Position, seat: int, kind: Type, price: int, extra: int, said: tuple[Type, ...] | None
) -> Refusal | None:
    """Why the cards said with `with` do not fit, or must be said (RULES 6.2)."""
    ways = extras(hand_of(position, seat), kind, price, extra)
    if said is None:
        if len(ways) > 1:
            choice = listed([words(way) for way in ways], " or ")
            return Refusal(
                "6.2",
                say_many(
                    "the terrain takes {n} more card: say which",
                    "the terrain takes {n} more cards: say which",
                    extra,
                ),
                say("with {choice}", choice=choice),
            )
        return None
    if len(said) != extra:
        return Refusal(
            "6.2",
            say_many(
                "the terrain takes {n} card more, not {count}",
                "the terrain takes {n} cards more, not {count}",
                extra,
                count=len(said),
            ),
        )
    if tuple(sorted(said)) not in ways:
        return Refusal("6.2", say("you do not have {cards} left to pay for the terrain", cards=words(said)))
    return None


def words(cards: tuple[Type, ...]) -> str:
    """Cards as orders write them."""
    return listed(card_words(cards), " ")
