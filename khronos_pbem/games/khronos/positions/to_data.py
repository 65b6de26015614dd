"""Write set-up positions as data: canonical tables of FORMATS 3."""

from __future__ import annotations

from typing import Any

from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.maps import STANDARD, standard_map
from khronos_pbem.games.khronos.model.pieces import Board, card_words
from khronos_pbem.games.khronos.model.position import ASK, Player, Position, known_types


def position_to_data(position: Position) -> dict[str, Any]:
    """Return the position as a canonical table of FORMATS 3.

    Hidden cards are written only as a number. Those in the pile count as lying below its known cards.
    """
    options, turn = position.options, _turn_data(position)
    data: dict[str, object] = {
        "edition": options.edition,
        "holdem": options.holdem,
        "keep": options.keep,
        "map": STANDARD if position.land == standard_map() else position.land.to_data(),
        "round": position.round,
        "active": position.players[position.active].colour,
        "phase": position.phase.value,
        "market": card_words(position.market),
        "pile": [card.type.word for card in position.pile if card.type is not None],
        "discard": card_words(position.discard),
        "turn": turn,
        "player": [_player_data(position.players[seat]) for seat in position.seats_in_order()],
    }
    below = sum(1 for card in position.pile if card.type is None)
    if below:
        data["hidden"] = below
    data["building"] = [
        _building_data(position, board, building)
        for board in Board
        for building in position.field(board).buildings
        if not building.printed or any(building.cubes)
    ]
    return data


def _turn_data(position: Position) -> dict[str, object]:
    return {
        "exchanged": position.exchanged,
        "swapped": position.swapped,
        "loads": [list(load) for load in position.loads],
        "spent": {board.word: position.spent[board] for board in Board if position.spent[board]},
    }


def _player_data(player: Player) -> dict[str, object]:
    data: dict[str, object] = {
        "colour": player.colour,
        "ecus": player.ecus,
        "adventurers": [board.word for board in player.adventurers],
        "hand": card_words(known_types(player.hand)),
        "policy": player.policy,
    }
    if player.downsizing != ASK:
        data["downsizing"] = player.downsizing
    hidden = sum(1 for card in player.hand if card.type is None)
    if hidden:
        data["hidden"] = hidden
    return {**data, "gone": True} if player.gone else data


def _building_data(position: Position, board: Board, building: Building) -> dict[str, object]:
    data: dict[str, object] = {
        "board": board.word,
        "name": building.piece.name,
        "at": position.land.names[building.at],
    }
    if building.owner is not None:
        data["owner"] = position.players[building.owner].colour
    if building.ruin:
        data["ruin"] = True
    if building.printed:
        data["printed"] = True
    if any(building.cubes):
        seats = [seat for seat in position.seats_in_order() if building.cubes[seat]]
        data["cubes"] = {position.players[seat].colour: building.cubes[seat] for seat in seats}
    return data
