"""Carrying out as many of a seat's orders as possible, in the same way for a draft and for a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khronos_pbem.engine.choice_text import answers_message, choice_still_open_message
from khronos_pbem.engine.contract import (
    AnyGame,
    AnyOrder,
    AnyParsedOrder,
    DecisionKind,
    Event,
    as_rolling_game,
)
from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.orders.table_orders import Handover
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.engine.runner import locate_error, step
from khronos_pbem.errors import IllegalOrder, InvalidFile, KhronosError, OrderError
from khronos_pbem.messages import message
from khronos_pbem.record.block import ANSWER, TURN
from khronos_pbem.session.replay.sealed_messages import check_sealed
from khronos_pbem.session.replay.table import Table, waiting, with_requests


class OrderStage(NamedTuple):
    """One recorded order of a block, the automatic answers after it, the events, and the resulting table.

    If a block begins with the result of a roll, its first stage has an empty `order`; `rolled` are the
    numbers given to each request, in order.
    """

    order: str
    auto: tuple[str, ...]
    events: tuple[Event, ...]
    table: Table
    rolled: tuple[tuple[int, ...], ...] = ()


class OrderRun(NamedTuple):
    """The result of a seat's orders, one stage for each; `left` are the orders that were not reached."""

    table: Table
    stages: tuple[OrderStage, ...]
    left: tuple[AnyParsedOrder, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all stages."""
        return tuple(event for stage in self.stages for event in stage.events)

    @property
    def orders(self) -> tuple[str, ...]:
        """The texts of the orders as recorded."""
        return tuple(stage.order for stage in self.stages if stage.order)

    @property
    def auto(self) -> tuple[str, ...]:
        """The texts of the answers by standing order."""
        return tuple(answer for stage in self.stages for answer in stage.auto)


def run_orders(table: Table, seat: int, orders: Sequence[AnyParsedOrder]) -> OrderRun:
    """Carry out the orders of a seat until they are done or the seat cannot go on.

    Raises OrderError for an order that is not allowed (with line and column), or if the turn does not end.
    """
    first = table.game.decision(table.position)
    answering = first is not None and first.need is DecisionKind.ANSWER
    stages = list[OrderStage]()
    ended = paused = False
    for number, spelled in enumerate(orders):
        if paused or not can_go_on(table, seat):
            if ended:
                raise turn_ended_error(spelled)
            return OrderRun(table, tuple(stages), tuple(orders[number:]))
        ended = table.game.ends_turn(spelled.order)
        paused = pauses_for_roll(table.game, spelled.order) and bool(table.asked)
        stages.append(_run_order(table, seat, spelled))
        table = stages[-1].table
    if not paused:
        _check_ended(table, seat, first_choice=first.choice if answering and first else None)
    return OrderRun(table, tuple(stages))


def turn_ended_error(spelled: AnyParsedOrder) -> KhronosError:
    """The error for an order after the end of the turn."""
    what = message("the turn ended before this order")
    return locate_error(IllegalOrder(what, hint=message("leave it out")), spelled)


def pauses_for_roll(game: AnyGame, order: AnyOrder) -> bool:
    """Return whether an order ends the block, but not the turn, to wait for a roll (DECK 10.6)."""
    rolls = as_rolling_game(game)
    return rolls is not None and rolls.ends_block(order)


def _run_order(table: Table, seat: int, spelled: AnyParsedOrder) -> OrderStage:
    """Carry out one order. Raises OrderError with its line and column."""
    try:
        check_sealed(table, seat, spelled.order)
        done = step(table.game, table.position, seat, spelled.order)
    except OrderError as problem:
        raise locate_error(problem, spelled) from None
    table = with_requests(table._replace(position=done.position), done.requests)
    if isinstance(done.order, Handover):
        table = _with_successor(table, seat, spelled, done.order)
    return OrderStage(done.text, done.auto, done.events, table)


def _with_successor(table: Table, seat: int, spelled: AnyParsedOrder, order: Handover) -> Table:
    """Return the table with the named successor of a seat.

    Raises IllegalOrder for a key that has already played in this game.
    """
    key = decode_bytes(order.key, 32)
    if any(key == each.identity for each in (*table.seats, *table.former)):
        what = message("this public key belongs to a current or former player of this game")
        hint = message("give a public key that has never been used in this game")
        raise locate_error(IllegalOrder(what, rule="DECK 9.5", hint=hint), spelled)
    return table._replace(named_successors={**table.named_successors, seat: key})


def can_go_on(table: Table, seat: int) -> bool:
    """Return whether this seat must decide, can read the cards it needs, and waits for no roll."""
    if table.asked and table.game.decision(table.position) is None:
        return False
    now = waiting(table)
    return now is not None and now.seat == seat and now.need in (TURN, ANSWER)


def _check_ended(table: Table, seat: int, first_choice: AnyOrder) -> None:
    """Raise IllegalOrder if this seat still has a decision to make.

    A new decision is allowed after the answer to `first_choice`.
    """
    if not can_go_on(table, seat):
        return
    decision = table.game.decision(table.position)
    assert decision is not None
    if first_choice is not None and decision.choice != first_choice:
        return
    if decision.choice is not None:
        what = choice_still_open_message(decision.choice)
        hint = message("add: {answers}", answers=answers_message(decision.choice))
        raise IllegalOrder(what, rule=rule_references_of(table.game).answer, hint=hint)
    hint = message('add "{order}" as the last order', order="end")
    raise IllegalOrder(message("these orders do not end the turn"), hint=hint)


def rerun_recorded(begun: OrderRun, seat: int, kind: str, orders: Sequence[str]) -> OrderRun:
    """Carry out the orders of a record, after the run that begins its block.

    Raises InvalidFile for a text that is not canonical, and for an order that is illegal, out of turn or
    superfluous.
    """
    table = begun.table
    now = waiting(table)
    if now is None or now.seat != seat or now.need != kind:
        raise InvalidFile(out_of_turn_message(table, seat, kind), rule=rule_references_of(table.game).turn)
    try:
        spelled = list(table.game.parse("\n".join(orders)))
        run = run_orders(table, seat, spelled)
    except OrderError as problem:
        raise InvalidFile(
            problem.message, rule=problem.rule, detail=problem.detail, hint=problem.hint
        ) from None
    if run.left:
        what = message("the order {left!r} comes after the end of the turn", left=run.left[0].words)
        raise InvalidFile(what, rule="FORMATS 2")
    if list(run.orders) != list(orders):
        what = message("an order is not written in the standard form")
        hint = message("ask the author for a new block in the standard form")
        raise InvalidFile(what, rule="FORMATS 2", hint=hint)
    return run._replace(stages=(*begun.stages, *run.stages))


def check_auto(run: OrderRun, auto: Sequence[str]) -> None:
    """Raise InvalidFile unless the recorded answers by standing order are those required by the rules."""
    if list(auto) == list(run.auto):
        return
    if not run.stages:
        raise InvalidFile(message("there are automatic answers (auto) but no orders"))
    rule = rule_references_of(run.table.game).standing
    raise InvalidFile(message("the automatic answers (auto) do not follow the player's policy"), rule=rule)


def out_of_turn_message(table: Table, seat: int, kind: str) -> str:
    """Return why this seat may not write a block of this kind now, and whom the game waits for instead."""
    now = waiting(table)
    if now is None:
        return message("the game is over")
    if now.seat is None:
        return message("the game has not begun yet")
    parts = {"author": table.seats[seat].colour, "seats": table.seats[now.seat].colour, "why": now.what}
    if kind == TURN:
        return message(
            "this block is a turn by {author}, but the game is waiting for {why} from {seats}", **parts
        )
    if kind == ANSWER:
        return message(
            "this block is a choice by {author}, but the game is waiting for {why} from {seats}", **parts
        )
    return message(
        "this block is a share from {author}, but the game is waiting for {why} from {seats}", **parts
    )
