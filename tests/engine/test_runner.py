"""The one step: settled once, answered by standing order, requests handed on or served at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import (
    Decision,
    DecisionKind,
    Event,
    OpenRequest,
    Outcome,
    ParsedOrder,
    Request,
    ShuffleRequest,
)
from khronos_pbem.engine.runner import run_trial, step, with_standing_answers
from khronos_pbem.errors import IllegalOrder, OrderError

A, B = OpenRequest(Handle("a", 0)), OpenRequest(Handle("b", 0))


class Tower(NamedTuple):
    """What happened so far, and how many answers by standing order are open."""

    told: tuple[str, ...] = ()
    open: int = 0


@dataclass
class Stacking:
    """A game of which each order is told; "ask" opens a choice for seat 1, "want" asks for two cards."""

    settled_times: int = 0

    def decision(self, position: Tower) -> Decision | None:
        if "over" in position.told:
            return None
        return Decision(1, DecisionKind.ANSWER) if position.open else Decision(0, DecisionKind.TURN)

    def normalize(self, position: Tower, seat: int, order: str) -> str:
        self.settled_times += 1
        return order.lower()

    def apply(self, position: Tower, seat: int, order: str) -> Outcome[Tower]:
        if order == "bad":
            raise IllegalOrder("not so", rule="9")
        opened = {"ask": 2, "answer": position.open - 1}.get(order, position.open)
        requests = (A, B) if order == "want" else ()
        event = Event(order, "1", f"{seat}: {order}")
        return Outcome(Tower((*position.told, order), opened), (event,), requests)

    def standing_answer(self, position: Tower) -> str | None:
        return "answer" if position.open else None

    def public_order(self, position: Tower, seat: int, order: str) -> str:
        return f"public {order}"

    def text(self, order: str) -> str:
        return f"<{order}>"


def game() -> Any:
    """The game, whatever its type says."""
    return Stacking()


def spelled(*orders: str) -> list[ParsedOrder[str]]:
    """Orders, one a line."""
    return [ParsedOrder(order, number, 1, order) for number, order in enumerate(orders, 1)]


def serve(position: Tower, request: Request) -> Outcome[Tower]:
    """Tells what was served; the first card asks for a third, and opens a choice."""
    assert not isinstance(request, ShuffleRequest)
    name = str(request)
    deck = request.handle.deck if isinstance(request, OpenRequest) else name
    more = (OpenRequest(Handle("c", 0)),) if deck == "a" else ()
    opened = 1 if deck == "a" else position.open
    return Outcome(Tower((*position.told, deck), opened), (Event(deck, "1", deck),), more)


def test_a_step_is_settled_once_and_kept_as_all_may_know_it() -> None:
    stacking = game()
    done = step(stacking, Tower(), 0, "BUILD")
    assert (done.text, done.order) == ("<public build>", "build")
    assert stacking.settled_times == 1


def test_standing_orders_answer_behind_an_order_for_who_has_the_choice() -> None:
    done = step(game(), Tower(), 0, "ask")
    assert done.position == Tower(("ask", "answer", "answer"))
    assert done.auto == ("<answer>", "<answer>")
    assert done.answers == ("answer", "answer")
    told = ["answered by policy: <answer>", "1: answer"]
    assert [event.text for event in done.events] == ["0: ask", *told, *told]


def test_without_somebody_who_serves_requests_are_left_for_the_table() -> None:
    done = step(game(), Tower(), 0, "want")
    assert done.requests == (A, B)
    assert done.position == Tower(("want",))


def test_requests_are_served_in_their_order_answers_first_and_new_ones_behind() -> None:
    done = step(game(), Tower(), 0, "want", serve)
    assert done.position.told == ("want", "a", "answer", "b", "c")
    assert done.requests == ()
    assert done.auto == ("<answer>",)
    told = [event.event for event in done.events]
    assert told.pop(told.index("answer") - 1) == "answered"
    assert told == list(done.position.told)


def test_an_outcome_by_itself_is_answered_too() -> None:
    assert with_standing_answers(game(), Outcome(Tower((), 1))).position == Tower(("answer",))


def test_a_trial_tells_all_orders_and_answers() -> None:
    trial = run_trial(game(), Tower(), spelled("ask", "want"), serve)
    assert trial.orders == ("ask", "answer", "answer", "want", "answer")
    assert trial.position.told == ("ask", "answer", "answer", "want", "a", "answer", "b", "c")


@pytest.mark.parametrize(("second", "said"), [("bad", "'bad': not so"), ("late", "the game is over")])
def test_a_trial_says_where_it_failed(second: str, said: str) -> None:
    first = "fine" if second == "bad" else "over"
    with pytest.raises(OrderError, match=said) as caught:
        run_trial(game(), Tower(), spelled(first, second), serve)
    assert (caught.value.line, caught.value.column) == (2, 1)
