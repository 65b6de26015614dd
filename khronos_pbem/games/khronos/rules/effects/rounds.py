"""Ends of turns, rounds and the game: drawing, revenue, next player and winners (RULES 3, 11.3)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.orders.table_orders import Resign
from khronos_pbem.games.khronos.model.decision import winners
from khronos_pbem.games.khronos.model.orders import End
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, ROUNDS
from khronos_pbem.games.khronos.model.position import ASK, AUTO, Phase, Position
from khronos_pbem.games.khronos.rules.effects.hands import discard_hand, draw_cards
from khronos_pbem.games.khronos.rules.effects.revenue import take_revenue
from khronos_pbem.messages import message, players_message, plural_message


def apply_end(position: Position, seat: int, order: End) -> Change[Position]:
    """Return the position in the next turn, or at the end of the game (RULES 3.2).

    Before that, the seat discards, draws cards except in the last round, and takes revenue in revenue rounds.
    """
    change = discard_hand(position, seat, order)
    if position.round < ROUNDS:
        change = change.then(draw_cards, seat)
    if position.round in REVENUE_ROUNDS:
        change = change.then(take_revenue, seat)
    return change.then(next_turn)


def apply_resign(position: Position, seat: int, order: Resign) -> Change[Position]:
    """The position after a seat has left the game by its own order (RULES 11.3)."""
    who = position.players[seat].colour
    resigned = Change(position.with_player(seat, gone=True, policy=AUTO, downsizing=ASK))
    resigned = resigned.tell(Event, "resigned", "11.3", message("{who} resigns", who=who), seat=who)
    return resigned.then(discard_hand, seat, End()).then(next_turn)


def next_turn(position: Position) -> Change[Position]:
    """Return the position in the next remaining player's turn, or at the end of the game (RULES 3.1, 3.3)."""
    present = [seat for seat in position.seats_in_order() if not position.players[seat].gone]
    place = position.seats_in_order().index(position.active)
    later = [seat for seat in present if position.seats_in_order().index(seat) > place]
    fresh = position._replace(
        phase=Phase.CHANGE, exchanged=False, swapped=False, loads=((0, 0),), spent=(0, 0, 0)
    )
    if len(present) > 1 and (later or position.round < ROUNDS):
        number = position.round if later else position.round + 1
        following = later[0] if later else present[0]
        begun = fresh._replace(active=following, round=number)
        return Change(begun).tell(_turn_event, number, position.players[following].colour)
    over = fresh._replace(phase=Phase.OVER)
    return Change(over).tell(_over_event, over)


def _turn_event(number: int, colour: str) -> Event:
    text = message("round {number}: it is {colour}'s turn", number=number, colour=colour)
    return Event("turn", "3.1", text, seat=colour)


def _over_event(position: Position) -> Event:
    won = [position.players[seat].colour for seat in winners(position)]
    text = plural_message(
        "the game is over: {won} wins", "the game is over: {won} win", len(won), won=players_message(won)
    )
    return Event("over", "3.3", text)
