"""Set-up positions as data, in and out (FORMATS 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.games.khronos.model.land import Land, land_from_data
from khronos_pbem.games.khronos.model.maps import STANDARD, standard_map
from khronos_pbem.games.khronos.model.pieces import (
    BOARDS,
    BY_NAME,
    COLOURS,
    ECUS_EACH,
    TYPES,
    Board,
    Type,
    card_words,
)
from khronos_pbem.games.khronos.model.position import (
    Building,
    Card,
    Field,
    Options,
    Phase,
    Player,
    Position,
    empty_field,
    known,
    printed_hamlet,
    replaced,
    with_building,
)
from khronos_pbem.games.khronos.positions.faults import faults
from khronos_pbem.saying import listed, say, say_many

T = TypeVar("T")

_KEYS = (
    "edition", "holdem", "keep", "map", "round", "active", "phase", "market", "pile", "discard", "turn",
    "player", "building",
)  # fmt: skip
_TURN_KEYS = ("exchanged", "swapped", "loads", "spent")
_PLAYER_KEYS = ("colour", "ecus", "adventurers", "hand", "policy", "gone")
_BUILDING_KEYS = ("board", "name", "at", "owner", "ruin", "cubes", "printed")
_PHASES = {phase.value: phase for phase in Phase if phase is not Phase.SETUP}


# --- in ---------------------------------------------------------------------------------------------------


def position_from_data(data: Mapping[str, Any]) -> Position:
    """The position of a table as in FORMATS 3; what is not said has the value of a new game.

    Raises InvalidFile, naming the key, for a table that is not of that form or a position that cannot be.
    """
    _only(data, _KEYS, "a position")
    land = _land(data.get("map", STANDARD))
    options = _options(data)
    players = _players(_tables(data, "player"))
    colours = [player.colour for player in players]
    position = Position(options, land, players, _fields(land, colours, _tables(data, "building")))
    position = position._replace(
        round=_number(data, "round", "round", 1, 7),
        active=_choice(data, "active", "active", {c: n for n, c in enumerate(colours)}, colours[0]),
        phase=_choice(data, "phase", "phase", _PHASES, "change"),
        market=_cards(data, "market", "market"),
        pile=tuple(Card(kind) for kind in _cards(data, "pile", "pile", ordered=True)),
        discard=_cards(data, "discard", "discard"),
    )
    position = _with_turn(position, data.get("turn", {}))
    found = faults(position)
    if found:
        what: str = found[0].message
        if len(found) > 1:
            more = len(found) - 1
            what = say_many("{what} (and {n} more fault)", "{what} (and {n} more faults)", more, what=what)
        raise InvalidFile(what, rule=found[0].rule, hint=found[0].hint or None)
    return position


def _bad(where: str, what: str, hint: str) -> InvalidFile:
    return InvalidFile(say("{where}: {what}", where=where, what=what), rule="FORMATS 3", hint=hint)


def _shown(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "…"


def _only(table: Any, keys: Sequence[str], where: str) -> None:
    if not isinstance(table, Mapping):
        raise _bad(where, say("not a table"), say("its keys are {keys}", keys=", ".join(keys)))
    for key in table:
        if key not in keys:
            raise _bad(
                where,
                say("unknown key {shown}", shown=_shown(key)),
                say("known are {keys}", keys=", ".join(keys)),
            )


def _tables(data: Mapping[str, Any], key: str) -> list[Any]:
    found = data.get(key, [])
    if not isinstance(found, list):
        raise _bad(key, say("not a list of tables"), say("write [[{key}]]", key=key))
    return found


def _flag(table: Mapping[str, Any], key: str, where: str) -> bool:
    found = table.get(key, False)
    if not isinstance(found, bool):
        raise _bad(
            where,
            say("{shown} is neither true nor false", shown=_shown(found)),
            say("write {key} = false", key=key),
        )
    return found


def _number(table: Mapping[str, Any], key: str, where: str, least: int, most: int, default: int = 1) -> int:
    found = table.get(key, default)
    if type(found) is not int or not least <= found <= most:
        raise _bad(
            where,
            say(
                "{shown} is not a number from {least} to {most}", shown=_shown(found), least=least, most=most
            ),
            say("write {key} = {default}", key=key, default=default),
        )
    return found


def _choice(
    table: Mapping[str, Any], key: str, where: str, known_words: Mapping[str, T], default: str | None = None
) -> T:
    found = table.get(key, default)
    if not isinstance(found, str) or found not in known_words:
        what = say("is missing") if found is None else say("{shown} is unknown", shown=_shown(found))
        raise _bad(where, what, say("one of {keys}", keys=", ".join(known_words)))
    return known_words[found]


def _cards(table: Mapping[str, Any], key: str, where: str, *, ordered: bool = False) -> tuple[Type, ...]:
    found = table.get(key, [])
    if not isinstance(found, list) or any(not isinstance(card, str) or card not in TYPES for card in found):
        raise _bad(
            where,
            say("{shown} is not a list of cards", shown=_shown(found)),
            say("cards are {items}", items=listed(TYPES)),
        )
    cards = [TYPES[card] for card in found]
    return tuple(cards if ordered else sorted(cards))


def _land(found: Any) -> Land:
    if isinstance(found, str):
        try:
            return standard_map(found)
        except UsageError as problem:
            raise _bad("map", problem.message, problem.hint or "") from None
    if not isinstance(found, Mapping):
        raise _bad("map", say("neither a name nor a table"), say('write map = "valley"'))
    return land_from_data(found)


def _options(data: Mapping[str, Any]) -> Options:
    edition = _number(data, "edition", "edition", 1, 2, 2)
    options = Options(edition, _flag(data, "holdem", "holdem"), _flag(data, "keep", "keep"))
    if edition == 1 and (options.holdem or options.keep):
        raise InvalidFile(
            say("edition 1 has neither Hold'em nor the option keep"), rule="12", hint=say("write edition = 2")
        )
    return options


def _players(tables: list[Any]) -> tuple[Player, ...]:
    if not 2 <= len(tables) <= len(COLOURS):
        raise InvalidFile(
            say_many("{n} player", "{n} players", len(tables)),
            rule="1.6",
            hint=say("2 to 5 tables [[player]]"),
        )
    players = tuple(
        _player(table, say("player {number}", number=number)) for number, table in enumerate(tables, 1)
    )
    for number, player in enumerate(players):
        if player.colour in [other.colour for other in players[:number]]:
            raise InvalidFile(
                say("two players are {player}", player=player.colour),
                rule="1.6",
                hint=say("each has an own colour"),
            )
    return players


def _player(table: Any, where: str) -> Player:
    _only(table, _PLAYER_KEYS, where)
    places = table.get("adventurers", ["might", "might"])
    if (
        not isinstance(places, list)
        or len(places) != 2
        or any(not isinstance(p, str) or p not in BOARDS for p in places)
    ):
        raise _bad(
            say("{where}: adventurers", where=where),
            f"{_shown(places)}",
            say('two boards, like ["might", "faith"]'),
        )
    return Player(
        _choice(table, "colour", say("{where}: colour", where=where), {colour: colour for colour in COLOURS}),
        _number(table, "ecus", say("{where}: ecus", where=where), 0, 10**6, ECUS_EACH),
        (BOARDS[places[0]], BOARDS[places[1]]),
        tuple(Card(kind) for kind in _cards(table, "hand", say("{where}: hand", where=where))),
        _choice(table, "policy", say("{where}: policy", where=where), {"ask": "ask", "auto": "auto"}, "ask"),
        _flag(table, "gone", say("{where}: gone", where=where)),
    )


def _with_turn(position: Position, table: Any) -> Position:
    _only(table, _TURN_KEYS, "turn")
    loads, spent = table.get("loads", [[0, 0]]), table.get("spent", {})
    pairs = isinstance(loads, list) and loads and all(_is_load(load) for load in loads)
    if not pairs:
        raise _bad(say("turn: loads"), _shown(loads), say("pairs of 0 to 2 cards, like [[0, 0]] (RULES 5.2)"))
    _only(spent, tuple(BOARDS), "turn: spent")
    used = [_number(spent, word, say("turn: spent: {word}", word=word), 0, 4, 0) for word in BOARDS]
    return position._replace(
        exchanged=_flag(table, "exchanged", "turn: exchanged"),
        swapped=_flag(table, "swapped", "turn: swapped"),
        loads=tuple(sorted({(load[0], load[1]) for load in loads})),
        spent=(used[0], used[1], used[2]),
    )


def _is_load(load: Any) -> bool:
    return isinstance(load, list) and len(load) == 2 and all(type(n) is int and 0 <= n <= 2 for n in load)


def _fields(land: Land, colours: list[str], tables: list[Any]) -> tuple[Field, Field, Field]:
    fields = [empty_field(land, len(colours))] * 3
    for number, table in enumerate(tables, 1):
        where = say("building {number}", number=number)
        _only(table, _BUILDING_KEYS, where)
        board = _choice(table, "board", say("{where}: board", where=where), BOARDS)
        building = _building(table, where, land, colours)
        fields[board] = _put(
            fields[board],
            land,
            building,
            say("{piece} on {board} at {at}", piece=building.piece.name, board=board.word, at=table["at"]),
        )
    return fields[0].quiet(), fields[1].quiet(), fields[2].quiet()


def _building(table: Mapping[str, Any], where: str, land: Land, colours: list[str]) -> Building:
    piece = _choice(table, "name", say("{where}: name", where=where), BY_NAME)
    at = land.square(table["at"]) if isinstance(table.get("at"), str) else None
    if at is None:
        raise _bad(
            say("{where}: at", where=where),
            say("{shown} is no square", shown=_shown(table.get("at"))),
            say("squares are A1 to {part}", part=land.names[-1]),
        )
    mask = land.footprint(at, piece.size)
    if not mask:
        raise InvalidFile(
            say(
                "{where}: the {piece} at {at} leaves the map",
                where=where,
                piece=piece.name,
                at=land.names[at],
            ),
            rule="1.1",
        )
    owner = None
    if "owner" in table:
        owner = _choice(
            table, "owner", say("{where}: owner", where=where), {c: n for n, c in enumerate(colours)}
        )
    counts = table.get("cubes", {})
    _only(counts, colours, say("{where}: cubes", where=where))
    cubes = tuple(
        _number(counts, colour, say("{where}: cubes: {colour}", where=where, colour=colour), 0, 25, 0)
        for colour in colours
    )
    ruin, printed = (
        _flag(table, "ruin", say("{where}: ruin", where=where)),
        _flag(table, "printed", say("{where}: printed", where=where)),
    )
    return Building(piece, at, mask, owner, ruin, cubes, printed)


def _put(field: Field, land: Land, building: Building, what: str) -> Field:
    standing = field.within(building.mask)
    if building.printed:
        if standing != [printed_hamlet(building.at, len(building.cubes))] or building.piece.size > 1:
            hint = say(
                "printed hamlets are where the map has them, each listed once, and nothing covers them"
            )
            raise InvalidFile(
                say("{what}: no printed hamlet is open there", what=what), rule="1.1", hint=hint
            )
        return replaced(field, standing[0], building)
    for other in standing:
        if not other.printed or other.cubes != (0,) * len(building.cubes):
            raise InvalidFile(
                say(
                    "{what} overlaps the {piece} at {at}",
                    what=what,
                    piece=other.piece.name,
                    at=land.names[other.at],
                ),
                rule="5.4",
            )
    return with_building(field, land, building)


# --- out --------------------------------------------------------------------------------------------------


def position_to_data(position: Position) -> dict[str, Any]:
    """The position as a table of FORMATS 3, canonically; hidden cards are left out."""
    options, turn = position.options, _turn_data(position)
    data: dict[str, Any] = {
        "edition": options.edition,
        "holdem": options.holdem,
        "keep": options.keep,
        "map": STANDARD if position.land == standard_map() else position.land.as_data(),
        "round": position.round,
        "active": position.players[position.active].colour,
        "phase": position.phase.value,
        "market": card_words(position.market),
        "pile": [card.type.word for card in position.pile if card.type is not None],
        "discard": card_words(position.discard),
        "turn": turn,
        "player": [_player_data(position.players[seat]) for seat in position.seats_in_order()],
    }
    data["building"] = [
        _building_data(position, board, building)
        for board in Board
        for building in position.field(board).buildings
        if not building.printed or any(building.cubes)
    ]
    return data


def _turn_data(position: Position) -> dict[str, Any]:
    return {
        "exchanged": position.exchanged,
        "swapped": position.swapped,
        "loads": [list(load) for load in position.loads],
        "spent": {board.word: position.spent[board] for board in Board if position.spent[board]},
    }


def _player_data(player: Player) -> dict[str, Any]:
    data: dict[str, Any] = {
        "colour": player.colour,
        "ecus": player.ecus,
        "adventurers": [board.word for board in player.adventurers],
        "hand": card_words(known(player.hand)),
        "policy": player.policy,
    }
    return {**data, "gone": True} if player.gone else data


def _building_data(position: Position, board: Board, building: Building) -> dict[str, Any]:
    data: dict[str, Any] = {
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
