"""A second game for the tests of the archive: who adds up to ten first. It has no cards and no boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from khronos_pbem.canvas.player_styles import player_badge
from khronos_pbem.canvas.shapes import Picture, Rect, Text
from khronos_pbem.engine.contract import Decision, DecisionKind, Event, Game, Outcome, ParsedOrder, Seating
from khronos_pbem.engine.features import protocols as f
from khronos_pbem.engine.features.statistics import PlayedOrder, StatisticsTable, Study
from khronos_pbem.engine.features.vector_drawing import BoardScene, Chart, GameScene, Scenes, Shapes
from khronos_pbem.errors import InvalidFile, UnreadableOrder, UsageError
from khronos_pbem.messages import Translate, message

NAME, GOAL = "tally_up", 10


@dataclass(frozen=True, slots=True)
class Sums:
    """A position."""

    colours: tuple[str, ...]
    points: tuple[int, ...]
    active: int = 0
    turns: int = 0


class Tally(Game[Sums, int]):
    """The game, as far as the archive asks it: orders are numbers from 1 to 5, each a whole turn."""

    name = NAME
    rules = 1
    colours = ("red", "yellow", "green", "blue")

    def check_options(self, options: Mapping[str, Any], seats: int) -> None:
        if options["step"] < 1 or not isinstance(options["prizes"], dict):
            raise InvalidFile("options that cannot be")

    def begin(self, seating: Seating) -> Outcome[Sums]:
        return Outcome(Sums(seating.colours, (0,) * len(seating.colours)))

    def decision(self, position: Sums) -> Decision | None:
        return None if self.is_over(position) else Decision(position.active, DecisionKind.TURN)

    def apply(self, position: Sums, seat: int, order: int) -> Outcome[Sums]:
        points = tuple(old + order * (at == seat) for at, old in enumerate(position.points))
        colour = position.colours[seat]
        event = Event("added", "1", f"{colour} adds {order}", seat=colour, amount=order)
        after = replace(position, points=points, turns=position.turns + 1)
        return Outcome(replace(after, active=(seat + 1) % len(points)), (event,))

    def ends_turn(self, order: int) -> bool:
        return True

    def round(self, position: Sums) -> int:
        return 1 + position.turns // len(position.points)

    def is_over(self, position: Sums) -> bool:
        return max(position.points) >= GOAL

    def winners(self, position: Sums) -> tuple[int, ...]:
        found = (seat for seat, points in enumerate(position.points) if points >= GOAL)
        return tuple(found)

    def public_data(self, position: Sums) -> dict[str, Any]:
        return {"points": list(position.points), "turns": position.turns}

    def parse(self, text: str) -> Sequence[ParsedOrder[int]]:
        words = text.removeprefix("add ")
        if words not in ("1", "2", "3", "4", "5"):
            raise UnreadableOrder(f"{text!r} is no order", line=1, column=1)
        return [ParsedOrder(int(words), 1, 1, text)]

    def text(self, order: int) -> str:
        return f"add {order}"


class TallyOptions(f.Options):
    """A number, a switch, a word, and data."""

    declared = (
        f.Option("step", "--step", "By how much.", int, 1),
        f.Option("quick", "--quick", "Quickly."),
        f.Option("mood", "--mood", "How.", str, "calm"),
        f.Option("prizes", "--prizes", "What for.", str, "none", data_file=True),
        f.Option("sum", "--sum", "The sum.", command="show"),
    )


class Prizes(f.DataFiles):
    """What can be won; a player's own are kept as they are."""

    def built_in(self, name: str) -> dict[str, Any]:
        if name != "none":
            raise UsageError(message("there are no prizes {name!r}", name=name))
        return {"name": "none", "prizes": []}

    def names(self) -> Sequence[str]:
        return ["none"]

    def validate(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return dict(data)


class TallyColumns(f.Columns[Sums]):
    """The points."""

    before: Mapping[str, Any] = {"points": None}

    def standings(self, position: Sums) -> tuple[dict[str, Any], ...]:
        rows = zip(position.colours, position.points, strict=True)
        return tuple({"colour": colour, "points": points} for colour, points in rows)


class TallyDrawing(f.Drawing[Sums]):
    """The points in a line."""

    def lines(self, shown: f.PositionToDraw[Sums], width: int) -> list[str]:
        return [f"points: {shown.position.points}"]


class TallyScenes(Scenes[Sums]):
    """A slate for each player, of different sizes, none of which has a ground."""

    columns = ("points",)

    def picture(self, shown: f.PositionToDraw[Sums], title: str, names: Mapping[str, str]) -> Picture:
        words = ", ".join(f"{names[colour]} {colour}" for colour in shown.position.colours)
        return Picture(300, 40, title, (Rect(0, 0, 300, 40, "#ffffff"), Text(5, 20, words)))

    def backgrounds(self, position: Sums) -> Mapping[str, Shapes]:
        return {}

    def scene(self, shown: f.PositionToDraw[Sums]) -> GameScene:
        position = shown.position
        slates = tuple(
            BoardScene(
                f"the slate of {colour}",
                (100.0 + 10 * seat, 50.0),
                (5, 5),
                "",
                (*player_badge(colour, 9, 9, 8), Text(20, 14, colour)),
                tuple((Rect(9.0 * number, 20, 6, 6, "#1d1d1b"),) for number in range(position.points[seat])),
            )
            for seat, colour in enumerate(position.colours)
        )
        cells = zip(position.colours, position.points, strict=True)
        active = position.colours[position.active]
        return GameScene(slates, active, {colour: (str(points),) for colour, points in cells})

    def charts(self, positions: Sequence[Sums]) -> list[Chart]:
        columns = zip(*(position.points for position in positions), strict=True)
        return [Chart("Points", [list(column) for column in columns])]

    def legend(self, speak: Translate) -> list[tuple[Shapes, str]]:
        return [((Rect(0, 0, 6, 6, "#1d1d1b"),), "a point")]


class TallyStudy(Study[Sums]):
    """The points, and how often five were added."""

    title = "Games of Tally"
    score_column = "points"
    columns: Mapping[str, str] = {"points": "points", "fives": "fives"}
    results = ("points",)
    play = ("fives",)
    groups: Mapping[str, str] = {"mood": "By mood"}
    shares: Mapping[str, str] = {}

    def heading(self, options: Mapping[str, Any], players: str) -> str:
        return message("Tally: {players}", players=players)

    def options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"mood": options["mood"]}

    def group(self, facts: Mapping[str, Any]) -> dict[str, str]:
        return {"mood": str(facts["mood"])}

    def accounts(
        self, colours: Sequence[str], played: Sequence[PlayedOrder], end: Sums | None
    ) -> list[dict[str, Any]]:
        found = []
        for seat in range(len(colours)):
            orders = [each.order for each in played if each.seat == seat]
            points = 0 if end is None else end.points[seat]
            found.append({"points": points, "fives": orders.count(5), "opening": f"add {orders[0]}"})
        return found

    def numbers(self, account: Mapping[str, Any]) -> dict[str, float]:
        return {"points": account["points"], "fives": account["fives"]}

    def shares_title(self, what: str) -> str:
        return ""

    def ledger(self, accounts: Sequence[Mapping[str, Any]]) -> StatisticsTable:
        rows = tuple((str(account["name"]), int(account["points"])) for account in accounts)
        return StatisticsTable("points", "Where the points came from", ("player", "points"), rows)

    def gains(self, colours: Sequence[str], played: Sequence[PlayedOrder]) -> StatisticsTable:
        rows = tuple((colours[each.seat], each.round, each.order) for each in played)
        return StatisticsTable("gains", "Point by point", ("player", "round", "points"), rows)


PLUGIN = f.GamePlugin(
    f"{__name__}:Tally",
    {
        "Options": f"{__name__}:TallyOptions",
        "DataFiles": f"{__name__}:Prizes",
        "Columns": f"{__name__}:TallyColumns",
        "Drawing": f"{__name__}:TallyDrawing",
        "Scenes": f"{__name__}:TallyScenes",
        "Study": f"{__name__}:TallyStudy",
    },
)
PLACE = f"{__name__}:PLUGIN"
"""Where the registry finds it."""
