"""The events that explain an open choice, or a choice made by a policy (VILLAGE 13.1, 13.3, 13.5)."""

from __future__ import annotations

from khronos_pbem.engine.contract import Event
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.base.board_queries import rat_loss
from khronos_pbem.messages import message


def cause_event(position: Position) -> Event:
    """The event that explains the open choice of a position. Asserts that a choice is open."""
    choice = position.choice
    assert choice is not None
    village = position.players[choice.seat]
    if choice.kind == "refuge":
        card = position.cards.card[choice.card]
        text = message(
            "{who} draws {card} ({letter}, {n} PP); the refuge can send it back in exchange for another card",
            who=village.colour,
            card=choice.card,
            letter=card.group,
            n=card.prestige,
        )
        return Event("choice", "VILLAGE 8.14", text, seat=village.colour)
    text = message(
        "after the burial in {active}'s village, the rats come: {who} must either fill a place in "
        "the sanatorium or lose {n} SP",
        active=position.players[position.active].colour,
        who=village.colour,
        n=rat_loss(village),
    )
    return Event("choice", "VILLAGE 9.8", text, seat=village.colour)


def refused_by_policy_event(who: str, cards: tuple[str, ...]) -> Event:
    """Return the event that names the journey cards the policy would send back."""
    order = " ".join(("refuse", *cards))
    return Event("answered", "VILLAGE 13.5", message("answered by policy: {order}", order=order), seat=who)
