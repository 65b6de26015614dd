"""The only place that says no: why an order of a turn may not be given (RULES 4–6)."""

from __future__ import annotations

from collections.abc import Callable

from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    End,
    Exchange,
    Order,
    Populate,
    Renovate,
    Swap,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Building, Phase, Position
from khronos_pbem.games.khronos.rules.costs import hand_of, lacking, terrain_cards
from khronos_pbem.games.khronos.rules.payments import material_refusal, payment_refusal, with_refusal, words
from khronos_pbem.games.khronos.rules.site_refusals import Refusal, site_refusal
from khronos_pbem.saying import say, say_many


def build_refusal(position: Position, seat: int, order: Build) -> Refusal | None:
    """Why a building may not be built, if it may not (RULES 5.4)."""
    at = position.land.square(order.at)
    if at is None:
        return no_square(position, order.at)
    problem = site_refusal(position, order.board, order.piece, at, None)
    problem = problem or material_refusal(position, seat, order.piece, None)
    if problem:
        return problem
    mask = position.land.footprint(at, order.piece.size)
    return _cards_refusal(position, seat, order, order.piece.value, mask)


def _cards_refusal(
    position: Position, seat: int, order: Build | Upgrade, price: int, mask: int
) -> Refusal | None:
    extra, kind = terrain_cards(position, mask), order.piece.type
    problem = payment_refusal(position, seat, order.board, kind, price, extra)
    return problem or with_refusal(position, seat, kind, price, extra, order.extra)


def no_square(position: Position, name: str) -> Refusal:
    """The refusal of a square that the map does not have."""
    return Refusal(
        "1.1",
        say("{name} is not on the map", name=name),
        say("squares are A1 to {part}", part=position.land.names[-1]),
    )


def upgrade_refusal(position: Position, seat: int, order: Upgrade) -> Refusal | None:
    """Why a building may not be upgraded, if it may not (RULES 5.5)."""
    land = position.land
    at, old_at = land.square(order.at), land.square(order.old)
    if at is None or old_at is None:
        return no_square(position, order.at if at is None else order.old)
    old = position.field(order.board).on(bit(old_at))
    problem = _old_refusal(position, seat, order, old)
    if problem or old is None:
        return problem
    mask = land.footprint(at, order.piece.size)
    if mask and old.mask & ~mask:
        return Refusal(
            "5.5",
            say(
                "{piece:the} at {order} does not contain {old:the} entirely",
                piece=order.piece.name,
                order=order.at,
                old=old.piece.name,
            ),
        )
    problem = site_refusal(position, order.board, order.piece, at, old)
    problem = problem or material_refusal(position, seat, order.piece, old)
    return problem or _cards_refusal(position, seat, order, order.piece.value - old.piece.value, mask)


def _old_refusal(position: Position, seat: int, order: Upgrade, old: Building | None) -> Refusal | None:
    if old is None:
        return Refusal(
            "5.5", say("no building stands on {board} at {old}", board=order.board.word, old=order.old)
        )
    if old.piece.type is not order.piece.type or old.piece.size >= order.piece.size:
        what = say(
            "{old:a} does not become {piece:a}",
            old=old.piece.name,
            piece=order.piece.name,
        )
        return Refusal("5.5", what, say("an upgrade makes a bigger building of the same type"))
    if old.piece.type is not Type.CIVIL and old.owner != seat:
        owner = position.players[old.owner].colour if old.owner is not None else say("nobody")
        return Refusal(
            "5.5",
            say("{piece:the} at {old} is {owner}'s", piece=old.piece.name, old=order.old, owner=owner),
            say("upgrade your own, or a civil one"),
        )
    return None


def demolish_refusal(position: Position, seat: int, order: Demolish) -> Refusal | None:
    """Why a building may not be demolished, if it may not (RULES 5.7)."""
    at = position.land.square(order.at)
    if at is None:
        return no_square(position, order.at)
    building = position.field(order.board).on(bit(at))
    if order.board is Board.REASON:
        return Refusal("5.7", say("nothing is demolished on reason"), say("might and faith"))
    if building is None:
        return Refusal(
            "5.7", say("no building stands on {board} at {order}", board=order.board.word, order=order.at)
        )
    if building.piece.size > 1 or building.printed:
        what = say("{piece:a} cannot be demolished", piece=building.piece.name)
        if building.printed:
            what = say("a printed hamlet cannot be demolished")
        return Refusal("5.7", what, say("only a size-1 building that is a tile"))
    if position.players[seat].ecus < 1:
        return Refusal("5.7", say("demolishing costs 1 ecu, you have none"))
    return payment_refusal(position, seat, order.board, building.piece.type, 1)


def populate_refusal(position: Position, seat: int, order: Populate) -> Refusal | None:
    """Why cubes may not be put there, if they may not (RULES 5.8)."""
    at = position.land.square(order.at)
    if at is None:
        return no_square(position, order.at)
    building = position.field(Board.REASON).on(bit(at))
    if building is None or building.piece.type is not Type.CIVIL:
        return Refusal("5.8", say("no civil building stands on reason at {order}", order=order.at))
    room = building.value - sum(building.cubes)
    if order.count < 1 or order.count > room:
        return Refusal(
            "5.8",
            say(
                "{piece:the} at {order} has room for {room} more",
                piece=building.piece.name,
                order=order.at,
                room=room,
            ),
        )
    if position.cubes(seat) < order.count:
        return Refusal(
            "5.8", say_many("you have {n} cube left", "you have {n} cubes left", position.cubes(seat))
        )
    return payment_refusal(position, seat, Board.REASON, Type.CIVIL, order.count)


def renovate_refusal(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """Why a ruin may not be renovated, if it may not (RULES 5.9)."""
    at = position.land.square(order.at)
    if at is None:
        return no_square(position, order.at)
    building = position.field(Board.REASON).on(bit(at))
    if building is None or not building.ruin:
        return Refusal("5.9", say("no ruin stands on reason at {order}", order=order.at))
    steps = steps_left(building)
    if order.count < 1 or order.count > steps:
        return Refusal(
            "5.9",
            say_many(
                "the ruin at {order} needs {n} step, not {count}",
                "the ruin at {order} needs {n} steps, not {count}",
                steps,
                order=order.at,
                count=order.count,
            ),
        )
    if steps > order.count and position.cubes(seat) < 1:
        return Refusal("5.9", say("the first step leaves a cube of yours, and all of them are on the boards"))
    return payment_refusal(position, seat, Board.REASON, building.piece.type, order.count)


def steps_left(ruin: Building) -> int:
    """The steps that still renovate a ruin (RULES 5.9)."""
    return 1 if ruin.piece.size == 2 or any(ruin.cubes) else 2


def travel_refusal(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Why an adventurer may not travel, if it may not (RULES 5.1)."""
    if position.players[seat].adventurers[order.adventurer - 1] is order.board:
        return Refusal(
            "5.1",
            say(
                "adventurer {adventurer} is on {board} already",
                adventurer=order.adventurer,
                board=order.board.word,
            ),
        )
    if position.players[seat].ecus < 1:
        return Refusal("5.1", say("travelling costs 1 ecu, you have none"))
    return None


def exchange_refusal(position: Position, seat: int, order: Exchange) -> Refusal | None:
    """Why cards may not be exchanged, if they may not (RULES 4.1)."""
    if position.exchanged:
        return Refusal("4.1", say("cards are exchanged once per turn"))
    problem = _phase_refusal(position, "4.1")
    if problem:
        return problem
    if position.players[seat].ecus < 2:
        return Refusal(
            "4.1", say("exchanging costs 2 ecus, you have {ecus}", ecus=position.players[seat].ecus)
        )
    return _hand_refusal(position, seat, order.cards, "4.1")


def _phase_refusal(position: Position, rule: str) -> Refusal | None:
    if position.phase is Phase.ACT:
        return Refusal(rule, say("cards are changed before the first action of the turn"))
    return None


def _hand_refusal(position: Position, seat: int, cards: tuple[Type, ...], rule: str) -> Refusal | None:
    missing = lacking(hand_of(position, seat), cards)
    if missing or not cards:
        lost = words(tuple(missing)) if missing else say("named a card")
        return Refusal(rule, say("you do not have {cards}", cards=lost))
    return None


def swap_refusal(position: Position, seat: int, order: Swap) -> Refusal | None:
    """Why market cards may not be taken, if they may not (RULES 4.2)."""
    if not position.options.holdem:
        return Refusal(
            "4.2", say("this game has no market"), say("it is an option of edition 2: new --holdem")
        )
    if position.swapped:
        return Refusal("4.2", say("market cards are taken once per turn"))
    problem = _phase_refusal(position, "4.2")
    if problem:
        return problem
    if position.market.count(order.take) < order.count or order.count != len(order.give):
        return Refusal(
            "4.2",
            say("the market has {cards}", cards=words(position.market)),
            say("give as many cards as you take"),
        )
    return _hand_refusal(position, seat, order.give, "4.2")


def end_refusal(position: Position, seat: int, order: End) -> Refusal | None:
    """Why these cards may not be kept at the end of a turn, if they may not (RULES 3.2)."""
    hidden = sum(1 for card in position.players[seat].hand if card.type is None)
    if (order.kept or order.hidden) and not position.options.keep:
        return Refusal(
            "3.2", say("this game has no option keep: what is left of the hand is discarded"), "end"
        )
    if order.hidden != hidden:
        return Refusal(
            "3.2",
            say_many(
                "{n} hidden card is kept, but hidden are {hidden}",
                "{n} hidden cards are kept, but hidden are {hidden}",
                order.hidden,
                hidden=hidden,
            ),
            say("name the cards"),
        )
    return _hand_refusal(position, seat, order.kept, "3.2") if order.kept else None


_CHECKS: dict[type, Callable[..., Refusal | None]] = {
    Build: build_refusal,
    End: end_refusal,
    Upgrade: upgrade_refusal,
    Demolish: demolish_refusal,
    Populate: populate_refusal,
    Renovate: renovate_refusal,
    Travel: travel_refusal,
    Exchange: exchange_refusal,
    Swap: swap_refusal,
}


def refusal(position: Position, seat: int, order: Order) -> Refusal | None:
    """Why a player may not give this order of a turn, None if he may (RULES 4, 5)."""
    return _CHECKS[type(order)](position, seat, order)
