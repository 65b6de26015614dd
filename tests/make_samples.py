"""Makes `sample_games/`: run `python -m tests.make_samples` to write new ones.

Keys and cards follow from a seed, so that the same game is made again. Each is played by the program's bot
through the real protocol, seed after seed until all that a sample has to show has happened in it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from khronos_pbem.record.block import ASSIST
from khronos_pbem.session.acting import Desk
from khronos_pbem.session.bots import orders_for
from khronos_pbem.session.table import Table, waiting
from tests.mischief import exchange_at_once
from tests.playing import NAMES, Group

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


def chooser(table: Table, desk: Desk, random: Random) -> list[str]:
    """The bot's turn, now and then with something else that a record may hold."""
    if random.random() < 0.04:
        exchange = exchange_at_once(table, desk, random)
        if exchange:
            return exchange
    orders = orders_for(table, desk, random)
    if random.random() < 0.06:
        orders.insert(0, random.choice(['message "Good luck to all of us."', "policy placement auto"]))
    return orders


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


def make_middle() -> None:
    """A game in the middle, with the keyring of the player who has to act, and a turn for him."""
    middle = FOLDER / "middle"
    with tempfile.TemporaryDirectory() as folder:
        group = Group(Path(folder), 2, 7)
        group.start("Sample: in the middle")
        group.play(12, choose=chooser)
        while (now := waiting(group.table())) is not None and now.need == ASSIST:
            group.step()
        assert now is not None
        assert now.seat is not None
        desk = group.desk(NAMES[now.seat])
        shutil.rmtree(middle, ignore_errors=True)
        shutil.copytree(desk.home / "keys", middle / "keyring" / "keys")
        shutil.copy(group.save, middle / "game.khronos")
        orders = orders_for(group.table(), desk, Random(1))
        lines = ["# A turn for the game beside this file.", *orders]
        (middle / "turn.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    missing = [name for name in SAMPLES if not (FOLDER / f"{name}.khronos").exists()]
    for chosen in sys.argv[1:] or missing:
        if chosen == "middle":
            make_middle()
        else:
            make(chosen, *SAMPLES[chosen])
