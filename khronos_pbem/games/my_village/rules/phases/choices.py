"""Answers to open choices, standing orders, `look` and the end of a turn (VILLAGE 12.5, 13, 14.1)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.engine.orders.private_orders import Plain, Sealed, written_privately
from khronos_pbem.engine.orders.table_orders import gone_away, heir_named, said
from khronos_pbem.games.my_village.model.orders import (
    Away,
    End,
    Handover,
    Look,
    Message,
    Policy,
    Refuge,
    Resign,
    Sanatorium,
)
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.banners.travels import keep, send_back
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.refusals import (
    Question,
    Refusal,
    choose,
    dice_are_taken,
    nothing_is_revealed,
)
from khronos_pbem.games.my_village.rules.phases.death import a_banner_was_used
from khronos_pbem.games.my_village.rules.phases.leaving import leave
from khronos_pbem.games.my_village.rules.phases.rat import ASK, NEVER, invade
from khronos_pbem.games.my_village.rules.phases.rounds import proceed
from khronos_pbem.messages import message

MOST_LOSS = 999


# --- the end of a turn --------------------------------------------------------------------------------------


def death_is_settled(position: Position, seat: int, order: End) -> Refusal | None:
    """Somebody is buried if the reaper is out (VILLAGE 9.2, 14.1)."""
    if not position.reaper:
        return None
    living = position.players[seat].villagers
    what = message("your clock has passed the bridge, so a villager must die this turn")
    return Refusal("VILLAGE 9.2", what, choose(f"bury {person}" for person in living))


def somebody_is_left(position: Position, seat: int, order: End) -> Refusal | None:
    """A labourer comes if the last villager died (VILLAGE 9.5, 14.1)."""
    if position.players[seat].villagers:
        return None
    return Refusal(
        "VILLAGE 9.5",
        message("your last villager has died, so you must hire a labourer"),
        message('choose a profession, for example "{order}"', order="hire abbot"),
    )


END_GATE: tuple[Question[End], ...] = (
    dice_are_taken,
    nothing_is_revealed,
    a_banner_was_used,
    death_is_settled,
    somebody_is_left,
)


def apply_end(position: Position, seat: int, order: End, story: EventLog) -> Position:
    """What is still drawn comes first, then the rat, then the next turn (VILLAGE 12.4)."""
    return proceed(position._replace(ended=True, offers=()), story)


def end_orders(position: Position, seat: int) -> Iterator[End]:
    """The end."""
    yield End()


def apply_look(position: Position, seat: int, order: Look, story: EventLog) -> Position:
    """The turn waits until all open draws are served; without one nothing happens (VILLAGE 12.5)."""
    if not position.draws:
        return position
    story.tell(events.looks, position.players[seat].colour)
    return position._replace(looking=True)


def look_orders(position: Position, seat: int) -> Iterator[Look]:
    """Listed where a draw is open (VILLAGE 14)."""
    if position.draws:
        yield Look()


# --- answers ------------------------------------------------------------------------------------------------


def sanatorium_is_asked(position: Position, seat: int, order: Sanatorium) -> Refusal | None:
    """Only where the choice is open (VILLAGE 13.1)."""
    return _asked(position, "sanatorium", "VILLAGE 13.1")


def refuge_is_asked(position: Position, seat: int, order: Refuge) -> Refusal | None:
    """Only where the choice is open (VILLAGE 13.3)."""
    return _asked(position, "refuge", "VILLAGE 13.3")


def _asked(position: Position, kind: str, rule: str) -> Refusal | None:
    if position.choice is not None and position.choice.kind == kind:
        return None
    return Refusal(
        rule, message("you are not asked for this choice now"), message('leave out "{order}"', order=kind)
    )


SANATORIUM_GATE: tuple[Question[Sanatorium], ...] = (sanatorium_is_asked,)
REFUGE_GATE: tuple[Question[Refuge], ...] = (refuge_is_asked,)


def apply_sanatorium(position: Position, seat: int, order: Sanatorium, story: EventLog) -> Position:
    """A place is filled, or half the tree goes (VILLAGE 9.7, 9.8)."""
    position = position._replace(choice=None)
    return proceed(invade(position, seat if order.use else None, story), story)


def sanatorium_orders(position: Position, seat: int) -> Iterator[Sanatorium]:
    """Both answers."""
    yield Sanatorium(True)
    yield Sanatorium(False)


def apply_refuge(position: Position, seat: int, order: Refuge, story: EventLog) -> Position:
    """The card goes back and another one is drawn, or it stays (VILLAGE 8.14)."""
    choice = position.choice
    assert choice is not None
    position = position._replace(choice=None)
    settle = send_back if order.back else keep
    return proceed(settle(position, seat, choice.card, story), story)


def refuge_orders(position: Position, seat: int) -> Iterator[Refuge]:
    """Both answers."""
    yield Refuge(True)
    yield Refuge(False)


# --- orders of the table ------------------------------------------------------------------------------------


def loss_is_a_number(position: Position, seat: int, order: Policy) -> Refusal | None:
    """A least loss from 1, `never` or `ask` (VILLAGE 13.2)."""
    if order.setting in (ASK, NEVER) or is_loss(order.setting):
        return None
    what = message("the sanatorium has no policy {value!r}", value=order.setting)
    return Refusal(
        "VILLAGE 13.2", what, message('give a number from 1 to {most}, "never" or "ask"', most=MOST_LOSS)
    )


def is_loss(text: str) -> bool:
    """Whether a text is a least loss as a policy writes it (VILLAGE 13.2)."""
    return text.isascii() and text.isdecimal() and text[0] != "0" and int(text[:4]) <= MOST_LOSS


POLICY_QUESTIONS: tuple[Question[Policy], ...] = (loss_is_a_number,)


def apply_policy(position: Position, seat: int, order: Policy, story: EventLog) -> Position:
    """A standing order; it does not answer a choice that is open already (VILLAGE 13.2, 14.1)."""
    story.tell(events.policy, position.players[seat].colour, order.setting)
    choice = position.choice
    if choice is not None and choice.seat == seat:
        position = position._replace(choice=choice._replace(asked=True))
    return position.with_player(seat, policy=order.setting)


def apply_message(position: Position, seat: int, order: Message, story: EventLog) -> Position:
    """A line to all."""
    story.tell(said, position.players[seat].colour, order)
    return position


def apply_private(position: Position, seat: int, order: Plain | Sealed, story: EventLog) -> Position:
    """What is written to one player alone, or to oneself."""
    story.tell(written_privately, position.players[seat].colour, order)
    return position


def apply_away(position: Position, seat: int, order: Away, story: EventLog) -> Position:
    """Absence."""
    story.tell(gone_away, position.players[seat].colour, order)
    return position


def apply_handover(position: Position, seat: int, order: Handover, story: EventLog) -> Position:
    """The heir of a seat, which is the table's to note (DECK 9.5)."""
    story.tell(heir_named, position.players[seat].colour, order)
    return position


def apply_resign(position: Position, seat: int, order: Resign, story: EventLog) -> Position:
    """He is gone (VILLAGE 13.4)."""
    return leave(position, seat, story, events.resigned)
