"""Sources for composing a turn: a save as its player sees it, or a set-up or earlier position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.timeline import chronicle_from_history
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.errors import Conflict, NothingToDo, UsageError
from khronos_pbem.games.registry import feature
from khronos_pbem.home.keyring import Identity, load_identity
from khronos_pbem.home.turn_plans import Plan, read_plans, write_plans
from khronos_pbem.messages import VerbatimText, message, shell_operand
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import Header
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import find_own_seat
from khronos_pbem.session.queries.documents import event_lines
from khronos_pbem.session.queries.since_last_turn import entries_since_turn
from khronos_pbem.session.replay.draft_block import Author, Draft, foreseen_roll_events, game_secret
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import open_for_play, without_open_votes
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.session.turns.branching import exploring_messages
from khronos_pbem.session.turns.setup_position import read_position
from khronos_pbem.session.turns.starting_point import starting_point_of, starting_point_of_position
from khronos_pbem.session.turns.turn_draft import StartingPoint


@dataclass(frozen=True, slots=True)
class Scene:
    """The basis for composing a turn: the starting point, a title, and remarks about it.

    `since` lists the events since the player's last turn. `head` is the hash of the newest block (empty:
    none).
    """

    starting_point: StartingPoint
    title: str
    about: tuple[str, ...] = ()
    since: tuple[str, ...] = ()
    head: str = ""


class Source(Protocol):
    """A source from which the composer reads its scene, and in which it saves plans."""

    signs: bool
    """Whether a turn composed from this source can be signed."""

    def scene(self) -> Scene:
        """Return the scene as it is now. Raises KhronosError if it cannot be read."""

    def changed(self) -> bool:
        """Return whether the file has changed since the scene was read."""

    def plans(self) -> tuple[Plan, ...]:
        """Return the plans as currently saved; another window of the same player may have changed them."""

    def keep(self, plans: Sequence[Plan]) -> None:
        """Replace all saved plans with these. Raises KhronosError if they cannot be saved."""


def _stamp(path: Path) -> tuple[int, int, int]:
    """Return the modification time, size and inode of a file; zeros if it is missing.

    The values are compared to detect changes.
    """
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)
    return (found.st_mtime_ns, found.st_size, found.st_ino)


@dataclass
class SaveSource:
    """A save from which to compose a turn or an answer; out of turn, the next turn of your identity."""

    path: Path
    context: Context
    signs: bool = True
    _seen: tuple[int, int, int] = (0, 0, 0)
    _identity: Identity | None = None
    _header: Header | None = field(default=None, repr=False)

    def scene(self) -> Scene:
        """Read the scene of the save; the passphrase is asked for at most once.

        Raises KhronosError if the save cannot be read; UsageError if none of your identities plays in it; and
        NothingToDo if the game is over.
        """
        self._seen = _stamp(self.path)
        opened = open_for_play(self.path, self.context.home, rewind=self.context.rewind)
        found = find_own_seat(self.context.home, opened.table, self.context.name)
        if found is None:
            hint = message("to look at the game, use khronos replay {file}", file=shell_operand(self.path))
            raise UsageError(message("none of your identities has a seat in this game"), hint=hint)
        if opened.table.position is not None and waiting(opened.table) is None:
            raise _game_over_error(opened.history, self.path)
        if self._identity is None:
            self._identity = load_identity(self.context.home, found[0], self.context.ask)
        if opened.table.run is not None and opened.table.run.awaited == found[1]:
            opened = without_open_votes(opened)
        table, self._header = opened.table, opened.save.header
        writer = Author(found[1], self._identity, game_secret(self._identity.seed, table))
        starting_point = starting_point_of(table, writer, explore=True)
        self.signs = starting_point.exploring is None
        head = encode_bytes(head_hash(opened.save))
        about = tuple(exploring_messages(starting_point))
        since = (
            *_lines_since_turn(opened.history, writer.seat),
            *event_lines(foreseen_roll_events(table, writer)),
        )
        return Scene(starting_point, VerbatimText(opened.save.header.title), about, since, head)

    def changed(self) -> bool:
        """Return whether the file has changed since the scene was read."""
        return _stamp(self.path) != self._seen

    def plans(self) -> tuple[Plan, ...]:
        """The saved plans of the identity for this game."""
        if self._identity is None or self._header is None:
            return ()
        return read_plans(self.context.home, self._header, self._identity)

    def keep(self, plans: Sequence[Plan]) -> None:
        """Save the plans in the home folder, sealed."""
        if self._identity is not None and self._header is not None:
            write_plans(self.context.home, self._header, self._identity, plans)


def _game_over_error(history: History, path: Path) -> NothingToDo:
    """Return the error for a finished game, with the command that tries other orders in the last turn."""
    game = history.table.game
    last_steps = {step.seq: step for step in chronicle_from_history(history, path).steps}
    played = [
        seq
        for seq, step in last_steps.items()
        if step.position is not None and game.decision(step.position) is not None
    ]
    hint = message(
        "to try other orders in the last turn: khronos turn --at {block} {file}",
        block=played[-1], file=shell_operand(path),
    ) if played else None  # fmt: skip
    return NothingToDo(message("the game is over"), rule=rule_references_of(game).over, hint=hint)


def _lines_since_turn(history: History, seat: int) -> list[str]:
    found = entries_since_turn(history, seat)
    return [line for entry in found for line in event_lines(entry.events)]


@dataclass
class FixedSource:
    """A scene that never changes: a set-up or earlier position. Plans are kept in memory only."""

    found: Scene
    signs: bool = False
    _plans: tuple[Plan, ...] = ()

    def scene(self) -> Scene:
        """The scene."""
        return self.found

    def changed(self) -> bool:
        """Return False: the scene never changes."""
        return False

    def plans(self) -> tuple[Plan, ...]:
        """The plans in memory."""
        return self._plans

    def keep(self, plans: Sequence[Plan]) -> None:
        """Keep the plans in memory."""
        self._plans = tuple(plans)


def source_of_position(path: Path) -> FixedSource:
    """Return the source of a file with a set-up position.

    Raises UsageError if the file cannot be read, and InvalidFile if it is not valid.
    """
    start = read_position(path)
    return FixedSource(Scene(starting_point_of_position(start), VerbatimText(path.name)))


def source_after_block(path: Path, context: Context, block: int) -> FixedSource:
    """Return the source of the position after a block of a game.

    If the context has a name, the source shows what that identity sees. Otherwise it shows what anyone with
    the record can see, including cards revealed after the block. Raises UsageError for an unknown block, and
    NothingToDo if there is no turn to compose; errors in reading the game are also raised.
    """
    shown = read_game(path, context)
    chronicle = shown.chronicle
    step = chronicle.last_step_of(block)
    if step.position is None or chronicle.game.decision(step.position) is None:
        raise NothingToDo(message("there is no turn to play after block {block}", block=block))
    labels = {handle: label for each in chronicle.steps for handle, label in each.cards.items()}
    position = chronicle.game.learn(step.position, labels)
    colours = chronicle.colours
    serve = feature(chronicle.game, Positions).serve(0)
    starting_point = StartingPoint(chronicle.game, position, colours, serve=serve)
    title = message("{title}, after block {block}", title=VerbatimText(chronicle.header.title), block=block)
    about = (
        message("you are trying out orders in an earlier position: nothing you do here changes the game"),
    )
    return FixedSource(Scene(starting_point, title, about))


def agree_if_unchanged(head: str, then: Callable[[Draft], None] | None) -> Callable[[Draft], None]:
    """Return a check to make before signing, which raises Conflict if the game has moved on.

    `head` is the hash of the block that the draft must follow. `then` is a check to make afterwards, or None.
    """

    def agree(draft: Draft) -> None:
        if draft.block.prev != head:
            what = message("the game has moved on in the meantime")
            raise Conflict(
                what, hint=message("your turn has been kept as a plan; check it against the new position")
            )
        if then is not None:
            then(draft)

    return agree
