"""Cases as data: a position, orders, and what comes of them (`tests/games/khronos/cases/*.toml`).

Buildings are one line each: board, name, square, then owner, `ruin`, `printed` and cubes (`red=1`) as needed.
Positions are those of FORMATS 3; what a case does not say is as on an empty plain with one hamlet far away.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.positions.from_data import position_from_data
from khronos_pbem.games.khronos.positions.to_data import position_to_data

FOLDER = Path(__file__).parent / "cases"
PLAIN = {"name": "plain", "terrain": "............\n" * 12, "hamlets": ["L12"]}


@dataclass(frozen=True)
class Case:
    """One case; `after` and `error` hold what its file says is expected."""

    name: str
    title: str
    rules: tuple[str, ...]
    position: Position
    orders: str
    after: dict[str, Any]
    error: dict[str, str]


def read_case(path: Path) -> Case:
    """The case in a file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    unknown = set(data) - {"rules", "title", "position", "orders", "after", "error"}
    assert not unknown, f"{path.name}: {unknown}"
    assert ("after" in data) != ("error" in data), f"{path.name}: either after or error"
    return Case(
        path.stem,
        data["title"],
        tuple(data["rules"]),
        position_of(data["position"]),
        data["orders"],
        data.get("after", {}),
        data.get("error", {}),
    )


def position_of(table: dict[str, Any]) -> Position:
    """A position from the short form."""
    full = {"map": PLAIN, "phase": "change", **table}
    players = full.pop("players", ["red", "blue"])
    full["player"] = [_player(player) for player in players]
    full["building"] = [_building(line) for line in full.pop("buildings", [])]
    return position_from_data(full)


def _player(player: str | dict[str, Any]) -> dict[str, Any]:
    return {"colour": player} if isinstance(player, str) else player


def _building(line: str) -> dict[str, Any]:
    board, name, at, *rest = line.split()
    table: dict[str, Any] = {"board": board, "name": name, "at": at}
    cubes = {}
    for word in rest:
        if "=" in word:
            colour, count = word.split("=")
            cubes[colour] = int(count)
        elif word in ("ruin", "printed"):
            table[word] = True
        else:
            table["owner"] = word
    return {**table, "cubes": cubes} if cubes else table


def lines_of(position: Position) -> list[str]:
    """The buildings of a position in the short form."""
    return [_line(building) for building in position_to_data(position)["building"]]


def _line(building: dict[str, Any]) -> str:
    words = [building["board"], building["name"], building["at"]]
    words += [building["owner"]] if "owner" in building else []
    words += [flag for flag in ("ruin", "printed") if building.get(flag)]
    words += [f"{colour}={count}" for colour, count in building.get("cubes", {}).items()]
    return " ".join(words)


def all_cases() -> list[Path]:
    """The files of all cases."""
    return sorted(FOLDER.glob("*.toml"))
