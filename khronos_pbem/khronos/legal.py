"""The only place that says no: why an order of a turn may not be given (RULES 4–6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from khronos_pbem.khronos.costs import cards_fit, extras, hand_of, lacking, terrain_cards
from khronos_pbem.khronos.land import Land, bit
from khronos_pbem.khronos.orders import (
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
from khronos_pbem.khronos.pieces import Board, Piece, Type, article, card_words
from khronos_pbem.khronos.position import Building, Field, Phase, Position
from khronos_pbem.khronos.sites import sites, without_old


class Refusal(NamedTuple):
    """Why an order may not be given: the paragraph, what is wrong, what would be right, and how it shows."""

    rule: str
    message: str
    hint: str = ""
    detail: str = ""


def site_refusal(
    position: Position, board: Board, piece: Piece, at: int, old: Building | None
) -> Refusal | None:
    """Why a piece may not stand there, if it may not (RULES 6); `old` is the building it replaces."""
    if board is Board.REASON:
        return Refusal("5.4", "nothing is built or upgraded on reason", "might and faith")
    land, field = position.land, position.field(board)
    remaining = field if old is None else without_old(field, land, old)
    here, found = bit(at), sites(land, field, remaining, piece)
    square = land.names[at]
    if not found.inside & here:
        return Refusal("5.4", f"a {piece.size}×{piece.size} {piece.name} at {square} leaves the map")
    mask = land.footprint(at, piece.size)
    if found.occupied & here:
        other = remaining.on(mask)
        assert other is not None
        return Refusal("5.4", f"{land.names[other.at]} is not free: {article(other.piece.name)} stands there")
    if found.river & here:
        wet = ", ".join(land.named(mask & land.river))
        return Refusal(
            "6.1", f"{article(piece.name)} may not cover the river at {wet}", "towns and cities may"
        )
    if found.linking & here:
        return _linking(land, field, remaining, piece, mask)
    if found.rivalling & here:
        return _rivalling(land, remaining, piece, mask)
    return None


def _linking(land: Land, before: Field, remaining: Field, piece: Piece, mask: int) -> Refusal:
    around = land.neighbours(mask) & remaining.occupied
    names = [span(land, domain) for domain in before.domains if domain & around]
    words = " and ".join(names) if len(names) == 2 else ", ".join(names)
    return Refusal(
        "6.4",
        f"no domain may be linked by {article(piece.name)}",
        f"{article(_civil_name(piece))} may",
        f"{words} are {_count(len(names))} domains",
    )


def _civil_name(piece: Piece) -> str:
    return ("hamlet", "town", "city")[piece.size - 1]


def _count(number: int) -> str:
    return {2: "two", 3: "three", 4: "four"}.get(number, str(number))


def span(land: Land, mask: int) -> str:
    """A set of squares as its first and last square."""
    names = land.named(mask)
    return names[0] if len(names) == 1 else f"{names[0]}–{names[-1]}"


def _rivalling(land: Land, remaining: Field, piece: Piece, mask: int) -> Refusal:
    domain = remaining.domain(land.neighbours(mask) & remaining.occupied)
    rival = next(b for b in remaining.within(domain) if b.piece.type is piece.type and b.value == piece.value)
    return Refusal(
        "6.5",
        f"the domain at {span(land, domain)} already has {article(rival.piece.name)}, at "
        f"{land.names[rival.at]}, as its highest {piece.type.word} building",
        "a smaller or a bigger one may join it",
    )


def material_refusal(position: Position, seat: int, piece: Piece, old: Building | None) -> Refusal | None:
    """Why the tile or the cube for a new building is missing, if one is (RULES 5.4, 1.3)."""
    if position.stock(piece) < 1:
        return Refusal("5.4", f"no {piece.name} tile is left in the stock")
    if old is None and piece.type is not Type.CIVIL and position.cubes(seat) < 1:
        return Refusal(
            "5.4", f"{article(piece.name)} needs a cube of yours, and all of them are on the boards"
        )
    return None


def payment_refusal(
    position: Position, seat: int, board: Board, kind: Type, price: int, extra: int = 0
) -> Refusal | None:
    """Why an action cannot be paid on a board, if it cannot (RULES 5.2, 5.3)."""
    if board not in position.players[seat].adventurers:
        return Refusal("5.2", f"none of your adventurers is on {board.word}", f"travel 1 {board.word}")
    hand = hand_of(position, seat)
    if lacking(hand, [kind] * price):
        have = hand.count(kind)
        return Refusal("5.3", f"that takes {price} {kind.word} card{_s(price)}, you have {have}")
    if len(hand) < price + extra:
        return Refusal("6.2", f"that takes {extra} more card{_s(extra)} for the terrain, you have too few")
    if not cards_fit(position, seat, board, price + extra):
        return Refusal("5.2", f"{price + extra} cards more on {board.word} this turn are too many", _CARRY)
    return None


_CARRY = "an adventurer carries 2 cards a turn (edition 1: 2 on each of two boards, or 4 where both stand)"


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def with_refusal(
    position: Position, seat: int, kind: Type, price: int, extra: int, said: tuple[Type, ...] | None
) -> Refusal | None:
    """Why the cards said with `with` do not fit, or must be said (RULES 6.2)."""
    ways = extras(hand_of(position, seat), kind, price, extra)
    if said is None:
        if len(ways) > 1:
            choice = " or ".join(words(way) for way in ways)
            return Refusal(
                "6.2", f"the terrain takes {extra} more card{_s(extra)}: say which", f"with {choice}"
            )
        return None
    if len(said) != extra:
        return Refusal("6.2", f"the terrain takes {extra} card{_s(extra)} more, not {len(said)}")
    if tuple(sorted(said)) not in ways:
        return Refusal("6.2", f"you do not have {words(said)} left to pay for the terrain")
    return None


def words(cards: tuple[Type, ...]) -> str:
    """Cards as orders write them."""
    return " ".join(card_words(cards))


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
    return Refusal("1.1", f"{name} is not on the map", f"squares are A1 to {position.land.names[-1]}")


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
            "5.5", f"the {order.piece.name} at {order.at} does not contain the {old.piece.name} entirely"
        )
    problem = site_refusal(position, order.board, order.piece, at, old)
    problem = problem or material_refusal(position, seat, order.piece, old)
    return problem or _cards_refusal(position, seat, order, order.piece.value - old.piece.value, mask)


def _old_refusal(position: Position, seat: int, order: Upgrade, old: Building | None) -> Refusal | None:
    if old is None:
        return Refusal("5.5", f"no building stands on {order.board.word} at {order.old}")
    if old.piece.type is not order.piece.type or old.piece.size >= order.piece.size:
        what = f"{article(old.piece.name)} does not become {article(order.piece.name)}"
        return Refusal("5.5", what, "an upgrade makes a bigger building of the same type")
    if old.piece.type is not Type.CIVIL and old.owner != seat:
        owner = position.players[old.owner].colour if old.owner is not None else "nobody"
        return Refusal(
            "5.5", f"the {old.piece.name} at {order.old} is {owner}'s", "upgrade your own, or a civil one"
        )
    return None


def demolish_refusal(position: Position, seat: int, order: Demolish) -> Refusal | None:
    """Why a building may not be demolished, if it may not (RULES 5.7)."""
    at = position.land.square(order.at)
    if at is None:
        return no_square(position, order.at)
    building = position.field(order.board).on(bit(at))
    if order.board is Board.REASON:
        return Refusal("5.7", "nothing is demolished on reason", "might and faith")
    if building is None:
        return Refusal("5.7", f"no building stands on {order.board.word} at {order.at}")
    if building.piece.size > 1 or building.printed:
        what = "a printed hamlet" if building.printed else article(building.piece.name)
        return Refusal("5.7", f"{what} cannot be demolished", "only a size-1 building that is a tile")
    if position.players[seat].ecus < 1:
        return Refusal("5.7", "demolishing costs 1 ecu, you have none")
    return payment_refusal(position, seat, order.board, building.piece.type, 1)


def populate_refusal(position: Position, seat: int, order: Populate) -> Refusal | None:
    """Why cubes may not be put there, if they may not (RULES 5.8)."""
    at = position.land.square(order.at)
    if at is None:
        return no_square(position, order.at)
    building = position.field(Board.REASON).on(bit(at))
    if building is None or building.piece.type is not Type.CIVIL:
        return Refusal("5.8", f"no civil building stands on reason at {order.at}")
    room = building.value - sum(building.cubes)
    if order.count < 1 or order.count > room:
        return Refusal(
            "5.8", f"the {building.piece.name} at {order.at} has room for {room} cube{_s(room)} more"
        )
    if position.cubes(seat) < order.count:
        return Refusal("5.8", f"you have {position.cubes(seat)} cubes left")
    return payment_refusal(position, seat, Board.REASON, Type.CIVIL, order.count)


def renovate_refusal(position: Position, seat: int, order: Renovate) -> Refusal | None:
    """Why a ruin may not be renovated, if it may not (RULES 5.9)."""
    at = position.land.square(order.at)
    if at is None:
        return no_square(position, order.at)
    building = position.field(Board.REASON).on(bit(at))
    if building is None or not building.ruin:
        return Refusal("5.9", f"no ruin stands on reason at {order.at}")
    steps = steps_left(building)
    if order.count < 1 or order.count > steps:
        return Refusal("5.9", f"the ruin at {order.at} needs {steps} step{_s(steps)}, not {order.count}")
    if steps > order.count and position.cubes(seat) < 1:
        return Refusal("5.9", "the first step leaves a cube of yours, and all of them are on the boards")
    return payment_refusal(position, seat, Board.REASON, building.piece.type, order.count)


def steps_left(ruin: Building) -> int:
    """The steps that still renovate a ruin (RULES 5.9)."""
    return 1 if ruin.piece.size == 2 or any(ruin.cubes) else 2


def travel_refusal(position: Position, seat: int, order: Travel) -> Refusal | None:
    """Why an adventurer may not travel, if it may not (RULES 5.1)."""
    if position.players[seat].adventurers[order.adventurer - 1] is order.board:
        return Refusal("5.1", f"adventurer {order.adventurer} is on {order.board.word} already")
    if position.players[seat].ecus < 1:
        return Refusal("5.1", "travelling costs 1 ecu, you have none")
    return None


def exchange_refusal(position: Position, seat: int, order: Exchange) -> Refusal | None:
    """Why cards may not be exchanged, if they may not (RULES 4.1)."""
    if position.exchanged:
        return Refusal("4.1", "cards are exchanged once per turn")
    problem = _phase_refusal(position, "4.1")
    if problem:
        return problem
    if position.players[seat].ecus < 2:
        return Refusal("4.1", f"exchanging costs 2 ecus, you have {position.players[seat].ecus}")
    return _hand_refusal(position, seat, order.cards, "4.1")


def _phase_refusal(position: Position, rule: str) -> Refusal | None:
    if position.phase is Phase.ACT:
        return Refusal(rule, "cards are changed before the first action of the turn")
    return None


def _hand_refusal(position: Position, seat: int, cards: tuple[Type, ...], rule: str) -> Refusal | None:
    missing = lacking(hand_of(position, seat), cards)
    if missing or not cards:
        return Refusal(rule, f"you do not have {words(tuple(missing)) or 'named a card'}")
    return None


def swap_refusal(position: Position, seat: int, order: Swap) -> Refusal | None:
    """Why market cards may not be taken, if they may not (RULES 4.2)."""
    if not position.options.holdem:
        return Refusal("4.2", "this game has no market", "it is an option of edition 2: new --holdem")
    if position.swapped:
        return Refusal("4.2", "market cards are taken once per turn")
    problem = _phase_refusal(position, "4.2")
    if problem:
        return problem
    if position.market.count(order.take) < order.count or order.count != len(order.give):
        return Refusal("4.2", f"the market has {words(position.market)}", "give as many cards as you take")
    return _hand_refusal(position, seat, order.give, "4.2")


def end_refusal(position: Position, seat: int, order: End) -> Refusal | None:
    """Why these cards may not be kept at the end of a turn, if they may not (RULES 3.2)."""
    hidden = sum(1 for card in position.players[seat].hand if card.type is None)
    if (order.kept or order.hidden) and not position.options.keep:
        return Refusal("3.2", "this game has no option keep: what is left of the hand is discarded", "end")
    if order.hidden != hidden:
        return Refusal(
            "3.2", f"{order.hidden} hidden cards are kept, but {hidden} are hidden", "name the cards"
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
