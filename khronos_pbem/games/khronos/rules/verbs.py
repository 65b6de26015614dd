"""The table of verbs: one row with everything the game knows about an order (RULES 3 to 9, FORMATS 2).

A row has the form of the order (class, words, paragraph, help sentence), the moment when it may be given, its
checks, the function that applies it, its candidates, and its normal form. The first check that refuses an
order decides; `legal_orders` uses the same checks. The order language, help, completion and the page of
orders read the form. CONTRIBUTING.md shows how to add a verb.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.orders import private_orders
from khronos_pbem.engine.orders import table_orders as t
from khronos_pbem.engine.orders.forms import Form
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules import normalize
from khronos_pbem.games.khronos.rules.checks import building_checks, candidates, hand_checks, reason_checks
from khronos_pbem.games.khronos.rules.checks.refusals import Check, check_no_open_choice
from khronos_pbem.games.khronos.rules.checks.site_refusals import Refusal
from khronos_pbem.games.khronos.rules.effects import building, choices, hands, reason, rounds, travel
from khronos_pbem.games.khronos.vocabulary.order_parts import end_parts, read_end, read_travel


class When(Enum):
    """When a verb may be given: before or among the actions of a turn, as an answer, at any time, or last."""

    CHANGE = "change"
    TRAVEL = "travel"
    ACTION = "action"
    ANSWER = "answer"
    ANYTIME = "anytime"
    LAST = "last"


def unchanged_order(position: Position, seat: int, order: Any) -> Any:
    """The order itself, for orders without anything to fill in."""
    return order


class Verb(NamedTuple):
    """A row of the table; the columns are described above."""

    form: Form
    when: When
    checks: tuple[Check, ...]
    apply: Callable[[Position, int, Any], Change[Position]]
    candidates: candidates.Candidates
    normalize: Callable[[Position, int, Any], Any] = unchanged_order


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
        normalize.normalized_build,
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
        normalize.normalized_upgrade,
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
        normalize.normalized_populate,
    ),
    Verb(
        Form(o.Renovate, "RENOVATE SQUARE [NUMBER]", "RULES 5.9", "renovate a ruin on reason"),
        When.ACTION,
        reason_checks.RENOVATE,
        reason.apply_renovate,
        candidates.RENOVATIONS,
        normalize.normalized_renovate,
    ),
    Verb(
        Form(o.Downsize, "DOWNSIZE SQUARE", "RULES 8.4", "choose which building is downsized"),
        When.ANSWER,
        choices.ANSWER,
        choices.apply_downsize,
        choices.DOWNSIZINGS,
        choices.normalized_downsize,
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
        (check_no_open_choice,),
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


def first_refusal(verb: Verb, position: Position, seat: int, order: o.Order) -> Refusal | None:
    """The first refusal of an order by the checks of its verb; None if the order is legal."""
    for check in verb.checks:
        found = check(position, seat, order)
        if found is not None:
            return found
    return None
