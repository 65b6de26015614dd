"""The table of verbs: the form, checks, effect and candidates of each order (RULES 3 to 9).

CONTRIBUTING.md shows how to add a verb.
"""

from __future__ import annotations

from khronos_pbem.engine.orders import table_orders as t
from khronos_pbem.engine.orders.forms import Form
from khronos_pbem.engine.orders.verbs import TABLE_VERBS, Verb, When, same_candidates
from khronos_pbem.games.khronos.model import orders as o
from khronos_pbem.games.khronos.model.position import ASK, AUTO, BEST
from khronos_pbem.games.khronos.rules import normalize
from khronos_pbem.games.khronos.rules.checks import building_checks, candidates, hand_checks, reason_checks
from khronos_pbem.games.khronos.rules.checks.refusals import check_no_open_choice
from khronos_pbem.games.khronos.rules.effects import building, choices, hands, reason, rounds, travel
from khronos_pbem.games.khronos.vocabulary.order_parts import end_parts, read_end, read_travel

VERBS: tuple[Verb, ...] = (
    Verb(
        Form(
            o.Exchange,
            "EXCHANGE card+",
            "RULES 4.1",
            "pay 2 ecus, discard these cards and draw the same number of new cards",
        ),
        hand_checks.EXCHANGE,
        hands.apply_exchange,
        candidates.exchanges,
        when=When.FIRST,
    ),
    Verb(
        Form(
            o.Swap,
            "SWAP card NUMBER FOR card+",
            "RULES 4.2",
            "take market cards of one type, and give the same number of your own in return",
        ),
        hand_checks.SWAP,
        hands.apply_swap,
        candidates.swaps,
        when=When.FIRST,
    ),
    Verb(
        Form(
            o.Travel, "TRAVEL NUMBER board", "RULES 5.1", "pay 1 ecu and move adventurer 1 or 2", read_travel
        ),
        hand_checks.TRAVEL,
        travel.apply_travel,
        candidates.travels,
    ),
    Verb(
        Form(
            o.Build,
            "BUILD piece board SQUARE [WITH card+]",
            "RULES 5.4",
            "build a building; give its top-left square",
        ),
        building_checks.BUILD,
        building.apply_build,
        candidates.builds,
        normalize.normalized_build,
        prechecked=True,
    ),
    Verb(
        Form(
            o.Upgrade,
            "UPGRADE piece board SQUARE FROM SQUARE [WITH card+]",
            "RULES 5.5",
            "make a building bigger",
        ),
        building_checks.UPGRADE,
        building.apply_upgrade,
        candidates.upgrades,
        normalize.normalized_upgrade,
        prechecked=True,
    ),
    Verb(
        Form(o.Demolish, "DEMOLISH board SQUARE", "RULES 5.7", "demolish a building of size 1"),
        building_checks.DEMOLISH,
        building.apply_demolish,
        candidates.demolitions,
    ),
    Verb(
        Form(
            o.Populate,
            "POPULATE SQUARE [NUMBER]",
            "RULES 5.8",
            "put cubes on a civil building on the Reason board",
        ),
        reason_checks.POPULATE,
        reason.apply_populate,
        candidates.populations,
        normalize.normalized_populate,
    ),
    Verb(
        Form(o.Renovate, "RENOVATE SQUARE [NUMBER]", "RULES 5.9", "renovate a ruin on the Reason board"),
        reason_checks.RENOVATE,
        reason.apply_renovate,
        candidates.renovations,
        normalize.normalized_renovate,
    ),
    Verb(
        Form(o.Downsize, "DOWNSIZE SQUARE", "RULES 8.4", "choose which building is downsized"),
        choices.ANSWER,
        choices.apply_downsize,
        choices.downsizings,
        choices.normalized_downsize,
        when=When.ANSWER,
    ),
    Verb(
        Form(o.Place, "PLACE SQUARE", "RULES 8.5", "choose where to place the downsized building"),
        choices.ANSWER,
        choices.apply_place,
        choices.placements,
        when=When.ANSWER,
    ),
    Verb(
        Form(o.Keep, "KEEP colour", "RULES 7.8", "choose whose cube stays on the hamlet"),
        choices.ANSWER,
        choices.apply_keep,
        choices.keepings,
        when=When.ANSWER,
    ),
    Verb(
        t.policy_form(
            o.Policy,
            "PLACEMENT (AUTO | BEST | ASK)",
            "RULES 9.3",
            "during other players' turns, let the program place your downsized buildings, or have it ask you",
        ),
        (),
        travel.apply_policy,
        same_candidates(*map(o.Policy, (AUTO, ASK, BEST))),
        when=When.ANYTIME,
    ),
    Verb(
        t.policy_form(
            o.DownsizingPolicy,
            "DOWNSIZING (BEST | ASK)",
            "RULES 9.3",
            "during your own turns, let the program choose which building is downsized, or have it ask you",
        ),
        (),
        travel.apply_downsizing_policy,
        same_candidates(*map(o.DownsizingPolicy, (BEST, ASK))),
        when=When.ANYTIME,
    ),
    *TABLE_VERBS,
    Verb(
        t.resign_form("RULES 11.3"),
        (check_no_open_choice,),
        rounds.apply_resign,
        same_candidates(o.Resign()),
        when=When.LAST,
    ),
    Verb(
        t.end_form("RULES 3.2", o.End, "END [KEEP [NUMBER] card*]")._replace(make=read_end, parts=end_parts),
        hand_checks.END,
        rounds.apply_end,
        candidates.ends,
        when=When.LAST,
    ),
)

VERBS_BY_ORDER = {verb.form.order: verb for verb in VERBS}
"""The row of the table for each class of order."""
