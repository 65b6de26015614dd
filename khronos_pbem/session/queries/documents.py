"""What the commands say, as the JSON of FORMATS 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from khronos_pbem.engine.contract import Choice, Event, Game
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.errors import rule_name
from khronos_pbem.games.registry import feature, optional
from khronos_pbem.messages import listed, message
from khronos_pbem.record.block import TURN, Block
from khronos_pbem.session.notes.player_messages import Message, new_messages
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.table import Seat, Table, Waiting, owes, waiting

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Draft


def choice_facts(table_colours: list[str], choice: Choice | None) -> dict[str, Any] | None:
    """An open choice: kind, player, board, options, in some games its card; None if there is none."""
    if choice is None:
        return None
    about = {} if choice.card is None else {"card": choice.card}
    return {
        "kind": choice.kind,
        "player": table_colours[choice.seat],
        "board": choice.board,
        **about,
        "options": list(choice.options),
    }


def colours(table: Table) -> list[str]:
    """The colours of the seats that are taken, in seat order."""
    return [seat.colour for seat in table.seats]


def waiting_facts(table: Table, now: Waiting | None) -> dict[str, Any] | None:
    """Whom the game waits for; None when it is over."""
    if now is None:
        return None
    return {
        "colour": None if now.seat is None else table.seats[now.seat].colour,
        "for": now.need,
        "choice": choice_facts(colours(table), now.choice),
    }


def status_facts(
    history: History,
    seat: int | None,
    hand: list[str] | None,
    now: Waiting | None,
    sealed: Sequence[Message] = (),
) -> dict[str, Any]:
    """The document of `status`; `hand` are the own cards where they can be read, `now` and `sealed` as of
    `Seen`."""
    table = history.table
    won = [] if table.position is None else table.game.winners(table.position)
    return {
        "id": table.header.id,
        "title": table.header.title,
        "round": 0 if table.position is None else table.game.round(table.position),
        "seq": table.seq,
        "head": encode_bytes(history.heads[table.seq + 1]),
        "finished": now is None,
        "winners": [table.seats[number].colour for number in won],
        "seats": seats_facts(table),
        "waiting_for": waiting_facts(table, now),
        "mine": None if seat is None else _mine(table, seat, hand),
        "messages": [one.to_data() for one in new_messages(history.entries, seat, sealed)],
    }


def table_facts(
    history: History,
    table: Table,
    seat: int | None,
    hand: list[str] | None,
    now: Waiting | None,
    sealed: Sequence[Message] = (),
) -> dict[str, Any]:
    """The document of `show`: the status of that moment, with the public position."""
    entries = history.entries[: table.seq + 1]
    facts = status_facts(History(history.start, entries, history.heads), seat, hand, now, sealed)
    return {**facts, "position": position_facts(table)}


def position_facts(table: Table) -> dict[str, Any] | None:
    """All that everybody may know of the position; None before the game begins."""
    return None if table.position is None else table.game.public_data(table.position)


def seats_facts(table: Table) -> list[dict[str, Any]]:
    """What is open about each seat."""
    columns = optional(table.game, Columns)
    rows: Sequence[Mapping[str, Any]] = [{}] * len(table.seats)
    if columns is not None:
        before = table.position is None
        rows = [columns.before] * len(table.seats) if before else columns.standings(table.position)
    return [{**seat_facts(seat), **facts} for seat, facts in zip(table.seats, rows, strict=True)]


def seat_facts(seat: Seat) -> dict[str, Any]:
    """Who plays a seat; `bot` is how strong a bot it is, None for a person."""
    return {"colour": seat.colour, "name": seat.name, "bot": seat.bot or None}


def _mine(table: Table, seat: int, hand: list[str] | None) -> dict[str, Any]:
    return {"colour": table.seats[seat].colour, "hand": hand, "owes": owes(table, seat)}


def turn_facts(draft: Draft, before: Table | None = None) -> dict[str, Any]:
    """The document of `check`, `play` and `assist`; `before` is the table that the block was written on."""
    table = draft.table
    now = waiting(table)
    paused = now if draft.left or (draft.block.kind == TURN and not passed_on(table, draft.block)) else None
    return {
        "seq": table.seq,
        "orders": list(draft.block.orders),
        "auto": list(draft.block.auto),
        "events": [event.to_data() for event in draft.events],
        "paused": waiting_facts(table, paused),
        "left": [spelled.words for spelled in draft.left],
        "waiting_for": waiting_facts(table, now),
        **own_facts(table.game, table.position, before and before.position, draft.block.seat),
    }


def passed_on(table: Table, block: Block) -> bool:
    """Whether a block ended its turn, so that nothing is open in the middle of one."""
    parse, ends = table.game.parse, table.game.ends_turn
    return any(ends(spelled.order) for text in block.orders[-1:] for spelled in parse(text))


def own_facts(
    game: Game[Any, Any], position: Any, before: Any = None, seat: int | None = None
) -> dict[str, Any]:
    """What the game itself says of a turn by a seat that has led from a position to another."""
    columns = optional(game, Columns)
    return {} if columns is None else columns.turn_facts(position, before, seat)


def own_lines(game: Game[Any, Any], position: Any, before: Any, seat: int | None) -> list[str]:
    """The same for people, besides what changes; nothing where one of the positions is not known."""
    columns = optional(game, Columns)
    if columns is None or position is None or before is None or seat is None:
        return []
    return columns.turn_lines(position, before, seat)


def difference_facts(before: Table, after: Table) -> dict[str, dict[str, int]]:
    """What changes for each colour, and by how much; what stays the same is left out."""
    columns = optional(after.game, Columns)
    if columns is None or before.position is None or after.position is None:
        return {}
    return columns.changes(before.position, after.position)


def difference_lines(before: Table, after: Table) -> list[str]:
    """The turn's difference for each player, in words."""
    return changed_lines(after.game, difference_facts(before, after), after.position)


def changed_lines(
    game: Game[Any, Any],
    changed: Mapping[str, Mapping[str, int]],
    position: Any,
    among: Sequence[str] | None = None,
) -> list[str]:
    """What has changed for each colour up to a position, in words; all of it, or what is named so."""
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


Tell = Callable[[Event], str]
"""How an event is told to people: `told` or `cited`."""


def told(event: Event) -> str:
    """An event for people: the sentence alone."""
    return event.text


def cited(event: Event) -> str:
    """An event for people who asked for it: the sentence, and the paragraph behind it."""
    return message("{event} ({rule})", event=event.text, rule=rule_name(event.rule))


def telling(cite: bool) -> Tell:
    """How to tell events to somebody who asked for the paragraphs, or did not."""
    return cited if cite else told


def event_lines(events: Iterable[Event], tell: Tell = told) -> list[str]:
    """Events for people, one a line."""
    return [tell(event) for event in events]
