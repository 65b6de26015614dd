"""Cases as data: a position, orders, and what comes of them (`cases/*.toml`).

A file has the paragraphs it is about (`rules`), a `[position]` that its `[[case]]` tables share and change,
and for each case `orders` (with `results` for the draws), and `after` or `error`. Villages are
given by colour.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Event, Outcome, Request, RollRequest
from khronos_pbem.engine.runner import run_trial
from khronos_pbem.games.my_village.game import MyVillage
from khronos_pbem.games.my_village.model.orders import Order
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.positions.from_data import position_from_data
from khronos_pbem.games.my_village.positions.setup import VillagePositions
from khronos_pbem.games.my_village.positions.to_data import position_to_data
from khronos_pbem.games.my_village.rules.phases.score import score, winners
from khronos_pbem.games.my_village.rules.turn import decision, legal_orders
from khronos_pbem.session.queries.documents import choice_document

FOLDER = Path(__file__).parent / "cases"
SEATS = ("red", "blue", "green", "yellow")
POOLS = {
    2: ["1", "2", "3", "4", "4", "5", "6", "6", "b1", "b2", "b6"],
    3: ["1", "2", "3", "4", "5", "6", "b2", "b6"],
    4: ["1", "2", "3", "4", "4", "5", "6", "6", "b1", "b2", "b6"],
}
DISPLAY = {
    "zone": ["k03", "k07", "k11", "k20", "k24", "k29"],
    "monks": {"quill": "m02", "chalice": "m04", "rosary": "m08"},
}


class Trial(NamedTuple):
    """What orders made of a position: `rolls` are the draws that they opened."""

    position: Position
    events: tuple[Event, ...]
    orders: tuple[Order, ...]
    rolls: tuple[Request, ...]


def play_text(position: Position, text: str, results: Iterable[str] = (), seed: int = 0) -> Trial:
    """The position after a text of orders, as `try` plays it, and `results` of its draws."""
    setup, opened, game = VillagePositions(), list[Request](), MyVillage()
    given = tuple(results)
    position = position._replace(results=given or position.results)
    asked, served = setup.open_requests(position), setup.serve(seed)

    def serve(here: Position, request: Request) -> Outcome[Position]:
        opened.append(request)
        return served(here, request)

    done = run_trial(game, position, game.parse(text), serve, asked)
    return Trial(*done, tuple(opened[len(asked) :]))


class Case(NamedTuple):
    """One case of a file."""

    name: str
    rules: tuple[str, ...]
    table: Mapping[str, Any]
    data: Mapping[str, Any]

    @property
    def position(self) -> Position:
        """The position it begins with."""
        return position_of(self.table)


def position_of(table: Mapping[str, Any]) -> Position:
    """The position of a short table: `seats` is the number of players, each may have a table by colour.

    Display and pool are as above where nothing is said; taken dice are out of the pool.
    """
    table = dict(table)
    seats = table.pop("seats", 2)
    villages = [{"colour": colour, **table.pop(colour, {})} for colour in SEATS[:seats]]
    pool = list(POOLS[seats])
    turns = table.get("turn", {}).get("number", 1) - 1 + (table.get("phase") == "act")
    if table.get("phase") == "over":
        turns = 0
    defaults = {**DISPLAY, "pool": pool[2 * turns :]}
    return position_from_data(merged(defaults, {**table, "player": villages}))


def value(number: int) -> dict[str, Any]:
    """What a turn with this value has after its dice: phase and turn of a short table."""
    small = max(1, number - 6)
    return {"phase": "act", "turn": {"dice": [str(small), str(number - small)]}}


def merged(base: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A table with another laid over it, table by table."""
    found = dict(base)
    for key, part in more.items():
        old = found.get(key)
        found[key] = merged(old, part) if isinstance(old, Mapping) and isinstance(part, Mapping) else part
    return found


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; `value = 4` in a position is a turn whose dice are taken."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    cases = []
    for case in data["case"]:
        table = merged(data.get("position", {}), case.get("position", {}))
        number = table.pop("value", None)
        if number is not None:
            table = merged(value(number), table)
        rules = tuple(data["rules"]) + tuple(case.get("rules", ()))
        cases.append(Case(f"{path.stem}: {case['title']}", rules, table, case))
    return cases


def all_cases() -> list[Case]:
    """The cases of all files."""
    return [case for path in sorted(FOLDER.glob("*.toml")) for case in read_cases(path)]


def play(case: Case) -> Trial:
    """The orders of a case, with its results."""
    return play_text(case.position, case.data.get("orders", ""), case.data.get("results", []))


def rolls(requests: Iterable[Request]) -> list[RollRequest]:
    """Requests of this game: it asks for nothing but rolls."""
    found = [each for each in requests if isinstance(each, RollRequest)]
    assert found == list(requests)
    return found


def shown(trial: Trial) -> dict[str, Any]:
    """All that `after` may speak of."""
    position = trial.position
    data = position_to_data(position)
    data |= {village["colour"]: village for village in data.pop("player")}
    data["events"] = [event.event for event in trial.events]
    data["says"] = [event.text for event in trial.events]
    data["draws"] = [f"{roll.name.split(' ', 1)[1]} {len(roll.bounds)}" for roll in rolls(trial.rolls)]
    waiting = decision(position)
    data["pending"] = choice_document(
        VillagePositions().colours(position), waiting.choice if waiting else None
    )
    data["orders"] = [MyVillage().text(order) for order in trial.orders]
    data["score"] = {
        village.colour: score(position, seat).total for seat, village in enumerate(position.players)
    }
    data["winners"] = [position.players[seat].colour for seat in winners(position)]
    data["legal"] = [MyVillage().text(order) for order in legal_orders(position)]
    return data
