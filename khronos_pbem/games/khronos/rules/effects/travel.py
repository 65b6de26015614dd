"""The effects of `travel`, and of orders beside the actions such as messages (RULES 5.1, 9.3, FORMATS 2)."""

from __future__ import annotations

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.engine.orders.private_orders import Plain, Sealed, sealed_event
from khronos_pbem.engine.orders.table_orders import (
    Away,
    Handover,
    Message,
    away_event,
    handover_event,
    message_event,
)
from khronos_pbem.games.khronos.model.orders import Policy, Travel
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.messages import message


def apply_travel(position: Position, seat: int, order: Travel, story: EventLog) -> Position:
    """The position with an adventurer on another board, for 1 ecu (RULES 5.1)."""
    player = position.players[seat]
    places = list(player.adventurers)
    origin, places[order.adventurer - 1] = places[order.adventurer - 1], order.board
    text = message(
        "{player}'s adventurer {adventurer} travels from {origin} to {board}",
        player=player.colour,
        adventurer=order.adventurer,
        origin=origin.word,
        board=order.board.word,
    )
    story.events.append(Event("travelled", "5.1", text, order.board.word, seat=player.colour, amount=-1))
    return position.with_player(seat, adventurers=(places[0], places[1]), ecus=player.ecus - 1)


def apply_policy(position: Position, seat: int, order: Policy, story: EventLog) -> Position:
    """The position with the seat's standing order for placements (RULES 9.3)."""
    who = position.players[seat].colour
    text = message("{players} sets the placement policy to {placement}", players=who, placement=order.setting)
    story.events.append(Event("policy", "9.3", text, seat=who))
    return position.with_player(seat, policy=order.setting)


def apply_message(position: Position, seat: int, order: Message, story: EventLog) -> Position:
    """Add an event for a message to all players (FORMATS 2). The position stays."""
    story.events.append(message_event(position.players[seat].colour, order))
    return position


def apply_private(position: Position, seat: int, order: Plain | Sealed, story: EventLog) -> Position:
    """Add an event for a private message or a note of the player's own (FORMATS 2). The position stays."""
    story.events.append(sealed_event(position.players[seat].colour, order))
    return position


def apply_away(position: Position, seat: int, order: Away, story: EventLog) -> Position:
    """Add an event for an announced absence (FORMATS 2). The position stays."""
    story.events.append(away_event(position.players[seat].colour, order))
    return position


def apply_handover(position: Position, seat: int, order: Handover, story: EventLog) -> Position:
    """Add an event for a named replacement, which the session records (DECK 9.5). The position stays."""
    story.events.append(handover_event(position.players[seat].colour, order))
    return position
