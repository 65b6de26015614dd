"""On what a turn is composed on the screen: a save as its player knows it, a position, a moment of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.timeline import of_history
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.rule_references import cites_of
from khronos_pbem.errors import Conflict, NothingToDo, UsageError
from khronos_pbem.games.registry import feature
from khronos_pbem.home.keyring import Identity, load_identity
from khronos_pbem.home.turn_plans import Plan, read_plans, write_plans
from khronos_pbem.messages import Typed, message, operand
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import Header
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import seated_name
from khronos_pbem.session.queries.documents import event_lines
from khronos_pbem.session.queries.since_last_turn import since_turn_of
from khronos_pbem.session.replay.draft_block import Author, Draft, game_secret, rolled_for
from khronos_pbem.session.replay.history import History
from khronos_pbem.session.replay.open_save import before_votes, open_for_play
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.session.turns.branching import exploring_said
from khronos_pbem.session.turns.setup_position import read_position
from khronos_pbem.session.turns.starting_point import starting_point_of, starting_point_of_position
from khronos_pbem.session.turns.turn_draft import StartingPoint


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is to compose on: the ground, its title, what has to be said about it, what happened since
    the player's last turn, and the head of the record (empty: none)."""

    starting_point: StartingPoint
    title: str
    about: tuple[str, ...] = ()
    since: tuple[str, ...] = ()
    head: str = ""


class Source(Protocol):
    """Where the screen gets its scene from, and where its plans are kept."""

    signs: bool
    """Whether a turn that is composed here can be signed."""

    def scene(self) -> Scene:
        """The scene as it is now. Raises KhronosError."""

    def changed(self) -> bool:
        """Whether the file is another one than that of the last scene."""

    def plans(self) -> tuple[Plan, ...]:
        """The plans that are kept. Raises InvalidFile."""

    def keep(self, plans: Sequence[Plan]) -> None:
        """Keep these plans and no others. Raises KhronosError."""


def _stamp(path: Path) -> tuple[int, int, int]:
    """What changes with a file, as far as that is seen without reading it; zeros if it is not there."""
    try:
        found = path.stat()
    except OSError:
        return (0, 0, 0)
    return (found.st_mtime_ns, found.st_size, found.st_ino)


@dataclass
class SavedGame:
    """A save: the turn, the answer, or, out of turn, the next turn of an identity of the keyring."""

    path: Path
    context: Context
    signs: bool = True
    _seen: tuple[int, int, int] = (0, 0, 0)
    _identity: Identity | None = None
    _header: Header | None = field(default=None, repr=False)

    def scene(self) -> Scene:
        """The scene of the newest save of this name; the passphrase is asked for once at most."""
        self._seen = _stamp(self.path)
        opened = open_for_play(self.path, self.context.home, rewind=self.context.rewind)
        found = seated_name(self.context.home, opened.table, self.context.name)
        if found is None:
            hint = message("to look at the game, use khronos replay {file}", file=operand(self.path))
            raise UsageError(
                message("none of your identities plays in this game"), rule="FORMATS 1", hint=hint
            )
        if opened.table.position is not None and waiting(opened.table) is None:
            raise _over(opened.history, self.path)
        if self._identity is None:
            self._identity = load_identity(self.context.home, found[0], self.context.ask)
        if opened.table.run is not None and opened.table.run.awaited == found[1]:
            opened = before_votes(opened)
        table, self._header = opened.table, opened.save.header
        writer = Author(found[1], self._identity, game_secret(self._identity.seed, table))
        starting_point = starting_point_of(table, writer, explore=True)
        self.signs = starting_point.exploring is None
        head = encode_bytes(head_hash(opened.save))
        about = tuple(exploring_said(starting_point))
        since = (*_since(opened.history, writer.seat), *event_lines(rolled_for(table, writer)))
        return Scene(starting_point, Typed(opened.save.header.title), about, since, head)

    def changed(self) -> bool:
        """Whether the file was written since."""
        return _stamp(self.path) != self._seen

    def plans(self) -> tuple[Plan, ...]:
        """The plans of the identity for this game."""
        if self._identity is None or self._header is None:
            return ()
        return read_plans(self.context.home, self._header, self._identity)

    def keep(self, plans: Sequence[Plan]) -> None:
        """Keep them in the home, sealed."""
        if self._identity is not None and self._header is not None:
            write_plans(self.context.home, self._header, self._identity, plans)


def _over(history: History, path: Path) -> NothingToDo:
    """That nothing is left to compose, and what is: a look back, at the last turn for example."""
    game = history.table.game
    last_steps = {step.seq: step for step in of_history(history, path).steps}
    played = [
        seq
        for seq, step in last_steps.items()
        if step.position is not None and game.decision(step.position) is not None
    ]
    hint = message(
        "to try other orders in the last turn: khronos turn --at {block} {file}",
        block=played[-1], file=operand(path),
    ) if played else None  # fmt: skip
    return NothingToDo(message("the game is over"), rule=cites_of(game).over, hint=hint)


def _since(history: History, seat: int) -> list[str]:
    found = since_turn_of(history, seat)
    return [line for entry in found for line in event_lines(entry.events)]


@dataclass
class Standing:
    """A scene that does not change: a set-up position, a moment of a game. Its plans last as long as it."""

    found: Scene
    signs: bool = False
    _plans: tuple[Plan, ...] = ()

    def scene(self) -> Scene:
        """The scene."""
        return self.found

    def changed(self) -> bool:
        """Never."""
        return False

    def plans(self) -> tuple[Plan, ...]:
        """The plans of this sitting."""
        return self._plans

    def keep(self, plans: Sequence[Plan]) -> None:
        """Keep them for this sitting."""
        self._plans = tuple(plans)


def of_position(path: Path) -> Standing:
    """A set-up position. Raises UsageError, InvalidFile."""
    start = read_position(path)
    return Standing(Scene(starting_point_of_position(start), Typed(path.name)))


def at_block(path: Path, context: Context, block: int) -> Standing:
    """A moment of a game, after a block: as an identity that is named, else as everybody who has the record
    may see it now, with the cards that were shown until its end.

    Raises UsageError for a block there is not, NothingToDo where there is no turn to compose.
    """
    shown = read_game(path, context)
    chronicle = shown.chronicle
    step = chronicle.at_block(block)
    if step.position is None or chronicle.game.decision(step.position) is None:
        raise NothingToDo(
            message("there is no turn to play after block {block}", block=block), rule="FORMATS 1"
        )
    labels = {handle: label for each in chronicle.steps for handle, label in each.cards.items()}
    position = chronicle.game.learn(step.position, labels)
    colours = tuple(player.colour for player in chronicle.players)
    serve = feature(chronicle.game, Positions).serve(0)
    starting_point = StartingPoint(chronicle.game, position, colours, serve=serve)
    title = message("{title}, after block {block}", title=Typed(chronicle.header.title), block=block)
    about = (message("you are trying orders in an earlier position: nothing you do here changes the game"),)
    return Standing(Scene(starting_point, title, about))


def unchanged_since(head: str, then: Callable[[Draft], None] | None) -> Callable[[Draft], None]:
    """What agrees to a turn only if its block follows this head: the record on which it was composed."""

    def agree(draft: Draft) -> None:
        if draft.block.prev != head:
            what = message("the game has moved on in the meantime")
            raise Conflict(
                what, rule="FORMATS 4", hint=message("your turn is kept as a plan; look at it again")
            )
        if then is not None:
            then(draft)

    return agree
