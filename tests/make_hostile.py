"""Makes `tests/hostile/`: run `python -m tests.make_hostile` after a change, and read what differs.

The identities, ids and times come from fixed seeds, so that the same program writes the same files.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from khronos_pbem.deck.ledger import owed
from khronos_pbem.record.toml import table_lines
from khronos_pbem.session.table import Table, waiting
from tests import hostile_saves as saves
from tests import hostile_texts as texts
from tests.hostile_bots import bots
from tests.hostile_saves import Hostile, Scene, play_until
from tests.playing import NAMES, Group

FOLDER = Path(__file__).parent / "hostile"
HEAD = """\
# What has to come of each of these files; README.md says what the words mean.
# Written by `python -m tests.make_hostile`.
"""


def owes_shares(table: Table) -> bool:
    """Whether who is to move owes shares, and so reveals and pays in one block."""
    now = waiting(table)
    return now is not None and now.seat == 0 and bool(owed(table.ledger, 0).shares)


def owes_shuffle(table: Table) -> bool:
    """Whether who is to move owes a shuffle of the discard pile."""
    now = waiting(table)
    return now is not None and now.seat is not None and bool(owed(table.ledger, now.seat).shuffles)


def hostile(folder: Path) -> Iterator[Hostile]:
    """All cases, made out of one game of two, played in this folder; its honest files first."""
    group = Group(folder, 2, 1)
    group.start("Hostile", edition=1)
    scene = play_until(group, owes_shares)
    yield Hostile(texts.HONEST, "the game that all others break", honest(scene), 0, "whole")
    yield from saves.payments(scene)
    yield from saves.orders(scene)
    yield from saves.joins(scene)
    yield from saves.formats(scene)
    yield from bots(scene)
    for make in texts.MAKERS:
        yield from make(scene)
    yield from texts.positions()
    yield from saves.reshuffles(play_until(group, owes_shuffle))


def honest(scene: Scene) -> bytes:
    """The record with the honest turn behind it."""
    return scene.with_blocks(scene.turn)


def manifest(cases: list[Hostile]) -> str:
    """The expectations as TOML."""
    lines = [HEAD]
    for case in cases:
        fields = {"file": case.file, "do": case.do, "exit": case.exit, "reason": case.reason}
        fields |= {"block": case.block} if case.block is not None else {}
        fields |= {key: value for key in ("seat", "seen") if (value := getattr(case, key))}
        lines += ["[[case]]", *table_lines({**fields, "about": case.about}), ""]
    return "\n".join(lines)


def main() -> None:
    """Write the folder anew; README.md stays."""
    for name in ("saves", "armor", "letters", "positions", "keyring"):
        shutil.rmtree(FOLDER / name, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        cases = list(hostile(Path(folder)))
        for name in NAMES[:2]:
            (FOLDER / "keyring" / "keys").mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(folder) / "homes" / name / "keys" / f"{name}.toml", FOLDER / "keyring" / "keys")
    for case in cases:
        path = FOLDER / case.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(case.data)
    (FOLDER / "expected.toml").write_text(manifest(cases), encoding="utf-8")


if __name__ == "__main__":
    main()
