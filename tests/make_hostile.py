"""Makes `tests/hostile/`: run `python -m tests.make_hostile` after a change, and read what differs.

The identities, ids and times come from fixed seeds, so that the same program writes the same files.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from khronos_pbem.deck.ledger import due_parts
from khronos_pbem.record.toml import table_lines
from khronos_pbem.session.replay.table import Table, waiting
from tests.hostile import joins, leaving, rolls, runs, texts
from tests.hostile import save_files as saves
from tests.hostile.bots import bots
from tests.hostile.cases import Hostile
from tests.hostile.save_files import Scene
from tests.session.replay.test_departures import villagers
from tests.support.playing import NAMES, Group

FOLDER = Path(__file__).parent / "hostile"
FOLDERS = ("saves", "blocks", "armor", "letters", "positions", "keyring")
HEAD = """\
# What has to come of each of these files; README.md says what the words mean.
# Written by `python -m tests.make_hostile`.
"""


def owes_shares(table: Table) -> bool:
    """Whether who is to move owes shares, and so reveals and pays in one block."""
    now = waiting(table)
    return now is not None and now.seat == 0 and bool(due_parts(table.ledger, 0).shares)


def owes_shuffle(table: Table) -> bool:
    """Whether who is to move owes a shuffle of the discard pile."""
    now = waiting(table)
    return now is not None and now.seat is not None and bool(due_parts(table.ledger, now.seat).shuffles)


def hostile(folder: Path) -> Iterator[Hostile]:
    """All cases: first those of one game of two, played in this folder, and its honest files before them."""
    group = Group(folder, 2, 1)
    group.start("Hostile", edition=1)
    scene = saves.play_until(group, owes_shares, "saves/khronos-two.khronos")
    yield Hostile(texts.HONEST, "a game of two in its first turns", honest(scene), 0, "whole")
    yield saves.head(scene, "the same game without its last turn, which others break")
    yield from saves.payments(scene)
    yield from saves.orders(scene)
    yield from joins.joins(scene)
    yield from joins.formats(scene)
    yield from bots(scene)
    for make in texts.MAKERS:
        yield from make(scene)
    yield from texts.positions()
    late = saves.play_until(group, owes_shuffle, "saves/khronos-two-late.khronos")
    yield saves.head(late, "the same game, before a turn that has to shuffle the discard pile")
    yield from saves.reshuffles(late)
    yield from in_memory()


def in_memory() -> Iterator[Hostile]:
    """The cases that go on from games without files: those with rolls, votes, offers and resignations."""
    two, four = villagers(2), villagers(4)
    yield from joins.villages(two)
    yield from rolls.rolls(two)
    yield from leaving.heirs(two)
    yield from runs.runs(four)
    yield from leaving.offers(four)
    yield from leaving.resignations(four)
    yield from runs.shuffled_runs()
    yield from leaving.unreadable()
    yield from leaving.shares_after_resigning()
    yield from runs.nested_runs()


def honest(scene: Scene) -> bytes:
    """The record with the honest turn behind it."""
    return scene.with_blocks(scene.turn)


def manifest(cases: list[Hostile]) -> str:
    """The expectations as TOML."""
    lines = [HEAD]
    for case in cases:
        fields: dict[str, Any] = {"file": case.file, "behind": case.behind, "seen": case.seen}
        fields |= {"do": case.do, "exit": case.exit, "reason": case.reason, "rule": case.rule}
        fields |= {"rules": case.rules or None, "block": case.block, "seat": case.seat, "about": case.about}
        given = {key: value for key, value in fields.items() if value not in ("", None)}
        lines += ["[[case]]", *table_lines(given), ""]
    return "\n".join(lines)


def save_of(case: Mapping[str, Any], folder: Path = FOLDER) -> bytes:
    """The whole file that a case of the manifest is about: what it stands behind, and the case's own."""
    files = [case["behind"], case["file"]] if "behind" in case else [case["file"]]
    return b"".join((folder / file).read_bytes() for file in files)


def write_whole(folder: Path) -> None:
    """Write every save of the manifest whole into a folder, for programs that take nothing else."""
    for case in tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["case"]:
        if case["do"] == "verify":
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{Path(case['file']).stem}.khronos").write_bytes(save_of(case))


def main() -> None:
    """Write the folder anew; README.md stays. With the name of another folder, write whole saves there."""
    if sys.argv[1:]:
        write_whole(Path(sys.argv[1]))
        return
    for name in FOLDERS:
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
