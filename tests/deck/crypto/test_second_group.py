"""The deck stands on any group of prime order: all its tests hold on a second one (DECK 2)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from khronos_pbem.deck.crypto import group
from tests.architecture.sources import ROOT
from tests.deck.crypto import second_group

HERE = Path(__file__).parent.parent
OF_THE_CURVE = {"test_curve.py", "test_second_group.py"}


def test_all_tests_of_the_deck_hold_on_a_second_group(tmp_path: Path) -> None:
    files = [path for path in sorted(HERE.rglob("test_*.py")) if path.name not in OF_THE_CURVE]
    plugins = [
        "-p",
        "tests.deck.crypto.exchanged",
        "-p",
        "no:cacheprovider",
        f"--basetemp={tmp_path / 'files'}",
    ]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rN", *plugins, *map(str, files)],
        cwd=ROOT,
        env=plain,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert not re.search("skipped|deselected|xfailed", done.stdout)


def test_the_second_group_is_another_one_with_other_sizes() -> None:
    for name in second_group.CURVE:
        assert getattr(second_group, name) != getattr(group, name)
    assert second_group.SIZE != second_group.SCALAR_SIZE
    for prime in (second_group.ORDER, second_group.PRIME):
        assert all(pow(base, prime - 1, prime) == 1 for base in (2, 3, 5, 7, 11, 13, 17, 19))
