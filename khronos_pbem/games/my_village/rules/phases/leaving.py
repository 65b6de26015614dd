"""Players who are gone (VILLAGE 13.4)."""

from __future__ import annotations

from collections.abc import Callable

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.position import Open, Position
from khronos_pbem.games.my_village.model.terms import NEW, Phase
from khronos_pbem.games.my_village.rules.banners.travels import keep
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.draws import CUSTOMERS, PILE
from khronos_pbem.games.my_village.rules.phases.rat import invade
from khronos_pbem.games.my_village.rules.phases.rounds import finish, proceed


def leave(
    position: Position, seat: int, story: EventLog, how: Callable[[str], Event] = events.gone
) -> Position:
    """The position without a player: the turn ends at once, an open choice falls away. `how` tells of it."""
    if position.players[seat].gone or position.phase is Phase.OVER:
        return position
    story.tell(how, position.players[seat].colour)
    position = position.with_player(seat, gone=True)
    choice, over = position.choice, sum(not village.gone for village in position.players) == 1
    if choice is not None and (over or choice.seat == seat):
        position = _without_choice(position, choice, story)
    if over:
        return finish(_put_down(position, seat), story)
    if seat == position.active and position.phase is not Phase.SETUP:
        position = _put_down(position, seat)._replace(
            reaper=False, buried="", offers=(), looking=False, ended=True, phase=Phase.ACT
        )
    return proceed(position, story)


def _without_choice(position: Position, choice: Open, story: EventLog) -> Position:
    """An open choice falls away before it takes effect: the card is kept, no place is filled."""
    position = position._replace(choice=None)
    if choice.kind == "refuge":
        return keep(position, choice.seat, choice.card, story)
    return invade(position, None, story)


def _put_down(position: Position, seat: int) -> Position:
    """What is drawn for him goes on without him: a card laid open goes back, nothing is asked."""
    if seat != position.active:
        return position
    draws = tuple(draw._replace(ask=False) for draw in position.draws)
    if position.revealed == NEW:
        draws = tuple(draw._replace(to=PILE) if draw.name == CUSTOMERS else draw for draw in draws)
    zone = tuple(card for card in position.zone if card != position.revealed)
    return position._replace(draws=draws, zone=zone, revealed="")
