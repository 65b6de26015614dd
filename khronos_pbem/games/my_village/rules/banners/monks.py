"""Monks: windows for the church, and the monks' effects (VILLAGE 8.10 to 8.12)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.orders import BuyMonk
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import PILES, Kind
from khronos_pbem.games.my_village.rules.banners.buying import begin_black
from khronos_pbem.games.my_village.rules.banners.whites import zone_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import monks_left, open_monk, window_count
from khronos_pbem.games.my_village.rules.base.costs import coins_refusal
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.draws import MONK, with_draw
from khronos_pbem.games.my_village.rules.base.effects import apply_effects
from khronos_pbem.games.my_village.rules.base.refusals import BLACK, choose_hint
from khronos_pbem.messages import message, plural_message

RULE = "VILLAGE 8.10"


def religion_zone_refusal(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """Refuse a monk if the abbot is dead (VILLAGE 8.10)."""
    return zone_refusal(position, seat, Kind.MONK)


def missing_church_refusal(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """Refuse a monk without a church (VILLAGE 8.10)."""
    if position.players[seat].church:
        return None
    return Refusal(RULE, message("a monk needs a church"), message("buy a church first"))


def window_limit_refusal(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """Refuse a monk if the church already has all its windows (VILLAGE 8.10)."""
    have, most = window_count(position, position.players[seat]), position.cards.board.most_windows
    if have < most:
        return None
    what = plural_message("your church already has {n} window", "your church already has {n} windows", have)
    return Refusal(
        RULE, what, message("choose another banner; a church has at most {most} windows", most=most)
    )


def monk_supply_refusal(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """Refuse a pile without an open monk (VILLAGE 6.4)."""
    if open_monk(position, order.pile):
        return None
    others = [pile for pile in PILES if open_monk(position, pile)]
    hint = choose_hint(f"monk {pile}" for pile in others) if others else message("choose another banner")
    return Refusal("VILLAGE 6.4", message("the {pile} pile is empty", pile=order.pile), hint)


def monk_value_refusal(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """Refuse a pile that does not match this turn's value (VILLAGE 7.1)."""
    pile = message("{pile} pile", pile=order.pile)
    return value_refusal(position, seat, position.cards.piles[order.pile].values, pile)


def monk_coins_refusal(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """Refuse a pile whose price in coins the player cannot pay (VILLAGE 6.1)."""
    return coins_refusal(position, seat, position.cards.piles[order.pile].coins, "VILLAGE 6.1")


PRECONDITIONS: tuple[Check[BuyMonk], ...] = (
    *BLACK,
    religion_zone_refusal,
    missing_church_refusal,
    window_limit_refusal,
)
CHECKS: tuple[Check[BuyMonk], ...] = (monk_supply_refusal, monk_value_refusal, monk_coins_refusal)


def apply_monk(position: Position, seat: int, order: BuyMonk) -> Change[Position]:
    """Buy the open monk, open a draw for the next one, and apply the effects of the first.

    See VILLAGE 8.10.
    """
    name = open_monk(position, order.pile)
    change = begin_black(position, seat, position.cards.piles[order.pile])
    position = with_open_monk(change.position, order.pile, "")
    village = position.players[seat]
    position = position.with_player(seat, monks=tuple(sorted((*village.monks, name))))
    if monks_left(position, order.pile):
        position = with_draw(position, MONK + order.pile)
    windows = window_count(position, position.players[seat])
    change = change.at(position).tell(events.monk, village.colour, name, windows)
    return change.then(apply_effects, seat, position.cards.card[name].first, order.pile, "VILLAGE 8.12")


def with_open_monk(position: Position, pile: str, card: str) -> Position:
    """Return the position with this open monk on a pile; "" means no open monk."""
    quill, chalice, rosary = (
        card if each == pile else top for each, top in zip(PILES, position.monks, strict=True)
    )
    return position._replace(monks=(quill, chalice, rosary))


def apply_monk_draw(position: Position, pile: str, card: str) -> Change[Position]:
    """Put the drawn card on its pile as the open monk (VILLAGE 8.10, 12.1)."""
    who = position.players[position.active].colour if position.round else ""
    return Change(with_open_monk(position, pile, card)).tell(events.top, who, card, pile)


def monk_orders(position: Position, seat: int) -> Iterator[BuyMonk]:
    """An order for every pile."""
    return (BuyMonk(pile) for pile in PILES)
