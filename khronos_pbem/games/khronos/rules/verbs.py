"""One verb, one row: all that the game has to know of an order (RULES 3 to 9, FORMATS 2).

A row holds the form of the order (its class, its words, its paragraph and its help sentence), when it may be
given, the small questions that may refuse it, what applies it, what lists orders of it, and what says what it
leaves to be understood. The first answer of the questions is its refusal; `legal_orders` asks the same ones;
language, help, completion and the page of orders read the form. CONTRIBUTING.md shows how a verb is added.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.engine.orders import private_orders
from khronos_pbem.engine.orders import table_orders as t
from khronos_pbem.engine.orders.forms import Form
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules import normalize
from khronos_pbem.games.khronos.rules.checks import building_checks, candidates, hand_checks, reason_checks
from khronos_pbem.games.khronos.rules.checks.refusals import Question, choice_comes_first
from khronos_pbem.games.khronos.rules.checks.site_refusals import Refusal
from khronos_pbem.games.khronos.rules.effects import building, choices, hands, reason, rounds, travel
from khronos_pbem.games.khronos.vocabulary.order_parts import end_parts, read_end, read_travel


class When(Enum):
    """When a verb is given: before the actions of a turn, among them, in answer, at its end, or always."""

    CHANGE = "change"
    TRAVEL = "travel"
    ACTION = "action"
    ANSWER = "answer"
    ANYTIME = "anytime"
    LAST = "last"


def as_it_is(position: Position, seat: int, order: Any) -> Any:
    """An order that leaves nothing to be understood."""
    return order


class Verb(NamedTuple):
    """A row; the columns are described above."""

    form: Form
    when: When
    questions: tuple[Question, ...]
    apply: Callable[[Position, int, Any, EventLog], Position]
    candidates: candidates.Candidates
    settled: Callable[[Position, int, Any], Any] = as_it_is


VERBS: tuple[Verb, ...] = (
    Verb(
        Form(
            o.Exchange,
            "EXCHANGE card+",
            "RULES 4.1",
            "pay 2 ecus, discard these cards and draw as many new ones",
        ),
        When.CHANGE,
        hand_checks.EXCHANGE,
        hands.apply_exchange,
        candidates.EXCHANGES,
    ),
    Verb(
        Form(
            o.Swap,
            "SWAP card NUMBER FOR card+",
            "RULES 4.2",
            "take market cards of one type and give as many of yours",
        ),
        When.CHANGE,
        hand_checks.SWAP,
        hands.apply_swap,
        candidates.SWAPS,
    ),
    Verb(
        Form(
            o.Travel, "TRAVEL NUMBER board", "RULES 5.1", "pay 1 ecu and move adventurer 1 or 2", read_travel
        ),
        When.TRAVEL,
        hand_checks.TRAVEL,
        travel.apply_travel,
        candidates.TRAVELS,
    ),
    Verb(
        Form(
            o.Build,
            "BUILD piece board SQUARE [WITH card+]",
            "RULES 5.4",
            "build a building; name its top-left square",
        ),
        When.ACTION,
        building_checks.BUILD,
        building.apply_build,
        candidates.BUILDS,
        normalize.settled_build,
    ),
    Verb(
        Form(
            o.Upgrade,
            "UPGRADE piece board SQUARE FROM SQUARE [WITH card+]",
            "RULES 5.5",
            "make a building bigger",
        ),
        When.ACTION,
        building_checks.UPGRADE,
        building.apply_upgrade,
        candidates.UPGRADES,
        normalize.settled_upgrade,
    ),
    Verb(
        Form(o.Demolish, "DEMOLISH board SQUARE", "RULES 5.7", "demolish a building of size 1"),
        When.ACTION,
        building_checks.DEMOLISH,
        building.apply_demolish,
        candidates.DEMOLITIONS,
    ),
    Verb(
        Form(o.Populate, "POPULATE SQUARE [NUMBER]", "RULES 5.8", "put cubes on a civil building on reason"),
        When.ACTION,
        reason_checks.POPULATE,
        reason.apply_populate,
        candidates.POPULATIONS,
        normalize.settled_populate,
    ),
    Verb(
        Form(o.Renovate, "RENOVATE SQUARE [NUMBER]", "RULES 5.9", "renovate a ruin on reason"),
        When.ACTION,
        reason_checks.RENOVATE,
        reason.apply_renovate,
        candidates.RENOVATIONS,
        normalize.settled_renovate,
    ),
    Verb(
        Form(o.Downsize, "DOWNSIZE SQUARE", "RULES 8.4", "choose which building is downsized"),
        When.ANSWER,
        choices.ANSWER,
        choices.apply_downsize,
        choices.DOWNSIZINGS,
        choices.settled_downsize,
    ),
    Verb(
        Form(o.Place, "PLACE SQUARE", "RULES 8.5", "choose where the downsized building stands"),
        When.ANSWER,
        choices.ANSWER,
        choices.apply_place,
        choices.PLACEMENTS,
    ),
    Verb(
        Form(o.Keep, "KEEP colour", "RULES 7.8", "choose whose cube stays on the hamlet"),
        When.ANSWER,
        choices.ANSWER,
        choices.apply_keep,
        choices.KEEPINGS,
    ),
    Verb(
        t.policy_form(
            o.Policy,
            "PLACEMENT (AUTO | ASK)",
            "RULES 9.3",
            "in other players' turns, let the program place your downsized buildings, or be asked",
        ),
        When.ANYTIME,
        (),
        travel.apply_policy,
        candidates.POLICIES,
    ),
    Verb(
        t.MESSAGE,
        When.ANYTIME,
        (),
        travel.apply_message,
        candidates.NONE,
    ),
    *(Verb(each, When.ANYTIME, (), travel.apply_private, candidates.NONE) for each in private_orders.FORMS),
    Verb(
        t.AWAY,
        When.ANYTIME,
        (),
        travel.apply_away,
        candidates.NONE,
    ),
    Verb(
        t.HANDOVER,
        When.ANYTIME,
        (),
        travel.apply_handover,
        candidates.NONE,
    ),
    Verb(
        t.resign_form("RULES 11.3"),
        When.LAST,
        (choice_comes_first,),
        rounds.apply_resign,
        candidates.RESIGNATIONS,
    ),
    Verb(
        t.end_form("RULES 3.2", o.End, "END [KEEP [NUMBER] card*]")._replace(make=read_end, parts=end_parts),
        When.LAST,
        hand_checks.END,
        rounds.apply_end,
        candidates.ENDS,
    ),
)

BY_ORDER = {verb.form.order: verb for verb in VERBS}
ANSWERS = tuple(verb for verb in VERBS if verb.when is When.ANSWER)


def refused(verb: Verb, position: Position, seat: int, order: o.Order) -> Refusal | None:
    """The first answer of the questions: why an order may not be given, None if it may."""
    for question in verb.questions:
        found = question(position, seat, order)
        if found is not None:
            return found
    return None
