"""The use cases that make a block: new, join, check, play, assist."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Spelled
from khronos_pbem.engine.orders.private_orders import Note
from khronos_pbem.engine.orders.table_orders import Resign
from khronos_pbem.errors import IllegalOrder, InvalidFile, KhronosError, NothingToDo, UsageError
from khronos_pbem.games.registry import DEFAULT, game_named
from khronos_pbem.home.keyring import kept_keys
from khronos_pbem.home.versions.newest_seen import SideBySide, blocks_known_on, known_histories
from khronos_pbem.messages import GAME, in_game, listed, message, quoted
from khronos_pbem.record.block import JOIN, VOTE, Block
from khronos_pbem.record.chain import game_hash, head_hash, heads_of
from khronos_pbem.record.names import check_new_title
from khronos_pbem.record.offers import OfferFile, write_offer
from khronos_pbem.record.save import Header, Save, check_header, new_id
from khronos_pbem.session.commands.offer_seat import offers_named
from khronos_pbem.session.commands.rekey import with_heir
from khronos_pbem.session.commands.take_seat import colour_named, seated_as
from khronos_pbem.session.commands.write_save import Target, check_out, write_block
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import author
from khronos_pbem.session.notes.notes import waiting_notes
from khronos_pbem.session.replay import departures as leaving
from khronos_pbem.session.replay.draft_block import (
    Author,
    Draft,
    draft_ack,
    draft_assist,
    draft_join,
    draft_offer,
    draft_turn,
    draft_vote,
    game_secret,
    proven,
)
from khronos_pbem.session.replay.open_save import (
    Opened,
    about_giving_way,
    about_histories,
    before_votes,
    histories_conflict,
    open_for_play,
    open_to_act,
    replay_known,
)
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.session.replay.table import Seat, Table, new_table
from khronos_pbem.storage.file_types import same_file

Agree = Callable[[Draft], None]
"""Raises NothingToDo if a person does not agree to a turn."""


class Done(NamedTuple):
    """What an act came to: the save as it was opened, and the block with what it does.

    `warnings` tell what could not be noted once the save was written.
    """

    opened: Opened
    draft: Draft
    warnings: tuple[str, ...] = ()


Place = Callable[[Header], Path]
"""Where a new game is to be written, once it is known which it is."""


def new_game(
    place: Path | Place,
    context: Context,
    title: str,
    seats: int,
    options: Mapping[str, Any],
    colour: str,
    game: str = DEFAULT,
) -> Done:
    """Start a game and take its first seat. Raises UsageError, and InvalidFile for impossible options."""
    if isinstance(place, Path):
        check_out(place, context.force)
    identity = seated_as(context, "")
    rules = game_named(game).rules
    header = Header(
        id=new_id(), title=title, game=game, seats=seats, created=context.at, rules=rules, options=options
    )
    with _as_usage():
        check_header(header)
        check_new_title(title)
        table = new_table(header)
    save = Save(header)
    seat = Seat(identity.name, colour_named(colour, table.game), identity.public)
    draft = draft_join(
        table, seat, Author(0, identity, game_secret(identity.seed, table)), head_hash(save), context.at
    )
    path = place if isinstance(place, Path) else place(header)
    return _written(Opened(path, b"", save, replay(save, heads_of(save))), draft, context)


def join_game(path: Path, context: Context, colour: str, bot: str = "") -> Done:
    """Take the next seat, as a bot of a strength, if it is one.

    Raises NothingToDo if none is free, UsageError for a colour that is taken.
    """
    opened = _opened(path, context)
    table = opened.table
    identity = seated_as(context, bot, path)
    seat = Seat(identity.name, colour_named(colour, table.game), identity.public, bot)
    writer = Author(len(table.seats), identity, game_secret(identity.seed, table))
    with _as_usage():
        draft = draft_join(table, seat, writer, head_hash(opened.save), context.at)
    return _written(opened, draft, context)


class Offered(NamedTuple):
    """An offer to play a seat: the game as it was opened, before any votes that are not finished, and the
    offer as a file of its own, with its text."""

    opened: Opened
    file: OfferFile
    text: str


def make_offer(path: Path, context: Context, colour: str, bot: str = "") -> Offered:
    """Offer oneself for a seat of a game that goes on, from its newest block on (DECK 9.4).

    Nothing is written. Raises UsageError for a colour that nobody has, or an identity that has or had a seat.
    """
    opened = before_votes(_opened(path, context, own_move=False))
    table, identity = opened.table, seated_as(context, bot, path)
    numbers = {seat.colour: number for number, seat in enumerate(table.seats)}
    found = colour_named(colour, table.game)
    if found not in numbers:
        hint = message("choose from {items}", items=listed(numbers))
        raise UsageError(message("nobody plays {colour!r}", colour=found), hint=hint)
    seat = Seat(identity.name, found, identity.public, bot)
    writer = Author(numbers[found], identity, game_secret(identity.seed, table))
    base = head_hash(opened.save)
    with _as_usage():
        leaving.check_may_begin(table)
        offer = draft_offer(table, writer, seat, base)
    file = OfferFile(opened.save.header.id, game_hash(opened.save.header), base, offer)
    return Offered(opened, file, write_offer(file, opened.save.header.title))


def vote(path: Path, context: Context, without: Sequence[str], offers: Sequence[str] = ()) -> Done:
    """Vote to go on without seats, by their colours, some of them given to whom these offers name, as of
    `offers_named` (DECK 9.2, 9.4).

    Raises UsageError for colours that nobody has, IllegalOrder for what may not be voted for, NothingToDo if
    it is not for this player to vote now.
    """
    opened = _opened(path, context, own_move=False)
    writer = author(context.home, opened.table, context.name, context.ask, opened.path)
    numbers = {seat.colour: number for number, seat in enumerate(opened.table.seats)}
    for colour in without:
        if colour not in numbers:
            hint = message("choose from {items}", items=listed(numbers))
            raise UsageError(message("nobody plays {colour!r}", colour=colour), hint=hint)
    taken = offers_named(context.home, opened, offers)
    try:
        ballot = leaving.ballot_for(opened.table, {numbers[colour] for colour in without}, taken)
        opened = _to_vote_on(opened, ballot, context)
        leaving.check_next(opened.table, ballot, writer.seat)
        draft = draft_vote(opened.table, writer, ballot, head_hash(opened.save))
    except leaving.NotNow as problem:
        raise NothingToDo(problem.message, rule=problem.rule, hint=problem.hint) from None
    except InvalidFile as problem:
        raise IllegalOrder(problem.message, rule=problem.rule, hint=problem.hint) from None
    return _written(opened, draft, context)


def _to_vote_on(opened: Opened, ballot: leaving.Ballot, context: Context) -> Opened:
    """What a vote stands on: the votes that say the same, here or put aside beside these, else their base."""
    if opened.table.run is None or opened.table.run.is_finished:
        return opened
    content = ballot.on(opened.table).ballot
    before = before_votes(opened)
    count = len(before.save.blocks)
    for save in (opened.save, *known_histories(context.home, opened.save.header)):
        behind = save.blocks[count:]
        same = behind and all(block.kind == VOTE and block.ballot == content for block in behind)
        if same and save.blocks[:count] == before.save.blocks:
            history = replay_known(context.home, save)
            run = history.table.run
            if history.problem is None and run is not None and not run.is_finished:
                return opened._replace(save=save, history=history)
    return before


@contextmanager
def _as_usage() -> Iterator[None]:
    """What a person asks for is wrong usage; the same in a record would be an invalid block."""
    try:
        yield
    except InvalidFile as problem:
        raise UsageError(problem.message, rule=problem.rule, hint=problem.hint) from None


def check_turn(path: Path, context: Context, text: str, source: str | None = None) -> Done:
    """What a turn would do; nothing is written. Raises as `play_turn`."""
    opened = to_move(open_for_play(path, context.home, rewind=context.rewind), context)
    return Done(opened, _draft(opened, context, text, source))


def play_shown(shown: Done, context: Context) -> Done:
    """Write the very block that `check_turn` has shown. Raises Conflict if the game has gone on since."""
    return _written(shown.opened, shown.draft, context)


def play_turn(
    path: Path, context: Context, text: str, source: str | None = None, agree: Agree | None = None
) -> Done:
    """Play one turn, or one answer to a choice, and write the new save.

    Raises OrderError with the line and column in `source`, NothingToDo, what opening and writing raise, and
    what `agree` raises, which is shown the turn before it is written.
    """
    opened = _behind_own_ack(path, _opened(path, context), context)
    draft = _draft(opened, context, text, source)
    if agree is not None:
        agree(draft)
    return _written(opened, draft, context)


def play_chosen(path: Path, context: Context, choose: Callable[[Opened, Author], Sequence[str]]) -> Done:
    """Play the turn, or the answer, that is chosen on the save as it was opened. Raises as `play_turn`, and
    what choosing raises."""
    opened = _opened(path, context)
    writer = author(context.home, opened.table, context.name, context.ask, opened.path)
    orders = list(opened.table.game.parse("\n".join(choose(opened, writer))))
    return _written(
        opened, draft_turn(opened.table, writer, orders, head_hash(opened.save), context.at), context
    )


def _draft(opened: Opened, context: Context, text: str, source: str | None) -> Draft:
    writer = author(context.home, opened.table, context.name, context.ask, opened.path)
    try:
        orders: list[Spelled[Any]] = list(opened.table.game.parse(text))
        _check_person(opened.table, writer, orders)
        orders = with_heir(opened.table, writer, context.home, orders)
        orders = [*_notes_before(opened, context, writer, orders), *orders]
        return draft_turn(opened.table, writer, orders, head_hash(opened.save), context.at)
    except KhronosError as problem:
        problem.file = problem.file or source
        problem.hint = in_game(problem.hint, opened.path)
        raise


def _check_person(table: Table, writer: Author, orders: Sequence[Spelled[Any]]) -> None:
    """Raise UsageError if a person would play for a bot: all he may do is take it out of the game."""
    seat = table.seats[writer.seat]
    if seat.bot and not all(isinstance(each.order, Resign) for each in orders):
        what = message("a bot plays {colour}, so you cannot play for it", colour=seat.colour)
        hint = message("let the bot play: khronos bot {game} --as {name}", game=GAME, name=quoted(seat.name))
        raise UsageError(what, hint=hint)


def _notes_before(
    opened: Opened, context: Context, writer: Author, orders: Sequence[Spelled[Any]]
) -> list[Spelled[Any]]:
    """The notes that wait for this block, as orders before its own; those given again are not doubled."""
    given = [order.order.text for order in orders if isinstance(order.order, Note)]
    found = waiting_notes(context.home, opened.table, opened.save.blocks, writer)
    notes = (Note(text) for text in found if text not in given)
    return [Spelled(note, 1, 1, opened.table.game.text(note)) for note in notes]


def assist(path: Path, context: Context) -> Done:
    """Pay what is owed to the deck, or give the ack that is owed. Raises NothingToDo if nothing is."""
    opened = _opened(path, context)
    writer = author(context.home, opened.table, context.name, context.ask, opened.path)
    if opened.table.run is not None and opened.table.run.next_acker == writer.seat:
        return _acked(opened, writer, context)
    return _written(opened, draft_assist(opened.table, writer, head_hash(opened.save), context.at), context)


def _behind_own_ack(path: Path, opened: Opened, context: Context) -> Opened:
    """What is to be played on, once an ack that is owed has gone before it (DECK 9.2)."""
    run = opened.table.run
    if run is None or run.next_acker is None:
        return opened
    writer = author(context.home, opened.table, context.name, context.ask, opened.path)
    if run.next_acker != writer.seat:
        return opened
    _acked(opened, writer, context)
    return _opened(path if context.out is None else context.out, context)


def _acked(opened: Opened, writer: Author, context: Context) -> Done:
    """The ack of a run of votes. Raises Conflict where its owner has to be asked before (DECK 9.6)."""
    for problem in histories_conflict(opened, context.home):
        raise problem
    return _written(opened, draft_ack(opened.table, writer, head_hash(opened.save)), context)


def _opened(path: Path, context: Context, *, own_move: bool = True) -> Opened:
    """The save to act on: the newest, or one on which this keyring has signed a block that is known here.

    Of a player whose `own_move` it is, and against whom others vote, it is the save before their votes.
    """
    opened = open_to_act(path, context.home, rewind=context.rewind)
    beside = isinstance(opened.older, SideBySide) and not own_move  # who votes chooses between votes
    if (
        opened.older is not None
        and not context.rewind
        and not beside
        and not _signed_here(opened, context.home)
    ):
        raise opened.older
    check_out(_other(path, context.out), context.force)
    return to_move(opened, context) if own_move else opened


def to_move(opened: Opened, context: Context) -> Opened:
    """What an awaited player moves on: votes that are not finished fall by his block (DECK 9.6)."""
    run = opened.table.run
    if run is None or run.is_finished:
        return opened
    writer = author(context.home, opened.table, context.name, context.ask, opened.path)
    return before_votes(opened) if writer.seat == run.awaited else opened


def _signed_here(opened: Opened, home: Path) -> bool:
    """Whether a block known on this very save is by an identity of the keyring."""
    known = blocks_known_on(home, opened.save)
    keys = {_key_of(opened.table, block) for block in known}
    return bool(keys & kept_keys(home))


def _key_of(table: Table, block: Block) -> str:
    """The public key of a block's author, in hex: that of its join, or of the seat."""
    if block.kind == JOIN:
        return block.identity.hex()
    return table.seats[block.seat].identity.hex() if block.seat < len(table.seats) else ""


def _other(path: Path, out: Path | None) -> Path | None:
    """The output file, if it is another one than the save itself."""
    return None if out is None or same_file(out, path) else out


def _written(opened: Opened, draft: Draft, context: Context) -> Done:
    proven(draft, opened.table)
    to = Target(context.home, context.out, context.force, context.rewind, draft.words, context.shared)
    written = write_block(opened, draft.block, draft.table, draft.events, to)
    notes = (*_note(opened), *about_histories(opened, context.home))
    return Done(opened, draft._replace(block=written.block), (*notes, *written.warnings))


def _note(opened: Opened) -> tuple[str, ...]:
    """What to say where the other copy of a turn signed twice was seen before, or an unsent block was."""
    if opened.gave_way:
        return (about_giving_way(),)
    if not opened.twice:
        return ()
    return (
        message("a turn of {path} was signed twice: it does not matter which copy you use", path=opened.path),
    )
