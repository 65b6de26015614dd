"""Solo games: one person against bots of the same keyring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from khronos_pbem.characters import comparison_key
from khronos_pbem.cores import WorkerPoolMap
from khronos_pbem.engine.contract import GameOptions
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.registry import DEFAULT, game_by_name
from khronos_pbem.home.keyring import BOTS, list_names, make_identity
from khronos_pbem.messages import message, shell_operand
from khronos_pbem.record.block import ACK, ASSIST, JOIN
from khronos_pbem.session.bots.bot_seats import lacks_one_block, write_bot_block
from khronos_pbem.session.bots.bot_settings import save_bot_settings
from khronos_pbem.session.bots.bot_turn import check_bot
from khronos_pbem.session.commands.write_blocks import Place, WriteResult, join_game, new_game
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import name_of_key
from khronos_pbem.session.replay.open_save import Opened, open_for_play, open_to_act
from khronos_pbem.session.replay.table import Table, waiting

NAMES = ("marvin", "talos", "olimpia", "tobor", "klara", "robbie", "maria", "hadaly")
"""The names of bots, in the order in which they are used."""


@dataclass(frozen=True, slots=True)
class SoloGame:
    """A solo game: the person's seat, and the names of all players in the keyring, by seat."""

    seat: int
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """The person's name in the keyring."""
        return self.names[self.seat]


@dataclass(frozen=True, slots=True)
class SoloOptions:
    """The options of a new solo game.

    `colour` is the person's (empty: the first of the game). `seconds` and `seed` set how the opponents think
    (None: their defaults). `own` is the installed bot that plays for them; it is empty for the bots of the
    game.
    """

    title: str
    game: str = DEFAULT
    options: GameOptions = field(default_factory=dict)
    colour: str = ""
    opponents: int = 2
    strength: Strength = Strength.STRONG
    seconds: float | None = None
    seed: str | None = None
    own: str = ""


def find_solo_game(home: Path, table: Table) -> SoloGame | None:
    """Return the table as a solo game, or None if it is not one.

    A solo game has exactly one person and at least one bot, all with identities in this keyring.
    """
    people = [number for number, seat in enumerate(table.seats) if not seat.bot]
    if len(people) != 1 or len(table.seats) < 2:
        return None
    names = [name_of_key(home, seat.identity) for seat in table.seats]
    found = tuple(name for name in names if name is not None)
    return SoloGame(people[0], found) if len(found) == len(names) else None


def has_person_left(table: Table, solo: SoloGame) -> bool:
    """Return whether the person has left a solo game, which the bots may still play to its end."""
    return table.position is not None and table.game.has_left(table.position, solo.seat)


def with_cached_passphrase(context: Context) -> Context:
    """Return the same context, changed so that it asks for the passphrase at most once."""
    return context._replace(ask=cache(context.ask))


def start_solo_game(place: Path | Place, context: Context, wanted: SoloOptions) -> Path:
    """Start a solo game, let bots take the other seats, and return its file.

    Raises the errors of `new_game`, and UsageError for a game without bots.
    """
    check_bot(wanted.game, wanted.own)
    colour = wanted.colour or game_by_name(wanted.game).colours[0]
    seats = wanted.opponents + 1
    done = new_game(place, context, wanted.title, seats, wanted.options, colour, wanted.game)
    fill_with_bots(done.opened.path, context, wanted.strength, wanted.own)
    save_all_bot_settings(done.opened.path, context, wanted.seconds, wanted.seed, wanted.own)
    return done.opened.path


def fill_with_bots(path: Path, context: Context, strength: Strength, own: str = "") -> None:
    """Let bots of the keyring take the free seats. Raises NothingToDo if other people play in the game."""
    table = open_for_play(path, context.home, rewind=False).table
    check_bot(table.game, own)
    if any(name_of_key(context.home, seat.identity) is None for seat in table.seats):
        what = message(
            "other people are playing in this game, so bots do not take the free seats automatically"
        )
        hint = message("let a bot join: khronos bot {path} --as NAME", path=shell_operand(path))
        raise NothingToDo(what, hint=hint)
    names = [seat.name for seat in table.seats]
    free = [colour for colour in table.game.colours if colour not in table.colours]
    for colour in free[: table.header.seats - len(table.seats)]:
        name = _find_or_make_bot(path, context.home, names)
        names.append(name)
        join_game(path, context._replace(name=name, out=None, force=False), colour, strength.value)


def _find_or_make_bot(path: Path, home: Path, names: Sequence[str]) -> str:
    """Return the name of a bot that is not among these names or the names of people.

    The bot is created if necessary. Raises NothingToDo if all names are taken.
    """
    people, bots = list_names(home), list_names(home, BOTS)
    for name in (*NAMES, *(f"bot-{number}" for number in range(1, 100))):
        if any(comparison_key(name) == comparison_key(other) for other in (*names, *people)):
            continue
        if name not in bots:
            make_identity(home, name, None, among=BOTS)
        return name
    hint = message(
        "create a bot with a different name: khronos keygen NAME --bot; then let it join: khronos "
        "bot {path} --as NAME",
        path=shell_operand(path),
    )
    what = message("there are too many bots: no name is left for another one")
    raise NothingToDo(what, hint=hint)


def save_all_bot_settings(
    path: Path, context: Context, seconds: float | None, seed: str | None, own: str | None = None
) -> None:
    """Save the settings for all bots of a solo game, as `save_bot_settings` does for one."""
    table = open_to_act(path, context.home, rewind=False).table
    solo = find_solo_game(context.home, table)
    for number, name in enumerate(solo.names if solo else ()):
        if table.seats[number].bot:
            save_bot_settings(context.home, table.header, name, seconds, seed, own)


def play_bots(path: Path, context: Context, solo: SoloGame, starmap: WorkerPoolMap) -> Iterator[WriteResult]:
    """Play for the bots of a solo game until the human player has to decide, and yield each block.

    Blocks that only send the human player's shares are written too. Raises the errors of `write_bot_block`
    and those of opening a save.
    """
    while (opened := _open_if_bots_act(path, context.home)) is not None:
        now = waiting(opened.table)
        assert now is not None
        assert now.seat is not None
        yield write_bot_block(path, context._replace(name=solo.names[now.seat]), now, starmap)


def _open_if_bots_act(path: Path, home: Path) -> Opened | None:
    """Open a solo game if it can continue without a decision of its person; otherwise return None.

    A file may be one block behind the newest seen: that block is a bot's or a share, and is therefore known.
    Otherwise raises the error of an older file.
    """
    opened = open_to_act(path, home, rewind=False)
    now = waiting(opened.table)
    if now is None or now.seat is None or now.need == JOIN:
        goes_on = False
    else:
        goes_on = now.need in (ASSIST, ACK) or bool(opened.table.seats[now.seat].bot)
    if opened.older is not None and not (goes_on and lacks_one_block(opened, home)):
        raise opened.older
    return opened if goes_on else None
