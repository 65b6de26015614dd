"""What-if questions: `check` for a partial or complete turn, and the legal orders after given ones."""

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
    """The result of `check`.

    `done` has the block that the orders would make; it is None if the turn has not ended, or if it is not the
    player's turn yet. `left` are the orders that were not reached.
    """

    opened: Opened
    composition: Composition
    left: tuple[AnyParsedOrder, ...] = ()
    done: WriteResult | None = None


def check(path: Path, context: Context, text: str, source: str | None = None) -> CheckResult:
    """Return what orders would do now, whether or not they are a complete turn.

    Out of turn, they are checked as if it were the player's turn. Raises OrderError with the line and column
    in `source`, NothingToDo if the player has no more turns, and the errors of opening the save.
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
    """Compose the orders in a text. Raises OrderError with the line and column in `source`."""
    try:
        return Composition(starting_point).read(text)
    except OrderError as problem:
        raise problem.in_file(source) from None


def starting_point_of_save(path: Path, context: Context, *, explore: bool) -> StartingPoint:
    """Return the starting point for the identity's orders; with `explore`, also out of turn.

    Raises the errors of `starting_point_of` and of opening the save.
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
    """Return the identity's legal orders after the orders in a text, in canonical text.

    The save is not remembered. Raises the errors of `open_without_noting` and `starting_point_of`, and
    OrderError for illegal orders.
    """
    opened = open_without_noting(path, context.home)
    composition = Composition(_starting_point_in(opened, context, explore=False))
    if given.strip():
        composition = composition.read(given).composition
    return [text for text, _ in composition.next.orders]


# --- why nothing of what is wanted may be given -----------------------------------------------------------


def why_no_order(composition: Composition, begun: Sequence[str]) -> KhronosError | None:
    """Return the reason why no legal order begins with these words; None if there is no particular one.

    Either the text is not an order, or the rules refuse it.
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
    """Return the error for the closest order that begins with these words but is refused."""
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
    """Return whether the order begins with these words, or the game interprets them as this order."""
    features = feature_or_none(game, WhatIf)
    found = features.matches(order, begun) if features is not None and begun else None
    return begins_with(game, text, begun) if found is None else found


def order_groups(game: AnyGame, orders: Sequence[ListedOrder]) -> list[tuple[str, list[ListedOrder]]]:
    """Return the orders in groups, each with the game's heading for it."""
    features = feature_or_none(game, WhatIf)
    return [("", list(orders))] if features is None else features.groups(orders)


def begins_with(game: AnyGame, order: str, begun: Sequence[str]) -> bool:
    """Return whether an order begins with these words, in any language of the game's orders."""
    words = feature_or_none(game, Words)
    return order.startswith(" ".join(begun)) if words is None else words.begins_with(order, begun)


# --- what is said -----------------------------------------------------------------------------------------


def check_document(checked: CheckResult) -> dict[str, object]:
    """Return the document of `check` (FORMATS 1).

    It contains what has been used, whether the turn has ended, and whom the game waits for out of turn.
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
    """Return whom the orders would wait for, as JSON-able data.

    None if they can go on or have ended the turn.
    """
    decision, stage = composition.decision, composition.stage
    if composition.can_continue or stage in (CompositionStage.ENDED, CompositionStage.OVER):
        return None
    if decision is None or stage is not CompositionStage.PAUSED:
        return {"colour": None, "for": ASSIST, "choice": None}
    seats = composition.starting_point.colours
    choice = choice_document(seats, decision.choice)
    return {"colour": seats[decision.seat], "for": decision.need.value, "choice": choice}


def exploring_document(starting_point: StartingPoint) -> dict[str, object] | None:
    """Return an exploration out of turn as JSON-able data; None if the player can move now.

    It contains the player for whom the game waits, and what is assumed.
    """
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
    """Return sentences that explain an exploration out of turn; none if the player can move now.

    They name the player for whom the game waits, and what is assumed.
    """
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
    """Return the sentence that this is only a trial, and what has to happen first."""
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
    """Return what the seat has used in its turn, as keys of a document.

    Empty if the game does not provide it.
    """
    whatif, seat = feature_or_none(composition.game, WhatIf), composition.starting_point.seat
    if whatif is None or seat is None or not _in_turn(composition):
        return {}
    return whatif.used_data(composition.last_position_in_turn, seat)


def used_lines(composition: Composition) -> list[str]:
    """Return lines about what the seat has used in its turn; none if the game does not provide them."""
    whatif, seat = feature_or_none(composition.game, WhatIf), composition.starting_point.seat
    if whatif is None or seat is None or not _in_turn(composition):
        return []
    return whatif.used_lines(composition.last_position_in_turn, seat)


def _in_turn(composition: Composition) -> bool:
    """Return whether the orders belong to the seat's own turn, not to an answer in another player's turn."""
    first = composition.game.decision(composition.starting_point.position)
    return first is not None and first.need is DecisionKind.TURN


def composition_difference_lines(composition: Composition) -> list[str]:
    """Return lines about the changes that the orders so far make for each player, in words."""
    changed = change_lines(composition.game, composition.difference(), composition.position)
    seat = composition.starting_point.seat
    return [*changed, *game_turn_lines(composition.game, composition.position, composition.start, seat)]


def stage_line(composition: Composition) -> str:
    """Return a line about the state of the turn, and what it needs next."""
    choice = composition.choice
    if composition.stage in (CompositionStage.CHOICE, CompositionStage.PAUSED) and choice is not None:
        return open_choice_message(composition.starting_point.colours[choice.seat], choice)
    return _STAGES[composition.stage]


_STAGES: Mapping[CompositionStage, str] = {
    CompositionStage.OPEN: message('The turn has not ended yet: end it with "{order}"', order="end"),
    CompositionStage.CHOICE: message("A choice is still open"),
    CompositionStage.DRAWN: message(
        "The turn pauses here: nobody can read the drawn cards until the other players have sent their shares"
    ),
    CompositionStage.CHANCE: message("The turn pauses until the dice roll is complete"),
    CompositionStage.PAUSED: message("The turn pauses until another player has made a choice"),
    CompositionStage.ENDED: message("The turn has ended"),
    CompositionStage.OVER: message("The game is over"),
}
