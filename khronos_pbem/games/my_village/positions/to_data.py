"""Positions as canonical data: every key, in the order of VILLAGE 15."""

from __future__ import annotations

from typing import Any

from khronos_pbem.games.my_village.model.cards_file import STANDARD, are_standard
from khronos_pbem.games.my_village.model.position import ASK, Draw, Position, Village
from khronos_pbem.games.my_village.model.terms import PILES, Person, values_text


def position_to_data(position: Position) -> dict[str, Any]:
    """The position as a table of VILLAGE 15."""
    players, hand = position.players, position.hand
    cards = position.cards
    data: dict[str, Any] = {
        "game": "my-village",
        "cards": STANDARD if are_standard(cards) else cards.data,
        "rounds": position.rounds,
        "round": position.round,
        "first": players[position.first].colour,
        "active": players[position.active].colour,
        "phase": position.phase.value,
        "turn": _turn(position),
        "pool": [str(die) for die in position.pool],
        "hand": {
            "holder": players[hand.holder].colour,
            "side": "palm" if hand.palm else "back",
            "story": hand.story,
        },
        "rat": position.rat,
        "chronicle": {person.value: position.chronicle[place] for place, person in enumerate(Person)},
        "graves": position.graves,
        "zone": list(position.zone),
        "monks": dict(zip(PILES, position.monks, strict=True)),
        "results": list(position.results),
        "player": [_village(players[seat]) for seat in seats_from_first(position)],
    }
    if position.draws:
        data["draws"] = [_draw(draw) for draw in position.draws]
        if position.ended or position.looking:
            data["stopped"] = "end" if position.ended else "look"
    choice = position.choice
    if choice is not None:
        data["choice"] = {"kind": choice.kind, "player": players[choice.seat].colour}
        if choice.card:
            data["choice"]["card"] = choice.card
        if choice.asked:
            data["choice"]["asked"] = True
    return data


def seats_from_first(position: Position) -> list[int]:
    """The seats in turn order, from the first player of the round."""
    count = len(position.players)
    return [(position.first + place) % count for place in range(count)]


def _turn(position: Position) -> dict[str, object]:
    return {
        "number": position.number,
        "dice": [str(die) for die in position.dice],
        "branch": position.branch.value,
        "used": list(position.used),
        "offers": list(position.offers),
        "revealed": position.revealed,
        "reaper": position.reaper,
        "buried": position.buried,
    }


def _draw(draw: Draw) -> dict[str, object]:
    refuse = None if draw.refuse is None else list(draw.refuse)
    more = {"to": draw.to, "refuse": refuse, "ask": draw.ask, "without": draw.without}
    given = {key: value for key, value in more.items() if value not in ("", None, False)}
    return {"number": draw.number, "name": draw.name, "count": draw.size, **given}


def _village(village: Village) -> dict[str, object]:
    refuge = {} if village.refuge == ASK else {"refuge": village.refuge}
    sides = (("left", village.left), ("right", village.right))
    return {
        "colour": village.colour,
        "personal": values_text(village.personal),
        "cloud": village.cloud,
        "coins": village.coins,
        "tree": village.tree,
        "hall": village.hall,
        "headman": village.headman.value,
        "villagers": [person.value for person in village.villagers],
        "school": [side for side, there in sides if there],
        "labourers": village.labourers,
        "church": village.church,
        "sheltered": village.sheltered,
        "monks": list(village.monks),
        "chamber": village.chamber,
        "marks": list(village.marks),
        "guild": village.guild,
        "square": village.square,
        "tile": village.tile,
        "fields": list(village.fields),
        "workshops": [f"{shop.card_id} {shop.goods}" for shop in village.workshops],
        "travels": list(village.travels),
        "market": list(village.market),
        "served": list(village.served),
        "policy": village.policy,
        **refuge,
        "gone": village.gone,
    }
