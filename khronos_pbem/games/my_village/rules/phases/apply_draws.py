"""Draws served: what their results lead to happens at once (VILLAGE 12.1)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.position import Draw, Position
from khronos_pbem.games.my_village.model.terms import NEW
from khronos_pbem.games.my_village.rules.banners.monks import monk_drawn
from khronos_pbem.games.my_village.rules.banners.travels import travel_drawn
from khronos_pbem.games.my_village.rules.base import draws, events
from khronos_pbem.games.my_village.rules.phases.first_deal import boards_drawn, first_drawn
from khronos_pbem.games.my_village.rules.phases.rat import rat_drawn
from khronos_pbem.games.my_village.rules.phases.rounds import pool_drawn, proceed


def serve_first(position: Position, results: Sequence[str], story: EventLog) -> Position:
    """The position once the first open draw has these results, with all that follows without a choice."""
    draw = position.draws[0]
    position = _with_results(position._replace(draws=position.draws[1:]), draw, tuple(results), story)
    return proceed(position, story)


def _with_results(position: Position, draw: Draw, results: tuple[str, ...], story: EventLog) -> Position:
    if draw.name == draws.POOL:
        return pool_drawn(position, results, story)
    if draw.name == draws.RAT:
        return rat_drawn(position, int(results[0]), story)
    if draw.name == draws.CUSTOMERS:
        return _customers(position, draw, results, story)
    if draw.name == draws.FIRST:
        position = first_drawn(position, int(results[0]))
        story.tell(events.first, position.players[position.first].colour)
        return position
    if draw.name == draws.BOARDS:
        position = boards_drawn(position, results)
        for village in position.players:
            story.tell(events.board, village.colour, "/".join(map(str, village.personal)))
        return position
    if draw.name.startswith(draws.MONK):
        return monk_drawn(position, draw.name.removeprefix(draws.MONK), results[0], story)
    return travel_drawn(position, draw, results[0], story)


def _customers(position: Position, draw: Draw, cards: tuple[str, ...], story: EventLog) -> Position:
    """Customers come to the zone, to the market of whoever took one unseen, or back (VILLAGE 7.3, 8.15)."""
    seat = position.active
    village = position.players[seat]
    if draw.to == draws.PILE:
        story.tell(events.put_back, village.colour, cards[0])
        return position
    if draw.to == draws.MARKET:
        story.tell(events.free, village.colour, cards[0])
        return position.with_player(seat, market=tuple(sorted((*village.market, *cards))))
    who = village.colour if position.round else ""
    for card in cards:
        story.tell(events.laid, who, card, "VILLAGE 7.3" if position.round else "VILLAGE 2.2")
    revealed = cards[0] if position.revealed == NEW else position.revealed
    return position._replace(zone=tuple(sorted((*position.zone, *cards))), revealed=revealed)
