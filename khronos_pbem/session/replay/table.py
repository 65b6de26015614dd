"""The table: the state of a game after a block, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from khronos_pbem.deck import key_reveal as leaving
from khronos_pbem.deck.ledger import Ledger, deal, due_parts, new_deck, next_contributor, open_to_all
from khronos_pbem.deck.rolls import OpenRoll
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import (
    AnyGame,
    AnyPosition,
    Choice,
    DealRequest,
    Decision,
    DecisionKind,
    Event,
    OpenRequest,
    Request,
    RollRequest,
    Seating,
    ShuffleRequest,
    as_rolling_game,
)
from khronos_pbem.engine.digests import canonical_json, digest, encode_bytes
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.registry import game_for_rules
from khronos_pbem.messages import Message, VerbatimText, message
from khronos_pbem.record.block import ACK, ANSWER, ASSIST, JOIN, TURN, VOTE
from khronos_pbem.record.chain import game_hash
from khronos_pbem.record.leaving.votes import Run, Seats
from khronos_pbem.record.names import called
from khronos_pbem.record.save import Header


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's seat: name, colour, Ed25519 public key (32 bytes), and a bot's strength (else empty)."""

    name: str
    colour: str
    identity: bytes
    bot: str = ""

    def __post_init__(self) -> None:
        """Mark the name as verbatim text, because a player typed it."""
        object.__setattr__(self, "name", VerbatimText(self.name))

    @property
    def called(self) -> str:
        """The name as it is shown to people; a bot's name is marked as such."""
        return called(self.name, self.bot)


class PendingOutcome(NamedTuple):
    """The outcome of a finished run of votes once it is final: the resulting table, and the events."""

    table: Table
    events: tuple[Event, ...] = ()


class Table(NamedTuple):
    """The state of a game; `position` is None until all seats are taken.

    `openings` are the slots that the game requires all players to read. `asked` are the requested rolls that
    are not served yet (DECK 10.1). `actor` is the seat of the last block, and `seq` is its number.
    `record_seats` are the players according to the blocks alone, with the open runs of votes. `pending` is
    the outcome of the innermost run if it is finished. `named_successors` are the named successors by seat;
    `former` are the players whose seat was given to another (DECK 9).
    """

    header: Header
    game: AnyGame
    ledger: Ledger
    seats: tuple[Seat, ...] = ()
    position: AnyPosition = None
    openings: tuple[Handle, ...] = ()
    asked: tuple[RollRequest, ...] = ()
    actor: int = -1
    seq: int = -1
    record_seats: Seats = Seats()
    pending: PendingOutcome | None = None
    named_successors: Mapping[int, bytes] = MappingProxyType({})
    former: tuple[Seat, ...] = ()

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the seats that are taken, in seat order."""
        return tuple(seat.colour for seat in self.seats)

    @property
    def run(self) -> Run | None:
        """The innermost open run of votes; None if there is none."""
        return self.record_seats.run


class Clock(NamedTuple):
    """The number of days that a player has for a block; with `workdays`, weekends do not count."""

    days: int
    workdays: bool


class Waiting(NamedTuple):
    """The seat that the game waits for, the kind of block that it needs, and the open choice.

    `seat` is None if the game waits for players to join. `need` is a kind of block. `rolls` is True for an
    assist that sends a share of a roll.
    """

    seat: int | None
    need: str
    choice: Choice | None = None
    rolls: bool = False

    @property
    def what(self) -> Message:
        """The task of the seat, in a few words."""
        return message("a roll") if self.rolls else _NEEDED[self.need]


_NEEDED: Mapping[str, Message] = {
    JOIN: message("a player"),
    TURN: message("a turn"),
    ANSWER: message("a choice"),
    ASSIST: message("a share of the deck"),
    VOTE: message("a vote"),
    ACK: message("a confirmation"),
}


def new_table(header: Header) -> Table:
    """The empty table of a game. Raises InvalidFile if the game's options are wrong."""
    game = game_for_rules(header.game, header.rules)
    clock_of(header)
    everybody = has_shared_rolls(header, game)
    options = game_options(header)
    game.check_options(options, header.seats)
    decks = game.first_decks(options, header.seats)
    return Table(header, game, Ledger.new(binding_hash(header), header.seats, decks, all_roll=everybody))


def binding_hash(header: Header) -> bytes:
    """The hash of a header (32 bytes), to which every secret and proof of the game is bound (DECK 2)."""
    return game_hash(header)


def has_left_game(table: Table, seat: int) -> bool:
    """Return whether a seat is out of the game.

    If the seat's own block took it out, that block shows its key (DECK 9.1).
    """
    return table.position is not None and table.game.has_left(table.position, seat)


def game_options(header: Header) -> dict[str, object]:
    """The options of [game] that belong to the game itself; `clock` and `rolls` do not."""
    return {key: value for key, value in header.options.items() if key not in ("clock", "rolls")}


def has_cards(table: Table) -> bool:
    """Return whether the game of a table has cards that players may hold."""
    return bool(table.game.first_decks(game_options(table.header), table.header.seats))


def has_shared_rolls(header: Header, game: AnyGame) -> bool:
    """Return whether every player has a share in every roll: the option `rolls = "all"` (DECK 10.4).

    Raises InvalidFile for any other value, and for a game without rolls.
    """
    found = header.options.get("rolls")
    if found is None:
        return False
    if as_rolling_game(game) is None:
        what = message('the option "rolls" is set, but this game has no dice rolls')
        raise InvalidFile(what, rule="DECK 10", hint=message("leave it out"))
    if found != "all":
        what, hint = (
            message('the option "rolls" has a value that is not allowed'),
            message('write rolls = "all"'),
        )
        raise InvalidFile(what, rule="DECK 10.4", hint=hint)
    return True


def clock_of(header: Header) -> Clock | None:
    """Return the clock that the players agreed on with `new`; None if there is none.

    Raises InvalidFile if the option is wrong.
    """
    found = header.options.get("clock")
    if found is None:
        return None
    if not isinstance(found, dict) or set(found) != {"days", "workdays"}:
        what = message("clock must contain exactly two keys: days and workdays")
        raise InvalidFile(what, hint=message("for example, write days = 7 and workdays = false"))
    days, workdays = found["days"], found["workdays"]
    if not isinstance(workdays, bool):
        hint = message("write {key} = true or {key} = false", key=VerbatimText("workdays"))
        raise InvalidFile(message("workdays must be true or false"), hint=hint)
    if type(days) is not int or not 1 <= days <= 999:
        what = message("the clock cannot be set to this number of days")
        raise InvalidFile(what, hint=message("choose a number of days from 1 to 999"))
    return Clock(days, workdays)


def waiting(table: Table) -> Waiting | None:
    """Return which seat and block the game waits for; None when the game is over (DECK 6).

    In a run of votes it is the seat that votes or acks next (DECK 9.2).
    """
    run = table.run
    if run is None:
        return waiting_in_position(table)
    if run.next_voter is not None:
        return Waiting(run.next_voter, VOTE)
    return Waiting(run.next_acker, ACK)


def waiting_without_votes(table: Table) -> Waiting | None:
    """Return the same as `waiting`, but as if there were no unfinished run of votes."""
    if table.run is None or table.run.is_finished:
        return waiting(table)
    outer = table.record_seats.runs[:-1]
    return Waiting(outer[-1].next_acker, ACK) if outer else waiting_in_position(table)


def waiting_in_position(table: Table) -> Waiting | None:
    """Return what the game would wait for if there were no votes or acks."""
    if table.position is None:
        return Waiting(None, JOIN)
    if table.ledger.rolls.open is not None:
        return _next_in_roll(table, table.ledger.rolls.open)
    if table.game.is_over(table.position):
        return None
    decision = table.game.decision(table.position)
    debtor = next_contributor(table.ledger, _needed(table, decision), table.actor)
    if debtor is not None:
        return Waiting(debtor, ASSIST)
    assert decision is not None
    return Waiting(decision.seat, decision.need.value, decision.choice)


def _next_in_roll(table: Table, roll: OpenRoll) -> Waiting:
    """Return which seat sends the next share of an open roll, and in which kind of block.

    If only one share is missing and its seat is certain to move next, the share comes with that seat's turn.
    Otherwise it comes with an assist.
    """
    seat = roll.missing[0]
    game = as_rolling_game(table.game)
    assert game is not None
    if len(roll.missing) > 1 or game.next_turn(table.position) != seat:
        return Waiting(seat, ASSIST, rolls=True)
    needed = table.game.needed_cards(table.position, seat)
    if next_contributor(table.ledger, needed, table.actor) is not None:
        return Waiting(seat, ASSIST, rolls=True)
    return Waiting(seat, TURN)


def needed_slots(table: Table) -> tuple[Handle, ...]:
    """The slots that must be readable before the game can go on; none before it begins."""
    return () if table.position is None else _needed(table, table.game.decision(table.position))


def _needed(table: Table, decision: Decision | None) -> tuple[Handle, ...]:
    """Return the slots that must be readable for a decision.

    Without a decision they are the slots that all players must be able to read.
    """
    if decision is None:
        return table.openings
    if decision.need is DecisionKind.ANSWER:
        return ()
    return table.game.needed_cards(table.position, decision.seat)


def can_write(table: Table, seat: int) -> bool:
    """Return whether a seat can write a block now.

    Only the awaited seat can, and not in a run of votes (DECK 9.2).
    """
    now = waiting(table)
    return now is not None and now.seat == seat and table.run is None


def lacks_share(table: Table, seat: int) -> bool:
    """Return whether a seat has missing shares; in a run of votes, whether its ack is next (DECK 6)."""
    if table.run is not None:
        return table.pending is not None and table.run.next_acker == seat
    return table.position is not None and bool(due_parts(table.ledger, seat))


def with_requests(table: Table, requests: Iterable[Request]) -> Table:
    """Return the table with the game's requests added to the deck's ledger (DECK 5, 6) or to the rolls."""
    ledger = table.ledger
    for request in requests:
        if isinstance(request, DealRequest):
            ledger = deal(ledger, request.seat, request.handles)
        elif isinstance(request, OpenRequest):
            ledger = open_to_all(ledger, request.handle)
            table = table._replace(openings=(*table.openings, request.handle))
        elif isinstance(request, ShuffleRequest):
            ledger = new_deck(ledger, request.deck, request.labels)
        else:
            table = table._replace(asked=(*table.asked, request))
    return table._replace(ledger=leaving.with_known_shares(ledger))


def with_seat(table: Table, seat: Seat, ledger: Ledger) -> Table:
    """Return the table with one more seat taken; when the last seat is taken, the game begins."""
    table = table._replace(seats=(*table.seats, seat), ledger=ledger)
    if len(table.seats) < table.header.seats:
        return table
    colours = tuple(taken.colour for taken in table.seats)
    outcome = table.game.begin(Seating(colours, game_options(table.header)))
    return with_requests(table._replace(position=outcome.position), outcome.requests)


def seat_of(table: Table, identity: bytes) -> int | None:
    """The seat of an identity (Ed25519 public key); None if it has none."""
    return next((n for n, seat in enumerate(table.seats) if seat.identity == identity), None)


def position_digest(table: Table) -> str:
    """The digest of the public position, base64url of 32 bytes; empty before the game begins."""
    return "" if table.position is None else public_digest(table.game, table.position)


def public_digest(game: AnyGame, position: AnyPosition) -> str:
    """The digest of the public part of a position, base64url of 32 bytes."""
    return encode_bytes(digest("position", canonical_json(game.public_data(position)))[:32])
