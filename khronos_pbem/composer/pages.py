"""Pages in place of the panels: help, earnings, plans, and what to do with the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from khronos_pbem.composer.evaluate_plans import EvaluatedPlan, greatest_threat
from khronos_pbem.composer.state import State
from khronos_pbem.engine.features.protocols import Columns, Options, Reports
from khronos_pbem.engine.features.turn_screen import Composing
from khronos_pbem.games.registry import feature, feature_or_none
from khronos_pbem.messages import Translate, listed, message
from khronos_pbem.session.queries.documents import event_lines
from khronos_pbem.session.turns.branching import composition_difference_lines, stage_line
from khronos_pbem.session.turns.turn_draft import Composition, CompositionStage


class PageAction(Enum):
    """The action of a selectable line on a page."""

    BACK = "back"
    SEND = "send"
    SIGN = "sign"
    KEEP = "keep"
    PRINT = "print"
    CONTINUE_PLAN = "continue plan"
    HINT = "hint"
    RESTART = "restart"
    LEARN = "learn"
    LESSONS = "lessons"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class PageChoice:
    """A selectable line of a page; `letter` is the letter of its plan or the name of its lesson."""

    words: str
    do: PageAction
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title, its translated lines, its selectable lines, and the index of the selected one."""

    title: str
    lines: tuple[str, ...]
    choices: tuple[PageChoice, ...] = ()
    selected: int = 0

    def moved(self, by: int) -> Page:
        """The page with a later or earlier line selected; it wraps around."""
        return replace(self, selected=(self.selected + by) % len(self.choices)) if self.choices else self

    @property
    def choice(self) -> PageChoice | None:
        """The selected line; None if there is nothing to choose."""
        return self.choices[self.selected] if self.choices else None


# --- who earns what ---------------------------------------------------------------------------------------


def earning_lines(state: State, speak: Translate) -> list[str]:
    """The reports of the game about the position; without reports, the public values of each seat."""
    game = state.composition.game
    reports, options = feature_or_none(game, Reports), feature_or_none(game, Options)
    if reports is not None and options is not None:
        names = [each.name for each in options.declared if each.command == "show" and each.kind is bool]
        return [line for name in names for line in reports.lines(name, state.shown, speak)]
    columns = feature_or_none(game, Columns)
    if columns is None:
        return []
    rows = columns.standings(state.shown)
    return [
        speak(message("{colour}{worth}", colour=row["colour"], worth=columns.main_value(row))) for row in rows
    ]


# --- what to do with the turn -----------------------------------------------------------------------------


def commit_page(composition: Composition, signs: bool, speak: Translate) -> Page:
    """Return the page with the orders and effects of the turn, and the possible actions.

    The first choice is to keep working on the turn. `signs` is True if the turn may be signed.
    """
    lines = [speak(message("{order}", order=text)) for text in composition.texts]
    lines += ["", *(speak(line) for line in event_lines(composition.events)), ""]
    lines += [speak(line) for line in composition_difference_lines(composition)]
    lines += ["", speak(stage_line(composition))]
    choices = [PageChoice(message("keep working on the turn"), PageAction.BACK)]
    if signs and composition.is_whole_block:
        choices += [
            PageChoice(message("sign and send"), PageAction.SEND),
            PageChoice(message("sign"), PageAction.SIGN),
        ]
    choices.append(PageChoice(message("keep as a plan"), PageAction.KEEP))
    if not signs:
        choices.append(PageChoice(message("quit and print the orders"), PageAction.PRINT))
    return Page(speak(message("This turn")), tuple(lines), tuple(choices))


# --- plans ------------------------------------------------------------------------------------------------


def plans_page(found: Sequence[EvaluatedPlan], speak: Translate) -> Page:
    """The page that compares plans: orders, changes for all players, cards left and the greatest threat."""
    lines = list[str]()
    for judged in found:
        lines += [*_plan_lines(judged, speak), ""]
    choices = [
        PageChoice(
            message("continue plan {letter}", letter=each.plan.letter),
            PageAction.CONTINUE_PLAN,
            each.plan.letter,
        )
        for each in found
    ]
    if not found:
        lines = [speak(message("no plans yet; press c to keep this turn as a plan"))]
    return Page(speak(message("Plans")), tuple(lines), tuple(choices))


def _plan_lines(judged: EvaluatedPlan, speak: Translate) -> list[str]:
    orders = listed([message("{order}", order=text) for text in judged.plan.orders], "; ")
    lines: list[str] = [message("plan {letter}: {orders}", letter=judged.plan.letter, orders=orders)]
    if judged.older:
        lines.append(message("    the position has changed since you made this plan"))
    if judged.problem:
        lines.append(
            message("    only part of this plan can be carried out: {problem}", problem=judged.problem)
        )
    composition = judged.composition
    lines += [message("    {line}", line=line) for line in _value_lines(composition)]
    lines += [message("    cards left: {cards}", cards=cards) for cards in _cards_left(composition)]
    lines += _threat_lines(composition)
    return [speak(line) for line in lines]


def _value_lines(composition: Composition) -> list[str]:
    """Return each player's values after the plan, with their changes."""
    columns = feature_or_none(composition.game, Columns)
    if columns is None:
        return []
    changed, lines = composition.difference(), list[str]()
    for row in columns.standings(composition.position):
        parts = []
        for key, head in feature(composition.game, Composing).compared:
            by = changed.get(row["colour"], {}).get(key, 0)
            value = message("{value} ({by})", value=row.get(key), by=f"{by:+}") if by else str(row.get(key))
            parts.append(message("{head} {value}", head=head, value=value))
        lines.append(message("{colour}: {parts}", colour=row["colour"], parts=listed(parts)))
    return lines


def _cards_left(composition: Composition) -> list[str]:
    """Return the player's hand as one text, before new cards are drawn at the end of the turn.

    The list is empty if the hand is empty or unknown.
    """
    columns, seat = feature_or_none(composition.game, Columns), composition.starting_point.seat
    if columns is None or seat is None:
        return []
    hand = columns.hand(composition.last_position_in_turn, seat)
    return [listed(hand)] if hand else []


def _threat_lines(composition: Composition) -> list[str]:
    """Return lines about the next player's greatest threat; empty unless the plan ends the turn."""
    if composition.stage is not CompositionStage.ENDED:
        return []
    found = greatest_threat(composition)
    if found is None:
        return [
            message("    going by what you can see, the next player cannot reduce any of your values above")
        ]
    changes = listed([message("{head} {value}", head=head, value=f"{by:+}") for head, by in found.changes])
    line = message(
        "    {colour} could play {order}. This would change your values: {changes}",
        colour=found.colour, order=found.order, changes=changes,
    )  # fmt: skip
    return [line]
