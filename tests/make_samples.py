"""Makes `sample_games/`: run `python -m tests.make_samples` to write new ones.

Keys, cards and rolls follow from a seed, so that the same game is made again. Each is played by the program's
bot through the real protocol, seed after seed until all that a sample has to show has happened in it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from khronos_pbem.record.block import ASSIST, TURN
from khronos_pbem.session.bots.bot_turn import quick_orders
from khronos_pbem.session.commands.write_blocks import play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.table import Table, waiting
from tests.games.my_village.bots.curious import Curious
from tests.support.mischief import exchange_at_once
from tests.support.playing import NAMES, Chooser, Group

FOLDER = Path(__file__).parent.parent / "sample_games"
SAMPLES: dict[str, tuple[int, dict[str, Any], set[str]]] = {
    "two-players": (2, {}, {"demolished"}),
    "three-players-edition-1": (3, {"edition": 1}, {"renovated", "policy"}),
    "four-players-keep": (4, {"keep": True}, {"renovated", "populated", "stopped"}),
    "five-players": (5, {}, {"renovated", "populated", "exchanged", "message", "reshuffled"}),
    "three-players-holdem": (3, {"holdem": True}, {"renovated", "swapped", "shadow"}),
    "three-players-keep-holdem": (3, {"keep": True, "holdem": True}, {"swapped", "reshuffled", "populated"}),
}
WANTED = {"linked", "paradox", "downsized", "upgraded", "travelled", "revenue", "over"}
"""What every sample shows; the sets above say what else one shows."""
COUNTER = ("buy counter", "reveal", "desk free new", "desk free", "serve with", "serve with guild")
REFUGE = (
    "buy refuge",
    "travel A",
    "travel B",
    "buy guild",
    "buy citizens",
    "use guild",
    "use citizens",
    "plough guild",
)
VILLAGES: dict[str, tuple[int, dict[str, Any], Curious, set[str]]] = {
    "my-village-two-players": (
        2,
        {},
        Curious(doomed=True, wants=COUNTER),
        {"grave", "labourer", "served", "free", "reveal"},
    ),
    "my-village-three-players": (
        3,
        {},
        Curious(wants=REFUGE),
        {"grave", "refused", "monk", "refuge back", "use guild", "use citizens"},
    ),
    "my-village-four-players": (4, {}, Curious(), {"grave", "sheltered", "monk"}),
    "my-village-three-players-gone": (
        3,
        {"rolls": "all", "rounds": 9},
        Curious(leaves=4),
        {"resigned", "skipped"},
    ),
}
"""Seats, options, who plays, and what one shows besides all villages: events and kinds of orders."""
WANTED_IN_VILLAGES = {
    "died",
    "chronicle",
    "rat",
    "invasion",
    "lost",
    "travelled",
    "returned",
    "over",
    "message",
}


def chooser(table: Table, context: Context, random: Random) -> list[str]:
    """The bot's turn, now and then with something else that a record may hold."""
    if random.random() < 0.04:
        exchange = exchange_at_once(table, context, random)
        if exchange:
            return exchange
    orders = quick_orders(table, context, random)
    if random.random() < 0.06:
        orders.insert(0, random.choice(['message "Good luck to all of us."', "policy placement auto"]))
    return orders


GONE: dict[str, tuple[str, int, int, Chooser]] = {
    "five-players-gone": ("khronos", 5, 3, chooser),
    "my-village-four-players-gone": ("my-village", 4, 3, Curious()),
}
"""Game, seats, seed, and by whom it is played where players go and are followed."""
_MOMENTS = (9, 15, 21)
"""After how many turns somebody does not come any more: a successor, nobody instead, and a resignation."""

MIDDLES: dict[str, tuple[str, int, int, int, Chooser]] = {
    "middle": ("khronos", 2, 7, 12, chooser),
    "my-village-middle": ("my-village", 3, 4, 26, Curious()),
}
"""Game, seats, seed, blocks that are played, and by whom."""


def make(name: str, seats: int, changes: dict[str, Any], more: set[str]) -> None:
    """Play games until one shows all that it has to, and keep it."""
    for seed in range(1000):
        with tempfile.TemporaryDirectory() as folder:
            group = Group(Path(folder), seats, seed)
            group.start(f"Sample: {name.replace('-', ' ')}", **changes)
            group.play(choose=chooser)
            if set(group.events) >= WANTED | more:
                shutil.copy(group.save, FOLDER / f"{name}.khronos")
                print(name, seed, dict(group.events), group.save.stat().st_size)
                return


def make_village(name: str, seats: int, changes: dict[str, Any], who: Curious, more: set[str]) -> None:
    """The same for a game of My Village."""
    for seed in range(1000):
        with tempfile.TemporaryDirectory() as folder:
            group, chosen = Group(Path(folder), seats, seed, game="my-village"), replace(who, seen=set())
            group.start(f"Sample: {name.replace('-', ' ')}", **changes)
            group.play(choose=chosen)
            missing = (WANTED_IN_VILLAGES | more) - set(group.events) - chosen.seen
            print(name, seed, group.save.stat().st_size, f"lacks {sorted(missing)}", flush=True)
            if not missing:
                shutil.copy(group.save, FOLDER / f"{name}.khronos")
                return


def make_gone(name: str) -> None:
    """A game in which one is voted out, another one has a successor, and a third one resigns; to its end."""
    game, seats, seed, choose = GONE[name]
    with tempfile.TemporaryDirectory() as folder:
        group, left = Group(Path(folder), seats, seed, game=game), seats
        group.start(f"Sample: {name.replace('-', ' ')}")
        blocks = 0
        while (now := waiting(group.table())) is not None:
            assert now.seat is not None
            if now.need == TURN and blocks in _MOMENTS:
                left -= 1
                if left == seats - 1:
                    group.go_on_without(now.seat, "sarah")
                elif left == seats - 2:
                    group.go_on_without(now.seat)
                else:
                    play_turn(group.save, group.context(group.name_of(now.seat)), "resign")
            else:
                group.step(choose)
            blocks += now.need == TURN
        assert {"succeeded", "voted", "acked", "resigned", "over"} <= {*group.events, "resigned"}
        shutil.copy(group.save, FOLDER / f"{name}.khronos")
        print(name, seed, dict(group.events), group.save.stat().st_size)


def make_middle(name: str) -> None:
    """A game in the middle, with the keyring of the player who has to act, and a turn for him."""
    middle = FOLDER / name
    game, seats, seed, blocks, choose = MIDDLES[name]
    with tempfile.TemporaryDirectory() as folder:
        group = Group(Path(folder), seats, seed, game=game)
        group.start("Sample: in the middle")
        group.play(blocks, choose=choose)
        while (now := waiting(group.table())) is not None and now.need == ASSIST:
            group.step()
        assert now is not None
        assert now.seat is not None
        context = group.context(NAMES[now.seat])
        shutil.rmtree(middle, ignore_errors=True)
        shutil.copytree(context.home / "keys", middle / "keyring" / "keys")
        shutil.copy(group.save, middle / "game.khronos")
        orders = quick_orders(group.table(), context, Random(1))
        lines = ["# A turn for the game beside this file.", *orders]
        (middle / "turn.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    missing = [name for name in [*SAMPLES, *VILLAGES, *GONE] if not (FOLDER / f"{name}.khronos").exists()]
    missing += [name for name in MIDDLES if not (FOLDER / name).exists()]
    for chosen in sys.argv[1:] or missing:
        if chosen in MIDDLES:
            make_middle(chosen)
        elif chosen in GONE:
            make_gone(chosen)
        elif chosen in VILLAGES:
            make_village(chosen, *VILLAGES[chosen])
        else:
            make(chosen, *SAMPLES[chosen])
