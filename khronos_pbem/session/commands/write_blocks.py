"""Commands that write a block (new, join, vote, play, assist), and commands that only check one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.contract import AnyParsedOrder, GameOptions, ParsedOrder
from khronos_pbem.engine.orders.private_orders import Note
from khronos_pbem.engine.orders.table_orders import Resign
from khronos_pbem.errors import IllegalOrder, InvalidFile, KhronosError, NothingToDo, UsageError
from khronos_pbem.games.registry import DEFAULT, game_by_name
from khronos_pbem.home.keyring import all_own_keys
from khronos_pbem.home.versions.newest_seen import ConcurrentVotes, known_next_blocks, known_versions
from khronos_pbem.messages import GAME, listed, message, shell_quoted, with_game_file
from khronos_pbem.record.block import JOIN, VOTE, Block
from khronos_pbem.record.chain import block_hashes, game_hash, head_hash
from khronos_pbem.record.names import check_new_title
from khronos_pbem.record.offers import OfferFile, write_offer
from khronos_pbem.record.save import Header, Save, check_header, new_id
from khronos_pbem.session.commands.offer_seat import find_offers
from khronos_pbem.session.commands.rekey import with_handover
from khronos_pbem.session.commands.seat_identity import load_joining_identity, parse_colour
from khronos_pbem.session.commands.write_save import WriteTarget, check_output, write_block
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_author
from khronos_pbem.session.notes.notes import pending_note_texts
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
    verify_draft,
)
from khronos_pbem.session.replay.open_save import (
    Opened,
    gave_way_message,
    open_for_play,
    open_to_act,
    replay_known,
    two_versions_errors,
    two_versions_messages,
    without_open_votes,
)
from khronos_pbem.session.replay.replay import free_colours, replay
from khronos_pbem.session.replay.table import Seat, Table, new_table
from khronos_pbem.storage.file_types import same_file

Agree = Callable[[Draft], None]
"""A function that raises NothingToDo if a person does not agree to a turn."""


class WriteResult(NamedTuple):
    """The result of a command: the save as it was opened, and the draft of the block.

    `warnings` name what could not be noted after the save was written.
    """

    opened: Opened
    draft: Draft
    warnings: tuple[str, ...] = ()


Place = Callable[[Header], Path]
"""A function that returns the path for a new game from its header."""


def new_game(
    place: Path | Place,
    context: Context,
    title: str,
    seats: int,
    options: GameOptions,
    colour: str,
    game: str = DEFAULT,
) -> WriteResult:
    """Start a game, take its first seat, and write its file.

    `place` is the path, or a function that returns it from the header. Raises UsageError, for example for
    impossible options or a file that already exists.
    """
    if isinstance(place, Path):
        check_output(place, context.force)
    identity = load_joining_identity(context, "")
    rules = game_by_name(game).rules
    header = Header(
        id=new_id(), title=title, game=game, seats=seats, created=context.at, rules=rules, options=options
    )
    with _as_usage():
        check_header(header)
        check_new_title(title)
        table = new_table(header)
    save = Save(header)
    seat = Seat(identity.name, parse_colour(colour, table.game, table.game.colours), identity.public)
    writer = Author(0, identity, game_secret(identity.seed, table))
    draft = draft_join(table, seat, writer, head_hash(save), context.at)
    path = place if isinstance(place, Path) else place(header)
    return _write_draft(Opened(path, b"", save, replay(save, block_hashes(save))), draft, context)


def join_game(path: Path, context: Context, colour: str, bot: str = "") -> WriteResult:
    """Take the next free seat; `bot` is the bot's strength, or empty if a person joins.

    Raises NothingToDo if no seat is free, UsageError for a colour that is taken, and the errors of opening
    and writing.
    """
    opened = _open_to_write(path, context)
    table = opened.table
    identity = load_joining_identity(context, bot, path)
    chosen = parse_colour(colour, table.game, free_colours(table))
    seat = Seat(identity.name, chosen, identity.public, bot)
    writer = Author(len(table.seats), identity, game_secret(identity.seed, table))
    with _as_usage():
        draft = draft_join(table, seat, writer, head_hash(opened.save), context.at)
    return _write_draft(opened, draft, context)


class OfferResult(NamedTuple):
    """An offer to take over a seat: the game without open votes, the offer, and the text of its file."""

    opened: Opened
    file: OfferFile
    text: str


def make_offer(path: Path, context: Context, colour: str, bot: str = "") -> OfferResult:
    """Offer to take over a seat of a running game; the offer is valid on its newest block (DECK 9.4).

    Nothing is written. Raises UsageError for a colour that nobody plays, for an identity that has or had a
    seat, or if nobody can be voted out now. Raises the errors of opening.
    """
    opened = without_open_votes(_open_to_write(path, context, own_move=False))
    table, identity = opened.table, load_joining_identity(context, bot, path)
    numbers = {seat.colour: number for number, seat in enumerate(table.seats)}
    found = parse_colour(colour, table.game, table.colours)
    _check_played(found, numbers)
    seat = Seat(identity.name, found, identity.public, bot)
    writer = Author(numbers[found], identity, game_secret(identity.seed, table))
    base = head_hash(opened.save)
    with _as_usage():
        leaving.check_vote_possible(table)
        offer = draft_offer(table, writer, seat, base)
    file = OfferFile(opened.save.header.id, game_hash(opened.save.header), base, offer)
    return OfferResult(opened, file, write_offer(file, opened.save.header.title))


def vote(path: Path, context: Context, without: Sequence[str], offers: Sequence[str] = ()) -> WriteResult:
    """Write a vote to continue without the seats of these colours.

    `offers`, written as for `find_offers`, give some of these seats to successors (DECK 9.2, 9.4). Raises
    UsageError for colours that nobody plays, IllegalOrder for a vote that is not allowed, and NothingToDo if
    this player cannot vote now.
    """
    opened = _open_to_write(path, context, own_move=False)
    writer = load_author(context.home, opened.table, context.name, context.ask, opened.path)
    numbers = {seat.colour: number for number, seat in enumerate(opened.table.seats)}
    for colour in without:
        _check_played(colour, numbers)
    taken = find_offers(context.home, opened, offers)
    try:
        ballot = leaving.make_ballot(opened.table, {numbers[colour] for colour in without}, taken)
        opened = _version_to_vote_on(opened, ballot, context)
        leaving.check_next_voter(opened.table, ballot, writer.seat)
        draft = draft_vote(opened.table, writer, ballot, head_hash(opened.save))
    except leaving.VoteNotNow as problem:
        raise NothingToDo(problem.message, rule=problem.rule, hint=problem.hint) from None
    except InvalidFile as problem:
        raise IllegalOrder(problem.message, rule=problem.rule, hint=problem.hint) from None
    return _write_draft(opened, draft, context)


def _check_played(colour: str, played: Collection[str]) -> None:
    if colour not in played:
        hint = message("choose from {items}", items=listed(played))
        raise UsageError(message("nobody plays {colour!r}", colour=colour), hint=hint)


def _version_to_vote_on(opened: Opened, ballot: leaving.Ballot, context: Context) -> Opened:
    """The version that a vote continues: one with the same open votes, else the one before the votes."""
    if opened.table.run is None or opened.table.run.is_finished:
        return opened
    content = ballot.on(opened.table).ballot
    before = without_open_votes(opened)
    count = len(before.save.blocks)
    for save in (opened.save, *known_versions(context.home, opened.save.header)):
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
    """Turn an InvalidFile in the block into UsageError: the mistake is in the request, not in a record."""
    try:
        yield
    except InvalidFile as problem:
        raise UsageError(problem.message, rule=problem.rule, hint=problem.hint) from None


def check_turn(path: Path, context: Context, text: str, source: str | None = None) -> WriteResult:
    """Draft the block of a turn without writing it. Raises the errors of `play_turn`."""
    opened = opened_for_move(open_for_play(path, context.home, rewind=context.rewind), context)
    return WriteResult(opened, _draft(opened, context, text, source))


def play_checked(shown: WriteResult, context: Context) -> WriteResult:
    """Write exactly the block that `check_turn` drafted. Raises Conflict if the game has gone on since."""
    return _write_draft(shown.opened, shown.draft, context)


def play_turn(
    path: Path, context: Context, text: str, source: str | None = None, agree: Agree | None = None
) -> WriteResult:
    """Play one turn, or one answer to a choice, and write the new save.

    `agree` is called with the draft before it is written. Raises OrderError with the line and column in
    `source`, NothingToDo if it is not this player's move, and the errors of opening, writing and `agree`.
    """
    opened = _after_own_ack(path, _open_to_write(path, context), context)
    draft = _draft(opened, context, text, source)
    if agree is not None:
        agree(draft)
    return _write_draft(opened, draft, context)


def play_chosen(
    path: Path, context: Context, choose: Callable[[Opened, Author], Sequence[str]]
) -> WriteResult:
    """Write the turn or answer that `choose` returns. Raises the errors of `play_turn` and `choose`."""
    opened = _open_to_write(path, context)
    writer = load_author(context.home, opened.table, context.name, context.ask, opened.path)
    orders = list(opened.table.game.parse("\n".join(choose(opened, writer))))
    draft = draft_turn(opened.table, writer, orders, head_hash(opened.save), context.at)
    return _write_draft(opened, draft, context)


def _draft(opened: Opened, context: Context, text: str, source: str | None) -> Draft:
    """The draft of a block from a text of orders, with a successor and waiting notes added."""
    writer = load_author(context.home, opened.table, context.name, context.ask, opened.path)
    try:
        orders: list[AnyParsedOrder] = list(opened.table.game.parse(text))
        _check_no_bot_seat(opened.table, writer, orders)
        orders = with_handover(opened.table, writer, context.home, orders)
        orders = [*_notes_before(opened, context, writer, orders), *orders]
        return draft_turn(opened.table, writer, orders, head_hash(opened.save), context.at)
    except KhronosError as problem:
        raise problem.in_file(source).changed(hint=with_game_file(problem.hint, opened.path)) from None


def _check_no_bot_seat(table: Table, writer: Author, orders: Sequence[AnyParsedOrder]) -> None:
    """Raise UsageError if a person plays for a bot; only resigning for it is allowed."""
    seat = table.seats[writer.seat]
    if seat.bot and not all(isinstance(each.order, Resign) for each in orders):
        what = message("{colour} is played by a bot, so you cannot play that colour", colour=seat.colour)
        hint = message(
            "let the bot play: khronos bot {game} --as {name}", game=GAME, name=shell_quoted(seat.name)
        )
        raise UsageError(what, hint=hint)


def _notes_before(
    opened: Opened, context: Context, writer: Author, orders: Sequence[AnyParsedOrder]
) -> list[AnyParsedOrder]:
    """Return the notes waiting for this block, as orders to put before its own.

    Notes that the orders already contain are left out.
    """
    given = [order.order.text for order in orders if isinstance(order.order, Note)]
    found = pending_note_texts(context.home, opened.table, opened.save.blocks, writer)
    notes = (Note(text) for text in found if text not in given)
    return [ParsedOrder(note, 1, 1, opened.table.game.text(note)) for note in notes]


def assist(path: Path, context: Context) -> WriteResult:
    """Write a block with the missing shares, or the ack of a vote.

    Raises NothingToDo if neither is due.
    """
    opened = _open_to_write(path, context)
    writer = load_author(context.home, opened.table, context.name, context.ask, opened.path)
    if opened.table.run is not None and opened.table.run.next_acker == writer.seat:
        return _write_ack(opened, writer, context)
    draft = draft_assist(opened.table, writer, head_hash(opened.save), context.at)
    return _write_draft(opened, draft, context)


def _after_own_ack(path: Path, opened: Opened, context: Context) -> Opened:
    """Return the save to play on, after writing the player's ack of a vote if it is missing (DECK 9.2)."""
    run = opened.table.run
    if run is None or run.next_acker is None:
        return opened
    writer = load_author(context.home, opened.table, context.name, context.ask, opened.path)
    if run.next_acker != writer.seat:
        return opened
    _write_ack(opened, writer, context)
    return _open_to_write(path if context.out is None else context.out, context)


def _write_ack(opened: Opened, writer: Author, context: Context) -> WriteResult:
    """Write the ack of a vote. Raises Conflict if there are two versions to choose from (DECK 9.6)."""
    for problem in two_versions_errors(opened, context.home):
        raise problem
    return _write_draft(opened, draft_ack(opened.table, writer, head_hash(opened.save)), context)


def _open_to_write(path: Path, context: Context, *, own_move: bool = True) -> Opened:
    """Open the save to write on: the newest, or one on which this keyring signed a block known here.

    With `own_move`, unfinished votes against the player to move are left out.
    """
    opened = open_to_act(path, context.home, rewind=context.rewind)
    beside = isinstance(opened.older, ConcurrentVotes) and not own_move  # who votes chooses between votes
    if opened.older is not None and not (context.rewind or beside or _signed_here(opened, context.home)):
        raise opened.older
    check_output(_other(path, context.out), context.force)
    return opened_for_move(opened, context) if own_move else opened


def opened_for_move(opened: Opened, context: Context) -> Opened:
    """Return the save to move on, without any unfinished votes against the player (DECK 9.6)."""
    run = opened.table.run
    if run is None or run.is_finished:
        return opened
    writer = load_author(context.home, opened.table, context.name, context.ask, opened.path)
    return without_open_votes(opened) if writer.seat == run.awaited else opened


def _signed_here(opened: Opened, home: Path) -> bool:
    """Return whether an identity of the keyring signed a block, known here, on exactly this save."""
    known = known_next_blocks(home, opened.save)
    keys = {_key_of(opened.table, block) for block in known}
    return bool(keys & all_own_keys(home))


def _key_of(table: Table, block: Block) -> str:
    """The public key of a block's author, in hex; empty if its seat is not taken."""
    if block.kind == JOIN:
        return block.identity.hex()
    return table.seats[block.seat].identity.hex() if block.seat < len(table.seats) else ""


def _other(path: Path, out: Path | None) -> Path | None:
    """The output file; None if it is the save itself."""
    return None if out is None or same_file(out, path) else out


def _write_draft(opened: Opened, draft: Draft, context: Context) -> WriteResult:
    """Verify a draft, write its block, and collect the warnings."""
    verify_draft(draft, opened.table)
    to = WriteTarget(context.home, context.out, context.force, context.rewind, draft.words, context.shared)
    written = write_block(opened, draft.block, draft.table, draft.events, to)
    notes = (*_version_notices(opened), *two_versions_messages(opened, context.home))
    return WriteResult(opened, draft._replace(block=written.block), (*notes, *written.warnings))


def _version_notices(opened: Opened) -> tuple[str, ...]:
    """Return a notice if a turn was signed twice or an unsent block was discarded; usually empty."""
    if opened.gave_way:
        return (gave_way_message(),)
    path = opened.path
    told = message("a turn in {path} was signed twice; it does not matter which copy you use", path=path)
    return (told,) if opened.twice else ()
