"""What the screen works with besides its state: the scene, the plans, and what becomes of both. Effects only
through its source; nothing here signs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from khronos_pbem.composer.judging import Judged, judge
from khronos_pbem.composer.state import State, beginning
from khronos_pbem.composer.turn_sources import Scene, Source
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.turn_plans import PRESENT, Plan, next_letter
from khronos_pbem.messages import clauses, message
from khronos_pbem.session.turns.turn_draft import Composition


@dataclass
class Bench:
    """A source with its newest scene and plans; `stale` is why the scene may not be the newest any more."""

    source: Source
    scene: Scene
    kept: tuple[Plan, ...] = ()
    stale: str = ""

    @property
    def plans(self) -> list[Plan]:
        """The plans with a letter."""
        return sorted((plan for plan in self.kept if plan.letter != PRESENT), key=lambda plan: plan.letter)

    @property
    def signs(self) -> bool:
        """Whether a turn may be signed now."""
        return self.source.signs and not self.stale

    def judged(self) -> list[Judged]:
        """The plans as they come to on the scene."""
        return [judge(self.scene.starting_point, plan, self.scene.head) for plan in self.plans]

    def remember(self, composition: Composition) -> str:
        """Keep the turn as it is being composed, whatever may end the program; why it cannot be."""
        rest = [plan for plan in self._newest() if plan.letter != PRESENT]
        mine = [Plan(PRESENT, composition.texts, self.scene.head)] if composition.given else []
        return self._keep((*rest, *mine))

    def keep(self, composition: Composition) -> str:
        """Keep the turn as a plan with a letter; what is said about it."""
        if not composition.given:
            return message("there is no order to keep yet")
        self.kept = self._newest()
        same = next((plan for plan in self.plans if plan.orders == composition.texts), None)
        letter = same.letter if same is not None else next_letter(self.plans)
        if not letter:
            return message("you already have 26 plans; to delete one, press v, then Del")
        rest = [plan for plan in self.kept if plan.letter != letter]
        problem = self._keep((*rest, Plan(letter, composition.texts, self.scene.head)))
        return problem or message("kept as plan {letter}", letter=letter)

    def forget(self, letter: str) -> str:
        """Forget a plan; why it cannot be, else empty."""
        return self._keep(tuple(plan for plan in self._newest() if plan.letter != letter))

    def forget_all(self, plans: Iterable[Plan]) -> None:
        """Forget these plans."""
        gone = set(plans)
        self._keep(tuple(plan for plan in self._newest() if plan not in gone))

    def _newest(self) -> tuple[Plan, ...]:
        """The plans as they are kept now: another window of the same player may have kept some."""
        try:
            return self.source.plans()
        except KhronosError:
            return self.kept

    def _keep(self, plans: tuple[Plan, ...]) -> str:
        try:
            if plans != self._newest():
                self.source.keep(plans)
        except KhronosError as problem:
            return message("the plan could not be kept: {problem}", problem=problem.said)
        self.kept = plans
        return ""

    def taken_up(self, plan: Plan, state: State) -> State:
        """The orders of a plan in place of the present ones, as far as they go."""
        judged = judge(self.scene.starting_point, plan, self.scene.head)
        said: str = message("continuing plan {letter}", letter=plan.letter)
        if plan.letter == PRESENT:
            said = message("your turn continues where you left it")
        if judged.older:
            said = message("{said}; the position has changed since then", said=said)
        if judged.problem:
            said = message("{said}; it stops here: {problem}", said=said, problem=judged.problem)
        return replace(state.on(judged.composition), said=said)

    def looked(self, state: State) -> State:
        """The state on the file as it is now: as it was if that has not changed; else the turn is kept as a
        plan, told, and given again as far as it goes."""
        if not self.source.changed():
            return state
        try:
            scene = self.source.scene()
        except KhronosError as problem:
            return self._stale(state, problem.said)
        except OSError as problem:
            return self._stale(state, str(problem.strerror))
        self.stale = ""
        if scene.head == self.scene.head:
            return state
        plan = Plan(PRESENT, state.composition.texts, self.scene.head)
        told = self.keep(state.composition) if state.composition.given else ""
        self.scene = scene
        fresh = self.taken_up(plan, replace(state, aim=None)) if plan.orders else self._fresh(state)
        said: str = message("the game has moved on")
        return replace(
            fresh,
            said=message("{said}: {told}; {then}", said=said, told=told, then=fresh.said) if told else said,
        )

    def _fresh(self, state: State) -> State:
        return replace(beginning(Composition(self.scene.starting_point)), panel=state.panel)

    def _stale(self, state: State, why: str) -> State:
        self.stale = why
        told = self.keep(state.composition) if state.composition.given else message("nothing is lost")
        return replace(state, said=message("the file has changed: {why}; {told}", why=why, told=told))


def bench_of(source: Source) -> tuple[Bench, State]:
    """A bench and its first state, with the turn that was left the last time. Raises KhronosError."""
    scene = source.scene()
    problem = ""
    try:
        kept = source.plans()
    except KhronosError as found:
        kept, problem = (), found.said
    bench = Bench(source, scene, kept)
    state = beginning(Composition(scene.starting_point))
    left: Any = next((plan for plan in kept if plan.letter == PRESENT), None)
    if left is not None:
        state = bench.taken_up(left, state)
    told = problem or clauses(scene.about) if not state.said else problem
    return bench, replace(state, said=told) if told else state


def signed(bench: Bench, text: str) -> None:
    """Forget what was signed: the turn as it was composed, and the plans that are the same."""
    orders = tuple(text.splitlines())
    bench.forget_all(plan for plan in bench.kept if plan.letter == PRESENT or plan.orders == orders)
