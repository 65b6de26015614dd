"""The position that VILLAGE 16 shows, and others to be drawn."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from khronos_pbem.games.my_village.model.cards_file import standard_cards
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.positions.from_data import position_from_data
from khronos_pbem.games.my_village.rules.base import events

PAGE = Path(__file__).parents[4] / "docs" / "my-village.md"

RED: dict[str, Any] = {
    "colour": "red", "personal": "5/8", "cloud": 8, "coins": 2, "tree": 4, "hall": 7, "headman": "coin",
    "villagers": ["abbot", "traveller", "craftsman", "merchant"], "school": ["left"], "church": "cloister",
    "monks": ["m01"], "chamber": "mint", "fields": [True, False],
    "workshops": ["scriptorium 6/9 2", "forge 5/6 0"], "travels": ["t02", "t07"], "market": ["k01", "k09"],
}  # fmt: skip
BLUE: dict[str, Any] = {
    "colour": "blue", "personal": "6/9", "cloud": 3, "coins": 0, "tree": 8, "headman": "story",
    "villagers": ["abbot", "councillor", "craftsman"], "church": "refuge", "monks": ["m05"],
    "square": 1, "tile": "k14", "workshops": ["brewery 6/9 3"], "travels": ["t01"],
    "market": ["k14"], "served": ["k04", "k05"],
}  # fmt: skip
GREEN: dict[str, Any] = {
    "colour": "green", "personal": "5/6", "cloud": 1, "coins": 3, "tree": 1, "hall": 3,
    "villagers": ["abbot", "councillor", "traveller", "merchant"], "school": ["left", "right"],
    "chamber": "property", "marks": ["journeys", "served"], "workshops": ["stable 5/8 1", "brewery 5/8 2"],
    "travels": ["t04", "t08", "t09"], "served": ["k06", "k07", "k08", "k10", "k12"],
}  # fmt: skip
TABLE: dict[str, Any] = {
    "round": 7, "first": "red", "active": "blue", "turn": {"number": 2},
    "pool": ["1", "3", "4", "4", "b2", "b6"], "hand": {"holder": "red", "side": "palm", "story": 2},
    "rat": 9, "graves": 1,
    "chronicle": {"abbot": 1, "councillor": 1, "traveller": 2, "craftsman": 1, "merchant": 1},
    "zone": ["k03", "k11", "k20", "k24", "k29", "k31"],
    "monks": {"quill": "m02", "chalice": "m04", "rosary": "m12"},
}  # fmt: skip


def scene(**more: Any) -> Position:
    """The position that VILLAGE 16 shows."""
    return position_from_data({**TABLE, "player": [RED, BLUE, GREEN], **more})


NEW = (events.laid("red", "k20", "VILLAGE 7.3"),)
"""What changed in the picture of VILLAGE 16."""


def picture() -> list[str]:
    """The display as VILLAGE 16 shows it."""
    chapter = PAGE.read_text(encoding="utf-8").split("\n## 16 ")[1]
    return chapter.split("```")[1].strip("\n").split("\n")


def scant() -> Position:
    """The same with a cards file in which there is one place wherever places are counted."""
    data = deepcopy(standard_cards().data)
    for row in (*data["square"], *data["workshop_type"], *data["chamber"], *data["church"]):
        if isinstance(row.get("places"), int):
            row["places"] = 1
    red = {**RED, "church": "sanatorium", "workshops": ["scriptorium 6/9 1", "forge 5/6 0"]}
    blue = {**BLUE, "workshops": ["brewery 6/9 1"]}
    green = {**GREEN, "workshops": ["stable 5/8 1", "brewery 5/8 0"]}
    return position_from_data({**TABLE, "cards": data, "player": [red, blue, green]})


def vast() -> Position:
    """The same with a cards file whose numbers are as large as they may be."""
    data = deepcopy(standard_cards().data)
    board = data["board"]
    board["clouds"]["count"] = 99
    for count in ("2", "3", "4"):
        board["rat"][count] = board["end"][count] = 99
    board["desk"] |= {"time": [99] * 6, "coins": [99] * 6}
    for row in (*data["square"], *data["workshop_type"], *data["chamber"], *data["church"]):
        if isinstance(row.get("places"), int):
            row["places"] = 99
    for row in data["customer"][:12]:
        row |= {"pay": ["horse", "beer", "plough", "parchment", "any"], "prestige": 99}
    for row in data["travel_letter"]:
        row["pay"] = [["horse", "beer", "plough", "parchment", "wagon"], ["beer"] * 5]
    red = {**RED, "cloud": 77, "coins": 99999, "workshops": ["scriptorium 6/9 55", "forge 5/6 0"]}
    blue = {**BLUE, "square": 44}
    return position_from_data({**TABLE, "cards": data, "player": [red, blue, GREEN]})
