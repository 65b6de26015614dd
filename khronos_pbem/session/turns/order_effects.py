"""The effects of each possible next order: price, consequences, and the changes for all players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from khronos_pbem.engine.choice_text import open_choice_message
from khronos_pbem.engine.contract import AnyOrder, AnyPosition, Choice, Event
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.features.what_if import Price, WhatIf
from khronos_pbem.engine.runner import step
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import clauses, message
from khronos_pbem.session.queries.documents import change_lines, choice_document
from khronos_pbem.session.turns.turn_draft import Composition


class Effect(NamedTuple):
    """An order and its effect; `choice` is the choice that it would open, `gain` is used for sorting.

    Cards to be drawn and rolls are not known in advance and not counted; `drawn` are sentences about their
    possible value. `events` are the consequences; `all_events` are all events.
    """

    text: str
    price: Price
    events: tuple[Event, ...]
    difference: Mapping[str, Mapping[str, int]]
    gain: int
    choice: Choice | None
    ends: bool
    position: AnyPosition
    all_events: tuple[Event, ...] = ()
    drawn: tuple[str, ...] = ()


_FREE = Price({}, "", 0)


def compute_effects(composition: Composition, orders: Iterable[tuple[str, AnyOrder]]) -> list[Effect]:
    """Return the effects of orders from `composition.next`, in the same sequence.

    Each order is given as a pair of its text and the order itself.
    """
    return [_effect(composition, text, order) for text, order in orders]


def _effect(composition: Composition, text: str, order: AnyOrder) -> Effect:
    game, before, decision = composition.game, composition.position, composition.decision
    assert decision is not None
    done = step(game, before, decision.seat, order)
    columns, whatif = feature_or_none(game, Columns), feature_or_none(game, WhatIf)
    changes = {} if columns is None else columns.changes(before, done.position)
    price, events, gain, drawn = _FREE, done.events, 0, tuple[str, ...]()
    if whatif is not None:
        price = whatif.price(before, done.position, decision.seat, done.order, done.events)
        events = tuple(whatif.consequences(done.events))
        gain = whatif.gain(changes, composition.starting_point.colours[decision.seat])
        drawn = tuple(whatif.draw_notes(before, done.position))
    then = game.decision(done.position)
    choice = None if then is None else then.choice
    ends = game.ends_turn(order)
    return Effect(text, price, events, changes, gain, choice, ends, done.position, done.events, drawn)


_KEYS: dict[str, Callable[[Effect], tuple[object, ...]]] = {
    "gain": lambda each: (each.ends, -each.gain, each.price.size),
    "price": lambda each: (each.ends, each.price.size, -each.gain),
    "text": lambda each: (each.text,),
}
SORTS = tuple(_KEYS)
"""The ways to sort effects: best first, cheapest first, or by text.

In the first two, an order that ends the turn comes last.
"""


def sort_effects(found: Sequence[Effect], name: str) -> list[Effect]:
    """Return the effects sorted by one of `SORTS`; equal ones stay in their original sequence."""
    return sorted(found, key=_KEYS[name])


def effect_document(composition: Composition, effect: Effect) -> dict[str, Any]:
    """An effect as JSON-able data."""
    return {
        "order": effect.text,
        "price": dict(effect.price.data),
        "gain": effect.gain,
        "difference": {colour: dict(changes) for colour, changes in effect.difference.items()},
        "events": [event.to_data() for event in effect.events],
        "drawn": list(effect.drawn),
        "choice": choice_document(composition.starting_point.colours, effect.choice),
    }


def effect_lines(composition: Composition, effect: Effect) -> list[str]:
    """An effect for people: the order, its price, the differences for all players, and what follows."""
    line = message("{order}", order=effect.text)
    return [line, _summary(composition, effect), *_follows(composition, effect)]


def answer_effect_lines(composition: Composition, effect: Effect) -> list[str]:
    """The effect of an answer to a choice for people: as `effect_lines`, without a price."""
    changes = message("    {line}", line=_changes(composition, effect))
    return [message("{order}", order=effect.text), changes, *_follows(composition, effect)]


def _follows(composition: Composition, effect: Effect) -> list[str]:
    """Return lines with the consequences of an order, and the choice that it would open."""
    lines: list[str] = [message("    {line}", line=event.text) for event in effect.events]
    if effect.choice is not None:
        who = composition.starting_point.colours[effect.choice.seat]
        lines.append(message("    {line}", line=open_choice_message(who, effect.choice)))
    return lines


def _summary(composition: Composition, effect: Effect) -> str:
    """Return the price of an order and its changes for all players, in one text."""
    told = _changes(composition, effect)
    if not effect.price.words:
        return message("    {line}", line=told)
    return message("    costs {price}; {changes}", price=effect.price.words, changes=told)


def _changes(composition: Composition, effect: Effect) -> str:
    """Return the changes that an order makes for each colour, and what is drawn, in one text."""
    whatif = feature_or_none(composition.game, WhatIf)
    among = None if whatif is None else whatif.shown
    changed = change_lines(composition.game, effect.difference, effect.position, among)
    found = [*changed, *effect.drawn]
    if found:
        return clauses(found)
    return message("nothing changes for any player") if whatif is None else whatif.unchanged
