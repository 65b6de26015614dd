"""The strict reader of the boards in a cards file (VILLAGE 1.2, 1.3)."""

from __future__ import annotations

from typing import Any

from khronos_pbem.games.my_village.model.cards import Board
from khronos_pbem.games.my_village.model.rows import KeyReader, Row, is_number, number_key, sizes_key
from khronos_pbem.games.my_village.model.terms import Person
from khronos_pbem.messages import VerbatimText, message

_TURNS = {2: 4, 3: 3, 4: 4}
"""The number of turns in a round by number of players (VILLAGE 3.2); each turn needs two dice."""

_WIDEST, _AT_ONCE = 12, 6
"""The maximum numbers of customers: in the zone, and taken at once with the desk.

Within these limits, all ways to take customers can still be listed.
"""
_COUNTS = ("2", "3", "4")
NUMBER, SIZE, VALUES = number_key(), number_key(1), KeyReader(Row.banner_values)
_KEYS = (
    "clouds", "chronicle", "rat", "end", "dice", "black_die", "start_coins", "windows", "headman", "hand",
    "desk", "school", "personal", "labourer",
)  # fmt: skip


def read_board(top: Row) -> Board:
    """Read the boards of a cards file. Raises InvalidFile with the place of the error."""
    whole = _subtable(top, "board", "board")
    whole.allow_only(_KEYS)
    rows = {key: _subtable(whole, key, f"board: {key}") for key in _KEYS}
    headman = rows["headman"].read({"time": NUMBER, "coin": _effect("coins"), "story": _effect("story")})
    hand = rows["hand"].read({"values": VALUES, "prestige": NUMBER})
    school = rows["school"].read({"values": VALUES, "time": NUMBER, "story": NUMBER})
    desk, windows = _read_desk(rows["desk"]), _read_windows(rows["windows"])
    personal = _read_personal(rows["personal"])
    first = (
        rows["clouds"].read({"count": number_key(2)})["count"],
        _read_chronicle(rows["chronicle"]),
        _read_by_players(rows["rat"], SIZE),
        _read_by_players(rows["end"], SIZE),
        _read_dice(rows["dice"]),
        rows["black_die"].read({"time": NUMBER})["time"],
        rows["start_coins"].read({"seats": sizes_key(4)})["seats"],
    )
    labourer = rows["labourer"].read({"prestige": number_key(-99, 0)})
    found = (windows, headman, hand, desk, school, personal, labourer)  # in the order of `Board`
    return Board(*first, *(value for each in found for value in each.values()))


def _subtable(row: Row, key: str, place: str) -> Row:
    """The table under a key, as a row with the name `place`. Raises InvalidFile if it is missing."""
    if key not in row.table:
        raise row.bad(key, message("write a table"))
    return Row(row.table[key], VerbatimText(place))


def _effect(kind: str) -> KeyReader:
    return KeyReader(lambda row, key: row.effect(key, row.table.get(key), (kind,)))


def _read_by_players(row: Row, asked: KeyReader) -> dict[int, Any]:
    return {int(key): value for key, value in row.read(dict.fromkeys(_COUNTS, asked)).items()}


def _read_dice(row: Row) -> dict[int, tuple[int, int]]:
    found = _read_by_players(row, sizes_key(2))
    for players, (white, black) in found.items():
        if white + black < 2 * _TURNS[players]:
            raise row.bad(
                str(players), message("allow at least two dice for each turn in a round"), "VILLAGE 4.1"
            )
    return found


def _read_chronicle(row: Row) -> dict[Person, tuple[int, ...]]:
    """Read the story points of the two places of each profession, best first (VILLAGE 9.2)."""
    found = row.read({str(person): sizes_key(2) for person in Person})
    return {person: tuple(sorted(found[str(person)], reverse=True)) for person in Person}


def _read_desk(row: Row) -> dict[str, Any]:
    keys = {"values": VALUES, "zone": number_key(1, _WIDEST), "time": sizes_key(), "coins": sizes_key()}
    found = row.read(keys)
    if len(found["time"]) != len(found["coins"]):
        raise row.bad(
            "coins", message('write exactly as many numbers as there are in the list "time"'), "VILLAGE 7.3"
        )
    if len(found["time"]) > _AT_ONCE:
        raise row.bad("time", message("write at most {most}", most=_AT_ONCE), "VILLAGE 7.3")
    if len(found["time"]) > found["zone"]:
        raise row.bad("time", message("write at most one number for each card in the zone"), "VILLAGE 7.3")
    return found


def _read_windows(row: Row) -> dict[str, Any]:
    found = row.read({"prestige": sizes_key(), "most": SIZE})
    if len(found["prestige"]) != found["most"]:
        raise row.bad("prestige", message("write one number for each window"), "VILLAGE 10.2")
    return found


def _read_personal(row: Row) -> dict[str, Any]:
    def read(row: Row, key: str) -> tuple[tuple[int, ...], ...]:
        found = row.table.get(key)
        if not isinstance(found, list) or len(found) < 4 or not all(_is_pair(pair) for pair in found):
            raise row.bad(key, message("write at least four pairs of values"), "VILLAGE 1.3")
        pairs = tuple(tuple(pair) for pair in found)
        if len(set(pairs)) < len(pairs):
            raise row.bad(key, message("write each pair of values only once"), "VILLAGE 1.3")
        return pairs

    use = KeyReader(lambda row, key: row.effects(key, ("coins", "story")))
    return row.read({"pairs": KeyReader(read), "use": use})


def _is_pair(pair: object) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and all(is_number(n, 2, 12) for n in pair)
        and pair[0] < pair[1]
    )
