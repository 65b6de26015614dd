"""The JSON documents of the commands (FORMATS 1), and lines about events and changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NotRequired, TypedDict

from khronos_pbem.engine.contract import AnyGame, AnyPosition, Choice, Event, EventDocument
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.features.protocols import Columns, SeatValues
from khronos_pbem.errors import rule_name
from khronos_pbem.games.registry import feature, feature_or_none
from khronos_pbem.messages import listed, message
from khronos_pbem.record.block import TURN, Block
from khronos_pbem.session.notes.player_messages import MessageDocument, PlayerMessage, new_messages
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.table import Seat, Table, Waiting, lacks_share, waiting

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Draft


class ChoiceDocument(TypedDict):
    """An open choice: its kind, the colour of its player, the board, and the options."""

    kind: str
    player: str
    board: str
    card: NotRequired[str]
    options: list[str]


WaitingDocument = TypedDict(
    "WaitingDocument", {"colour": str | None, "for": str, "choice": ChoiceDocument | None}
)
"""The awaited player (None while seats are free), the kind of block, and the open choice."""


class SeatDocument(TypedDict):
    """The player of a seat; `bot` is the strength of a bot, None for a person."""

    colour: str
    name: str
    bot: str | None


class OwnSeatDocument(TypedDict):
    """The reader's own seat: its hand if it is known, and whether the game waits for its shares."""

    colour: str
    hand: list[str] | None
    owes: bool


class StatusDocument(TypedDict):
    """The state of a game; the rows of `seats` also contain the game's own values."""

    id: str
    title: str
    round: int
    seq: int
    head: str
    finished: bool
    winners: list[str]
    seats: list[SeatValues]
    waiting_for: WaitingDocument | None
    mine: OwnSeatDocument | None
    messages: list[MessageDocument]


class BlockDocument(SeatDocument):
    """A block with its orders, its events and its author."""

    seq: int
    kind: str
    at: str | None
    orders: list[str]
    auto: list[str]
    events: list[EventDocument]


def choice_document(table_colours: Sequence[str], choice: Choice | None) -> ChoiceDocument | None:
    """Return an open choice as JSON-able data; None if there is none.

    It consists of the kind, player, board and options, and the card if the choice has one.
    """
    if choice is None:
        return None
    kind, player, board, options = choice.kind, table_colours[choice.seat], choice.board, list(choice.options)
    if choice.card is None:
        return {"kind": kind, "player": player, "board": board, "options": options}
    return {"kind": kind, "player": player, "board": board, "card": choice.card, "options": options}


def waiting_document(table: Table, now: Waiting | None) -> WaitingDocument | None:
    """Return the awaited player and block as JSON-able data; None when the game is over."""
    if now is None:
        return None
    return {
        "colour": None if now.seat is None else table.seats[now.seat].colour,
        "for": now.need,
        "choice": choice_document(table.colours, now.choice),
    }


def status_document(
    history: History,
    seat: int | None,
    hand: list[str] | None,
    now: Waiting | None,
    sealed: Sequence[PlayerMessage] = (),
) -> StatusDocument:
    """The document of `status`; `hand` are the player's own cards if they are known.

    `now` and `sealed` are as in `PlayerView`.
    """
    table = history.table
    won = [] if table.position is None else table.game.winners(table.position)
    return {
        "id": table.header.id,
        "title": table.header.title,
        "round": current_round(table),
        "seq": table.seq,
        "head": encode_bytes(history.heads[table.seq + 1]),
        "finished": now is None,
        "winners": [table.seats[number].colour for number in won],
        "seats": seat_documents(table),
        "waiting_for": waiting_document(table, now),
        "mine": None
        if seat is None
        else {"colour": table.colours[seat], "hand": hand, "owes": lacks_share(table, seat)},
        "messages": [one.to_data() for one in new_messages(history.entries, seat, sealed)],
    }


def show_document(
    history: History,
    table: Table,
    seat: int | None,
    hand: list[str] | None,
    now: Waiting | None,
    sealed: Sequence[PlayerMessage] = (),
) -> dict[str, object]:
    """The document of `show`: the status at the given table, and the public position."""
    entries = history.entries[: table.seq + 1]
    facts = status_document(History(history.start, entries, history.heads), seat, hand, now, sealed)
    return {**facts, "position": position_document(table)}


def position_document(table: Table) -> dict[str, object] | None:
    """The public part of a position as JSON-able data; None before the game begins."""
    return None if table.position is None else table.game.public_data(table.position)


def current_round(table: Table) -> int:
    """The current round, from 1; 0 before the game begins."""
    return 0 if table.position is None else table.game.round(table.position)


def seat_documents(table: Table) -> list[SeatValues]:
    """Return the public values of each seat, as JSON-able data."""
    columns = feature_or_none(table.game, Columns)
    rows: Sequence[SeatValues] = [{}] * len(table.seats)
    if columns is not None:
        before = table.position is None
        rows = [columns.before] * len(table.seats) if before else columns.standings(table.position)
    return [{**seat_document(seat), **facts} for seat, facts in zip(table.seats, rows, strict=True)]


def seat_document(seat: Seat) -> SeatDocument:
    """Return the player of a seat as JSON-able data; `bot` is the strength of a bot, None for a person."""
    return {"colour": seat.colour, "name": seat.name, "bot": seat.bot or None}


def turn_document(draft: Draft, before: Table | None = None) -> dict[str, object]:
    """The document of `check`, `play` and `assist`; `before` is the table on which the block was written."""
    table = draft.table
    now = waiting(table)
    ended = draft.block.kind != TURN or has_ended_turn(table, draft.block)
    paused = now if draft.left or not ended else None
    return {
        "seq": table.seq,
        "orders": list(draft.block.orders),
        "auto": list(draft.block.auto),
        "events": [event.to_data() for event in draft.events],
        "paused": waiting_document(table, paused),
        "left": [spelled.words for spelled in draft.left],
        "waiting_for": waiting_document(table, now),
        **game_turn_document(table.game, table.position, before and before.position, draft.block.seat),
    }


def has_ended_turn(table: Table, block: Block) -> bool:
    """Return whether the last order of a block ends the turn."""
    parse, ends = table.game.parse, table.game.ends_turn
    return any(ends(spelled.order) for text in block.orders[-1:] for spelled in parse(text))


def game_turn_document(
    game: AnyGame, position: AnyPosition, before: AnyPosition = None, seat: int | None = None
) -> dict[str, object]:
    """The fields that the game itself adds about a turn of a seat from one position to another."""
    columns = feature_or_none(game, Columns)
    return {} if columns is None else columns.turn_data(position, before, seat)


def game_turn_lines(game: AnyGame, position: AnyPosition, before: AnyPosition, seat: int | None) -> list[str]:
    """Return the lines that the game itself adds about a turn; empty if a position is not known."""
    columns = feature_or_none(game, Columns)
    if columns is None or position is None or before is None or seat is None:
        return []
    return columns.turn_lines(position, before, seat)


def difference_document(before: Table, after: Table) -> dict[str, dict[str, int]]:
    """Return the changed values of each colour between two tables, and the size of each change."""
    columns = feature_or_none(after.game, Columns)
    if columns is None or before.position is None or after.position is None:
        return {}
    return columns.changes(before.position, after.position)


def difference_lines(before: Table, after: Table) -> list[str]:
    """Return the changes for each player between two tables, in words."""
    return change_lines(after.game, difference_document(before, after), after.position)


def change_lines(
    game: AnyGame,
    changed: Mapping[str, Mapping[str, int]],
    position: AnyPosition,
    among: Sequence[str] | None = None,
) -> list[str]:
    """Return the changes for each colour, in words; with `among`, only the changes of those keys.

    `position` is the position after the changes.
    """
    if not changed:
        return []
    columns, lines = feature(game, Columns), list[str]()
    now = {facts["colour"]: facts for facts in columns.standings(position)}
    for colour, changes in changed.items():
        keys = [key for key in changes if among is None or key in among]
        if keys:
            parts = listed([columns.change(key, changes[key], now[colour]) for key in keys])
            lines.append(message("{colour}: {parts}", colour=colour, parts=parts))
    return lines


EventFormatter = Callable[[Event], str]
"""A function that returns the text of an event: `event_text` or `cited_event_text`."""


def event_text(event: Event) -> str:
    """The sentence of an event."""
    return event.text


def cited_event_text(event: Event) -> str:
    """The sentence of an event, with the paragraph of the rule."""
    return message("{event} ({rule})", event=event.text, rule=rule_name(event.rule))


def event_formatter(cite: bool) -> EventFormatter:
    """Return the function that gives the text of an event, with the rule's paragraph if `cite`."""
    return cited_event_text if cite else event_text


def event_lines(events: Iterable[Event], tell: EventFormatter = event_text) -> list[str]:
    """The texts of events, one per line."""
    return [tell(event) for event in events]
