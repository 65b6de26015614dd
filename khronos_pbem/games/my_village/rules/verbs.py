"""One verb, one row: what each order asks, what it does, which orders of it are worth trying (VILLAGE 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from khronos_pbem.engine.story import Story
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules import (
    buying,
    choices,
    customers,
    death,
    desk,
    dice,
    hand,
    headman,
    monks,
    ploughs,
    school,
    travels,
    whites,
)
from khronos_pbem.games.my_village.rules.refusal import WHITE, Question
from khronos_pbem.saying import say


def as_it_is(position: Position, seat: int, order: Any) -> Any:
    """An order that leaves nothing to be understood."""
    return order


def none(position: Position, seat: int) -> Iterable[Any]:
    """Orders that `moves` does not list (VILLAGE 14.3)."""
    return ()


class Verb(NamedTuple):
    """A row: the class of an order, its English form, the questions that may refuse it, what applies it, what
    lists orders of it, its help, how what it leaves out is said, and whether what is listed is `sure` to
    pass its questions, so that they need not be asked of thousands of orders.

    The questions of the gate come first and look at the position only: one answer is good for all orders.
    """

    order: type
    form: str
    gate: tuple[Question[Any], ...]
    questions: tuple[Question[Any], ...]
    apply: Callable[[Position, int, Any, Story], Position]
    candidates: Callable[[Position, int], Iterable[Any]]
    help: str
    settled: Callable[[Position, int, Any], Any] = as_it_is
    sure: bool = False


VERBS: tuple[Verb, ...] = (
    Verb(
        o.Take,
        "take DIE [to FACE [square]] DIE [to FACE [square]]",
        dice.GATE,
        dice.QUESTIONS,
        dice.apply_take,
        dice.takes,
        say("take two dice; change each for coins or by a marker of the square (VILLAGE 4)"),
        lambda position, seat, order: dice.dice_in_order(order),
        sure=True,
    ),
    Verb(
        o.TakeHand,
        "hand",
        hand.GATE,
        (),
        hand.apply_hand,
        hand.hand_orders,
        say("take the first player's hand and the story points on it (VILLAGE 7.2)"),
    ),
    Verb(
        o.Reveal,
        "reveal",
        desk.REVEAL_GATE,
        (),
        desk.apply_reveal,
        desk.reveal_orders,
        say("the counter lays the next customer open; the desk must follow (VILLAGE 8.15)"),
    ),
    Verb(
        o.Desk,
        "desk [CARD...] [free CARD|new]",
        desk.GATE,
        desk.QUESTIONS,
        desk.apply_desk,
        desk.desk_orders,
        say("take customers into your market; one is free with the counter (VILLAGE 7.3, 8.15)"),
        desk.settled_desk,
    ),
    Verb(
        o.BuyWorkshop,
        "buy WORKSHOP [VALUES]",
        buying.WORKSHOP_GATE,
        buying.WORKSHOP_QUESTIONS,
        buying.apply_workshop,
        buying.workshop_orders,
        say("buy a workshop, with a good on it (VILLAGE 8.1)"),
        buying.settled_workshop,
    ),
    Verb(
        o.BuyField,
        "buy field",
        buying.FIELD_GATE,
        (),
        buying.apply_field,
        buying.field_orders,
        say("buy a field (VILLAGE 8.2)"),
    ),
    Verb(
        o.BuySquare,
        "buy square on BANNER",
        buying.SQUARE_GATE,
        buying.SQUARE_QUESTIONS,
        buying.apply_square,
        buying.square_orders,
        say("buy a square, the 2/12 tile on a white banner, or parked on the square (VILLAGE 8.5)"),
    ),
    Verb(
        o.BuyChamber,
        "buy CHAMBER [on PLACE|PERSON]",
        buying.CHAMBER_GATE,
        buying.CHAMBER_QUESTIONS,
        buying.apply_chamber,
        buying.chamber_orders,
        say("buy a chamber; property and citizens with a mark (VILLAGE 8.8)"),
    ),
    Verb(
        o.BuyChurch,
        "buy CHURCH",
        buying.CHURCH_GATE,
        buying.CHURCH_QUESTIONS,
        buying.apply_church,
        buying.church_orders,
        say("buy a church (VILLAGE 8.9)"),
    ),
    Verb(
        o.BuyMonk,
        "monk PILE",
        monks.GATE,
        monks.QUESTIONS,
        monks.apply_monk,
        monks.monk_orders,
        say("the open monk of a pile joins your church; then what he offers (VILLAGE 8.10)"),
    ),
    Verb(
        o.Travel,
        "travel LETTER [with GOOD...] [refuse CARD...|none]",
        travels.GATE,
        travels.QUESTIONS,
        travels.apply_travel,
        travels.travel_orders,
        say("buy the next travel; with a refuge say which light sides go back (VILLAGE 8.13, 8.14)"),
        travels.settled_travel,
    ),
    Verb(
        o.Headman,
        "headman coin|hall|story|stay",
        headman.GATE,
        headman.QUESTIONS,
        headman.apply_headman,
        headman.headman_orders,
        say('the "?" banner, or a monk\'s: one step of the headman (VILLAGE 7.9)'),
    ),
    Verb(
        o.UsePersonal,
        "use personal",
        WHITE,
        whites.PERSONAL_QUESTIONS,
        whites.apply_personal,
        whites.personal_orders,
        say("use your personal banner (VILLAGE 7.6)"),
    ),
    Verb(
        o.UseWorkshop,
        "use WORKSHOP",
        WHITE,
        whites.WORKSHOP_QUESTIONS,
        whites.apply_workshop,
        whites.workshop_orders,
        say("make a good (VILLAGE 8.1)"),
    ),
    Verb(
        o.UseField,
        "use field [NUMBER]",
        WHITE,
        whites.FIELD_QUESTIONS,
        whites.apply_field,
        whites.field_orders,
        say("a coin, two with a plough on the field (VILLAGE 8.2)"),
        whites.settled_field,
    ),
    Verb(
        o.UseChamber,
        "use CHAMBER [on PLACE|PERSON]",
        WHITE,
        whites.CHAMBER_QUESTIONS,
        whites.apply_chamber,
        whites.chamber_orders,
        say("use your chamber (VILLAGE 8.8)"),
    ),
    Verb(
        o.UseSquare,
        "use square [on BANNER]",
        WHITE,
        whites.SQUARE_QUESTIONS,
        whites.apply_square,
        whites.square_orders,
        say("a story point and a marker, and the tile may move; last of all banners (VILLAGE 8.7)"),
    ),
    Verb(
        o.School,
        "school left|right|none [to PERSON]",
        school.GATE,
        school.QUESTIONS,
        school.apply_school,
        school.school_orders,
        say("a trainee comes, moves right or becomes a villager (VILLAGE 7.8)"),
    ),
    Verb(
        o.Serve,
        "serve CARD [with GOOD...]",
        WHITE,
        customers.QUESTIONS,
        customers.apply_serve,
        customers.serve_orders,
        say("serve a customer of your market (VILLAGE 8.4)"),
        customers.settled_serve,
    ),
    Verb(
        o.Plough,
        "plough NUMBER [from forge|guild]",
        (),
        ploughs.QUESTIONS,
        ploughs.apply_plough,
        ploughs.plough_orders,
        say("put a plough on a field, at any time of your turn (VILLAGE 8.3)"),
        ploughs.settled_plough,
    ),
    Verb(
        o.Look,
        "look",
        (),
        (),
        choices.apply_look,
        choices.look_orders,
        say("wait until all that is being drawn is known (VILLAGE 12.5)"),
    ),
    Verb(
        o.Bury,
        "bury PERSON",
        death.BURY_GATE,
        death.BURY_QUESTIONS,
        death.apply_bury,
        death.bury_orders,
        say("who dies, if the reaper is out (VILLAGE 9.2)"),
    ),
    Verb(
        o.Hire,
        "hire PERSON",
        death.HIRE_GATE,
        (),
        death.apply_hire,
        death.hire_orders,
        say("a labourer in place of your last villager (VILLAGE 9.5)"),
    ),
    Verb(
        o.Sanatorium,
        "sanatorium yes|no",
        choices.SANATORIUM_GATE,
        (),
        choices.apply_sanatorium,
        choices.sanatorium_orders,
        say("answer: keep the rats out, or not (VILLAGE 9.8)"),
    ),
    Verb(
        o.Refuge,
        "refuge back|keep",
        choices.REFUGE_GATE,
        (),
        choices.apply_refuge,
        choices.refuge_orders,
        say("answer: put the travel card back, or keep it (VILLAGE 8.14)"),
    ),
    Verb(
        o.Policy,
        "policy sanatorium NUMBER|never|ask",
        (),
        choices.POLICY_QUESTIONS,
        choices.apply_policy,
        none,
        say("a standing order for the sanatorium: the least loss it is used for (VILLAGE 13.2)"),
    ),
    Verb(
        o.Message,
        'message "TEXT"',
        (),
        (),
        choices.apply_message,
        none,
        say("a line to all players, in the record (FORMATS 2)"),
    ),
    Verb(
        o.Away,
        "away until DATE",
        (),
        (),
        choices.apply_away,
        none,
        say("absence, in the record (FORMATS 2)"),
    ),
    Verb(
        o.Resign,
        "resign",
        (),
        (),
        choices.apply_resign,
        none,
        say("leave the game; never shortened (VILLAGE 13.4)"),
    ),
    Verb(
        o.End,
        "end",
        choices.END_GATE,
        (),
        choices.apply_end,
        choices.end_orders,
        say("end the turn (VILLAGE 14.1)"),
    ),
)

ROW: dict[type, Verb] = {verb.order: verb for verb in VERBS}
"""The row of each order."""

ANSWERS: tuple[type, ...] = (o.Sanatorium, o.Refuge)
ANYTIME: tuple[type, ...] = (o.Policy, o.Message, o.Away, o.Resign)
"""Orders that may be given while a choice is open, too (VILLAGE 13.2)."""
