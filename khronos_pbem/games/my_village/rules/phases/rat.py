"""The rat and what it costs (VILLAGE 9.6 to 9.8)."""

from __future__ import annotations

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import Sanatorium
from khronos_pbem.games.my_village.model.position import Open, Position
from khronos_pbem.games.my_village.model.terms import Advantage
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import enjoys, loss
from khronos_pbem.games.my_village.rules.base.causes import asked

ASK, NEVER = "ask", "never"


def rat_drawn(position: Position, steps: int, story: EventLog) -> Position:
    """The rat moves; an invasion waits for the sanatorium's owner if he has a choice (VILLAGE 9.6)."""
    story.tell(events.rat, position.players[position.active].colour, steps)
    left = max(position.rat - steps, 0)
    position = position._replace(rat=left)
    if left:
        return position._replace(buried="")
    story.tell(events.invasion)
    owner = sheltered_seat(position)
    if owner is not None:
        position = position._replace(choice=Open("sanatorium", owner))
        story.tell(asked, position)
        return position
    return invade(position, None, story)


def sheltered_seat(position: Position) -> int | None:
    """Whose sanatorium could keep the rats out and spare him something (VILLAGE 9.8, 13.1)."""
    for seat, village in enumerate(position.players):
        if enjoys(village, Advantage.SANATORIUM) and loss(village):
            places = position.cards.card[village.church].places
            return seat if village.sheltered < places else None
    return None


def invade(position: Position, sheltered: int | None, story: EventLog) -> Position:
    """Everybody loses at once, but whoever is sheltered; the rat goes back to its start, and the death of the
    turn is done with (VILLAGE 9.7)."""
    for seat, village in enumerate(position.players):
        if seat == sheltered:
            story.tell(events.sheltered, village.colour)
            position = position.with_player(seat, sheltered=village.sheltered + 1)
        elif loss(village):
            story.tell(events.lost, village.colour, loss(village))
            position = position.with_player(seat, tree=village.tree - loss(village))
    return position._replace(rat=position.cards.board.rat[len(position.players)], buried="")


def standing_answer(position: Position) -> Sanatorium | None:
    """The answer of a standing order to the open choice; None if its owner is to be asked (VILLAGE 13.2)."""
    choice = position.choice
    if choice is None or choice.kind != "sanatorium" or choice.asked:
        return None
    village = position.players[choice.seat]
    if village.policy == ASK:
        return None
    return Sanatorium(village.policy != NEVER and loss(village) >= int(village.policy))
