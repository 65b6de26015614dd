"""The context of the composer's state: the source, its scene and the plans.

All reading and writing goes through the source. This module does not sign anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from khronos_pbem.composer.evaluate_plans import EvaluatedPlan, evaluate_plan
from khronos_pbem.composer.state import State, initial_state
from khronos_pbem.composer.turn_sources import Scene, Source
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.turn_plans import PRESENT, Plan, next_letter
from khronos_pbem.messages import clauses, message
from khronos_pbem.session.turns.turn_draft import Composition
from khronos_pbem.storage.json_store import take_notices


@dataclass
class ComposerContext:
    """A source with its newest scene and plans.

    `stale` is the reason why the scene may be out of date, or empty if it is current.
    """

    source: Source
    scene: Scene
    saved_plans: tuple[Plan, ...] = ()
    stale: str = ""

    @property
    def plans(self) -> list[Plan]:
        """The plans with a letter, sorted by letter; the unfinished turn is not included."""
        return sorted(
            (plan for plan in self.saved_plans if plan.letter != PRESENT), key=lambda plan: plan.letter
        )

    @property
    def signs(self) -> bool:
        """Whether the turn may be signed now."""
        return self.source.signs and not self.stale

    def judged(self) -> list[EvaluatedPlan]:
        """Return the plans, each evaluated in the current scene."""
        return [evaluate_plan(self.scene.starting_point, plan, self.scene.head) for plan in self.plans]

    def remember(self, composition: Composition) -> str:
        """Save the unfinished turn for the next run; return an error message, or an empty text."""
        rest = [plan for plan in self.source.plans() if plan.letter != PRESENT]
        mine = [Plan(PRESENT, composition.texts, self.scene.head)] if composition.given else []
        return self._save_plans((*rest, *mine))

    def keep(self, composition: Composition) -> str:
        """Save the turn as a plan with a letter; return a message with the letter or the error.

        A plan with the same orders keeps its letter.
        """
        if not composition.given:
            return message("there are no orders to keep as a plan yet")
        self.saved_plans = self.source.plans()
        same = next((plan for plan in self.plans if plan.orders == composition.texts), None)
        letter = same.letter if same is not None else next_letter(self.plans)
        if not letter:
            return message("you already have 26 plans; to delete one, press v, then Del")
        rest = [plan for plan in self.saved_plans if plan.letter != letter]
        problem = self._save_plans((*rest, Plan(letter, composition.texts, self.scene.head)))
        return problem or message("your turn is kept as plan {letter}", letter=letter)

    def forget(self, letter: str) -> str:
        """Delete the plan with this letter; return an error message, or an empty text."""
        return self._save_plans(tuple(plan for plan in self.source.plans() if plan.letter != letter))

    def forget_all(self, plans: Iterable[Plan]) -> None:
        """Delete these plans."""
        gone = set(plans)
        self._save_plans(tuple(plan for plan in self.source.plans() if plan not in gone))

    def _save_plans(self, plans: tuple[Plan, ...]) -> str:
        try:
            if plans != self.source.plans():
                self.source.keep(plans)
        except KhronosError as problem:
            return message("the plan could not be saved: {problem}", problem=problem.full_message)
        self.saved_plans = plans
        return ""

    def with_plan(self, plan: Plan, state: State) -> State:
        """Return the state with a plan's orders in place of its own, up to the first illegal order.

        The state's message mentions an illegal order, and any change of the position since the plan was made.
        """
        judged = evaluate_plan(self.scene.starting_point, plan, self.scene.head)
        said: str = message("continuing plan {letter}", letter=plan.letter)
        if plan.letter == PRESENT:
            said = message("your turn continues where you left off")
        if judged.older:
            said = message("{said}; the position has changed in the meantime", said=said)
        if judged.problem:
            said = message(
                "{said}; the orders after this point cannot be played: {problem}",
                said=said,
                problem=judged.problem,
            )
        return replace(state.on(judged.composition), message=said)

    def reload_if_changed(self, state: State) -> State:
        """Read the source again if it has changed, and return the updated state.

        If the game has moved on, the turn is saved as a plan, and as many of its orders as possible are given
        again. If the source cannot be read, `stale` contains the reason.
        """
        if not self.source.changed():
            return state
        try:
            scene = self.source.scene()
        except KhronosError as problem:
            return self._mark_stale(state, problem.full_message)
        except OSError as problem:
            return self._mark_stale(state, str(problem.strerror))
        self.stale = ""
        if scene.head == self.scene.head:
            return state
        plan = Plan(PRESENT, state.composition.texts, self.scene.head)
        told = self.keep(state.composition) if state.composition.given else ""
        self.scene = scene
        fresh = self.with_plan(plan, replace(state, aim=None)) if plan.orders else self._fresh_state(state)
        said: str = message("the game has moved on")
        return replace(
            fresh,
            message=message("{said}: {told}; {then}", said=said, told=told, then=fresh.message)
            if told
            else said,
        )

    def _fresh_state(self, state: State) -> State:
        return replace(initial_state(Composition(self.scene.starting_point)), panel=state.panel)

    def _mark_stale(self, state: State, why: str) -> State:
        self.stale = why
        told = self.keep(state.composition) if state.composition.given else message("nothing is lost")
        return replace(
            state,
            message=message(
                "the file has changed, and you cannot play this turn now ({told}): {why}", why=why, told=told
            ),
        )


def composer_context_of(source: Source) -> tuple[ComposerContext, State]:
    """Return the context of a source and its first state, with any unfinished turn restored.

    Raises KhronosError if the source cannot be read.
    """
    scene = source.scene()
    kept = source.plans()
    problem = clauses(take_notices().values())
    bench = ComposerContext(source, scene, kept)
    state = initial_state(Composition(scene.starting_point))
    left: Any = next((plan for plan in kept if plan.letter == PRESENT), None)
    if left is not None:
        state = bench.with_plan(left, state)
    told = problem or clauses(scene.about) if not state.message else problem
    return bench, replace(state, message=told) if told else state


def forget_signed_turn(bench: ComposerContext, text: str) -> None:
    """Delete the unfinished turn, and the plans with the same orders as the signed text."""
    orders = tuple(text.splitlines())
    bench.forget_all(plan for plan in bench.saved_plans if plan.letter == PRESENT or plan.orders == orders)
