"""Where somebody is who composes a turn on the screen: pure values, one step for each key.

Legality, refusals and effects are those of `turn_draft`, `order_effects` and `branching`; what
may be aimed at is the game's (`engine.features.turn_screen`). Tests drive it without a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.turn_screen import Composing, Light, Marks, Meant, Panel, Spot, Tool
from khronos_pbem.errors import KhronosError, OrderError
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import clauses, listed, message
from khronos_pbem.session.turns.branching import stage_line, why_none
from khronos_pbem.session.turns.order_effects import Effect, effects
from khronos_pbem.session.turns.turn_draft import Composition, Stage

Order = tuple[str, Any]


@dataclass(frozen=True, slots=True)
class Aim:
    """What was chosen: the verbs of a key (of an open choice: its answers), and which tool of theirs."""

    verbs: tuple[str, ...]
    tools: tuple[Tool, ...]
    tool: int = 0
    answer: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The first words of the orders that are meant."""
        return self.tools[self.tool].words


@dataclass(frozen=True)
class State:
    """A composition with a cursor on it; `picked` is the option that a list stands on, None if none is open.

    `said` is what just happened, as a sentence; `events` are those of the last order.
    """

    composition: Composition
    panel: str
    row: int = 0
    column: int = 0
    aim: Aim | None = None
    picked: int | None = None
    said: str = ""
    events: tuple[Event, ...] = ()

    # --- what there is --------------------------------------------------------------------------------

    @property
    def game(self) -> Composing[Any]:
        """What the game offers to the screen."""
        return feature(self.composition.game, Composing)

    @property
    def position(self) -> Any:
        """The position that the orders so far have led to; behind the end of a turn the last one in it."""
        return self.composition.position

    @property
    def seat(self) -> int:
        """Whose eyes look: the player's, on a set-up position those of whoever has to decide."""
        starting_point, decision = self.composition.starting_point, self.composition.decision
        if starting_point.seat is not None:
            return starting_point.seat
        return decision.seat if decision is not None else 0

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The panels of the game."""
        return self.game.panels(self.position, self.seat)

    @property
    def cursor(self) -> Spot:
        """Where the cursor is: always on a place of its panel."""
        here = next((panel for panel in self.panels if panel.name == self.panel), self.panels[0])
        row, column = min(self.row, max(0, here.rows - 1)), min(self.column, max(0, here.columns - 1))
        return Spot(here.name, row, column)

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """The legal orders that are aimed."""
        return () if self.aim is None else self.aim.tools[self.aim.tool].orders

    @cached_property
    def by_spot(self) -> dict[Spot, list[Order]]:
        """The aimed orders by the places at which the cursor chooses them."""
        found: dict[Spot, list[Order]] = {}
        for text, order in self.orders:
            for spot in self.game.targets(self.position, order):
                found.setdefault(spot, []).append((text, order))
        return found

    @cached_property
    def lit(self) -> dict[Spot, Light]:
        """The places at which something aimed is legal."""
        dear = self.game.dear
        return {
            spot: Light.DEAR if all(dear(self.position, order) for _, order in orders) else Light.LEGAL
            for spot, orders in self.by_spot.items()
        }

    @cached_property
    def options(self) -> tuple[Order, ...]:
        """The orders among which the cursor chooses: those at its place, or all where none has a place."""
        return tuple(self.by_spot.get(self.cursor, ())) if self.by_spot else self.orders

    @property
    def listing(self) -> bool:
        """Whether a list of options is open."""
        return self.picked is not None and bool(self.options)

    @property
    def chosen(self) -> Order | None:
        """The order that Enter gives: the one picked, or the first at the cursor; None if there is none."""
        if not self.options:
            return None
        return self.options[min(self.picked or 0, len(self.options) - 1)]

    @cached_property
    def preview(self) -> Effect | None:
        """What the chosen order would come to; what is drawn by it is not known before."""
        return None if self.chosen is None else effects(self.composition, [self.chosen])[0]

    @cached_property
    def meant(self) -> Meant | None:
        """The order that the cursor's place would mean where nothing aimed is legal."""
        if self.aim is None or self.options or not self.by_spot:
            return None
        return self.game.meant(self.position, self.seat, self.aim.words, self.cursor)

    @cached_property
    def refusal(self) -> KhronosError | None:
        """the engine's own words why what is meant at the cursor may not be."""
        if self.meant is None:
            return None
        try:
            for spelled in self.composition.game.parse(self.meant.text):
                self.composition.add(spelled.order)
        except OrderError as problem:
            problem.line = problem.column = None
            return problem
        return None

    @property
    def shown(self) -> Any:
        """The position that is drawn: with what is aimed done already."""
        return self.position if self.preview is None else self.preview.position

    @property
    def marks(self) -> Marks:
        """What is drawn on top of it."""
        if self.preview is not None:
            lit = {spot: light for spot, light in self.lit.items() if spot != self.cursor}
            return Marks(self.cursor, lit, frozenset(), self._effects, self.preview.choice)
        refused = frozenset() if self.meant is None else self.meant.covers
        events = () if self.aim is not None else self.events
        return Marks(self.cursor, self.lit, refused, events, self.composition.choice)

    @property
    def _effects(self) -> tuple[Event, ...]:
        return () if self.preview is None else self.preview.all_events

    # --- keys -----------------------------------------------------------------------------------------

    def moved(self, down: int, right: int) -> State:
        """The cursor, or the option picked, one further."""
        if self.listing and self.picked is not None:
            return replace(self, picked=(self.picked + down + right) % len(self.options), said="")
        here = self.cursor
        panel = next(each for each in self.panels if each.name == here.panel)
        row = max(0, min(panel.rows - 1, here.row + down))
        column = max(0, min(panel.columns - 1, here.column + right))
        return replace(self, panel=here.panel, row=row, column=column, picked=self._open, said="")

    @property
    def _open(self) -> int | None:
        """Whether a list has to be open: where nothing aimed has a place."""
        return 0 if self.aim is not None and not self.by_spot else None

    def at(self, spot: Spot) -> State:
        """The cursor at a place, as the mouse puts it there."""
        return replace(self, panel=spot.panel, row=spot.row, column=spot.column, picked=self._open, said="")

    def turned(self, step: int = 1) -> State:
        """The cursor on the next panel."""
        names = [panel.name for panel in self.panels]
        name = names[(names.index(self.cursor.panel) + step) % len(names)]
        return replace(self, panel=name, picked=self._open, said="")

    def begun(self, verbs: tuple[str, ...]) -> State:
        """The orders of a verb key aimed; where there are none it is said why. Again: the next tool."""
        if self.aim is not None and self.aim.verbs == verbs:
            return self.tool((self.aim.tool + 1) % len(self.aim.tools))
        if not self.composition.goes_on:
            return replace(self, aim=None, said=stage_line(self.composition))
        if self.aim is not None and self.aim.answer:
            return replace(self, said=stage_line(self.composition))
        orders = [each for each in self.composition.next.orders if each[0].split(" ", 1)[0] in verbs]
        if not orders:
            return replace(self, aim=None, picked=None, said=self.why_not(verbs))
        tools = tuple(self.game.tools(self.position, self.seat, orders))
        return replace(self, aim=Aim(verbs, tools), picked=None, said="").opened()

    def opened(self) -> State:
        """The same with a list open where nothing aimed has a place, the cursor on a panel where it has."""
        if self.aim is None:
            return replace(self, picked=None)
        if not self.by_spot:
            return replace(self, picked=0)
        if not self.game.linked and self.cursor not in self.by_spot:
            return self.at(min(self.by_spot, key=self._far))
        if any(spot.panel == self.cursor.panel for spot in self.by_spot):
            return replace(self, picked=None)
        return replace(self, panel=min(self.by_spot, key=self._far).panel, picked=None)

    def _far(self, spot: Spot) -> tuple[bool, int, int]:
        """How far a place is from the cursor: on its panel first, where panels are lists."""
        names = [panel.name for panel in self.panels]
        steps = abs(spot.row - self.row) + abs(spot.column - self.column)
        return spot.panel != self.panel and not self.game.linked, steps, names.index(spot.panel)

    def tool(self, number: int) -> State:
        """Another tool of what is aimed, by its number from 0."""
        if self.aim is None or not 0 <= number < len(self.aim.tools):
            return self
        return replace(self, aim=replace(self.aim, tool=number), picked=None, said="").opened()

    def digit(self, number: int) -> State:
        """A tool by its digit from 1; in a list of a single tool the option of this number."""
        if self.aim is not None and len(self.aim.tools) == 1 and self.listing:
            return replace(self, picked=number - 1) if number <= len(self.options) else self
        return self.tool(number - 1)

    def given(self) -> State:
        """The chosen order given; a list opens where there are several, why is said for none."""
        if self.aim is None:
            return self
        if self.chosen is None:
            return replace(
                self, said=self.refusal.said if self.refusal else message("there is nothing to choose here")
            )
        if self.picked is None and len(self.options) > 1:
            return replace(self, picked=0, said="")
        return self.added(self.chosen[1])

    def added(self, order: Any) -> State:
        """The composition with one order more, or why not."""
        try:
            return self.on(self.composition.add(order))
        except OrderError as problem:
            return replace(self, said=problem.said)

    def typed(self, text: str) -> State:
        """The composition with orders as they are typed, as far as they go; or what is wrong with them."""
        try:
            composed = self.composition.read(text)
        except OrderError as problem:
            return replace(self, said=problem.said)
        done = self.on(composed.composition)
        if not composed.left:
            return done
        left = listed([message("{words}", words=spelled.words) for spelled in composed.left], "; ")
        return replace(done, said=message("{stage}; not played yet: {left}", stage=done.said, left=left))

    def on(self, composition: Composition) -> State:
        """The same cursor on another composition: what its last order did is told, a choice aimed."""
        events = composition.given[-1].events if composition.given else ()
        said = clauses(event.text for event in events) or message("nothing has happened yet")
        if not composition.goes_on:
            said = (
                stage_line(composition)
                if not events
                else message("{events}; {stage}", events=said, stage=stage_line(composition))
            )
        state = State(composition, self.panel, self.row, self.column, said=said, events=events)
        return state.asked()

    def asked(self) -> State:
        """The answers of an open choice aimed, the cursor on the first of them; without one, as it is."""
        if self.composition.stage is not Stage.CHOICE:
            return self
        orders = [e for e in self.composition.next.orders if e[0].split(" ", 1)[0] in self.game.answers]
        verbs = tuple(dict.fromkeys(text.split(" ", 1)[0] for text, _ in orders))
        tools = tuple(self.game.tools(self.position, self.seat, orders))
        if not tools:
            return self
        state = replace(self, aim=Aim(verbs, tools, answer=True)).opened()
        if not state.by_spot:
            return state
        first = min(state.by_spot, key=lambda spot: (spot.panel != state.panel, spot.row, spot.column))
        return state.at(first).saying(self.said)

    def saying(self, said: str) -> State:
        """The same with another thing told."""
        return replace(self, said=said)

    def back(self) -> State:
        """One step back: the list closed, then what is aimed dropped; a choice stays open."""
        if self.listing and self.by_spot:
            return replace(self, picked=None, said="")
        if self.aim is not None and not self.aim.answer:
            return replace(self, aim=None, picked=None, said="")
        return replace(self, said="")

    def undone(self) -> State:
        """The last order taken back, or why it cannot be."""
        try:
            return self.on(self.composition.undo()).saying(message("taken back: {order}", order=self._last))
        except KhronosError as problem:
            return replace(self, said=problem.said)

    @property
    def _last(self) -> str:
        return self.composition.given[-1].text if self.composition.given else ""

    def redone(self) -> State:
        """The order that was taken back last given again, or why it cannot be."""
        try:
            return self.on(self.composition.redo())
        except KhronosError as problem:
            return replace(self, said=problem.said)

    # --- why not --------------------------------------------------------------------------------------

    def why_not(self, verbs: Iterable[str]) -> str:
        """Why no order of these verbs may be given now, as a sentence."""
        for verb in verbs:
            problem = why_none(self.composition, [verb])
            if problem is not None:
                return problem.said
        return message("no order of this kind is possible now")


def beginning(composition: Composition) -> State:
    """The state at the beginning: the cursor in the middle of the first panel, an open choice aimed."""
    state = State(composition, "")
    here = state.panels[0]
    middle = (here.rows // 2, here.columns // 2) if state.game.linked else (0, 0)
    said = "" if composition.goes_on else stage_line(composition)
    return State(composition, here.name, *middle, said=said).asked()
