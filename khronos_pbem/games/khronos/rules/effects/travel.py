"""The effects of `travel` and of orders that are not actions (RULES 5.1, 9.3, FORMATS 2)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.games.khronos.model.orders import DownsizingPolicy, Policy, Travel
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.messages import message


def apply_travel(position: Position, seat: int, order: Travel) -> Change[Position]:
    """The position with an adventurer on another board, for 1 ecu (RULES 5.1)."""
    player = position.players[seat]
    places = list(player.adventurers)
    origin, places[order.adventurer - 1] = places[order.adventurer - 1], order.board
    position = position.with_player(seat, adventurers=(places[0], places[1]), ecus=player.ecus - 1)
    return Change(position).tell(_travelled_event, player.colour, order, origin)


def _travelled_event(who: str, order: Travel, origin: Board) -> Event:
    text = message(
        "{player}'s adventurer {adventurer} travels from {origin} to {board}",
        player=who,
        adventurer=order.adventurer,
        origin=origin.word,
        board=order.board.word,
    )
    return Event("travelled", "5.1", text, order.board.word, seat=who, amount=-1)


def apply_policy(position: Position, seat: int, order: Policy) -> Change[Position]:
    """The position with the seat's standing order for placements (RULES 9.3)."""
    who = position.players[seat].colour
    text = message("{players} sets the placement policy to {placement}", players=who, placement=order.setting)
    position = position.with_player(seat, policy=order.setting)
    return Change(position).tell(Event, "policy", "9.3", text, seat=who)


def apply_downsizing_policy(position: Position, seat: int, order: DownsizingPolicy) -> Change[Position]:
    """The position with the seat's standing order for downsizings (RULES 9.3)."""
    who = position.players[seat].colour
    text = message("{who} sets the downsizing policy to {setting}", who=who, setting=order.setting)
    position = position.with_player(seat, downsizing=order.setting)
    return Change(position).tell(Event, "policy", "9.3", text, seat=who)
