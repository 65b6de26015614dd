"""Players of a game in which somebody does not come: what they type, each with a home and a folder."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khronos_pbem.record.save import parse_save
from khronos_pbem.session.replay.table import waiting
from tests.support.clocks import saw
from tests.support.playing import COLOURS, NAMES, Group
from tests.support.shell import Person, Result


@dataclass(frozen=True)
class Twin:
    """A second machine of a player, with a home of its own and the same identity."""

    folder: Path

    def home(self, name: str) -> Path:
        """The home of that machine."""
        return self.folder / name


@dataclass(frozen=True)
class Player(Person):
    """A player of a group, with the home and the file that the group has given him."""

    group: Group | Twin

    @property
    def home(self) -> Path:
        """KHRONOS_HOME."""
        return self.group.home(self.name)


def players_of(group: Group) -> dict[str, Player]:
    """The players by colour, each with a copy of the game in his folder."""
    found = {}
    for name, colour in zip(NAMES[: group.seats], COLOURS, strict=False):
        player = Player(name, group.folder / f"desk of {name}", group)
        player.folder.mkdir(parents=True)
        shutil.copy(group.save, player.save)
        saw(player.home, player.save, parse_save(player.save.read_bytes()).blocks[-1].at)
        found[colour] = player
    return found


def begun_in(folder: Path, seats: int, **changes: Any) -> Group:
    """A game with a clock, some turns in, in which somebody has a turn to take."""
    group = Group(folder, seats, 6)
    group.start("Ours", clock={"days": 7, "workdays": False}, **changes)
    while True:
        group.step(lambda *_: ["end"])
        now = waiting(group.table())
        assert now is not None
        if now.need == "turn" and group.table().seq > 2 * seats + 1:
            return group


def twin_of(player: Player) -> Player:
    """The same player at another machine, which has seen nothing as yet."""
    twin = Player(player.name, player.folder.parent / "twin", Twin(player.folder.parent / "twins"))
    shutil.copytree(player.home / "keys", twin.home / "keys")
    twin.folder.mkdir()
    return twin


def status(player: Person, *more: str) -> Any:
    """What `status` says of his file, as data."""
    return player.ok("status", "game.khronos", "--json", *more).json


def order(table: dict[str, Player]) -> tuple[Player, Player, Player, str]:
    """Of three the awaited player, the one who votes first, the decider, and the colour of the awaited."""
    missing, *voters, colour = order_of(table)
    first, decider = voters
    return missing, first, decider, colour


def order_of(table: dict[str, Player]) -> tuple[Any, ...]:
    """The awaited player, those who vote in their order, so the decider last, and the awaited colour."""
    colours = list(table)
    missing = status(table["red"])["waiting_for"]["colour"]
    place = colours.index(missing)
    behind = [table[colours[(place + step) % len(colours)]] for step in range(1, len(colours))]
    return table[missing], *behind[1:], behind[0], missing


def colour_of(table: dict[str, Player], player: Player) -> str:
    """The colour that a player has."""
    return next(colour for colour, each in table.items() if each == player)


def without(player: Person, colour: str, *more: str) -> Result:
    """His vote to go on without this colour."""
    return player.ok("vote", "game.khronos", "--without", colour, *more)


def decided(first: Person, decider: Person, colour: str, *more: str) -> None:
    """Of three both vote; the file with the finished run is the decider's."""
    without(first, colour, *more)
    first.hand_to(decider)
    without(decider, colour, *more)


def gone(first: Person, decider: Person, colour: str, *more: str) -> None:
    """Of three both vote, and the first acks; the file with the final run is the first one's."""
    decided(first, decider, colour, *more)
    decider.hand_to(first)
    first.ok("assist", "game.khronos")


def pay(*players: Person) -> None:
    """Everybody pays what is awaited, one after the other, and all have the file then."""
    holder = players[0]
    while (now := status(holder)["waiting_for"])["for"] == "assist":
        for player in players:
            if player is not holder:
                holder.hand_to(player)
            if status(player)["mine"]["colour"] == now["colour"]:
                player.ok("assist", "game.khronos")
                holder = player
                break
    for player in players:
        if player is not holder:
            holder.hand_to(player)
