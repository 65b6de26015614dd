"""The starting point of a turn: a save as a player knows it, also out of turn, or a set-up position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import AnyGame, AnyPosition, DecisionKind
from khronos_pbem.engine.features.what_if import WhatIf
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import GAME, message
from khronos_pbem.record.block import ANSWER, TURN
from khronos_pbem.session.replay.draft_block import Author, private_table_and_slots
from khronos_pbem.session.replay.table import Table, Waiting, waiting
from khronos_pbem.session.turns.setup_position import SetUp, served_position
from khronos_pbem.session.turns.turn_draft import Exploring, StartingPoint

if TYPE_CHECKING:
    from khronos_pbem.session.queries.player_view import PlayerView

_ANSWERS = 100  # choices that follow from each other are never more: there are fewer buildings on a board


def not_your_move_error(table: Table, seat: int) -> NothingToDo:
    """Return the error that it is not the seat's move.

    If the seat has a next turn, the hint explains how to explore it.
    """
    features, hint = feature_or_none(table.game, WhatIf), None
    if features is not None:
        settled, _ = with_choices_answered(table.game, table.position)
        if features.at_next_turn(settled, seat) is not None:
            hint = message("to see what you could play next: khronos moves {game} --explore", game=GAME)
    return NothingToDo(message("it is not your move"), rule=rule_references_of(table.game).turn, hint=hint)


def starting_point_of(table: Table, writer: Author, *, explore: bool) -> StartingPoint:
    """Return the starting point of a player's turn or answer at a table.

    If it is not their move, `explore` gives the starting point of their next turn, in the position as they
    know it now. Raises NothingToDo if the game has not begun or is over, if they have no more turns, or if it
    is not their move and `explore` is not set.
    """
    if table.position is None:
        what = message("the game has not begun, because some seats are still free")
        raise NothingToDo(what, rule=rule_references_of(table.game).turn)
    private, readable = private_table_and_slots(table, writer)
    now = waiting(private)
    if now is None:
        raise NothingToDo(message("the game is over"), rule=rule_references_of(table.game).over)
    if now.seat == writer.seat and now.need in (TURN, ANSWER):
        start = StartingPoint(private.game, private.position, private.colours, writer.seat, readable)
        return start._replace(rolls=bool(private.asked), before=table.position)
    if not explore:
        raise not_your_move_error(private, writer.seat)
    return _exploring_point(private, writer.seat, readable, waiting(table) or now)


def starting_point_in_view(view: PlayerView) -> StartingPoint:
    """Return the starting point of a turn or answer from its player's view; it must be their move."""
    table, seat = view.table, view.seat
    assert seat is not None
    hand = table.game.hand(table.position, seat) if view.hand is not None else ()
    start = StartingPoint(table.game, table.position, table.colours, seat, frozenset(hand))
    return start._replace(rolls=bool(table.asked), before=view.opened.table.position)


def _exploring_point(private: Table, seat: int, readable: frozenset[Handle], now: Waiting) -> StartingPoint:
    """Return the starting point in the known position, as if a seat's next turn had begun."""
    game = private.game
    features = feature_or_none(game, WhatIf)
    if features is None:
        raise not_your_move_error(private, seat)
    settled, answers = with_choices_answered(game, private.position)
    position = features.at_next_turn(settled, seat)
    if position is None:
        raise NothingToDo(message("you have no more turns in this game"), rule=rule_references_of(game).turn)
    before, after = game.hand(private.position, seat), game.hand(position, seat)
    unknown = sum(1 for handle in game.needed_cards(private.position, seat) if handle not in readable)
    named = tuple((private.seats[each].colour, text) for each, text in answers)
    known, exploring = readable.union(before, after), Exploring(now, named, unknown)
    return StartingPoint(game, position, private.colours, seat, known, exploring=exploring)


def with_choices_answered(game: AnyGame, position: AnyPosition) -> tuple[AnyPosition, list[tuple[int, str]]]:
    """Return the position after the default answer to every open choice, and these answers.

    Each answer is `(seat, text)`. The default is the answer by standing order, else the first legal one.
    """
    answers = list[tuple[int, str]]()
    while (decision := game.decision(position)) is not None and decision.need is DecisionKind.ANSWER:
        order = game.standing_answer(position) or game.legal_orders(position)[0]
        answers.append((decision.seat, game.text(order)))
        position = game.apply(position, decision.seat, order).position
        if len(answers) > _ANSWERS:
            break
    return position, answers


def starting_point_of_position(start: SetUp, seed: int = 0) -> StartingPoint:
    """Return the starting point on a set-up position, where orders are given for all seats."""
    seats = tuple(start.positions.colours(start.position))
    return StartingPoint(start.game, served_position(start, seed), seats, serve=start.positions.serve(seed))
