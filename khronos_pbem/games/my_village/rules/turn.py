"""The rules as functions: decisions, effects of orders and draws, legal orders (VILLAGE 3, 12 to 14)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.choice_text import answers_message, choice_still_open_message
from khronos_pbem.engine.contract import Choice, Decision, DecisionKind
from khronos_pbem.engine.orders.verbs import Refusal, Verb, When
from khronos_pbem.errors import InvalidFile, NothingToDo, NotYourDecision
from khronos_pbem.games.my_village.model.orders import End, Look, Order, Resign, Take
from khronos_pbem.games.my_village.model.position import ASK, Open, Position
from khronos_pbem.games.my_village.model.terms import Branch, Phase
from khronos_pbem.games.my_village.rules.base import draws
from khronos_pbem.games.my_village.rules.base.dice import take_price, takes_by_value
from khronos_pbem.games.my_village.rules.base.draws import open_rolls
from khronos_pbem.games.my_village.rules.base.phrases import price_text
from khronos_pbem.games.my_village.rules.base.refusals import (
    dice_not_taken_refusal,
    earlier_banner_refusal,
    earlier_black_banner_refusal,
)
from khronos_pbem.games.my_village.rules.phases.apply_draws import apply_next_draw
from khronos_pbem.games.my_village.rules.phases.leaving import remove_player
from khronos_pbem.games.my_village.rules.phases.rat import sanatorium_seat
from khronos_pbem.games.my_village.rules.phases.rounds import next_turn_seat
from khronos_pbem.games.my_village.rules.verbs import VERBS, VERBS_BY_ORDER
from khronos_pbem.messages import message, or_list, plural_message

OPTIONS = {"sanatorium": ("yes", "no"), "refuge": ("back", "keep")}
_RULES = {"sanatorium": "VILLAGE 13.1", "refuge": "VILLAGE 13.3"}


# --- who decides --------------------------------------------------------------------------------------------


def decision(position: Position) -> Decision | None:
    """Return the seat that must decide now, and its decision; None if no seat can (VILLAGE 12.4).

    No seat can decide during the set-up, after the end, or while the game waits for a draw.
    """
    choice = position.choice
    if choice is not None:
        return Decision(choice.seat, DecisionKind.ANSWER, _asked_choice(choice))
    if position.phase in (Phase.SETUP, Phase.OVER) or is_waiting_for_draw(position):
        return None
    return Decision(position.active, DecisionKind.TURN)


def _asked_choice(choice: Open) -> Choice:
    return Choice(choice.kind, choice.seat, "", OPTIONS[choice.kind], choice.card)


def is_waiting_for_draw(position: Position) -> bool:
    """Return whether no seat can act until a draw is made (VILLAGE 12.4).

    This is so for open draws of the refuge or the pool. It is so for any open draw in the set-up, at the end
    of a turn or after `look`.
    """
    if not position.draws:
        return False
    if position.ended or position.looking or position.phase is Phase.SETUP:
        return True
    return any(draw.ask or draw.name == draws.POOL for draw in position.draws)


def next_to_act(position: Position) -> int | None:
    """Return the seat that acts after all open draws, if that is already certain (VILLAGE 12.4).

    Return None if it depends on the draws, or if no seat will act. Without an open draw, return the seat that
    must decide now.
    """
    waiting = decision(position)
    if waiting is not None:
        return waiting.seat
    if position.phase in (Phase.SETUP, Phase.OVER):
        return None
    if not position.ended:
        return position.active
    rat = bool(position.buried) or any(draw.name == draws.RAT for draw in position.draws)
    owner = sanatorium_seat(position)
    if rat and owner is not None and position.players[owner].policy == ASK:
        return None
    return next_turn_seat(position)


# --- orders -------------------------------------------------------------------------------------------------


def normalized(position: Position, seat: int, order: Order) -> Order:
    """Return the order with all omitted parts filled in (VILLAGE 14.1)."""
    full: Order = VERBS_BY_ORDER[type(order)].normalize(position, seat, order)
    return full


def order_refusal(position: Position, seat: int, order: Order) -> Refusal | None:
    """Return the reason why this order is illegal for the deciding seat; None if it is legal.

    `order` must be a result of `normalized`.
    """
    verb = VERBS_BY_ORDER[type(order)]
    return _choice_refusal(position, verb) or verb.refusal(position, seat, order)


def _choice_refusal(position: Position, verb: Verb) -> Refusal | None:
    """Return the refusal of an order that ignores the open choice; None if it is allowed (VILLAGE 13)."""
    choice = position.choice
    if choice is None or verb.when in (When.ANSWER, When.ANYTIME):
        return None
    asked = _asked_choice(choice)
    hint = message("choose {orders}", orders=answers_message(asked))
    return Refusal(_RULES[choice.kind], choice_still_open_message(asked), hint)


def apply(position: Position, seat: int, order: Order) -> Change[Position]:
    """Apply an order of a seat; the returned change requests the rolls for its draws.

    Raises IllegalOrder (with the paragraph), NotYourDecision if another seat must decide, and NothingToDo if
    no seat can.
    """
    _check_seat(position, seat)
    order = normalized(position, seat, order)
    refused = order_refusal(position, seat, order)
    if refused is not None:
        if position.phase is Phase.TAKE and refused.rule == "VILLAGE 3.4":
            refused = refused._replace(hint=lambda: _usable_values_hint(position, seat, order))
        raise refused.error()
    return _with_rolls(position, apply_unchecked(position, seat, order))


def apply_unchecked(position: Position, seat: int, order: Order) -> Change[Position]:
    """Apply an order known to be legal, such as one from `legal_orders`, without checks or requests."""
    change: Change[Position] = VERBS_BY_ORDER[type(order)].apply(position, seat, order)
    return change


def _usable_values_hint(position: Position, seat: int, order: Order) -> str:
    """Return a hint that lists the values that fit the banner, with their lowest prices (VILLAGE 14.3)."""
    found, black = [], position.cards.board.black_time
    for value, ways in takes_by_value(position, seat).items():
        after = apply_unchecked(position, seat, ways[0]).position
        if order_refusal(after, seat, normalized(after, seat, order)) is None:
            price = price_text(*take_price(ways[0], black))
            found.append(message("{value} ({price})", value=value, price=price or message("at no cost")))
    if not found:
        return message("take two dice first")
    return message("first take two dice that add up to {ways}", ways=or_list(found))


def _with_rolls(before: Position, change: Change[Position]) -> Change[Position]:
    """Return the change with requests for the rolls of its new draws."""
    after = change.position
    return change.ask(*open_rolls(after, before.drawn)) if after.drawn > before.drawn else change


def _check_seat(position: Position, seat: int) -> None:
    waiting = decision(position)
    if waiting is None:
        over = position.phase is Phase.OVER
        what = (
            message("the game is over")
            if over
            else message("nobody can play until all dice have been rolled and all cards have been drawn")
        )
        raise NothingToDo(what, rule="VILLAGE 10.1" if over else "VILLAGE 12.4")
    if waiting.seat != seat:
        who, you = position.players[waiting.seat].colour, position.players[seat].colour
        what = message("{who} has to choose, not {you}", who=who, you=you)
        if waiting.choice is None:
            what = message("it is {who}'s turn, not {you}'s", who=who, you=you)
        raise NotYourDecision(what, rule="VILLAGE 13.1" if waiting.choice else "VILLAGE 3.2")


def without_seat(position: Position, seat: int) -> Change[Position]:
    """Remove a player, even during another player's turn (VILLAGE 13.4)."""
    return _with_rolls(position, remove_player(position, seat))


# --- draws --------------------------------------------------------------------------------------------------


def apply_roll(position: Position, values: Sequence[int]) -> Change[Position]:
    """Carry out the first open draw with these numbers (VILLAGE 12.3).

    Raises InvalidFile if no draw is open or a number is not below its bound.
    """
    _check_open(position)
    return _apply_results(position, draws.results_of_numbers(position, values))


def apply_draw_results(position: Position, results: Sequence[str]) -> Change[Position]:
    """Carry out the first open draw with these results.

    Raises InvalidFile if no draw is open or the results are impossible.
    """
    _check_open(position)
    draw = position.draws[0]
    draws.check_results(position, draw, results)
    if len(results) != draw.size:
        what = plural_message(
            "the draw ({name}) needs {n} result",
            "the draw ({name}) needs {n} results",
            draw.size,
            name=f"{draw.number} {draw.name}",
        )
        raise InvalidFile(what, rule="VILLAGE 12.1")
    return _apply_results(position, results)


def _apply_results(position: Position, results: Sequence[str]) -> Change[Position]:
    return _with_rolls(position, apply_next_draw(position, results))


def _check_open(position: Position) -> None:
    if not position.draws:
        raise InvalidFile(message("there is nothing to draw now"), rule="VILLAGE 12.1")


# --- what is legal ------------------------------------------------------------------------------------------


def legal_orders(position: Position) -> list[Order]:
    """Return the legal orders of the deciding seat in a fixed sequence (VILLAGE 14.3).

    Messages, policies, `away` and `resign` are left out. Of the lists of cards to refuse, only `refuse none`
    is included.
    """
    waiting = decision(position)
    if waiting is None:
        return []
    seat, found = waiting.seat, list[Order]()
    for verb in _possible_verbs(position.phase, position.branch, waiting.choice is not None):
        found += verb.legal_orders(position, seat)
    return found


@cache
def _possible_verbs(phase: Phase, branch: Branch, asked: bool) -> tuple[Verb, ...]:
    """Return the verbs that no check refuses on the basis of these three values alone."""
    closed = set[object]() if phase is Phase.ACT else {dice_not_taken_refusal}
    if branch is not Branch.NONE:
        closed.add(earlier_banner_refusal)
    if branch is Branch.BLACK:
        closed.add(earlier_black_banner_refusal)
    possible = (verb for verb in VERBS if asked == (verb.when is When.ANSWER))
    return tuple(verb for verb in possible if closed.isdisjoint(verb.preconditions))


class OrderGroup(NamedTuple):
    """Orders that are listed together: all takes of one value, or (value 0) all other orders."""

    value: int
    orders: tuple[Order, ...]


def moves(position: Position, value: int | None = None) -> tuple[OrderGroup, ...]:
    """Return the legal orders in groups: takes by value, cheapest first, then all others (VILLAGE 14.3).

    With `value`, return only the takes of that value.
    """
    orders = legal_orders(position)
    takes: dict[Order, None] = {order: None for order in orders if isinstance(order, Take)}
    groups = []
    if takes:
        ways = takes_by_value(position, position.active)
        groups = [
            OrderGroup(each, tuple(take for take in found if take in takes)) for each, found in ways.items()
        ]
    others = tuple(order for order in orders if order not in takes)
    if value is not None:
        return tuple(group for group in groups if group.value == value)
    return (*groups, OrderGroup(0, others)) if others else tuple(groups)


def ends_turn(order: Order) -> bool:
    """Return whether the order ends the turn, as `end` and `resign` do."""
    return isinstance(order, End | Resign)


def is_over(position: Position) -> bool:
    """Return whether the game has ended (VILLAGE 10.1)."""
    return position.phase is Phase.OVER


def pauses(order: Order) -> bool:
    """Return whether the order pauses the turn until draws are made, as `look` does (VILLAGE 12.5)."""
    return isinstance(order, Look)
