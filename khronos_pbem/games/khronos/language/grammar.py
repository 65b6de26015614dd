"""The order language of Khronos (FORMATS 2): every order with its words, on one page."""

from __future__ import annotations

from khronos_pbem.engine.orders import table_orders as t
from khronos_pbem.engine.orders.forms import Form
from khronos_pbem.engine.orders.language import Language
from khronos_pbem.games.khronos.language.parts import KINDS, SHAPES, end_parts, read_end, read_travel
from khronos_pbem.games.khronos.language.words import VOCABULARY
from khronos_pbem.games.khronos.model import orders as o

FORMS = (
    Form(o.Exchange, "EXCHANGE card+", "RULES 4.1", "pay 2 ecus, discard these cards, draw as many"),
    Form(
        o.Swap,
        "SWAP card NUMBER FOR card+",
        "RULES 4.2",
        "take market cards of one type for as many of yours",
    ),
    Form(o.Travel, "TRAVEL NUMBER board", "RULES 5.1", "pay 1 ecu, move adventurer 1 or 2", read_travel),
    Form(
        o.Build,
        "BUILD piece board SQUARE [WITH card+]",
        "RULES 5.4",
        "put a building down by its top-left square",
    ),
    Form(
        o.Upgrade,
        "UPGRADE piece board SQUARE FROM SQUARE [WITH card+]",
        "RULES 5.5",
        "make a building bigger",
    ),
    Form(o.Demolish, "DEMOLISH board SQUARE", "RULES 5.7", "take a building of size 1 away"),
    Form(o.Populate, "POPULATE SQUARE [NUMBER]", "RULES 5.8", "put cubes on a civil building on reason"),
    Form(o.Renovate, "RENOVATE SQUARE [NUMBER]", "RULES 5.9", "renovate a ruin on reason"),
    Form(o.Downsize, "DOWNSIZE SQUARE", "RULES 8.4", "choose which building becomes smaller"),
    Form(o.Place, "PLACE SQUARE", "RULES 8.5", "choose where the smaller building stands"),
    Form(o.Keep, "KEEP colour", "RULES 7.8", "choose whose cube stays on the hamlet"),
    t.policy_form(o.Policy, "PLACEMENT (AUTO | ASK)", "RULES 9.3", "let the rules place for you, or not"),
    t.MESSAGE,
    t.AWAY,
    t.resign_form("RULES 11.3"),
    t.end_form("RULES 3.2", o.End, "END [KEEP [NUMBER] card*]")._replace(make=read_end, parts=end_parts),
)

LANGUAGE = Language(__package__, VOCABULARY, FORMS, KINDS, SHAPES)

parse = LANGUAGE.parse
text = LANGUAGE.text
