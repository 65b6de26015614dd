"""Pages over the panels: help, why not, what happened, plans beside each other, what to do with the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from khronos_pbem.composer.judging import Judged, threat
from khronos_pbem.composer.state import State
from khronos_pbem.engine.features.protocols import Columns, Options, Reports
from khronos_pbem.engine.features.turn_screen import Composing
from khronos_pbem.games.registry import feature, optional
from khronos_pbem.messages import Speak, listed, message
from khronos_pbem.session.queries.documents import event_lines
from khronos_pbem.session.turns.branching import difference_of, stage_line
from khronos_pbem.session.turns.turn_draft import Composition, Stage


class Do(Enum):
    """What a line of a page does when it is chosen."""

    BACK = "back"
    SEND = "send"
    SIGN = "sign"
    KEEP = "keep"
    PRINT = "print"
    TAKE = "take"
    HINT = "hint"
    ANEW = "anew"
    LEARN = "learn"
    LESSONS = "lessons"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a page that may be chosen; `letter` is the plan or the lesson that it is about."""

    words: str
    do: Do
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title, its lines (spoken), and what may be chosen on it."""

    title: str
    lines: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    picked: int = 0

    def moved(self, by: int) -> Page:
        """The next line that may be chosen, or the one before."""
        return replace(self, picked=(self.picked + by) % len(self.choices)) if self.choices else self

    @property
    def choice(self) -> Choice | None:
        """What Enter chooses; None if there is nothing to choose."""
        return self.choices[self.picked] if self.choices else None


# --- who earns what ---------------------------------------------------------------------------------------


def earning_lines(state: State, speak: Speak) -> list[str]:
    """What the game reports of the position; else what is open about each seat."""
    game = state.composition.game
    reports, options = optional(game, Reports), optional(game, Options)
    if reports is not None and options is not None:
        names = [each.name for each in options.declared if each.command == "show" and each.kind is bool]
        return [line for name in names for line in reports.lines(name, state.shown, speak)]
    columns = optional(game, Columns)
    if columns is None:
        return []
    rows = columns.standings(state.shown)
    return [speak(message("{colour}{worth}", colour=row["colour"], worth=columns.worth(row))) for row in rows]


# --- what to do with the turn -----------------------------------------------------------------------------


def commit_page(composition: Composition, signs: bool, speak: Speak) -> Page:
    """The text of the turn and what it changes, then what may be done with it: first of all nothing."""
    lines = [speak(message("{order}", order=text)) for text in composition.texts]
    lines += ["", *(speak(line) for line in event_lines(composition.events)), ""]
    lines += [speak(line) for line in difference_of(composition)]
    lines += ["", speak(stage_line(composition))]
    choices = [Choice(message("keep working on the turn"), Do.BACK)]
    if signs and composition.whole:
        choices += [Choice(message("sign and send"), Do.SEND), Choice(message("sign"), Do.SIGN)]
    choices.append(Choice(message("keep as a plan"), Do.KEEP))
    if not signs:
        choices.append(Choice(message("quit and print the orders"), Do.PRINT))
    return Page(speak(message("This turn")), tuple(lines), tuple(choices))


# --- plans ------------------------------------------------------------------------------------------------


def plans_page(found: Sequence[Judged], speak: Speak) -> Page:
    """The plans beside each other: orders, what they change for all, cards left, what could be done."""
    lines = list[str]()
    for judged in found:
        lines += [*_plan_lines(judged, speak), ""]
    choices = [
        Choice(message("continue plan {letter}", letter=each.plan.letter), Do.TAKE, each.plan.letter)
        for each in found
    ]
    if not found:
        lines = [speak(message("no plans yet; press c to keep this turn as a plan"))]
    return Page(speak(message("Plans")), tuple(lines), tuple(choices))


def _plan_lines(judged: Judged, speak: Speak) -> list[str]:
    orders = listed([message("{order}", order=text) for text in judged.plan.orders], "; ")
    lines: list[str] = [message("plan {letter}: {orders}", letter=judged.plan.letter, orders=orders)]
    if judged.older:
        lines.append(message("    the position has changed since you made this plan"))
    if judged.problem:
        lines.append(message("    this plan stops here: {problem}", problem=judged.problem))
    composition = judged.composition
    lines += [message("    {line}", line=line) for line in _values(composition)]
    lines += [message("    cards left: {cards}", cards=cards) for cards in _cards_left(composition)]
    lines += _threat_lines(composition)
    return [speak(line) for line in lines]


def _values(composition: Composition) -> list[str]:
    """What every player has and earns then, and by how much that changes."""
    columns = optional(composition.game, Columns)
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
    """The cards of the own hand before the turn's end draws new ones; none where that is not known."""
    columns, seat = optional(composition.game, Columns), composition.starting_point.seat
    if columns is None or seat is None:
        return []
    hand = columns.hand(composition.at_own, seat)
    return [listed(hand)] if hand else []


def _threat_lines(composition: Composition) -> list[str]:
    """What the next player could do to it, once the turn has ended."""
    if composition.stage is not Stage.ENDED:
        return []
    found = threat(composition)
    if found is None:
        return [message("    as far as you know, the next player cannot lower your values")]
    changes = listed([message("{head} {value}", head=head, value=f"{by:+}") for head, by in found.changes])
    line = message(
        "    {colour} could play {order}. Your values would then change: {changes}",
        colour=found.colour, order=found.order, changes=changes,
    )  # fmt: skip
    return [line]
