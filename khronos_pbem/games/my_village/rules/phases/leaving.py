"""Players who leave the game (VILLAGE 13.4)."""

from __future__ import annotations

from collections.abc import Callable

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.games.my_village.model.position import Open, Position
from khronos_pbem.games.my_village.model.terms import NEW, Phase
from khronos_pbem.games.my_village.rules.banners.travels import keep_travel
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.draws import CUSTOMERS, PILE
from khronos_pbem.games.my_village.rules.phases.rat import apply_invasion
from khronos_pbem.games.my_village.rules.phases.rounds import advance, end_game


def remove_player(
    position: Position, seat: int, how: Callable[[str], Event] = events.gone
) -> Change[Position]:
    """Remove a player, end that player's turn at once, and cancel that player's open choice.

    `how` makes the event. If only one player remains, any open choice is cancelled and the game ends. Nothing
    changes if the player has already left or the game is over.
    """
    village = position.players[seat]
    if village.gone or position.phase is Phase.OVER:
        return Change(position)
    change = Change(position.with_player(seat, gone=True)).tell(how, village.colour)
    over = sum(not each.gone for each in change.position.players) == 1
    choice = position.choice
    if choice is not None and (over or choice.seat == seat):
        change = change.then(_cancel_choice, choice)
    if over:
        return change.at(_release_draws(change.position, seat)).then(end_game)
    if seat == position.active and position.phase is not Phase.SETUP:
        position = _release_draws(change.position, seat)._replace(
            reaper=False, buried="", offers=(), looking=False, ended=True, phase=Phase.ACT
        )
        change = change.at(position)
    return change.then(advance)


def _cancel_choice(position: Position, choice: Open) -> Change[Position]:
    """Cancel an open choice: the card is kept, and no sanatorium place is filled."""
    position = position._replace(choice=None)
    if choice.kind == "refuge":
        return keep_travel(position, choice.seat, choice.card)
    return apply_invasion(position, None)


def _release_draws(position: Position, seat: int) -> Position:
    """Let the active player's open draws be served without a choice.

    A revealed card goes back to the pile. Nothing changes if `seat` is not the active player.
    """
    if seat != position.active:
        return position
    draws = tuple(draw._replace(ask=False) for draw in position.draws)
    if position.revealed == NEW:
        draws = tuple(draw._replace(to=PILE) if draw.name == CUSTOMERS else draw for draw in draws)
    zone = tuple(card for card in position.zone if card != position.revealed)
    return position._replace(draws=draws, zone=zone, revealed="")
