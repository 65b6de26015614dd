"""The use cases of what if: `check` of any turn so far, and the orders that could follow some others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.engine.choice_text import open_choice
from khronos_pbem.engine.contract import Game, Need, Spelled
from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.engine.features.what_if import Listed, WhatIf
from khronos_pbem.errors import KhronosError, OrderError
from khronos_pbem.games.registry import optional
from khronos_pbem.messages import message, plural_message
from khronos_pbem.record.block import ANSWER, ASSIST, TURN
from khronos_pbem.record.chain import head_hash
from khronos_pbem.session.commands.rekey import with_heir
from khronos_pbem.session.commands.write_blocks import Done, to_move
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import author
from khronos_pbem.session.queries.documents import (
    changed_lines,
    choice_facts,
    colours,
    difference_facts,
    own_facts,
    own_lines,
    turn_facts,
    waiting_facts,
)
from khronos_pbem.session.replay.draft_block import draft_turn
from khronos_pbem.session.replay.open_save import Opened, open_for_play, open_unnoted
from khronos_pbem.session.replay.table import Waiting, waiting
from khronos_pbem.session.turns.setup_position import SetUp
from khronos_pbem.session.turns.starting_point import starting_point_of, starting_point_of_position
from khronos_pbem.session.turns.turn_draft import Composed, Composition, Stage, StartingPoint


@dataclass(frozen=True, slots=True)
class Checked:
    """What some orders come to. `done` holds the block that they would be; None while they are none: the turn
    has not ended, or it is not on yet."""

    opened: Opened
    composition: Composition
    left: tuple[Spelled[Any], ...] = ()
    done: Done | None = None


def check(path: Path, context: Context, text: str, source: str | None = None) -> Checked:
    """What orders would come to now, be they a whole turn or not; out of turn, as if it were the player's.

    Raises OrderError with the line and column in `source`, NothingToDo where no turn of his is to come, and
    what opening raises.
    """
    opened = to_move(open_for_play(path, context.home, rewind=context.rewind), context)
    table, writer = opened.table, author(context.home, opened.table, context.name, context.ask, opened.path)
    try:
        orders = list(table.game.parse(text))
        starting_point = starting_point_of(table, writer, explore=True)
        composed = Composition(starting_point).give(orders)
        if starting_point.exploring is not None or not composed.composition.whole:
            return Checked(opened, composed.composition, composed.left)
        orders = with_heir(table, writer, context.home, orders)
        draft = draft_turn(table, writer, orders, head_hash(opened.save), context.at)
    except KhronosError as problem:
        problem.file = problem.file or source
        raise
    return Checked(opened, composed.composition, draft.left, Done(opened, draft))


def composed_on(starting_point: StartingPoint, text: str, source: str | None = None) -> Composed:
    """A text of orders composed. Raises OrderError with its place in `source`."""
    try:
        return Composition(starting_point).read(text)
    except OrderError as problem:
        problem.file = problem.file or source
        raise


def starting_point_of_save(path: Path, context: Context, *, explore: bool) -> StartingPoint:
    """Where the orders of the context's identity begin. Raises NothingToDo, and what opening raises."""
    return _starting_point_in(
        open_for_play(path, context.home, rewind=context.rewind), context, explore=explore
    )


def _starting_point_in(opened: Opened, context: Context, *, explore: bool) -> StartingPoint:
    opened = to_move(opened, context)
    writer = author(context.home, opened.table, context.name, context.ask, opened.path)
    return starting_point_of(opened.table, writer, explore=explore)


def starting_point_of_setup(start: SetUp) -> StartingPoint:
    """Where orders begin on a set-up position."""
    return starting_point_of_position(start)


def legal_behind(path: Path, context: Context, given: str) -> list[str]:
    """The legal orders of the context's identity behind those of a text, in canonical text; nothing is noted.

    Raises as `open_unnoted` and `ground_of`, and OrderError for what cannot be given.
    """
    composition = Composition(_starting_point_in(open_unnoted(path, context.home), context, explore=False))
    if given.strip():
        composition = composition.read(given).composition
    return [text for text, _ in composition.next.orders]


# --- why nothing of what is wanted may be given -----------------------------------------------------------


def why_none(composition: Composition, begun: Sequence[str]) -> KhronosError | None:
    """Why no legal order begins with these words: they are none, or the rules refuse all of them.

    None if there is no more to say than that.
    """
    game, text = composition.game, " ".join(begun)
    if not composition.goes_on or not text.strip():
        return None
    try:
        orders = list(game.parse(text))
    except OrderError as problem:
        if problem.column is not None and problem.column <= len(text):
            problem.line = problem.column = None
            return problem
        return _refused(composition, begun)
    try:
        for spelled in orders[:1]:
            composition.add(spelled.order)
    except OrderError as problem:
        return problem
    return None


def _refused(composition: Composition, begun: Sequence[str]) -> OrderError | None:
    """The nearest refusal of the orders that begin so."""
    game, decision = composition.game, composition.decision
    whatif, words = optional(game, WhatIf), optional(game, Words)
    if whatif is None or words is None or decision is None:
        return None
    verbs = dict[type, bool]()
    known: Words = words

    def wanted(order: Any) -> bool:
        kind = type(order)
        if kind not in verbs:
            verb = game.text(order).split(" ", 1)[0]
            verbs[kind] = known.begins(verb, " ".join(begun).split()[:1])
        return verbs[kind] and known.begins(game.text(order), begun)

    return whatif.why_not(composition.position, decision.seat, wanted)


def meant(game: Game[Any, Any], text: str, order: Any, begun: Sequence[str]) -> bool:
    """Whether words mean an order: by its beginning, or as its game understands them."""
    features = optional(game, WhatIf)
    found = features.meant(order, begun) if features is not None and begun else None
    return begins(game, text, begun) if found is None else found


def groups(game: Game[Any, Any], orders: Sequence[Listed]) -> list[tuple[str, list[Listed]]]:
    """Orders under the headings that their game has for them."""
    features = optional(game, WhatIf)
    return [("", list(orders))] if features is None else features.groups(orders)


def begins(game: Game[Any, Any], order: str, begun: Sequence[str]) -> bool:
    """Whether an order begins with these words, in any language that the game's orders have."""
    words = optional(game, Words)
    return order.startswith(" ".join(begun)) if words is None else words.begins(order, begun)


# --- what is said -----------------------------------------------------------------------------------------


def checked_facts(checked: Checked) -> dict[str, Any]:
    """The document of `check` (FORMATS 1), with what has been used, whether the turn has ended, and who is
    waited for instead if it is not on."""
    composition, table = checked.composition, checked.opened.table
    ended = composition.stage in (Stage.ENDED, Stage.OVER)
    more = {
        "ended": ended,
        "exploring": exploring_facts(composition.starting_point),
        **used_facts(composition),
    }
    if checked.done is not None:
        draft = checked.done.draft
        return {**turn_facts(draft, table), "difference": difference_facts(table, draft.table), **more}
    given = composition.given
    return {
        "seq": table.seq + 1,
        "orders": [each.recorded for each in given],
        "auto": [answer for each in given for answer in each.auto],
        "events": [event.to_data() for event in composition.events],
        "paused": _paused(composition),
        "left": [spelled.words for spelled in checked.left],
        "waiting_for": waiting_facts(table, waiting(table)),
        **own_facts(
            composition.game, composition.position, composition.start, composition.starting_point.seat
        ),
        "difference": composition.difference(),
        "choice": choice_facts(colours(table), composition.choice),
        **more,
    }


def _paused(composition: Composition) -> dict[str, Any] | None:
    """Whom the orders would wait for, out of turn; None if they go on or have ended the turn."""
    decision, stage = composition.decision, composition.stage
    if composition.goes_on or stage in (Stage.ENDED, Stage.OVER):
        return None
    if decision is None or stage is not Stage.PAUSED:
        return {"colour": None, "for": ASSIST, "choice": None}
    seats = list(composition.starting_point.colours)
    choice = choice_facts(seats, decision.choice)
    return {"colour": seats[decision.seat], "for": decision.need.value, "choice": choice}


def exploring_facts(starting_point: StartingPoint) -> dict[str, Any] | None:
    """That it is not the player's turn, as JSON-able data; None if it is."""
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
    """The same for people: what belongs to the assumption stands indented below it."""
    told = exploring_said(starting_point)
    return [*told[:2], *(message("  {line}", line=each) for each in told[2:])]


def exploring_said(starting_point: StartingPoint) -> list[str]:
    """The same as sentences: whose turn it is, and what was assumed; nothing if it is the player's own."""
    exploring = starting_point.exploring
    if exploring is None:
        return []
    now = exploring.waiting
    colour = "" if now.seat is None else starting_point.colours[now.seat]
    lines: list[str] = [_whose(now, colour)]
    lines.append(message("the result assumes that nothing changes before your next turn"))
    for who, order in exploring.answers:
        lines.append(message("and that {who} answers: {order}", who=who, order=order))
    if exploring.unknown:
        lines.append(
            plural_message(
                "{n} card of your hand is not known yet",
                "{n} cards of your hand are not known yet",
                exploring.unknown,
            )
        )
    return lines


def _whose(now: Waiting, colour: str) -> str:
    """That the player only tries something out, and what has to come first."""
    if now.need == TURN:
        return message("this is only a trial: it is {colour}'s turn", colour=colour)
    if now.need == ANSWER:
        return message("this is only a trial: {colour} has to make a choice first", colour=colour)
    if now.rolls:
        return message(
            "this is only a trial: {colour} has to send a share of the dice roll first", colour=colour
        )
    return message("this is only a trial: {colour} has to send a share of the deck first", colour=colour)


def used_facts(composition: Composition) -> dict[str, Any]:
    """What the seat has used in its turn, as keys of a document; none where the game does not say."""
    whatif, seat = optional(composition.game, WhatIf), composition.starting_point.seat
    if whatif is None or seat is None or not _in_turn(composition):
        return {}
    return whatif.used(composition.at_own, seat)


def used_lines(composition: Composition) -> list[str]:
    """The same for people."""
    whatif, seat = optional(composition.game, WhatIf), composition.starting_point.seat
    if whatif is None or seat is None or not _in_turn(composition):
        return []
    return whatif.used_lines(composition.at_own, seat)


def _in_turn(composition: Composition) -> bool:
    """Whether the orders are those of a turn, and not an answer in somebody else's."""
    first = composition.game.decision(composition.starting_point.position)
    return first is not None and first.need is Need.TURN


def difference_of(composition: Composition) -> list[str]:
    """The difference so far for each player, in words."""
    changed = changed_lines(composition.game, composition.difference(), composition.position)
    own = own_lines(
        composition.game, composition.position, composition.start, composition.starting_point.seat
    )
    return [*changed, *own]


def stage_line(composition: Composition) -> str:
    """Where the turn stands, and what it needs."""
    choice = composition.choice
    if composition.stage in (Stage.CHOICE, Stage.PAUSED) and choice is not None:
        return open_choice(composition.starting_point.colours[choice.seat], choice)
    return _STAGES[composition.stage]


_STAGES: Mapping[Stage, str] = {
    Stage.OPEN: message('The turn has not ended yet: end it with "{order}"', order="end"),
    Stage.CHOICE: message("A choice is still open"),
    Stage.DRAWN: message("The turn pauses until the others have sent their shares of the cards drawn"),
    Stage.CHANCE: message("The turn pauses until the dice roll is complete"),
    Stage.PAUSED: message("The turn pauses until another player has made a choice"),
    Stage.ENDED: message("The turn has ended"),
    Stage.OVER: message("The game is over"),
}
