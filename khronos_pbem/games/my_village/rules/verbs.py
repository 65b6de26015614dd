"""The table of verbs: the form, checks, effect and candidates of each order (VILLAGE 14)."""

from __future__ import annotations

from khronos_pbem.engine.orders import table_orders as t
from khronos_pbem.engine.orders.forms import Form
from khronos_pbem.engine.orders.verbs import TABLE_VERBS, Verb, When, same_candidates
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.rules.banners import (
    buying,
    customers,
    desk_banner,
    hand,
    headman,
    monks,
    ploughs,
    school_banner,
    travels,
    whites,
)
from khronos_pbem.games.my_village.rules.base import dice
from khronos_pbem.games.my_village.rules.base.refusals import WHITE
from khronos_pbem.games.my_village.rules.phases import choices, death
from khronos_pbem.games.my_village.vocabulary import order_parts

VERBS: tuple[Verb, ...] = (
    Verb(
        Form(
            o.Take,
            "TAKE DIE [TO FACE [SQUARE]] DIE [TO FACE [SQUARE]]",
            "VILLAGE 4",
            "take two dice; you can change them by paying coins or markers from your square",
            order_parts.make_take,
            order_parts.take_parts,
        ),
        dice.CHECKS,
        dice.apply_take,
        dice.possible_takes,
        lambda position, seat, order: dice.normalized_take(order),
        preconditions=dice.PRECONDITIONS,
        prechecked=True,
    ),
    Verb(
        Form(
            o.TakeHand,
            "HAND",
            "VILLAGE 7.2",
            "take the hand (the first player's marker) and the story points on it",
        ),
        (),
        hand.apply_hand,
        same_candidates(o.TakeHand()),
        preconditions=hand.PRECONDITIONS,
    ),
    Verb(
        Form(
            o.Reveal,
            "REVEAL",
            "VILLAGE 8.15",
            "reveal the next customer with the counter; after that, you must use the desk",
        ),
        (),
        desk_banner.apply_reveal,
        same_candidates(o.Reveal()),
        preconditions=desk_banner.REVEAL_PRECONDITIONS,
    ),
    Verb(
        Form(
            o.Desk,
            "DESK CUSTOMER* [FREE (NEW | CUSTOMER)]",
            "VILLAGE 7.3",
            "take customers into your market; with the counter, one of them costs nothing",
            order_parts.make_desk,
            order_parts.desk_parts,
        ),
        desk_banner.CHECKS,
        desk_banner.apply_desk,
        desk_banner.desk_orders,
        desk_banner.normalized_desk,
        preconditions=desk_banner.PRECONDITIONS,
        prechecked=True,
    ),
    Verb(
        Form(
            o.BuyWorkshop,
            "BUY workshop [VALUES]",
            "VILLAGE 8.1",
            "buy a workshop, which comes with a good on it",
        ),
        buying.WORKSHOP_CHECKS,
        buying.apply_workshop,
        buying.workshop_orders,
        buying.normalized_workshop,
        preconditions=buying.WORKSHOP_PRECONDITIONS,
    ),
    Verb(
        Form(o.BuyField, "BUY FIELD", "VILLAGE 8.2", "buy a field"),
        (),
        buying.apply_field,
        same_candidates(o.BuyField()),
        preconditions=buying.FIELD_PRECONDITIONS,
    ),
    Verb(
        Form(
            o.BuySquare,
            "BUY SQUARE ON banner",
            "VILLAGE 8.5",
            "buy a square and put the 2/12 tile on a white banner or on the square",
        ),
        buying.SQUARE_CHECKS,
        buying.apply_square,
        buying.square_orders,
        preconditions=buying.SQUARE_PRECONDITIONS,
    ),
    Verb(
        Form(
            o.BuyChamber,
            "BUY chamber [ON mark]",
            "VILLAGE 8.8",
            "buy a chamber; the property chamber and the citizens' chamber get their first mark at once",
        ),
        buying.CHAMBER_CHECKS,
        buying.apply_chamber,
        buying.chamber_orders,
        preconditions=buying.CHAMBER_PRECONDITIONS,
    ),
    Verb(
        Form(o.BuyChurch, "BUY church", "VILLAGE 8.9", "buy a church"),
        buying.CHURCH_CHECKS,
        buying.apply_church,
        buying.church_orders,
        preconditions=buying.CHURCH_PRECONDITIONS,
    ),
    Verb(
        Form(
            o.BuyMonk,
            "MONK pile",
            "VILLAGE 8.10",
            "add the face-up monk from a pile to your church; afterwards, you can use his offer once",
        ),
        monks.CHECKS,
        monks.apply_monk,
        monks.monk_orders,
        preconditions=monks.PRECONDITIONS,
    ),
    Verb(
        Form(
            o.Travel,
            "TRAVEL LETTER [WITH good+] [REFUSE (NONE | JOURNEY+)]",
            "VILLAGE 8.13",
            "make the next journey; with a refuge, you can choose cards to send back",
            order_parts.make_travel,
            order_parts.travel_parts,
        ),
        travels.CHECKS,
        travels.apply_travel,
        travels.travel_orders,
        travels.normalized_travel,
        preconditions=travels.PRECONDITIONS,
    ),
    Verb(
        Form(
            o.Headman,
            "HEADMAN step",
            "VILLAGE 7.9",
            'move your headman one step with the "?" banner or with a monk',
        ),
        headman.CHECKS,
        headman.apply_headman,
        headman.headman_orders,
        preconditions=headman.PRECONDITIONS,
    ),
    Verb(
        Form(o.UsePersonal, "USE PERSONAL", "VILLAGE 7.6", "use your personal banner"),
        whites.PERSONAL_CHECKS,
        whites.apply_personal,
        same_candidates(o.UsePersonal()),
        preconditions=WHITE,
    ),
    Verb(
        Form(o.UseWorkshop, "USE workshop", "VILLAGE 8.1", "use a workshop: it produces 1 good"),
        whites.WORKSHOP_CHECKS,
        whites.apply_workshop,
        whites.workshop_orders,
        preconditions=WHITE,
    ),
    Verb(
        Form(
            o.UseField,
            "USE FIELD [NUMBER]",
            "VILLAGE 8.2",
            "use a field: it yields 1 coin, or 2 with a plough",
        ),
        whites.FIELD_CHECKS,
        whites.apply_field,
        whites.field_orders,
        whites.normalized_field,
        preconditions=WHITE,
    ),
    Verb(
        Form(o.UseChamber, "USE chamber [ON mark]", "VILLAGE 8.8", "use your chamber"),
        whites.CHAMBER_CHECKS,
        whites.apply_chamber,
        whites.chamber_orders,
        preconditions=WHITE,
    ),
    Verb(
        Form(
            o.UseSquare,
            "USE SQUARE [ON banner]",
            "VILLAGE 8.7",
            "use your square as your last banner: you gain 1 story point and 1 marker, and you "
            "can move the 2/12 tile",
        ),
        whites.SQUARE_CHECKS,
        whites.apply_square,
        whites.square_orders,
        preconditions=WHITE,
    ),
    Verb(
        Form(
            o.School,
            "SCHOOL side [TO person]",
            "VILLAGE 7.8",
            "use the school: a trainee arrives, moves to the right or becomes a villager",
            order_parts.make_school,
        ),
        school_banner.CHECKS,
        school_banner.apply_school,
        school_banner.school_orders,
        preconditions=school_banner.PRECONDITIONS,
    ),
    Verb(
        Form(o.Serve, "SERVE CUSTOMER [WITH good+]", "VILLAGE 8.4", "serve a customer in your market"),
        customers.CHECKS,
        customers.apply_serve,
        customers.serve_orders,
        customers.normalized_serve,
        preconditions=WHITE,
    ),
    Verb(
        Form(
            o.Plough,
            "PLOUGH NUMBER [FROM (FORGE | GUILD)]",
            "VILLAGE 8.3",
            "put a plough on a field, at any time during your turn",
        ),
        ploughs.CHECKS,
        ploughs.apply_plough,
        ploughs.plough_orders,
        ploughs.normalized_plough,
    ),
    Verb(t.LOOK, (), choices.apply_look, choices.look_orders),
    Verb(
        Form(o.Bury, "BURY person", "VILLAGE 9.2", "choose the villager who must die"),
        death.BURY_CHECKS,
        death.apply_bury,
        death.bury_orders,
        preconditions=death.BURY_PRECONDITIONS,
    ),
    Verb(
        Form(o.Hire, "HIRE person", "VILLAGE 9.5", "hire a labourer after your last villager has died"),
        (),
        death.apply_hire,
        death.hire_orders,
        preconditions=death.HIRE_PRECONDITIONS,
    ),
    Verb(
        Form(
            o.Sanatorium,
            "SANATORIUM (YES | NO)",
            "VILLAGE 9.8",
            "decide whether to use the sanatorium against the rats",
            order_parts.make_sanatorium,
            order_parts.sanatorium_parts,
        ),
        (),
        choices.apply_sanatorium,
        same_candidates(o.Sanatorium(True), o.Sanatorium(False)),
        preconditions=choices.SANATORIUM_PRECONDITIONS,
        when=When.ANSWER,
    ),
    Verb(
        Form(
            o.Refuge,
            "REFUGE (BACK | KEEP)",
            "VILLAGE 8.14",
            "decide whether to send the journey card back or keep it",
            order_parts.make_refuge,
            order_parts.refuge_parts,
        ),
        (),
        choices.apply_refuge,
        same_candidates(o.Refuge(True), o.Refuge(False)),
        preconditions=choices.REFUGE_PRECONDITIONS,
        when=When.ANSWER,
    ),
    Verb(
        t.policy_form(
            o.Policy,
            "SANATORIUM (LOSS | BEST | NEVER | ASK)",
            "VILLAGE 13.2",
            "use the sanatorium for a loss of at least this many SP, always or never, or be asked each time",
        ),
        choices.POLICY_CHECKS,
        choices.apply_policy,
        when=When.ANYTIME,
    ),
    Verb(
        t.policy_form(
            o.RefugePolicy,
            "REFUGE (BEST | ASK)",
            "VILLAGE 13.2",
            "let the program choose which journey cards you send back, or choose them yourself each time",
        ),
        (),
        choices.apply_refuge_policy,
        when=When.ANYTIME,
    ),
    *TABLE_VERBS,
    Verb(t.resign_form("VILLAGE 13.4"), (), choices.apply_resign, when=When.ANYTIME),
    Verb(
        t.end_form("VILLAGE 14.1"),
        (),
        choices.apply_end,
        same_candidates(o.End()),
        preconditions=choices.END_PRECONDITIONS,
    ),
)

VERBS_BY_ORDER = {verb.form.order: verb for verb in VERBS}
"""The row of the table for each class of orders."""

ANSWERS = tuple(verb.form.order for verb in VERBS if verb.when is When.ANSWER)
