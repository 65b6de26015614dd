"""What keeps a set-up position from being one that can be (FORMATS 3): everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from khronos_pbem.khronos.costs import CARRIED
from khronos_pbem.khronos.domains import tied
from khronos_pbem.khronos.pieces import (
    CUBES_EACH,
    DECKS,
    HAND_SIZE,
    PIECES,
    Board,
    Type,
    article,
)
from khronos_pbem.khronos.position import Building, Phase, Position, known


class Fault(NamedTuple):
    """What is wrong with a position, the paragraph that says so, and what would be right."""

    rule: str
    message: str
    hint: str = ""


def faults(position: Position) -> list[Fault]:
    """Everything that is wrong with a position, in a fixed order; empty if it can be."""
    found: list[Fault] = []
    for board in Board:
        for building in position.field(board).buildings:
            where = f"{building.piece.name} on {board.word} at {position.land.names[building.at]}"
            found += (
                Fault(rule, f"{where}: {what}", hint)
                for rule, what, hint in _building(position, board, building)
            )
    return [*found, *_supply(position), *_ties(position), *_cards(position), *_players(position)]


def _building(position: Position, board: Board, building: Building) -> Iterator[Fault]:
    civil = building.piece.type is Type.CIVIL
    wet = position.land.named(building.mask & position.land.river)
    if wet and not (civil and building.piece.size > 1):
        yield Fault("6.1", f"it covers the river at {', '.join(wet)}", "only towns and cities may")
    if board is Board.REASON:
        yield from _on_reason(building)
    else:
        yield from _on_might_or_faith(position, board, building)


def _on_might_or_faith(position: Position, board: Board, building: Building) -> Iterator[Fault]:
    civil = building.piece.type is Type.CIVIL
    if building.ruin:
        yield Fault("7.3", "it cannot be a ruin", "ruins are on reason")
    if any(building.cubes):
        yield Fault("5.8", "no cubes lie there", 'cubes = … is for reason; a building here has owner = "red"')
    if civil and building.owner is not None:
        yield Fault("7.2", "civil buildings have no owner", "leave owner out")
    if not civil and building.owner is None:
        yield Fault("5.4", "it has no owner", 'write owner = "red"')
    covers = building.mask & position.land.hamlet_mask and not building.printed
    if covers and (building.piece.size == 1 if civil else board is Board.MIGHT):
        yield Fault("1.1", "a printed hamlet stands there", "only an upgrade or a ripple covers it")


def _on_reason(building: Building) -> Iterator[Fault]:
    civil, size, cubes = building.piece.type is Type.CIVIL, building.piece.size, sum(building.cubes)
    if size == 1 and not building.printed:
        hint = "a hamlet of the map has printed = true" if civil else ""
        yield Fault("7.1", "size 1 never comes to reason", hint)
    if building.owner is not None:
        yield Fault("7.3", "nothing on reason has an owner", "leave owner out")
    if civil and building.ruin:
        yield Fault("7.2", "a civil building is no ruin", "leave ruin out")
    if civil and cubes > building.piece.value:
        yield Fault("5.8", f"{cubes} cubes lie on it", f"it has room for {building.piece.value}")
    if not civil and cubes > (1 if building.ruin and size == 3 else 0):
        yield Fault("5.9", f"{cubes} cubes on it", "only the ruin of a castle or abbey may hold one cube")


def _supply(position: Position) -> Iterator[Fault]:
    for piece in PIECES:
        if position.stock(piece) < 0:
            used = piece.stock - position.stock(piece)
            yield Fault("1.3", f"{used} {piece.name} tiles", f"there are {piece.stock}")
    for seat, player in enumerate(position.players):
        if position.cubes(seat) < 0:
            used = CUBES_EACH - position.cubes(seat)
            yield Fault("1.4", f"{used} cubes of {player.colour}", f"each player has {CUBES_EACH}")


def _ties(position: Position) -> Iterator[Fault]:
    for board in (Board.MIGHT, Board.FAITH):
        field = position.field(board)
        for domain in field.domains:
            for kind in (Type.MILITARY, Type.RELIGIOUS):
                ties = tied(field, domain, kind)
                if ties:
                    names = " and ".join(position.land.names[building.at] for building in ties)
                    what = (
                        f"{article(ties[0].piece.name)} at {names} tie at the top of a domain on {board.word}"
                    )
                    yield Fault("6.5", what, "the highest of a type is unique")


def _cards(position: Position) -> Iterator[Fault]:
    seen = Counter(card.type for card in position.pile if card.type is not None)
    for player in position.players:
        seen.update(known(player.hand))
    seen += Counter(position.discard) + Counter(position.market)
    for kind in Type:
        most = DECKS[position.options.edition][kind]
        if seen[kind] > most:
            yield Fault(
                "1.5", f"{seen[kind]} {kind.word} cards", f"edition {position.options.edition} has {most}"
            )
    if position.market and not position.options.holdem:
        yield Fault("2", "there is a market without Hold'em", "write holdem = true")
    if len(position.market) > len(Type):
        yield Fault("2", f"{len(position.market)} cards in the market", "the market has 3")


def _players(position: Position) -> Iterator[Fault]:
    for player in position.players:
        if len(player.hand) > HAND_SIZE:
            yield Fault(
                "2", f"{player.colour} has {len(player.hand)} cards", f"a hand has at most {HAND_SIZE}"
            )
    if position.players[position.active].gone and position.phase is not Phase.OVER:
        yield Fault("11.3", f"{position.players[position.active].colour} is gone and cannot be active")
    if all(player.gone for player in position.players):
        yield Fault("11.3", "all players are gone")
    if any(max(load) > CARRIED for load in position.loads):
        yield Fault("5.2", "an adventurer carries more than 2 cards")
