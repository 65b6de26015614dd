"""Read set-up positions from data: a table of FORMATS 3, key by key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khronos_pbem.engine.features.setup_faults import refuse_faults
from khronos_pbem.engine.fields import Fields, quoted_value
from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.games.khronos.model.field import (
    Building,
    Field,
    empty_field,
    printed_hamlet,
    with_building,
    with_building_changed,
)
from khronos_pbem.games.khronos.model.land import Land, land_from_data
from khronos_pbem.games.khronos.model.maps import STANDARD, standard_map
from khronos_pbem.games.khronos.model.pieces import (
    BOARDS,
    BY_NAME,
    COLOURS,
    DECKS,
    ECUS_EACH,
    HAND_SIZE,
    TYPES,
    Board,
)
from khronos_pbem.games.khronos.model.position import ASK, AUTO, BEST, Card, Options, Phase, Player, Position
from khronos_pbem.games.khronos.positions.problems import faults
from khronos_pbem.messages import message, plural_message

_KEYS = (
    "edition", "holdem", "keep", "map", "round", "active", "phase", "market", "pile", "hidden", "discard",
    "turn", "player", "building",
)  # fmt: skip
_TURN_KEYS = ("exchanged", "swapped", "loads", "spent")
_PLAYER_KEYS = ("colour", "ecus", "adventurers", "hand", "hidden", "policy", "downsizing", "gone")
_BUILDING_KEYS = ("board", "name", "at", "owner", "ruin", "cubes", "printed")
_MOST_CARDS = max(sum(deck) for deck in DECKS.values())
_PHASES = {phase.value: phase for phase in Phase if phase is not Phase.SETUP}


def position_from_data(data: Mapping[str, object]) -> Position:
    """Return the position from a table of FORMATS 3; missing keys have the values of a new game.

    Raises InvalidFile, naming the key, if the table is malformed or the position is impossible.
    """
    keys = _checked_table(data, _KEYS, message("the position"))
    land = _land(data.get("map", STANDARD))
    options = _options(keys)
    players = _players(keys.tables("player"))
    colours = [player.colour for player in players]
    position = Position(options, land, players, _fields(land, colours, keys.tables("building")))
    position = position._replace(
        round=keys.number("round", 1, 7, 1),
        active=keys.choice("active", {c: n for n, c in enumerate(colours)}, colours[0]),
        phase=keys.choice("phase", _PHASES, "change"),
        market=tuple(sorted(keys.choices("market", TYPES))),
        pile=(*(Card(kind) for kind in keys.choices("pile", TYPES)), *_hidden_cards(keys, _MOST_CARDS)),
        discard=tuple(sorted(keys.choices("discard", TYPES))),
    )
    position = _with_turn(position, data.get("turn", {}))
    refuse_faults(faults(position))
    return position


def _checked_table(value: object, keys: Sequence[str], place: str) -> Fields:
    """Return a table of a position after checking that it has only these keys.

    Raises InvalidFile for other keys, or if the value is not a table.
    """
    fields = Fields(value if isinstance(value, Mapping) else {}, place, "FORMATS 3")
    if not isinstance(value, Mapping):
        raise fields.wrong(
            message("this is not a table"),
            message("write a table with these keys: {keys}", keys=", ".join(keys)),
        )
    fields.allow_only(keys)
    return fields


def _land(found: object) -> Land:
    keys = Fields({}, "map", "FORMATS 3")
    if isinstance(found, str):
        try:
            return standard_map(found)
        except UsageError as problem:
            raise keys.wrong(problem.message, problem.hint) from None
    if not isinstance(found, Mapping):
        raise keys.wrong(
            message("this is neither a name nor a table"), message('for example, write map = "valley"')
        )
    return land_from_data(found)


def _options(keys: Fields) -> Options:
    edition = keys.number("edition", 1, 2, 2)
    options = Options(edition, keys.flag("holdem"), keys.flag("keep"))
    if edition == 1 and (options.holdem or options.keep):
        raise InvalidFile(
            message('edition 1 has neither Hold\'em nor the option "keep"'),
            rule="12",
            hint=message("write edition = 2"),
        )
    return options


def _players(tables: list[object]) -> tuple[Player, ...]:
    if not 2 <= len(tables) <= len(COLOURS):
        raise InvalidFile(
            plural_message("the position has {n} player", "the position has {n} players", len(tables)),
            rule="1.6",
            hint=message("write 2 to 5 [[player]] tables"),
        )
    players = tuple(
        _player(table, message("player {number}", number=number)) for number, table in enumerate(tables, 1)
    )
    for number, player in enumerate(players):
        if player.colour in [other.colour for other in players[:number]]:
            raise InvalidFile(
                message("two players have the colour {player}", player=player.colour),
                rule="1.6",
                hint=message("give each player a different colour"),
            )
    return players


def _player(table: object, place: str) -> Player:
    keys = _checked_table(table, _PLAYER_KEYS, place)
    places = keys.choices("adventurers", BOARDS) if "adventurers" in keys.table else [Board.MIGHT] * 2
    if len(places) != 2:
        raise keys.bad("adventurers", message('give two boards, for example ["might", "faith"]'))
    return Player(
        keys.choice("colour", {colour: colour for colour in COLOURS}),
        keys.number("ecus", 0, 10**6, ECUS_EACH),
        (places[0], places[1]),
        (*(Card(kind) for kind in sorted(keys.choices("hand", TYPES))), *_hidden_cards(keys, HAND_SIZE)),
        keys.choice("policy", {each: each for each in (ASK, AUTO, BEST)}, ASK),
        keys.flag("gone"),
        keys.choice("downsizing", {each: each for each in (ASK, BEST)}, ASK),
    )


def _hidden_cards(keys: Fields, most: int) -> tuple[Card, ...]:
    """Return the hidden cards of a table: at most `most` cards without a type."""
    return (Card(None),) * keys.number("hidden", 0, most, 0)


def _with_turn(position: Position, table: object) -> Position:
    keys = _checked_table(table, _TURN_KEYS, message("the turn"))
    loads = keys.table.get("loads", [[0, 0]])
    if not (isinstance(loads, list) and loads and all(_is_load(load) for load in loads)):
        raise keys.bad("loads", message("write pairs of numbers from 0 to 2, like [[0, 0]] (RULES 5.2)"))
    spent = _checked_table(keys.table.get("spent", {}), tuple(BOARDS), "spent")
    used = [spent.number(word, 0, 4, 0) for word in BOARDS]
    return position._replace(
        exchanged=keys.flag("exchanged"),
        swapped=keys.flag("swapped"),
        loads=tuple(sorted({(load[0], load[1]) for load in loads})),
        spent=(used[0], used[1], used[2]),
    )


def _is_load(load: object) -> bool:
    return isinstance(load, list) and len(load) == 2 and all(type(n) is int and 0 <= n <= 2 for n in load)


def _fields(land: Land, colours: list[str], tables: list[Any]) -> tuple[Field, Field, Field]:
    fields = [empty_field(land, len(colours))] * 3
    for number, table in enumerate(tables, 1):
        keys = _checked_table(table, _BUILDING_KEYS, message("building {number}", number=number))
        board = keys.choice("board", BOARDS)
        building = _building(keys, land, colours)
        what = message(
            "{piece} on {board} at {at}", piece=building.piece.name, board=board.word, at=table["at"]
        )
        fields[board] = _with_listed_building(fields[board], land, building, what)
    return fields[0].quiet(), fields[1].quiet(), fields[2].quiet()


def _building(keys: Fields, land: Land, colours: list[str]) -> Building:
    piece = keys.choice("name", BY_NAME)
    at = _square(keys, land)
    mask = land.footprint(at, piece.size)
    if not mask:
        what = message("the {piece} at {at} does not fit on the map", piece=piece.name, at=land.names[at])
        raise InvalidFile(message("{where}: {what}", where=keys.place, what=what), rule="1.1")
    owners = {colour: seat for seat, colour in enumerate(colours)}
    owner = keys.choice("owner", owners) if "owner" in keys.table else None
    counts = _checked_table(keys.table.get("cubes", {}), colours, message("{where}: cubes", where=keys.place))
    cubes = tuple(counts.number(colour, 0, 25, 0) for colour in colours)
    return Building(piece, at, mask, owner, keys.flag("ruin"), cubes, keys.flag("printed"))


def _square(keys: Fields, land: Land) -> int:
    name = keys.table.get("at")
    at = land.square(name) if isinstance(name, str) else None
    if at is None:
        raise keys.wrong(
            message("{shown} is not a square", shown=quoted_value(name)),
            message("the squares are A1 to {part}", part=land.names[-1]),
        )
    return at


def _with_listed_building(field: Field, land: Land, building: Building, what: str) -> Field:
    """The board with a listed building. Raises InvalidFile if it overlaps another one."""
    there = field.within(building.mask)
    if building.printed:
        if there != [printed_hamlet(building.at, len(building.cubes))] or building.piece.size > 1:
            hint = message(
                "list each printed hamlet once, at its place on the map, and put no other building there"
            )
            raise InvalidFile(
                message("{what}: no printed hamlet is free there", what=what), rule="1.1", hint=hint
            )
        return with_building_changed(field, there[0], building)
    for other in there:
        if not other.printed or other.cubes != (0,) * len(building.cubes):
            raise InvalidFile(
                message(
                    "{what:the} overlaps the {piece} at {at}",
                    what=what,
                    piece=other.piece.name,
                    at=land.names[other.at],
                ),
                rule="5.4",
            )
    return with_building(field, land, building)
