"""The refusals of building sites, in words (RULES 6).

`sites` implements the same rules with masks.
"""

from __future__ import annotations

from khronos_pbem.engine.orders.verbs import Refusal
from khronos_pbem.games.khronos.model.field import Building, Field
from khronos_pbem.games.khronos.model.land import Land, bit
from khronos_pbem.games.khronos.model.pieces import RUINS, Board, Piece, Type, piece_of
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.sites import sites, without_upgraded
from khronos_pbem.messages import listed, message


def site_refusal(
    position: Position, board: Board, piece: Piece, at: int, old: Building | None
) -> Refusal | None:
    """The refusal if a piece cannot be built with its top-left on square `at`; else None (RULES 6).

    `old` is the building that it replaces.
    """
    land, field = position.land, position.field(board)
    here, found = bit(at), sites(field, land, piece, old)
    if found.allowed & here:
        return None
    remaining = field if old is None else without_upgraded(field, land, old)
    square = land.names[at]
    if not found.inside & here:
        return Refusal(
            "5.4",
            message(
                "{piece:a} at {square} does not fit on the map; it covers {size}×{size} squares",
                piece=piece.name,
                square=square,
                size=piece.size,
            ),
        )
    mask = land.footprint(at, piece.size)
    if found.occupied & here:
        other = remaining.on(mask)
        assert other is not None
        return Refusal(
            "5.4",
            message(
                "{at} is not free; {piece:a} stands there", at=land.names[other.at], piece=other.piece.name
            ),
        )
    if found.river & here:
        wet = ", ".join(land.named(mask & land.river))
        return Refusal(
            "6.1",
            message("{piece:a} cannot cover the river at {wet}", piece=piece.name, wet=wet),
            message("only a town or a city can cover the river"),
        )
    if found.linking & here:
        return _linking_refusal(land, field, remaining, piece, mask)
    return _equal_refusal(land, remaining, piece, mask)


def _linking_refusal(land: Land, before: Field, remaining: Field, piece: Piece, mask: int) -> Refusal:
    around = land.neighbours(mask) & remaining.occupied
    names = [span(land, domain) for domain in before.domains if domain & around]
    words = listed(names, " and ") if len(names) == 2 else listed(names)
    return Refusal(
        "6.4",
        message("{piece:a} cannot link domains", piece=piece.name),
        message("{piece:a} can link domains", piece=piece_of(Type.CIVIL, piece.size).name),
        message(
            "it would link {count} domains here: {domains}", domains=words, count=_count_text(len(names))
        ),
    )


def _count_text(number: int) -> str:
    return {2: message("two"), 3: message("three"), 4: message("four")}.get(number, str(number))


def span(land: Land, mask: int) -> str:
    """Return a set of squares as text, by its first and last square: `E5–F6`."""
    names = land.named(mask)
    return names[0] if len(names) == 1 else f"{names[0]}–{names[-1]}"


def square_text(position: Position, board: Board, name: str) -> str:
    """Return a sentence about the contents of a square of the map.

    It names the building with its owner or state, or else the terrain.
    """
    land, at = position.land, position.land.square(name)
    assert at is not None
    building = position.field(board).on(bit(at))
    if building is None:
        return message("{square} is {terrain}", square=name, terrain=_terrain(land, at))
    if building.ruin:
        return message("{ruin:a} stands on {square}", square=name, ruin=RUINS[building.piece.name])
    if building.owner is None:
        return message("{piece:a} stands on {square}", square=name, piece=building.piece.name)
    owner = position.players[building.owner].colour
    return message(
        "{owner}'s {piece} stands on {square}", square=name, owner=owner, piece=building.piece.name
    )


def _terrain(land: Land, at: int) -> str:
    kinds = (
        (land.forest, message("forest")),
        (land.mountain, message("mountain")),
        (land.river, message("river")),
    )
    return next((terrain for mask, terrain in kinds if mask & bit(at)), message("open plain"))


def _equal_refusal(land: Land, remaining: Field, piece: Piece, mask: int) -> Refusal:
    domain = remaining.domain(land.neighbours(mask) & remaining.occupied)
    rival = next(b for b in remaining.within(domain) if b.piece.type is piece.type and b.value == piece.value)
    return Refusal(
        "6.5",
        message(
            "the highest {type} building in the domain at {span} is already {piece:a}, at {at}",
            span=span(land, domain),
            piece=rival.piece.name,
            at=land.names[rival.at],
            type=piece.type.word,
        ),
        message("build a smaller or a larger building in this domain"),
    )
