"""Putting a plough on a field, at any time in the player's turn (VILLAGE 8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.orders import Plough
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import GUILD, Good
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.costs import available_goods
from khronos_pbem.games.my_village.rules.base.refusals import choose_hint
from khronos_pbem.messages import message, plural_message

RULE = "VILLAGE 8.3"
FORGE = "forge"
SOURCES = (FORGE, GUILD)


def _plough_sources(position: Position, village: Village) -> list[str]:
    at_hand = dict(available_goods(village, position.cards))
    return [source for source, good in ((FORGE, Good.PLOUGH), (GUILD, GUILD)) if at_hand.get(good)]


def plough_field_refusal(position: Position, seat: int, order: Plough) -> Refusal | None:
    """Refuse a field that the player does not own or that already has a plough (VILLAGE 8.3)."""
    fields = position.players[seat].fields
    if not 1 <= order.field <= len(fields):
        hint = plural_message("choose field {n}", "choose a field from 1 to {n}", len(fields))
        return Refusal(
            RULE,
            message("you have no field {n}", n=order.field),
            hint if fields else message("buy a field first"),
        )
    if fields[order.field - 1]:
        return Refusal(
            RULE,
            message("field {n} already has a plough", n=order.field),
            message("choose a field without a plough"),
        )
    return None


def plough_source_refusal(position: Position, seat: int, order: Plough) -> Refusal | None:
    """Refuse a source without a plough, or a missing source if there are two (VILLAGE 8.3, 14.1)."""
    sources = _plough_sources(position, position.players[seat])
    if not sources:
        return Refusal(
            RULE,
            message("you have no plough"),
            message("make a plough in your forge, or make a guild good and use it as a plough"),
        )
    choice = choose_hint(f"plough {order.field} from {each}" for each in sources)
    if not order.source and len(sources) > 1:
        return Refusal("VILLAGE 14.1", message("you did not say where the plough comes from"), choice)
    if order.source and order.source not in sources:
        return Refusal(
            RULE, message("you cannot take a plough from your {source}", source=order.source), choice
        )
    return None


CHECKS: tuple[Check[Plough], ...] = (plough_field_refusal, plough_source_refusal)


def normalized_plough(position: Position, seat: int, order: Plough) -> Plough:
    """The order with the only possible source, if it names none (VILLAGE 14.1)."""
    sources = _plough_sources(position, position.players[seat])
    return Plough(order.field, sources[0]) if not order.source and len(sources) == 1 else order


def apply_plough(position: Position, seat: int, order: Plough) -> Change[Position]:
    """Move a plough from its source to the field (VILLAGE 8.3)."""
    village = position.players[seat]
    fields = (*village.fields[: order.field - 1], True, *village.fields[order.field :])
    guild, workshops = village.guild, village.workshops
    if order.source == GUILD:
        guild -= 1
    else:
        workshops = tuple(
            shop._replace(goods=shop.goods - 1) if shop.type == FORGE else shop for shop in workshops
        )
    position = position.with_player(seat, fields=fields, guild=guild, workshops=workshops)
    return Change(position).tell(events.ploughed, village.colour, order.field)


def plough_orders(position: Position, seat: int) -> Iterator[Plough]:
    """Return an order for every combination of field and source."""
    for number in range(1, len(position.players[seat].fields) + 1):
        yield from (Plough(number, source) for source in SOURCES)
