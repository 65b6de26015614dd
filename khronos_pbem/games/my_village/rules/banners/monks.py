"""Monks: windows for the church, and what each of them offers (VILLAGE 8.10 to 8.12)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import BuyMonk
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import PILES, Kind
from khronos_pbem.games.my_village.rules.banners.buying import begin_black
from khronos_pbem.games.my_village.rules.banners.whites import zone_refusal
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import monks_left, open_monk, windows
from khronos_pbem.games.my_village.rules.base.costs import coins_refusal
from khronos_pbem.games.my_village.rules.base.dice import value_refusal
from khronos_pbem.games.my_village.rules.base.draws import MONK, opened
from khronos_pbem.games.my_village.rules.base.effects import gain
from khronos_pbem.games.my_village.rules.base.refusals import BLACK, Question, Refusal, choose
from khronos_pbem.messages import message, plural_message

RULE = "VILLAGE 8.10"


def religion_zone(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """The abbot lives (VILLAGE 8.10)."""
    return zone_refusal(position, seat, Kind.MONK)


def church_stands(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """A monk joins a church (VILLAGE 8.10)."""
    if position.players[seat].church:
        return None
    return Refusal(RULE, message("a monk needs a church"), message("buy a church first"))


def window_is_left(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """Fewer windows than a church may have (VILLAGE 8.10)."""
    have, most = windows(position, position.players[seat]), position.cards.board.most_windows
    if have < most:
        return None
    what = plural_message("your church already has {n} window", "your church already has {n} windows", have)
    return Refusal(
        RULE, what, message("choose another banner; a church has at most {most} windows", most=most)
    )


def monk_is_open(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """The pile has an open card (VILLAGE 6.4)."""
    if open_monk(position, order.pile):
        return None
    others = [pile for pile in PILES if open_monk(position, pile)]
    hint = choose(f"monk {pile}" for pile in others) if others else message("choose another banner")
    return Refusal("VILLAGE 6.4", message("the {pile} pile is empty", pile=order.pile), hint)


def monk_answers(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """The pile shows the value of this turn (VILLAGE 7.1)."""
    pile = message("{pile} pile", pile=order.pile)
    return value_refusal(position, seat, position.cards.piles[order.pile].values, pile)


def monk_is_paid(position: Position, seat: int, order: BuyMonk) -> Refusal | None:
    """The coins of the pile (VILLAGE 6.1)."""
    return coins_refusal(position, seat, position.cards.piles[order.pile].coins, "VILLAGE 6.1")


GATE: tuple[Question[BuyMonk], ...] = (*BLACK, religion_zone, church_stands, window_is_left)
QUESTIONS: tuple[Question[BuyMonk], ...] = (
    monk_is_open,
    monk_answers,
    monk_is_paid,
)


def apply_monk(position: Position, seat: int, order: BuyMonk, story: EventLog) -> Position:
    """The next card of the pile is drawn; the action; the card joins the church (VILLAGE 8.10)."""
    name = open_monk(position, order.pile)
    position = begin_black(position, seat, position.cards.piles[order.pile], story)
    tops = list(position.monks)
    tops[PILES.index(order.pile)] = ""
    position = with_tops(position, tops)
    village = position.players[seat]
    position = position.with_player(seat, monks=tuple(sorted((*village.monks, name))))
    if monks_left(position, order.pile):
        position = opened(position, MONK + order.pile)
    story.tell(events.monk, village.colour, name, windows(position, position.players[seat]))
    return gain(position, seat, position.cards.card[name].first, order.pile, "VILLAGE 8.12", story)


def with_tops(position: Position, tops: list[str]) -> Position:
    """The position with these open monks, one for each pile."""
    quill, chalice, rosary = tops
    return position._replace(monks=(quill, chalice, rosary))


def monk_drawn(position: Position, pile: str, card: str, story: EventLog) -> Position:
    """The next card of a pile is open (VILLAGE 8.10, 12.1)."""
    who = position.players[position.active].colour if position.round else ""
    story.tell(events.top, who, card, pile)
    tops = list(position.monks)
    tops[PILES.index(pile)] = card
    return with_tops(position, tops)


def monk_orders(position: Position, seat: int) -> Iterator[BuyMonk]:
    """Every pile."""
    return (BuyMonk(pile) for pile in PILES)
