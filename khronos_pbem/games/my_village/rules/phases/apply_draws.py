"""The effects of served draws, which apply at once (VILLAGE 12.1)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.change import Change
from khronos_pbem.games.my_village.model.position import Draw, Position
from khronos_pbem.games.my_village.model.terms import NEW
from khronos_pbem.games.my_village.rules.banners.monks import apply_monk_draw
from khronos_pbem.games.my_village.rules.banners.travels import apply_travel_draw
from khronos_pbem.games.my_village.rules.base import draws, events
from khronos_pbem.games.my_village.rules.phases.first_deal import apply_boards_draw, apply_first_player_draw
from khronos_pbem.games.my_village.rules.phases.rat import apply_rat_draw
from khronos_pbem.games.my_village.rules.phases.rounds import advance, apply_pool_draw


def apply_next_draw(position: Position, results: Sequence[str]) -> Change[Position]:
    """Apply these results to the first open draw, then carry out all steps that need no choice."""
    draw = position.draws[0]
    return _apply_draw(position._replace(draws=position.draws[1:]), draw, tuple(results)).then(advance)


def _apply_draw(position: Position, draw: Draw, results: tuple[str, ...]) -> Change[Position]:
    if draw.name == draws.POOL:
        return apply_pool_draw(position, results)
    if draw.name == draws.RAT:
        return apply_rat_draw(position, int(results[0]))
    if draw.name == draws.CUSTOMERS:
        return _apply_customer_draw(position, draw, results)
    if draw.name == draws.FIRST:
        return apply_first_player_draw(position, int(results[0]))
    if draw.name == draws.BOARDS:
        return apply_boards_draw(position, results)
    if draw.name.startswith(draws.MONK):
        return apply_monk_draw(position, draw.name.removeprefix(draws.MONK), results[0])
    return apply_travel_draw(position, draw, results[0])


def _apply_customer_draw(position: Position, draw: Draw, cards: tuple[str, ...]) -> Change[Position]:
    """Put drawn customers into the zone or the active player's market, or back on the pile.

    See VILLAGE 7.3 and 8.15.
    """
    seat = position.active
    village = position.players[seat]
    if draw.to == draws.PILE:
        return Change(position).tell(events.put_back, village.colour, cards[0])
    if draw.to == draws.MARKET:
        position = position.with_player(seat, market=tuple(sorted((*village.market, *cards))))
        return Change(position).tell(events.free, village.colour, cards[0])
    revealed = cards[0] if position.revealed == NEW else position.revealed
    zone = tuple(sorted((*position.zone, *cards)))
    change = Change(position._replace(zone=zone, revealed=revealed))
    who, rule = (village.colour, "VILLAGE 7.3") if position.round else ("", "VILLAGE 2.2")
    for card in cards:
        change = change.tell(events.laid, who, card, rule)
    return change
