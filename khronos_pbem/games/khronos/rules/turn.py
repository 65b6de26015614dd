"""Turns and rounds: who may order what now, phases, draws, the end (RULES 3, 4, 9, 11.3); dispatch."""

from __future__ import annotations

from khronos_pbem.engine.contract import Decision, Event, Need, Outcome
from khronos_pbem.engine.orders.table_orders import gone_away, said
from khronos_pbem.engine.story import Story
from khronos_pbem.errors import IllegalOrder, NothingToDo, NotYours
from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.orders import (
    Away,
    Build,
    Demolish,
    Downsize,
    End,
    Exchange,
    Keep,
    Message,
    Order,
    Place,
    Policy,
    Populate,
    Renovate,
    Resign,
    Swap,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, ROUNDS
from khronos_pbem.games.khronos.model.position import Leave, Pending, Phase, Position, Restore, Ripple, Task
from khronos_pbem.games.khronos.rules.building import apply_build, apply_demolish, apply_upgrade
from khronos_pbem.games.khronos.rules.costs import extras, hand_of, terrain_cards
from khronos_pbem.games.khronos.rules.hands import apply_exchange, apply_swap, discard_hand, draw
from khronos_pbem.games.khronos.rules.hierarchy import (
    best_placement,
    finish_downsize,
    run_restore,
    start_downsize,
)
from khronos_pbem.games.khronos.rules.reason import apply_populate, apply_renovate, leave_cube, run_leave
from khronos_pbem.games.khronos.rules.refusals import refusal
from khronos_pbem.games.khronos.rules.revenue import take_revenue
from khronos_pbem.games.khronos.rules.ripples import run_ripple
from khronos_pbem.games.khronos.rules.site_refusals import Refusal
from khronos_pbem.saying import listed, say, say_many

_ANSWERS = (Downsize, Place, Keep)
_ANYTIME = (Policy, Message, Away)


def decision(position: Position) -> Decision | None:
    """Who must decide now, and what; None before the game starts and after it ended (RULES 3, 9)."""
    if position.pending is not None:
        return Decision(position.pending.choice.seat, Need.ANSWER, position.pending.choice)
    if position.phase in (Phase.SETUP, Phase.OVER):
        return None
    return Decision(position.active, Need.TURN)


def apply(position: Position, seat: int, order: Order) -> Outcome[Position]:
    """The position after an order by a seat, with what happened and what the table has to do.

    Raises IllegalOrder (with the paragraph), NotYours if another seat decides now, NothingToDo at the end.
    """
    _check_seat(position, seat)
    order = settled(position, seat, order)
    _check_choice(position, order)
    problem = _refusal(position, seat, order)
    if problem is not None:
        raise IllegalOrder(
            problem.message, rule=problem.rule, detail=problem.detail or None, hint=problem.hint or None
        )
    story = Story()
    position = follow(position, seat, order, story)
    return Outcome(position, tuple(story.events), tuple(story.requests))


def follow(position: Position, seat: int, order: Order, story: Story) -> Position:
    """The position after an order that may be given, as `legal_orders` lists it; nothing is checked again."""
    if isinstance(order, _HAND_ORDERS):
        return _change_hand(position, seat, order, story)
    return _run(_act(position, seat, order, story), story)


_HAND_ORDERS = (Exchange, Swap, End, Resign)


def _check_seat(position: Position, seat: int) -> None:
    waiting = decision(position)
    if waiting is None:
        raise NothingToDo(
            say("the game is over") if position.phase is Phase.OVER else say("the game has not begun"),
            rule="3.3",
        )
    if waiting.seat != seat:
        what = say("a choice") if waiting.choice else say("the turn")
        raise NotYours(
            say(
                "{what} is {players}'s, not {players2}'s",
                what=what,
                players=position.players[waiting.seat].colour,
                players2=position.players[seat].colour,
            ),
            rule="9" if waiting.choice else "3.1",
        )


def _check_choice(position: Position, order: Order) -> None:
    pending = position.pending
    if pending is None:
        if isinstance(order, _ANSWERS):
            raise IllegalOrder(
                say("no choice is open"), rule="9", hint=say("give an order of the turn, or end")
            )
        return
    if isinstance(order, _ANYTIME):
        return
    form = {"downsize": "downsize", "place": "place", "keep": "keep"}[pending.choice.kind]
    expected = listed([say("{order}", order=f"{form} {option}") for option in pending.choice.options], " or ")
    if not isinstance(order, _ANSWERS) or type(order).__name__.lower() != form:
        raise IllegalOrder(say("a choice is open and comes first"), rule=_CHOICE_RULE[form], hint=expected)
    if _answer(position, order) not in pending.choice.options:
        raise IllegalOrder(say("that is not one of the options"), rule=_CHOICE_RULE[form], hint=expected)


_CHOICE_RULE = {"downsize": "8.4", "place": "8.5", "keep": "7.8"}


def _answer(position: Position, order: Downsize | Place | Keep) -> str:
    """The option that an answer names; a building may be named by any of its squares (FORMATS 2)."""
    if isinstance(order, Keep):
        return order.colour
    if isinstance(order, Place):
        return order.at
    assert position.pending is not None
    return _named_building(position, position.pending, order.at)


def _named_building(position: Position, pending: Pending, name: str) -> str:
    square = position.land.square(name)
    building = None if square is None else position.field(pending.board).on(bit(square))
    return position.land.names[building.at] if building else name


def settled(position: Position, seat: int, order: Order) -> Order:
    """The order in its canonical form here: buildings named by their top-left square, extra cards said."""
    if isinstance(order, Upgrade):
        return _settled_upgrade(position, seat, order)
    if isinstance(order, Build):
        return order if order.extra is not None else _settled_extra(position, seat, order, order.piece.value)
    if isinstance(order, Populate | Renovate):
        square = position.land.square(order.at)
        building = None if square is None else position.fields[2].on(bit(square))
        return type(order)(position.land.names[building.at], order.count) if building else order
    if isinstance(order, Downsize) and position.pending is not None:
        return Downsize(_named_building(position, position.pending, order.at))
    return order


def _settled_upgrade(position: Position, seat: int, order: Upgrade) -> Order:
    square = position.land.square(order.old)
    old = None if square is None else position.field(order.board).on(bit(square))
    if old is None:
        return order
    order = Upgrade(order.piece, order.board, order.at, position.land.names[old.at], order.extra)
    return (
        order
        if order.extra is not None
        else _settled_extra(position, seat, order, order.piece.value - old.value)
    )


def _settled_extra(position: Position, seat: int, order: Build | Upgrade, price: int) -> Order:
    square = position.land.square(order.at)
    if square is None or price < 1:
        return order
    extra = terrain_cards(position, position.land.footprint(square, order.piece.size))
    ways = extras(hand_of(position, seat), order.piece.type, price, extra)
    if len(ways) != 1:
        return order
    if isinstance(order, Build):
        return Build(order.piece, order.board, order.at, ways[0])
    return Upgrade(order.piece, order.board, order.at, order.old, ways[0])


def _refusal(position: Position, seat: int, order: Order) -> Refusal | None:
    if isinstance(order, (*_ANSWERS, *_ANYTIME, Resign)):
        return None
    return refusal(position, seat, order)


# --- actions, answers, words ------------------------------------------------------------------------------


def _act(position: Position, seat: int, order: Order, story: Story) -> Position:
    if isinstance(order, _ANSWERS):
        return _apply_answer(position, order, story)
    if isinstance(order, Policy):
        text = say(
            "{players} sets placement to {placement}",
            players=position.players[seat].colour,
            placement=order.setting,
        )
        story.events.append(Event("policy", "9.3", text, seat=position.players[seat].colour))
        return position.with_player(seat, policy=order.setting)
    if isinstance(order, Message):
        story.events.append(said(position.players[seat].colour, order))
        return position
    if isinstance(order, Away):
        story.events.append(gone_away(position.players[seat].colour, order))
        return position
    return _apply_action(position, seat, order, story)._replace(phase=Phase.ACT)


def _apply_action(position: Position, seat: int, order: Order, story: Story) -> Position:
    match order:
        case Build():
            return apply_build(position, seat, order, story)
        case Upgrade():
            return apply_upgrade(position, seat, order, story)
        case Demolish():
            return apply_demolish(position, seat, order, story)
        case Populate():
            return apply_populate(position, seat, order, story)
        case Renovate():
            return apply_renovate(position, seat, order, story)
        case Travel():
            return _apply_travel(position, seat, order, story)
    raise AssertionError(order)


def _apply_travel(position: Position, seat: int, order: Travel, story: Story) -> Position:
    player = position.players[seat]
    places = list(player.adventurers)
    origin, places[order.adventurer - 1] = places[order.adventurer - 1], order.board
    text = say(
        "{player}'s adventurer {adventurer} travels from {origin} to {board}",
        player=player.colour,
        adventurer=order.adventurer,
        origin=origin.word,
        board=order.board.word,
    )
    story.events.append(Event("travelled", "5.1", text, order.board.word, seat=player.colour, amount=-1))
    return position.with_player(seat, adventurers=(places[0], places[1]), ecus=player.ecus - 1)


def _apply_answer(position: Position, order: Order, story: Story) -> Position:
    pending = position.pending
    assert pending is not None
    position = position._replace(pending=None)
    board, made = pending.board, pending.junction
    if isinstance(order, Downsize):
        square = position.land.square(order.at)
        assert square is not None
        building = position.field(board).on(bit(square))
        assert building is not None
        return start_downsize(position, board, building, made, story)
    if isinstance(order, Place):
        at = position.land.square(order.at)
        assert at is not None
        assert pending.building is not None
        return finish_downsize(position, board, pending.building, pending.piece, at, made, story)
    assert isinstance(order, Keep)
    chosen = position.seat_of(order.colour)
    assert chosen is not None
    task, *rest = position.tasks
    assert isinstance(task, Leave)
    return leave_cube(position.with_tasks(tuple(rest)), task, chosen, story)


def _run(position: Position, story: Story) -> Position:
    """Do the open tasks, one after another, until none is left or a choice is open (RULES 8.2, 9)."""
    while position.tasks and position.pending is None:
        task, *rest = position.tasks
        position = _work(position.with_tasks(tuple(rest)), task, story)
    return position


def _work(position: Position, task: Task, story: Story) -> Position:
    match task:
        case Restore():
            return run_restore(position, task, story)
        case Ripple():
            return run_ripple(position, task, story)
        case Leave():
            return run_leave(position, task, story)


def standing_answer(position: Position) -> Order | None:
    """The answer by standing order to the open choice, in another player's turn (RULES 9.3), if any."""
    pending = position.pending
    if pending is None or pending.choice.kind != "place" or pending.choice.seat == position.active:
        return None
    if position.players[pending.choice.seat].policy != "auto":
        return None
    return Place(best_placement(position, pending))


# --- hands, turns, rounds ---------------------------------------------------------------------------------


def _change_hand(position: Position, seat: int, order: Order, story: Story) -> Position:
    if isinstance(order, Exchange):
        return apply_exchange(position, seat, order, story)
    if isinstance(order, Swap):
        return apply_swap(position, seat, order, story)
    if isinstance(order, Resign):
        return _resign(position, seat, story)
    assert isinstance(order, End)
    return _end(position, seat, order, story)


def _end(position: Position, seat: int, order: End, story: Story) -> Position:
    position = discard_hand(position, seat, order, story)
    if position.round < ROUNDS:
        position = draw(position, seat, story)
    if position.round in REVENUE_ROUNDS:
        position, earned = take_revenue(position, seat)
        story.events.extend(earned)
    return _next_turn(position, story)


def _resign(position: Position, seat: int, story: Story) -> Position:
    who = position.players[seat].colour
    story.events.append(Event("resigned", "11.3", say("{who} resigns", who=who), seat=who))
    position = discard_hand(position, seat, End(), story)
    position = position.with_player(seat, gone=True, policy="auto")
    return _next_turn(position, story)


def _next_turn(position: Position, story: Story) -> Position:
    present = [seat for seat in position.seats_in_order() if not position.players[seat].gone]
    place = position.seats_in_order().index(position.active)
    later = [seat for seat in present if position.seats_in_order().index(seat) > place]
    fresh = position._replace(
        phase=Phase.CHANGE, exchanged=False, swapped=False, loads=((0, 0),), spent=(0, 0, 0)
    )
    if len(present) > 1 and (later or position.round < ROUNDS):
        number = position.round if later else position.round + 1
        following = later[0] if later else present[0]
        colour = position.players[following].colour
        story.events.append(
            Event(
                "turn",
                "3.1",
                say("round {number}: it is {colour}'s turn", number=number, colour=colour),
                seat=colour,
            )
        )
        return fresh._replace(active=following, round=number)
    over = fresh._replace(phase=Phase.OVER)
    won = [over.players[seat].colour for seat in winners(over)]
    text = say_many(
        "the game is over: {won} wins", "the game is over: {won} win", len(won), won=listed(won, " and ")
    )
    story.events.append(Event("over", "3.3", text))
    return over


def winners(position: Position) -> tuple[int, ...]:
    """The richest of the players who stayed, once the game is over (RULES 3.3, 11.3)."""
    if position.phase is not Phase.OVER:
        return ()
    present = [seat for seat, player in enumerate(position.players) if not player.gone]
    most = max(position.players[seat].ecus for seat in present)
    return tuple(seat for seat in present if position.players[seat].ecus == most)
