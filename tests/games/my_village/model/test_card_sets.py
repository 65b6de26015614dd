"""The cards file: what is shipped, and what is refused, with what is wrong and where (VILLAGE 1.5, 18)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from khronos_pbem.errors import ExitCode, InvalidFile, UsageError
from khronos_pbem.games.my_village.model.cards_file import (
    are_standard,
    cached_cards,
    cards_from_data,
    named_cards,
    standard_cards,
    standard_text,
)
from khronos_pbem.games.my_village.model.terms import Kind

Change = Callable[[dict[str, Any]], Any]


STANDARD = tomllib.loads(standard_text())


def standard() -> dict[str, Any]:
    return deepcopy(STANDARD)


def test_the_shipped_cards_are_104() -> None:
    """VILLAGE 1.5."""
    cards = standard_cards()
    counts = {kind: sum(card.kind is kind for card in cards.card.values()) for kind in Kind}
    counts[Kind.SQUARE], counts[Kind.FIELD] = cards.squares, cards.fields
    assert counts == {
        Kind.CHURCH: 4,
        Kind.MONK: 12,
        Kind.CHAMBER: 4,
        Kind.SQUARE: 4,
        Kind.FIELD: 8,
        Kind.TRAVEL: 19,
        Kind.WORKSHOP: 20,
        Kind.CUSTOMER: 33,
    }
    assert sum(counts.values()) == 104


def test_the_shipped_file_is_the_normative_one_byte_for_byte() -> None:
    shared = Path(__file__).parents[5] / "shared" / "my_village_cards.toml"
    if not shared.exists():
        pytest.skip("the normative page is not beside this copy of the project")
    assert shared.read_text(encoding="utf-8") == standard_text()


def test_a_file_carries_itself_and_equals_its_copy() -> None:
    cards = cards_from_data(standard())
    assert cards.data == standard()
    assert cards == standard_cards()
    assert hash(cards) == hash(standard_cards())


def test_the_standard_cards_are_known_without_being_read() -> None:
    """By the hash of their text, which a change of the file changes too."""
    own = standard_cards()
    assert are_standard(own)
    data = own.data
    data["customer"][0]["prestige"] += 1
    assert not are_standard(cached_cards(data))
    assert cached_cards(MappingProxyType(data)) is cached_cards(data)
    wrong: list[Any] = [[], {"customer": {1, 2}}, {"format": 1.5}, {1: "one"}]
    for each in wrong:
        with pytest.raises(InvalidFile):
            cached_cards(each)


def test_a_printed_row_may_replace_a_reconstructed_one() -> None:
    data = standard()
    data["customer"][1] = {"id": "k02", "values": [5], "pay": ["beer"], "prestige": 9, "mark": "printed"}
    cards = cards_from_data(data)
    assert cards.card["k02"].prestige == 9
    assert cards != standard_cards()


def test_there_is_one_file_of_cards() -> None:
    assert named_cards("my_village_cards") is standard_cards()
    with pytest.raises(UsageError):
        named_cards("others")


def put(*path: Any) -> Change:
    """A change: the last part is the value, the others lead to its place."""
    *way, last, value = path

    def change(data: dict[str, Any]) -> None:
        place: Any = data
        for part in way:
            place = place[part]
        place[last] = value

    return change


def drop(*path: Any) -> Change:
    *way, last = path

    def change(data: dict[str, Any]) -> None:
        place: Any = data
        for part in way:
            place = place[part]
        del place[last]

    return change


FIFTH = {"type": "brewery", "values": [4, 5], "mark": "printed"}
WRONG: dict[str, tuple[Change, str]] = {
    "no format": (drop("format"), "cards: format is missing"),
    "another format": (put("format", "my-village-cards/2"), "cards: format"),
    "an unknown table": (put("wizard", []), 'unknown key "wizard"'),
    "no table": (drop("monk"), "monk: None is not a list"),
    "other goods": (put("goods", ["horse"]), "cards: goods"),
    "other villagers": (put("villagers", 5), "cards: villagers"),
    "a row that is no table": (put("monk", 0, 7), "monk row 1: 7 is not a table"),
    "a customer less": (drop("customer", 0), "customer: there are 32 cards, but there should be 33"),
    "a customer twice": (put("customer", 0, "id", "k02"), "2 cards have the ID k02"),
    "a workshop twice": (put("workshop", 0, "values", [5, 8]), "2 cards have the ID stable 5/8"),
    "five breweries": (put("workshop", 0, FIFTH), "stable: there are 3 cards, but there should be 4"),
    "seven fields": (put("field", 0, "copies", 7), "field: there are 7 cards, but there should be 8"),
    "two rows of squares": (lambda data: data["square"].append(data["square"][0]), "square: there are 2"),
    "a pile of two": (put("monk_pile", 0, "cards", 2), "monk_pile row 1: cards is 2"),
    "a monk of another pile": (
        put("monk", 0, "pile", "rosary"), "quill: there are 2 cards, but there should be 3"),
    "a letter of five": (put("travel_letter", 4, "cards", 4), "travel_letter row 5: cards"),
    "a travel of another letter": (
        put("travel", 0, "letter", "E"), "A: there are 3 cards, but there should be 4"),
    "no such letter": (put("travel", 0, "letter", "F"), 'travel row 1 (t01): letter: "F" is unknown'),
    "a value of 13": (put("customer", 3, "values", [2, 13]), "customer row 4 (k04): values"),
    "values out of order": (put("customer", 3, "values", [12, 2]), "customer row 4 (k04): values"),
    "a workshop for any value": (put("workshop", 0, "values", []), "write at least one value"),
    "values that are true": (put("workshop", 0, "values", [True, 8]), "workshop row 1: values"),
    "negative time": (put("church", 0, "time", -1), "church row 1 (sanatorium): time"),
    "time beyond reason": (put("church", 0, "time", 100), "church row 1 (sanatorium): time"),
    "white time of 2": (put("chamber", 0, "white", 2), "chamber row 1 (mint): white"),
    "an unknown effect": (put("monk", 0, "first", ["gold 3"]), 'the effect "gold 3" is not possible here'),
    "an effect without number": (put("monk", 0, "first", ["story"]), 'effect "story" is not possible here'),
    "an effect with a number too many": (put("chamber", 1, "then", ["good 2"]), 'the effect "good 2"'),
    "an effect of 0": (put("monk", 0, "first", ["story 0"]), 'the effect "story 0"'),
    "an effect of another card": (put("chamber", 0, "use", ["desk 2"]), '"desk 2" is not possible here'),
    "no list of effects": (put("chamber", 0, "use", "coins 2"), "chamber row 1 (mint): use"),
    "an unknown toll": (put("travel", 1, "toll", "gold"), "travel row 2 (t02): toll"),
    "a toll after an E": (put("travel", 18, "toll", "beer"), "no journey comes after this card"),
    "a toll after the chapel": (put("travel", 15, "toll", "beer"), "travel row 16 (t16): toll"),
    "a chapel elsewhere": (put("travel", 0, "chapel", True), "only for a card with the letter D"),
    "two chapels": (put("travel", 12, "chapel", True), "several chapels"),
    "unknown goods": (put("customer", 3, "pay", ["gold"]), "customer row 4 (k04): pay"),
    "a customer for nothing": (put("customer", 3, "pay", []), "customer row 4 (k04): pay"),
    "alternatives that are none": (put("travel_letter", 1, "pay", ["horse"]), "travel_letter row 2: pay"),
    "another good of a workshop": (put("workshop_type", 0, "good", "beer"), "workshop_type row 1: good"),
    "points for workshops": (put("workshop_type", 0, "prestige", 1), "workshop_type row 1: prestige"),
    "other places of property": (put("chamber", 2, "places", ["fields"]), "chamber row 3 (property): places"),
    "no chamber of that name": (put("chamber", 0, "id", "bank"), "chamber row 1 (bank): id"),
    "two mints": (put("chamber", 1, "id", "mint"), "chamber row 2 (mint)"),
    "an id that is none": (put("customer", 0, "id", "k1"), 'id is "k1"'),
    "an id with a blank": (put("customer", 0, "id", "k0 1"), "customer row 1: id"),
    "a key too many": (put("customer", 0, "colour", "red"), 'unknown key "colour"'),
    "a key too few": (drop("customer", 0, "prestige"), "prestige"),
    "a mark that is none": (put("customer", 0, "mark", "sure"), "customer row 1 (k01): mark"),
    "no mark": (drop("customer", 0, "mark"), "customer row 1 (k01): mark is missing"),
    "a printed key that is not there": (put("customer", 0, "printed", ["values", "pay", "toll"]), "printed"),
    "printed, but not every key": (put("customer", 0, "mark", "printed"), "prestige is not among its"),
    "printed, but a key derived": (put("board", "hand", "derived", ["values"]), "is in two lists"),
    "partly, but no key": (put("customer", 1, "mark", "partly"), "but it lists no known key"),
    "reconstructed, but a key printed": (put("customer", 1, "printed", ["pay"]), 'marked "reconstructed"'),
    "no board": (drop("board"), "cards: board is missing"),
    "a board without the desk": (drop("board", "desk"), "board: desk is missing"),
    "one cloud": (put("board", "clouds", "count", 1), "board: clouds: count"),
    "three places in the chronicle": (put("board", "chronicle", "abbot", [2, 1, 1]), "a list of 2 numbers"),
    "five players": (put("board", "rat", "5", 20), 'board: rat: unknown key "5"'),
    "too few dice": (put("board", "dice", "4", [5, 2]), "two dice for each turn in a round"),
    "prices that do not fit": (put("board", "desk", "coins", [0, 0, 1]), "board: desk: coins"),
    "a zone of more than there are": (put("board", "desk", "zone", 34), "board: desk: zone is 34"),
    "prices without end": (
        lambda data: data["board"]["desk"].update(zone=12, time=[1] * 7, coins=[0] * 7),
        "board: desk: time is [1, 1, 1, 1, 1, 1, 1] (VILLAGE 7.3) — write at most 6",
    ),
    "windows of a monk": (put("monk_pile", 0, "windows", 2), "monk_pile row 1: windows is 2"),
    "no window of the cloister": (put("church", 1, "windows", 0), "church row 2 (cloister): windows is 0"),
    "a window of the refuge": (put("church", 3, "windows", 1), "church row 4 (refuge): windows is 1"),
    "citizens without a mark": (put("chamber", 3, "then", ["story 1"]), "chamber row 4 (citizens): then"),
    "two marks": (put("chamber", 2, "use", ["mark", "mark"]), '"mark" exactly once among the effects'),
    "nothing or something": (put("travel_letter", 0, "pay", [[], ["horse"]]), "travel_letter row 1: pay"),
    "six goods": (put("customer", 0, "pay", ["any"] * 6), "customer row 1 (k01): pay"),
    "windows without points": (put("board", "windows", "most", 7), "board: windows: prestige"),
    "three boards": (put("board", "personal", "pairs", [[5, 6], [5, 8], [6, 9]]), "four pairs"),
    "two boards alike": (
        put("board", "personal", "pairs", [[5, 6], [5, 6], [6, 9], [8, 9]]),
        "write each pair of values only once",
    ),
    "start coins for three": (put("board", "start_coins", "seats", [1, 2, 3]), "a list of 4 numbers"),
    "a labourer that is worth something": (put("board", "labourer", "prestige", 5), "board: labourer"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused(name: str) -> None:
    change, words = WRONG[name]
    data = standard()
    change(data)
    with pytest.raises(InvalidFile) as caught:
        cards_from_data(data)
    assert words in str(caught.value)
    assert caught.value.exit is ExitCode.INVALID
    assert caught.value.rule.startswith("VILLAGE")
    assert "\n" not in str(caught.value)


def test_no_damage_to_a_file_is_a_traceback() -> None:
    """A value of the file replaced by something else is taken or refused, never anything worse."""
    odd: list[Any] = [
        None,
        True,
        -1,
        10**9,
        1.5,
        "",
        "x" * 99,
        [],
        [[]],
        {},
        [None],
        [10**9],
        ["coins 1"],
        [["any"]],
    ]
    paths = list(leaves(standard()))
    for number, path in list(enumerate(paths))[::11]:
        data = standard()
        put(*path, odd[number % len(odd)])(data)
        try:
            cards_from_data(data)
        except InvalidFile:
            continue


def leaves(data: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(data, dict):
        return [(*way, key) for key in data] + [p for key in data for p in leaves(data[key], (*way, key))]
    if isinstance(data, list):
        return [(*way, n) for n in range(len(data))] + [
            p for n, v in enumerate(data) for p in leaves(v, (*way, n))
        ]
    return []
