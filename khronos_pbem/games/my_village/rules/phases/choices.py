"""Answers to open choices, policies, `look`, the end of a turn, and messages (VILLAGE 12.5, 13, 14.1)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.orders import (
    End,
    Look,
    Policy,
    Refuge,
    RefugePolicy,
    Resign,
    Sanatorium,
)
from khronos_pbem.games.my_village.model.position import ASK, BEST, NEVER, Position
from khronos_pbem.games.my_village.rules.banners.travels import keep_travel, send_travel_back
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.refusals import (
    after_reveal_refusal,
    choose_hint,
    dice_not_taken_refusal,
)
from khronos_pbem.games.my_village.rules.phases.death import no_banner_used_refusal
from khronos_pbem.games.my_village.rules.phases.leaving import remove_player
from khronos_pbem.games.my_village.rules.phases.rat import apply_invasion
from khronos_pbem.games.my_village.rules.phases.rounds import advance
from khronos_pbem.messages import message

MOST_LOSS = 999


# --- the end of a turn --------------------------------------------------------------------------------------


def missing_burial_refusal(position: Position, seat: int, order: End) -> Refusal | None:
    """Refuse `end` while the reaper is out, because a villager must die first (VILLAGE 9.2, 14.1)."""
    if not position.reaper:
        return None
    living = position.players[seat].villagers
    what = message("your clock has passed the bridge, so one of your villagers must die this turn")
    return Refusal("VILLAGE 9.2", what, choose_hint(f"bury {person}" for person in living))


def missing_labourer_refusal(position: Position, seat: int, order: End) -> Refusal | None:
    """Refuse `end` if the last villager has died and no labourer has been hired (VILLAGE 9.5, 14.1)."""
    if position.players[seat].villagers:
        return None
    return Refusal(
        "VILLAGE 9.5",
        message("your last villager has died, so you must hire a labourer"),
        message('choose a profession, for example "{order}"', order="hire abbot"),
    )


END_PRECONDITIONS: tuple[Check[End], ...] = (
    dice_not_taken_refusal,
    after_reveal_refusal,
    no_banner_used_refusal,
    missing_burial_refusal,
    missing_labourer_refusal,
)


def apply_end(position: Position, seat: int, order: End) -> Change[Position]:
    """End the turn: after all open draws, the rat moves and the next turn begins (VILLAGE 12.4)."""
    return advance(position._replace(ended=True, offers=()))


def apply_look(position: Position, seat: int, order: Look) -> Change[Position]:
    """Pause the turn until all open draws are served (VILLAGE 12.5).

    Nothing changes if no draw is open.
    """
    if not position.draws:
        return Change(position)
    return Change(position._replace(looking=True)).tell(events.looks, position.players[seat].colour)


def look_orders(position: Position, seat: int) -> Iterator[Look]:
    """Yield the order `look` if a draw is open (VILLAGE 14)."""
    if position.draws:
        yield Look()


# --- answers ------------------------------------------------------------------------------------------------


def sanatorium_not_asked_refusal(position: Position, seat: int, order: Sanatorium) -> Refusal | None:
    """Refuse a sanatorium answer unless that choice is open (VILLAGE 13.1)."""
    return _not_asked_refusal(position, "sanatorium", "VILLAGE 13.1")


def refuge_not_asked_refusal(position: Position, seat: int, order: Refuge) -> Refusal | None:
    """Refuse a refuge answer unless that choice is open (VILLAGE 13.3)."""
    return _not_asked_refusal(position, "refuge", "VILLAGE 13.3")


def _not_asked_refusal(position: Position, kind: str, rule: str) -> Refusal | None:
    if position.choice is not None and position.choice.kind == kind:
        return None
    return Refusal(
        rule,
        message("you are not being asked to make this choice now"),
        message('leave out "{order}"', order=kind),
    )


SANATORIUM_PRECONDITIONS: tuple[Check[Sanatorium], ...] = (sanatorium_not_asked_refusal,)
REFUGE_PRECONDITIONS: tuple[Check[Refuge], ...] = (refuge_not_asked_refusal,)


def apply_sanatorium(position: Position, seat: int, order: Sanatorium) -> Change[Position]:
    """Answer the sanatorium choice: fill a place, or lose half the tree (VILLAGE 9.7, 9.8)."""
    position = position._replace(choice=None)
    return apply_invasion(position, seat if order.use else None).then(advance)


def apply_refuge(position: Position, seat: int, order: Refuge) -> Change[Position]:
    """Answer the refuge choice: send the card back and draw another, or keep it (VILLAGE 8.14)."""
    choice = position.choice
    assert choice is not None
    settle = send_travel_back if order.back else keep_travel
    return settle(position._replace(choice=None), seat, choice.card).then(advance)


# --- orders of the table ------------------------------------------------------------------------------------


def policy_value_refusal(position: Position, seat: int, order: Policy) -> Refusal | None:
    """Refuse a policy other than a minimum loss from 1 to 999, `best`, `never` or `ask` (VILLAGE 13.2)."""
    if order.setting in (ASK, BEST, NEVER) or is_least_loss(order.setting):
        return None
    what = message("the sanatorium has no policy {value!r}", value=order.setting)
    return Refusal(
        "VILLAGE 13.2",
        what,
        message('give a number from 1 to {most}, "best", "never" or "ask"', most=MOST_LOSS),
    )


def is_least_loss(text: str) -> bool:
    """Return whether a text is a valid minimum loss for a policy: 1 to 999 (VILLAGE 13.2)."""
    return text.isascii() and text.isdecimal() and text[0] != "0" and int(text[:4]) <= MOST_LOSS


POLICY_CHECKS: tuple[Check[Policy], ...] = (policy_value_refusal,)


def apply_policy(position: Position, seat: int, order: Policy) -> Change[Position]:
    """Set the sanatorium policy; it does not answer a choice that is already open (VILLAGE 13.2, 14.1)."""
    position = _with_choice_asked(position, seat, "sanatorium").with_player(seat, policy=order.setting)
    return Change(position).tell(events.policy, position.players[seat].colour, order.setting)


def apply_refuge_policy(position: Position, seat: int, order: RefugePolicy) -> Change[Position]:
    """Set the refuge policy; it does not answer a choice that is already open (VILLAGE 13.2, 14.1)."""
    position = _with_choice_asked(position, seat, "refuge").with_player(seat, refuge=order.setting)
    return Change(position).tell(_refuge_policy_event, position.players[seat].colour, order.setting)


def _refuge_policy_event(who: str, value: str) -> Event:
    text = message("{who} sets the refuge policy to {value}", who=who, value=value)
    return Event("policy", "VILLAGE 13.2", text, seat=who)


def _with_choice_asked(position: Position, seat: int, kind: str) -> Position:
    """Return the position in which no policy answers the seat's open choice of this kind."""
    choice = position.choice
    if choice is None or choice.seat != seat or choice.kind != kind:
        return position
    return position._replace(choice=choice._replace(asked=True))


def apply_resign(position: Position, seat: int, order: Resign) -> Change[Position]:
    """Remove the player who resigns (VILLAGE 13.4)."""
    return remove_player(position, seat, events.resigned)
