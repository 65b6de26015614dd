"""What-if: `check` for any turn so far, and the legal orders after some others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.engine.choice_text import open_choice_message
from khronos_pbem.engine.contract import AnyGame, AnyOrder, AnyParsedOrder, DecisionKind, ListedOrder
from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.engine.features.what_if import WhatIf
from khronos_pbem.errors import KhronosError, OrderError
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.messages import message, plural_message
from khronos_pbem.record.block import ANSWER, ASSIST, TURN
from khronos_pbem.record.chain import head_hash
from khronos_pbem.session.commands.rekey import with_handover
from khronos_pbem.session.commands.write_blocks import WriteResult, opened_for_move
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.queries.documents import (
    change_lines,
    choice_document,
    difference_document,
    game_turn_document,
    game_turn_lines,
    turn_document,
    waiting_document,
)
from khronos_pbem.session.replay.draft_block import draft_turn
from khronos_pbem.session.replay.open_save import Opened, open_for_play, open_without_noting
from khronos_pbem.session.replay.table import Waiting, waiting
from khronos_pbem.session.turns.setup_position import SetUp
from khronos_pbem.session.turns.starting_point import starting_point_of, starting_point_of_position
from khronos_pbem.session.turns.turn_draft import (
    Composition,
    CompositionStage,
    PartComposition,
    StartingPoint,
)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of `check`. `done` has the block that the orders would be, `left` the orders not reached.

    `done` is None if the turn has not ended, or if it is not the player's turn yet.
    """

    opened: Opened
    composition: Composition
    left: tuple[AnyParsedOrder, ...] = ()
    done: WriteResult | None = None


def check(path: Path, context: Context, text: str, source: str | None = None) -> CheckResult:
    """What orders would do now, whether they are a whole turn or not; out of turn, as if it were the turn.

    Raises OrderError with the line and column in `source`, NothingToDo if the player has no turn to come, and
    what opening raises.
    """
    opened = opened_for_move(open_for_play(path, context.home, rewind=context.rewind), context)
    table = opened.table
    writer = load_author(context.home, table, context.name, context.ask, opened.path)
    try:
        orders = list(table.game.parse(text))
        starting_point = starting_point_of(table, writer, explore=True)
        composed = Composition(starting_point).give(orders)
        if starting_point.exploring is not None or not composed.composition.is_whole_block:
            return CheckResult(opened, composed.composition, composed.left)
        orders = with_handover(table, writer, context.home, orders)
        draft = draft_turn(table, writer, orders, head_hash(opened.save), context.at)
    except KhronosError as problem:
        raise problem.in_file(source) from None
    return CheckResult(opened, composed.composition, draft.left, WriteResult(opened, draft))


def compose_text(starting_point: StartingPoint, text: str, source: str | None = None) -> PartComposition:
    """The composition of a text of orders. Raises OrderError with its place in `source`."""
    try:
        return Composition(starting_point).read(text)
    except OrderError as problem:
        raise problem.in_file(source) from None


def starting_point_of_save(path: Path, context: Context, *, explore: bool) -> StartingPoint:
    """The starting point for orders of the context's identity; with `explore` also out of turn.

    Raises NothingToDo if it is not its move, and what opening raises.
    """
    opened = open_for_play(path, context.home, rewind=context.rewind)
    return _starting_point_in(opened, context, explore=explore)


def _starting_point_in(opened: Opened, context: Context, *, explore: bool) -> StartingPoint:
    opened = opened_for_move(opened, context)
    writer = load_author(context.home, opened.table, context.name, context.ask, opened.path)
    return starting_point_of(opened.table, writer, explore=explore)


def starting_point_of_setup(start: SetUp) -> StartingPoint:
    """The starting point for orders on a set-up position."""
    return starting_point_of_position(start)


def legal_orders_after(path: Path, context: Context, given: str) -> list[str]:
    """The legal orders of the context's identity after those in a text, in canonical text.

    The save is not remembered. Raises as `open_without_noting` and `starting_point_of`, and OrderError for
    illegal orders.
    """
    opened = open_without_noting(path, context.home)
    composition = Composition(_starting_point_in(opened, context, explore=False))
    if given.strip():
        composition = composition.read(given).composition
    return [text for text, _ in composition.next.orders]


# --- why nothing of what is wanted may be given -----------------------------------------------------------


def why_no_order(composition: Composition, begun: Sequence[str]) -> KhronosError | None:
    """Why no legal order begins with these words: the text is not an order, or the rules refuse it.

    None if there is no particular reason.
    """
    game, text = composition.game, " ".join(begun)
    if not composition.can_continue or not text.strip():
        return None
    try:
        orders = list(game.parse(text))
    except OrderError as problem:
        if problem.column is not None and problem.column <= len(text):
            return problem.without_place()
        return _nearest_refusal(composition, begun)
    try:
        for spelled in orders[:1]:
            composition.add(spelled.order)
    except OrderError as problem:
        return problem
    return None


def _nearest_refusal(composition: Composition, begun: Sequence[str]) -> OrderError | None:
    """The refusal of the nearest order that begins with these words."""
    game, decision = composition.game, composition.decision
    whatif, words = feature_or_none(game, WhatIf), feature_or_none(game, Words)
    if whatif is None or words is None or decision is None:
        return None
    verbs = dict[type, bool]()
    known: Words = words

    def wanted(order: AnyOrder) -> bool:
        kind = type(order)
        if kind not in verbs:
            verb = game.text(order).split(" ", 1)[0]
            verbs[kind] = known.begins_with(verb, " ".join(begun).split()[:1])
        return verbs[kind] and known.begins_with(game.text(order), begun)

    return whatif.why_not(composition.position, decision.seat, wanted)


def order_matches(game: AnyGame, text: str, order: AnyOrder, begun: Sequence[str]) -> bool:
    """Whether words mean an order: they begin it, or the game understands them so."""
    features = feature_or_none(game, WhatIf)
    found = features.matches(order, begun) if features is not None and begun else None
    return begins_with(game, text, begun) if found is None else found


def order_groups(game: AnyGame, orders: Sequence[ListedOrder]) -> list[tuple[str, list[ListedOrder]]]:
    """The orders in groups, each with the heading that the game has for it."""
    features = feature_or_none(game, WhatIf)
    return [("", list(orders))] if features is None else features.groups(orders)


def begins_with(game: AnyGame, order: str, begun: Sequence[str]) -> bool:
    """Whether an order begins with these words, in any language of the game's orders."""
    words = feature_or_none(game, Words)
    return order.startswith(" ".join(begun)) if words is None else words.begins_with(order, begun)


# --- what is said -----------------------------------------------------------------------------------------


def check_document(checked: CheckResult) -> dict[str, object]:
    """The document of `check` (FORMATS 1).

    It says what has been used, whether the turn has ended, and for whom the game waits if it is not the turn.
    """
    composition, table = checked.composition, checked.opened.table
    ended = composition.stage in (CompositionStage.ENDED, CompositionStage.OVER)
    exploring = exploring_document(composition.starting_point)
    more = {"ended": ended, "exploring": exploring, **used_document(composition)}
    if checked.done is not None:
        draft = checked.done.draft
        return {**turn_document(draft, table), "difference": difference_document(table, draft.table), **more}
    given = composition.given
    return {
        "seq": table.seq + 1,
        "orders": [each.recorded for each in given],
        "auto": [answer for each in given for answer in each.auto],
        "events": [event.to_data() for event in composition.events],
        "paused": _paused(composition),
        "left": [spelled.words for spelled in checked.left],
        "waiting_for": waiting_document(table, waiting(table)),
        **game_turn_document(
            composition.game, composition.position, composition.start, composition.starting_point.seat
        ),
        "difference": composition.difference(),
        "choice": choice_document(table.colours, composition.choice),
        **more,
    }


def _paused(composition: Composition) -> dict[str, object] | None:
    """For whom the orders would wait, as JSON-able data; None if they can go on or have ended the turn."""
    decision, stage = composition.decision, composition.stage
    if composition.can_continue or stage in (CompositionStage.ENDED, CompositionStage.OVER):
        return None
    if decision is None or stage is not CompositionStage.PAUSED:
        return {"colour": None, "for": ASSIST, "choice": None}
    seats = composition.starting_point.colours
    choice = choice_document(seats, decision.choice)
    return {"colour": seats[decision.seat], "for": decision.need.value, "choice": choice}


def exploring_document(starting_point: StartingPoint) -> dict[str, object] | None:
    """For whom the game waits and what is assumed, out of turn, as JSON-able data; None in turn."""
    exploring = starting_point.exploring
    if exploring is None:
        return None
    now = exploring.waiting
    return {
        "colour": None if now.seat is None else starting_point.colours[now.seat],
        "for": now.need,
        "assumed": [{"colour": colour, "order": order} for colour, order in exploring.answers],
        "unknown_cards": exploring.unknown,
    }


def exploring_lines(starting_point: StartingPoint) -> list[str]:
    """The sentences of `exploring_messages` as lines; assumptions are indented."""
    told = exploring_messages(starting_point)
    return [*told[:2], *(message("  {line}", line=each) for each in told[2:])]


def exploring_messages(starting_point: StartingPoint) -> list[str]:
    """Sentences that this is only a trial, whose turn it is, and what is assumed; empty in turn."""
    exploring = starting_point.exploring
    if exploring is None:
        return []
    now = exploring.waiting
    colour = "" if now.seat is None else starting_point.colours[now.seat]
    lines: list[str] = [_trial_line(now, colour)]
    lines.append(message("the result assumes that nothing changes before your next turn"))
    for who, order in exploring.answers:
        lines.append(message("the result also assumes this answer from {who}: {order}", who=who, order=order))
    if exploring.unknown:
        n = exploring.unknown
        unknown = plural_message(
            "{n} card in your hand is not known yet", "{n} cards in your hand are not known yet", n
        )
        lines.append(unknown)
    return lines


def _trial_line(now: Waiting, colour: str) -> str:
    """The sentence that this is only a trial, and what has to happen first."""
    if now.need == TURN:
        return message("this is only a trial, because it is {colour}'s turn", colour=colour)
    if now.need == ANSWER:
        return message("this is only a trial, because {colour} has to make a choice first", colour=colour)
    if now.rolls:
        return message(
            "this is only a trial, because {colour} has to send their share of the dice roll first",
            colour=colour,
        )
    return message(
        "this is only a trial, because {colour} has to send their share of the deck first", colour=colour
    )


def used_document(composition: Composition) -> dict[str, object]:
    """What the seat has used in its turn, as keys of a document; empty if the game does not say."""
    whatif, seat = feature_or_none(composition.game, WhatIf), composition.starting_point.seat
    if whatif is None or seat is None or not _in_turn(composition):
        return {}
    return whatif.used_data(composition.last_position_in_turn, seat)


def used_lines(composition: Composition) -> list[str]:
    """What the seat has used in its turn, for people; empty if the game does not say."""
    whatif, seat = feature_or_none(composition.game, WhatIf), composition.starting_point.seat
    if whatif is None or seat is None or not _in_turn(composition):
        return []
    return whatif.used_lines(composition.last_position_in_turn, seat)


def _in_turn(composition: Composition) -> bool:
    """Whether the orders are those of a turn, and not an answer in another player's turn."""
    first = composition.game.decision(composition.starting_point.position)
    return first is not None and first.need is DecisionKind.TURN


def composition_difference_lines(composition: Composition) -> list[str]:
    """What the orders so far change for each player, in words."""
    changed = change_lines(composition.game, composition.difference(), composition.position)
    seat = composition.starting_point.seat
    return [*changed, *game_turn_lines(composition.game, composition.position, composition.start, seat)]


def stage_line(composition: Composition) -> str:
    """The state of the turn, and what it needs next."""
    choice = composition.choice
    if composition.stage in (CompositionStage.CHOICE, CompositionStage.PAUSED) and choice is not None:
        return open_choice_message(composition.starting_point.colours[choice.seat], choice)
    return _STAGES[composition.stage]


_STAGES: Mapping[CompositionStage, str] = {
    CompositionStage.OPEN: message('The turn has not ended yet: end it with "{order}"', order="end"),
    CompositionStage.CHOICE: message("A choice is still open"),
    CompositionStage.DRAWN: message(
        "The turn pauses until the others have sent their shares for the drawn cards"
    ),
    CompositionStage.CHANCE: message("The turn pauses until the dice roll is complete"),
    CompositionStage.PAUSED: message("The turn pauses until another player has made a choice"),
    CompositionStage.ENDED: message("The turn has ended"),
    CompositionStage.OVER: message("The game is over"),
}
