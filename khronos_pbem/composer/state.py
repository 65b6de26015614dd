"""The state of the composer: immutable values, with one method for each key.

Legality, errors and effects come from `turn_draft`, `order_effects` and `branching`. The game determines at
which squares an order can be chosen (`engine.features.turn_screen`). Tests use this module without a
terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from khronos_pbem.engine.contract import AnyOrder, AnyPosition, Event, ListedOrder
from khronos_pbem.engine.features.turn_screen import (
    AimedOrder,
    Composing,
    Highlight,
    Overlay,
    Panel,
    Spot,
    Tool,
)
from khronos_pbem.errors import KhronosError, OrderError
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import clauses, listed, message
from khronos_pbem.session.turns.branching import stage_line, why_no_order
from khronos_pbem.session.turns.order_effects import Effect, compute_effects
from khronos_pbem.session.turns.turn_draft import Composition, CompositionStage


@dataclass(frozen=True, slots=True)
class Aim:
    """The chosen kind of order: the verbs of a key, their tools, and the index of the chosen tool.

    For an open choice, the verbs are those of its answers, and `answer` is True.
    """

    verbs: tuple[str, ...]
    tools: tuple[Tool, ...]
    tool: int = 0
    answer: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The first words of the orders of the chosen tool."""
        return self.tools[self.tool].words


@dataclass(frozen=True)
class State:
    """A composition with a cursor; `picked` is the option selected in a list, None if no list is open.

    `message` is the last one shown; `events` are those of the last order.
    """

    composition: Composition
    panel: str
    row: int = 0
    column: int = 0
    aim: Aim | None = None
    picked: int | None = None
    message: str = ""
    events: tuple[Event, ...] = ()

    # --- what there is --------------------------------------------------------------------------------

    @property
    def game(self) -> Composing[AnyPosition]:
        """The game's feature for composing turns on the screen."""
        return feature(self.composition.game, Composing)

    @property
    def position(self) -> AnyPosition:
        """The position after the orders so far; after the end of a turn, the last position in it."""
        return self.composition.position

    @property
    def seat(self) -> int:
        """The seat whose view is drawn: the player's; in a set-up position, that of the player to decide."""
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
        """The place of the cursor, always within its panel."""
        here = next((panel for panel in self.panels if panel.name == self.panel), self.panels[0])
        row, column = min(self.row, max(0, here.rows - 1)), min(self.column, max(0, here.columns - 1))
        return Spot(here.name, row, column)

    @cached_property
    def orders(self) -> tuple[ListedOrder, ...]:
        """The legal orders of the chosen kind and tool."""
        return () if self.aim is None else self.aim.tools[self.aim.tool].orders

    @cached_property
    def orders_by_spot(self) -> dict[Spot, list[ListedOrder]]:
        """The legal orders of the chosen kind, by the places at which they can be chosen."""
        found: dict[Spot, list[ListedOrder]] = {}
        for text, order in self.orders:
            for spot in self.game.targets(self.position, order):
                found.setdefault(spot, []).append((text, order))
        return found

    @cached_property
    def lit(self) -> dict[Spot, Highlight]:
        """The places at which an order of the chosen kind is legal, with their highlights."""
        dear = self.game.is_expensive
        return {
            spot: Highlight.DEAR
            if all(dear(self.position, order) for _, order in orders)
            else Highlight.LEGAL
            for spot, orders in self.orders_by_spot.items()
        }

    @cached_property
    def options(self) -> tuple[ListedOrder, ...]:
        """The orders to choose from at the cursor; all orders of the chosen kind if no order has a place."""
        return tuple(self.orders_by_spot.get(self.cursor, ())) if self.orders_by_spot else self.orders

    @property
    def is_list_open(self) -> bool:
        """Whether a list of options is open."""
        return self.picked is not None and bool(self.options)

    @property
    def chosen(self) -> ListedOrder | None:
        """The order that Enter gives: the selected one, or the first at the cursor; None if there is none."""
        if not self.options:
            return None
        return self.options[min(self.picked or 0, len(self.options) - 1)]

    @cached_property
    def preview(self) -> Effect | None:
        """The effect of the chosen order, without results of draws or rolls; None if no order is chosen."""
        return None if self.chosen is None else compute_effects(self.composition, [self.chosen])[0]

    @cached_property
    def aimed_order(self) -> AimedOrder | None:
        """The order that the place of the cursor suggests, if no order of the chosen kind is legal there."""
        if self.aim is None or self.options or not self.orders_by_spot:
            return None
        return self.game.aimed_order(self.position, self.seat, self.aim.words, self.cursor)

    @cached_property
    def refusal(self) -> KhronosError | None:
        """The error that explains why the order suggested at the cursor is illegal; None without one."""
        if self.aimed_order is None:
            return None
        try:
            for spelled in self.composition.game.parse(self.aimed_order.text):
                self.composition.add(spelled.order)
        except OrderError as problem:
            return problem.without_place()
        return None

    @property
    def shown(self) -> AnyPosition:
        """The position to draw: the one after the chosen order, or the current one if no order is chosen."""
        return self.position if self.preview is None else self.preview.position

    @property
    def marks(self) -> Overlay:
        """The marks drawn on the position."""
        if self.preview is not None:
            lit = {spot: light for spot, light in self.lit.items() if spot != self.cursor}
            return Overlay(self.cursor, lit, frozenset(), self.preview.all_events, self.preview.choice)
        refused = frozenset() if self.aimed_order is None else self.aimed_order.covers
        events = () if self.aim is not None else self.events
        return Overlay(self.cursor, self.lit, refused, events, self.composition.choice)

    # --- keys -----------------------------------------------------------------------------------------

    def moved(self, down: int, right: int) -> State:
        """The state with the cursor moved, or with another option of an open list selected."""
        if self.is_list_open and self.picked is not None:
            return replace(self, picked=(self.picked + down + right) % len(self.options), message="")
        here = self.cursor
        panel = next(each for each in self.panels if each.name == here.panel)
        row = max(0, min(panel.rows - 1, here.row + down))
        column = max(0, min(panel.columns - 1, here.column + right))
        return replace(self, panel=here.panel, row=row, column=column, picked=self._open, message="")

    @property
    def _open(self) -> int | None:
        """The option to select if the list must be open because no order has a place; else None."""
        return 0 if self.aim is not None and not self.orders_by_spot else None

    def at(self, spot: Spot) -> State:
        """The state with the cursor at a place."""
        return replace(
            self, panel=spot.panel, row=spot.row, column=spot.column, picked=self._open, message=""
        )

    def turned(self, step: int = 1) -> State:
        """The state with the cursor on the next panel, or `step` panels further."""
        names = [panel.name for panel in self.panels]
        name = names[(names.index(self.cursor.panel) + step) % len(names)]
        return replace(self, panel=name, picked=self._open, message="")

    def begun(self, verbs: tuple[str, ...]) -> State:
        """Return the state with a key's kind of order chosen, or with the reason why none is legal.

        If that kind is already chosen, its next tool is chosen.
        """
        if self.aim is not None and self.aim.verbs == verbs:
            return self.tool((self.aim.tool + 1) % len(self.aim.tools))
        if not self.composition.can_continue:
            return replace(self, aim=None, message=stage_line(self.composition))
        if self.aim is not None and self.aim.answer:
            return replace(self, message=stage_line(self.composition))
        orders = [each for each in self.composition.next.orders if each[0].split(" ", 1)[0] in verbs]
        if not orders:
            return replace(self, aim=None, picked=None, message=self.why_not(verbs))
        tools = tuple(self.game.tools(self.position, self.seat, orders))
        return replace(self, aim=Aim(verbs, tools), picked=None, message="").opened()

    def opened(self) -> State:
        """Return the state with a list open if the orders have no places.

        Otherwise the cursor is on a panel that has a place for one of the orders.
        """
        if self.aim is None:
            return replace(self, picked=None)
        if not self.orders_by_spot:
            return replace(self, picked=0)
        if not self.game.linked and self.cursor not in self.orders_by_spot:
            return self.at(min(self.orders_by_spot, key=self._distance))
        if any(spot.panel == self.cursor.panel for spot in self.orders_by_spot):
            return replace(self, picked=None)
        return replace(self, panel=min(self.orders_by_spot, key=self._distance).panel, picked=None)

    def _distance(self, spot: Spot) -> tuple[bool, int, int]:
        """The sort key of a place by distance from the cursor; other panels come last, unless linked."""
        names = [panel.name for panel in self.panels]
        steps = abs(spot.row - self.row) + abs(spot.column - self.column)
        return spot.panel != self.panel and not self.game.linked, steps, names.index(spot.panel)

    def tool(self, number: int) -> State:
        """The state with another tool chosen, by its number from 0."""
        if self.aim is None or not 0 <= number < len(self.aim.tools):
            return self
        return replace(self, aim=replace(self.aim, tool=number), picked=None, message="").opened()

    def digit(self, number: int) -> State:
        """The state with a tool chosen by its digit from 1, or an option if a list with one tool is open."""
        if self.aim is not None and len(self.aim.tools) == 1 and self.is_list_open:
            return replace(self, picked=number - 1) if number <= len(self.options) else self
        return self.tool(number - 1)

    def given(self) -> State:
        """Return the state after the chosen order has been given.

        If there are several to choose from, a list is opened instead; if there is none, a message explains
        why.
        """
        if self.aim is None:
            return self
        if self.chosen is None:
            nothing = message("there is nothing to choose here")
            return replace(self, message=self.refusal.full_message if self.refusal else nothing)
        if self.picked is None and len(self.options) > 1:
            return replace(self, picked=0, message="")
        return self.with_order(self.chosen[1])

    def with_order(self, order: AnyOrder) -> State:
        """Return the state after one more order, or with a message that explains why it is not legal."""
        try:
            return self.on(self.composition.add(order))
        except OrderError as problem:
            return replace(self, message=problem.full_message)

    def typed(self, text: str) -> State:
        """Return the state after the typed orders, or with an error message.

        The message also lists typed orders that cannot be played yet.
        """
        try:
            composed = self.composition.read(text)
        except OrderError as problem:
            return replace(self, message=problem.full_message)
        done = self.on(composed.composition)
        if not composed.left:
            return done
        left = listed([message("{words}", words=spelled.words) for spelled in composed.left], "; ")
        told = message("{stage}; not played yet: {left}", stage=done.message, left=left)
        return replace(done, message=told)

    def on(self, composition: Composition) -> State:
        """Return the state with the same cursor on another composition.

        Its message describes what the last order did. If a choice is open, its answers can be chosen.
        """
        events = composition.given[-1].events if composition.given else ()
        said = clauses(event.text for event in events) or message("nothing has happened yet")
        if not composition.can_continue:
            said = (
                stage_line(composition)
                if not events
                else message("{events}; {stage}", events=said, stage=stage_line(composition))
            )
        state = State(composition, self.panel, self.row, self.column, message=said, events=events)
        return state.asked()

    def asked(self) -> State:
        """Return the state with the answers to an open choice available; unchanged if no choice is open."""
        if self.composition.stage is not CompositionStage.CHOICE:
            return self
        orders = [e for e in self.composition.next.orders if e[0].split(" ", 1)[0] in self.game.answers]
        verbs = tuple(dict.fromkeys(text.split(" ", 1)[0] for text, _ in orders))
        tools = tuple(self.game.tools(self.position, self.seat, orders))
        if not tools:
            return self
        state = replace(self, aim=Aim(verbs, tools, answer=True)).opened()
        if not state.orders_by_spot:
            return state
        first = min(state.orders_by_spot, key=lambda spot: (spot.panel != state.panel, spot.row, spot.column))
        return state.at(first).with_message(self.message)

    def with_message(self, said: str) -> State:
        """The state with another message."""
        return replace(self, message=said)

    def back(self) -> State:
        """Return the state one step back: first the list is closed, then the kind of order is cleared.

        An open choice stays open.
        """
        if self.is_list_open and self.orders_by_spot:
            return replace(self, picked=None, message="")
        if self.aim is not None and not self.aim.answer:
            return replace(self, aim=None, picked=None, message="")
        return replace(self, message="")

    def undone(self) -> State:
        """Return the state without the last order, or with a message that explains why it must stay."""
        try:
            undone, last = self.on(self.composition.undo()), self.composition.given[-1].text
            return undone.with_message(message("taken back: {order}", order=last))
        except KhronosError as problem:
            return replace(self, message=problem.full_message)

    def redone(self) -> State:
        """Return the state with the last undone order restored, or with a message if that is impossible."""
        try:
            return self.on(self.composition.redo())
        except KhronosError as problem:
            return replace(self, message=problem.full_message)

    # --- why not --------------------------------------------------------------------------------------

    def why_not(self, verbs: Iterable[str]) -> str:
        """Return a message that explains why no order with these verbs is legal now."""
        for verb in verbs:
            problem = why_no_order(self.composition, [verb])
            if problem is not None:
                return problem.full_message
        return message("no order of this kind is possible now")


def initial_state(composition: Composition) -> State:
    """Return the first state: the cursor is on the first panel, and any open choice can be answered."""
    state = State(composition, "")
    here = state.panels[0]
    middle = (here.rows // 2, here.columns // 2) if state.game.linked else (0, 0)
    line = "" if composition.can_continue else stage_line(composition)
    return State(composition, here.name, *middle, message=line).asked()
