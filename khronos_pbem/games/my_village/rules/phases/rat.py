"""The rat and its invasions (VILLAGE 9.6 to 9.8)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.games.my_village.model.orders import Sanatorium
from khronos_pbem.games.my_village.model.position import ASK, BEST, NEVER, Open, Position, Village
from khronos_pbem.games.my_village.model.terms import Advantage
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import has_advantage, rat_loss
from khronos_pbem.games.my_village.rules.base.causes import cause_event


def apply_rat_draw(position: Position, steps: int) -> Change[Position]:
    """Move the rat; an invasion waits if a player can use a sanatorium (VILLAGE 9.6)."""
    left = max(position.rat - steps, 0)
    position = position._replace(rat=left)
    change = Change(position).tell(events.rat, position.players[position.active].colour, steps)
    if left:
        return change.at(position._replace(buried=""))
    change = change.tell(events.invasion)
    owner = sanatorium_seat(position)
    if owner is None:
        return change.then(apply_invasion, None)
    position = position._replace(choice=Open("sanatorium", owner))
    return change.at(position).tell(cause_event, position)


def sanatorium_seat(position: Position) -> int | None:
    """The seat whose sanatorium could prevent a loss now; None if there is none (VILLAGE 9.8, 13.1)."""
    seats = enumerate(position.players)
    return next(
        (seat for seat, village in seats if rat_loss(village) and can_shelter(position, village)), None
    )


def can_shelter(position: Position, village: Village) -> bool:
    """Return whether a village has a living abbot and a sanatorium with a free place (VILLAGE 9.8)."""
    if not has_advantage(village, Advantage.SANATORIUM):
        return False
    return village.sheltered < position.cards.card[village.church].places


def apply_invasion(position: Position, sheltered: int | None) -> Change[Position]:
    """Take story points from every village except `sheltered`, and reset the rat (VILLAGE 9.7).

    A place of the sheltered village's sanatorium is filled. This also clears the burial of the turn.
    """
    rat = position.cards.board.rat[len(position.players)]
    change = Change(position._replace(rat=rat, buried=""))
    for seat, village in enumerate(position.players):
        loss = rat_loss(village)
        if seat == sheltered:
            change = change.tell(events.sheltered, village.colour)
            change = change.at(change.position.with_player(seat, sheltered=village.sheltered + 1))
        elif loss:
            change = change.tell(events.lost, village.colour, loss)
            change = change.at(change.position.with_player(seat, tree=village.tree - loss))
    return change


def standing_answer(position: Position) -> Sanatorium | None:
    """Return the policy's answer to the open sanatorium choice (VILLAGE 13.2).

    None if the player must answer. The policy `best` always answers yes, because points on the tree count and
    a filled place counts for nothing (13.5).
    """
    choice = position.choice
    if choice is None or choice.kind != "sanatorium" or choice.asked:
        return None
    village = position.players[choice.seat]
    if village.policy == ASK:
        return None
    if village.policy in (BEST, NEVER):
        return Sanatorium(village.policy == BEST)
    return Sanatorium(rat_loss(village) >= int(village.policy))
