"""Time and the bridge (VILLAGE 5)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.base import events


def spend_time(position: Position, seat: int, time: int) -> Change[Position]:
    """Spend time in a seat's village; the reaper comes out if the clock passes the bridge.

    See VILLAGE 5.1 and 5.2.
    """
    if not time:
        return Change(position)
    village, clouds = position.players[seat], position.cards.board.clouds
    reached = village.cloud + time
    cloud = (reached - 1) % clouds + 1
    position = position.with_player(seat, cloud=cloud)
    change = Change(position).tell(events.spent, village.colour, time, village.cloud, cloud)
    if reached <= clouds:
        return change
    return change.at(position._replace(reaper=True)).tell(events.passed, village.colour)
