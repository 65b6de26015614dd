"""Domains: their highest buildings, ties, powers and junctions (RULES 6.3–6.5, 8.3)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.games.khronos.model.field import Building, Field
from khronos_pbem.games.khronos.model.pieces import RUINS, Type
from khronos_pbem.games.khronos.model.position import Junction, Position
from khronos_pbem.messages import message


def highest_buildings(buildings: Iterable[Building], kind: Type) -> list[Building]:
    """The buildings of this type with the highest value, in their order (RULES 6.5)."""
    best, found = 0, []
    for building in buildings:
        if building.piece.type is kind:
            if building.value > best:
                best, found = building.value, [building]
            elif building.value == best:
                found.append(building)
    return found


def civil_value(field: Field, domain: int) -> int:
    """The total value of the civil buildings in a domain (RULES 10.1)."""
    return sum(b.value for b in field.within(domain) if b.piece.type is Type.CIVIL)


def power(field: Field, mask: int, kind: Type) -> int:
    """The total value of the buildings of this type on these squares (RULES 8.3)."""
    return sum(b.value for b in field.within(mask) if b.piece.type is kind)


def junction(before: Field, after: Field, building: Building, around: int) -> Junction | None:
    """Return the junction that a civil building on `after` made between domains of `before`, or None.

    `around` is the mask of the squares next to the building. `before` is the board before the action (RULES
    6.4, 8.1).
    """
    remaining = after.occupied & around & before.occupied
    former = tuple(domain for domain in before.domains if domain & remaining)
    if len(former) < 2:
        return None
    joined = after.domain(building.mask) & ~building.mask
    powers = tuple(
        (
            power(after, domain & joined, Type.MILITARY),
            power(after, domain & joined, Type.RELIGIOUS),
            power(after, domain & joined, Type.CIVIL),
        )
        for domain in former
    )
    return Junction(building.mask, former, powers)


def tied_buildings(field: Field, domain: int, kind: Type) -> list[Building]:
    """Return the buildings that share the highest value of a type in a domain (RULES 8.1).

    The result is empty if there is no tie.
    """
    top = highest_buildings(field.within(domain), kind)
    return top if len(top) > 1 else []


def building_with_owner(position: Position, building: Building) -> str:
    """Return the name of a building with its owner, if any; a ruin is named as one."""
    if building.owner is not None:
        colour = position.players[building.owner].colour
        return message("{colour}'s {piece}", colour=colour, piece=building.piece.name)
    return RUINS[building.piece.name] if building.ruin else building.piece.name
