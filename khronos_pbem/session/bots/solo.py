"""Games of one person against bots of the same keyring: how they begin, and go on until he is to decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from khronos_pbem.characters import alike
from khronos_pbem.engine.features.bots import Bots, Strength, WorkerPoolMap
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.registry import DEFAULT, feature, game_named
from khronos_pbem.home.keyring import BOTS, list_names, make_identity
from khronos_pbem.messages import message, operand
from khronos_pbem.record.block import ACK, ASSIST, JOIN
from khronos_pbem.session.bots.bot_seats import bot_block, is_one_behind
from khronos_pbem.session.bots.bot_settings import keep_mind
from khronos_pbem.session.commands.write_blocks import Done, Place, join_game, new_game
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import name_of
from khronos_pbem.session.replay.open_save import Opened, open_for_play, open_to_act
from khronos_pbem.session.replay.replay import colours_of
from khronos_pbem.session.replay.table import Table, waiting

NAMES = ("marvin", "talos", "olimpia", "tobor", "klara", "robbie", "maria", "hadaly")
"""What bots are called, in the order in which they are taken."""


@dataclass(frozen=True, slots=True)
class Solo:
    """A game of one person of the keyring with bots of the same keyring: his seat, and the names of all by
    their seats."""

    seat: int
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """The person's name in the keyring."""
        return self.names[self.seat]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a solo game shall be: its title, game and options, the person's colour (empty: the first), how
    many opponents, how strong, and how they think (None: as they do by themselves)."""

    title: str
    game: str = DEFAULT
    options: Mapping[str, Any] = field(default_factory=dict)
    colour: str = ""
    opponents: int = 2
    strength: Strength = Strength.STRONG
    seconds: float | None = None
    seed: str | None = None


def solo_in(home: Path, table: Table) -> Solo | None:
    """The solo game that a table is; None if another person plays in it, or a bot of others, or no bot."""
    people = [number for number, seat in enumerate(table.seats) if not seat.bot]
    if len(people) != 1 or len(table.seats) < 2:
        return None
    names = [name_of(home, seat.identity) for seat in table.seats]
    found = tuple(name for name in names if name is not None)
    return Solo(people[0], found) if len(found) == len(names) else None


def is_out(table: Table, solo: Solo) -> bool:
    """Whether the person has left the game, which the bots may play to its end."""
    return table.position is not None and table.game.gone(table.position, solo.seat)


def once_asked(context: Context) -> Context:
    """The same context, in which the passphrase of its one person is asked for once at most."""
    return context._replace(ask=cache(context.ask))


def begin(place: Path | Place, context: Context, wanted: Wanted) -> Path:
    """Start a solo game, its other seats taken by bots; its file. Raises as `new_game`, UsageError for a game
    without bots."""
    feature(wanted.game, Bots)
    colour = wanted.colour or game_named(wanted.game).colours[0]
    seats = wanted.opponents + 1
    done = new_game(place, context, wanted.title, seats, wanted.options, colour, wanted.game)
    fill(done.opened.path, context, wanted.strength)
    save_bot_settings(done.opened.path, context, wanted.seconds, wanted.seed)
    return done.opened.path


def fill(path: Path, context: Context, strength: Strength) -> None:
    """Let bots of the keyring take the free seats of a game in which nobody else sits. Raises NothingToDo."""
    table = open_for_play(path, context.home, rewind=False).table
    feature(table.game, Bots)
    if any(name_of(context.home, seat.identity) is None for seat in table.seats):
        what = message("other people play here, so bots do not take the free seats by themselves")
        raise NothingToDo(
            what,
            rule="FORMATS 1",
            hint=message("let a bot join: khronos bot {path} --as NAME", path=operand(path)),
        )
    names = [seat.name for seat in table.seats]
    free = [colour for colour in table.game.colours if colour not in colours_of(table)]
    for colour in free[: table.header.seats - len(table.seats)]:
        name = _bot_beside(path, context.home, names)
        names.append(name)
        join_game(path, context._replace(name=name, out=None, force=False), colour, strength.value)


def _bot_beside(path: Path, home: Path, names: Sequence[str]) -> str:
    """The name of a bot of the keyring that may sit beside these players; it is made, if it is not there."""
    people, bots = list_names(home), list_names(home, BOTS)
    for name in (*NAMES, *(f"bot-{number}" for number in range(1, 100))):
        if any(alike(name) == alike(other) for other in (*names, *people)):
            continue
        if name not in bots:
            make_identity(home, name, None, among=BOTS)
        return name
    hint = message(
        "make a bot with another name: khronos keygen NAME --bot, then let it join: "
        "khronos bot {path} --as NAME",
        path=operand(path),
    )
    what = message("there are too many bots: no name is left for another one")
    raise NothingToDo(what, rule="FORMATS 1", hint=hint)


def save_bot_settings(path: Path, context: Context, seconds: float | None, seed: str | None) -> None:
    """Note how all bots of a solo game are to think from now on."""
    table = open_to_act(path, context.home, rewind=False).table
    solo = solo_in(context.home, table)
    for number, name in enumerate(solo.names if solo else ()):
        if table.seats[number].bot:
            keep_mind(context.home, table.header, name, seconds, seed)


def answers(path: Path, context: Context, solo: Solo, spread: WorkerPoolMap) -> Iterator[Done]:
    """What the bots of a solo game do until its person has to decide, block by block, and what he owes.

    Raises as `bot_block`, and what opening raises.
    """
    while (opened := _opened(path, context.home)) is not None:
        now = waiting(opened.table)
        assert now is not None
        assert now.seat is not None
        yield bot_block(path, context._replace(name=solo.names[now.seat]), now, spread)


def _opened(path: Path, home: Path) -> Opened | None:
    """The solo game in a file, if there is something to do in it without its person; else None.

    A file that is older than what was seen goes on where the next block is a bot's, or pays, and so is known.
    """
    opened = open_to_act(path, home, rewind=False)
    now = waiting(opened.table)
    if now is None or now.seat is None or now.need == JOIN:
        goes_on = False
    else:
        goes_on = now.need in (ASSIST, ACK) or bool(opened.table.seats[now.seat].bot)
    if opened.older is not None and not (goes_on and is_one_behind(opened, home)):
        raise opened.older
    return opened if goes_on else None
