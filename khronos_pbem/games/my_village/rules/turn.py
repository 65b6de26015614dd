"""The game as functions: who decides, what orders and draws do, what is legal (VILLAGE 3, 12 to 14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Choice, Decision, Need, Outcome
from khronos_pbem.engine.event_log import EventLog, NullEventLog
from khronos_pbem.errors import InvalidFile, NothingToDo, NotYours
from khronos_pbem.games.my_village.model.orders import End, Look, Order, Resign, Take
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Phase
from khronos_pbem.games.my_village.rules.base import draws
from khronos_pbem.games.my_village.rules.base.dice import price_of, ways_by_value
from khronos_pbem.games.my_village.rules.base.draws import open_rolls
from khronos_pbem.games.my_village.rules.base.phrases import either, price_said
from khronos_pbem.games.my_village.rules.base.refusals import Question, Refusal, first_refusal
from khronos_pbem.games.my_village.rules.phases.apply_draws import serve_first
from khronos_pbem.games.my_village.rules.phases.leaving import leave
from khronos_pbem.games.my_village.rules.phases.rat import ASK, sheltered_seat
from khronos_pbem.games.my_village.rules.phases.rounds import following_seat
from khronos_pbem.games.my_village.rules.verbs import ANSWERS, ANYTIME, ROW, VERBS
from khronos_pbem.messages import listed, message, plural_message

OPTIONS = {"sanatorium": ("yes", "no"), "refuge": ("back", "keep")}
_RULES = {"sanatorium": "VILLAGE 13.1", "refuge": "VILLAGE 13.3"}


# --- who decides --------------------------------------------------------------------------------------------


def decision(position: Position) -> Decision | None:
    """Who must decide now, and what; None while a draw is awaited and when all is over (VILLAGE 12.4)."""
    choice = position.choice
    if choice is not None:
        options = OPTIONS[choice.kind]
        asked = Choice(choice.kind, choice.seat, "", options, choice.card)
        return Decision(choice.seat, Need.ANSWER, asked)
    if position.phase in (Phase.SETUP, Phase.OVER) or waits(position):
        return None
    return Decision(position.active, Need.TURN)


def waits(position: Position) -> bool:
    """Whether nobody acts until a draw is served: set-up, end, look, a card to ask about (VILLAGE 12.4)."""
    if not position.draws:
        return False
    if position.ended or position.looking or position.phase is Phase.SETUP:
        return True
    return any(draw.ask or draw.name == draws.POOL for draw in position.draws)


def next_to_act(position: Position) -> int | None:
    """Who acts once all open draws are served, as far as that is certain before (VILLAGE 12.4).

    None if it hangs on what is drawn, or if nobody will. Without an open draw it is who decides now.
    """
    waiting = decision(position)
    if waiting is not None:
        return waiting.seat
    if position.phase in (Phase.SETUP, Phase.OVER):
        return None
    if not position.ended:
        return position.active
    rat = bool(position.buried) or any(draw.name == draws.RAT for draw in position.draws)
    owner = sheltered_seat(position)
    if rat and owner is not None and position.players[owner].policy == ASK:
        return None
    return following_seat(position)


# --- orders -------------------------------------------------------------------------------------------------


def settled(position: Position, seat: int, order: Order) -> Order:
    """The order with everything said that it leaves to be understood here (VILLAGE 14.1)."""
    full: Order = ROW[type(order)].settled(position, seat, order)
    return full


def refusal(position: Position, seat: int, order: Order) -> Refusal | None:
    """Why the deciding seat may not give this order, None if it may; the order as `settled` gives it."""
    row = ROW[type(order)]
    refused = _choice_refusal(position, order) or first_refusal(row.gate, position, seat, order)
    return refused or first_refusal(row.questions, position, seat, order)


def _choice_refusal(position: Position, order: Order) -> Refusal | None:
    """An open choice comes before anything else of a turn (VILLAGE 13)."""
    choice = position.choice
    if choice is None or isinstance(order, (*ANSWERS, *ANYTIME)):
        return None
    forms = [message("{order}", order=f"{choice.kind} {option}") for option in OPTIONS[choice.kind]]
    return Refusal(_RULES[choice.kind], message("a choice is still open"), listed(forms, message(" or ")))


def apply(position: Position, seat: int, order: Order, story: EventLog | None = None) -> Outcome[Position]:
    """The position after an order by a seat, with what happened and the rolls that are asked for.

    Raises IllegalOrder (with the paragraph), NotYours if another seat decides, NothingToDo if nobody does.
    """
    _check_seat(position, seat)
    order = settled(position, seat, order)
    refused = refusal(position, seat, order)
    if refused is not None:
        if position.phase is Phase.TAKE and refused.rule == "VILLAGE 3.4":
            refused = refused._replace(hint=lambda: _what_would_do(position, seat, order))
        raise refused.error()
    return follow(position, seat, order, story)


def follow(position: Position, seat: int, order: Order, story: EventLog | None = None) -> Outcome[Position]:
    """The position after an order that may be given, as `legal_orders` lists it; nothing is checked again."""
    told = EventLog() if story is None else story
    after = ROW[type(order)].apply(position, seat, order, told)
    return _outcome(position, after, told)


def _what_would_do(position: Position, seat: int, order: Order) -> str:
    """The values with which a banner could be used, each with its cheapest price (VILLAGE 14.3)."""
    found, black = [], position.cards.board.black_time
    for value, ways in ways_by_value(position, seat).items():
        after = follow(position, seat, ways[0], NullEventLog()).position
        if refusal(after, seat, settled(after, seat, order)) is None:
            price = price_said(*price_of(ways[0], black))
            found.append(message("{value} ({price})", value=value, price=price or message("at no cost")))
    if not found:
        return message("take two dice first")
    return message("take two dice with the value {ways} first", ways=either(found))


def _outcome(before: Position, after: Position, story: EventLog) -> Outcome[Position]:
    requests = open_rolls(after, before.drawn) if after.drawn > before.drawn else ()
    return Outcome(after, tuple(story.events), requests)


def _check_seat(position: Position, seat: int) -> None:
    waiting = decision(position)
    if waiting is None:
        over = position.phase is Phase.OVER
        what = (
            message("the game is over")
            if over
            else message("nobody can play until all dice are rolled and all cards are drawn")
        )
        raise NothingToDo(what, rule="VILLAGE 10.1" if over else "VILLAGE 12.4")
    if waiting.seat != seat:
        who, you = position.players[waiting.seat].colour, position.players[seat].colour
        what = message("it is {who}'s choice, not {you}'s", who=who, you=you)
        if waiting.choice is None:
            what = message("it is {who}'s turn, not {you}'s", who=who, you=you)
        raise NotYours(what, rule="VILLAGE 13.1" if waiting.choice else "VILLAGE 3.2")


def without_seat(position: Position, seat: int) -> Outcome[Position]:
    """The position once a player is gone, whoever's turn it is (VILLAGE 13.4)."""
    story = EventLog()
    return _outcome(position, leave(position, seat, story), story)


# --- draws --------------------------------------------------------------------------------------------------


def drawn(position: Position, values: Sequence[int], story: EventLog | None = None) -> Outcome[Position]:
    """The position once the first open draw is served by these numbers (VILLAGE 12.3).

    Raises InvalidFile if no draw is open or the numbers are not below its bounds.
    """
    _check_open(position)
    return _served(position, draws.picked(position, values), story)


def served(position: Position, results: Sequence[str], story: EventLog | None = None) -> Outcome[Position]:
    """The position once the first open draw has these results. Raises InvalidFile for impossible ones."""
    _check_open(position)
    draw = position.draws[0]
    draws.check_results(position, draw, results)
    if len(results) != draw.size:
        what = plural_message(
            "draw {name} needs {n} result",
            "draw {name} needs {n} results",
            draw.size,
            name=f"{draw.number} {draw.name}",
        )
        raise InvalidFile(what, rule="VILLAGE 12.1")
    return _served(position, tuple(results), story)


def _check_open(position: Position) -> None:
    if not position.draws:
        raise InvalidFile(message("there is nothing to draw now"), rule="VILLAGE 12.1")


def _served(position: Position, results: tuple[str, ...], story: EventLog | None) -> Outcome[Position]:
    told = EventLog() if story is None else story
    return _outcome(position, serve_first(position, results, told), told)


# --- what is legal ------------------------------------------------------------------------------------------


def legal_orders(position: Position) -> list[Order]:
    """Every order that the deciding seat could give now, but those VILLAGE 14.3 leaves out, in a fixed order.

    Left out are messages, policies, `away`, `resign`, and lists of cards to refuse but `refuse none`.
    """
    waiting = decision(position)
    if waiting is None:
        return []
    seat, found = waiting.seat, list[Order]()
    for verb in VERBS:
        if waiting.choice is not None and verb.form.order not in ANSWERS:
            continue
        if first_refusal(verb.gate, position, seat, None) is None:
            questions = () if verb.sure else verb.questions
            found += _passing(questions, position, seat, verb.candidates(position, seat))
    return found


def _passing(
    questions: tuple[Question[Any], ...], position: Position, seat: int, orders: Iterable[Order]
) -> Iterable[Order]:
    if not questions:
        return orders
    found = []
    for order in orders:  # as `first_refusal` asks, for thousands of orders
        for question in questions:
            if question(position, seat, order) is not None:
                break
        else:
            found.append(order)
    return found


class Group(NamedTuple):
    """Orders of `moves` that belong together: takes of one banner value, or (value 0) all the others."""

    value: int
    orders: tuple[Order, ...]


def moves(position: Position, value: int | None = None) -> tuple[Group, ...]:
    """The legal orders, takes grouped by value with the cheapest way first (VILLAGE 14.3).

    With `value` only the ways to that value. Before the dice are taken the other orders come last.
    """
    orders = legal_orders(position)
    takes: dict[Any, None] = {order: None for order in orders if isinstance(order, Take)}
    groups = []
    if takes:
        ways = ways_by_value(position, position.active)
        groups = [Group(each, tuple(take for take in found if take in takes)) for each, found in ways.items()]
    others = tuple(order for order in orders if order not in takes)
    if value is not None:
        return tuple(group for group in groups if group.value == value)
    return (*groups, Group(0, others)) if others else tuple(groups)


def ends_turn(order: Order) -> bool:
    """Whether nothing may follow this order in a turn."""
    return isinstance(order, End | Resign)


def is_over(position: Position) -> bool:
    """Whether the game has ended (VILLAGE 10.1)."""
    return position.phase is Phase.OVER


def pauses(order: Order) -> bool:
    """Whether this order stops a turn, without ending it, to see what is drawn (VILLAGE 12.5)."""
    return isinstance(order, Look)
