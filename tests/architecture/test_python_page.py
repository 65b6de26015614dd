"""Every block of `docs/python.md` is run, and its bot plays for the program."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem import bot, new_position
from khronos_pbem.games import registry
from tests.installed import install
from tests.support.shell import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
MOST = {"class Greedy": 15, "Counter()": 10}
"""Lines that a block of the page may have, without blank ones."""


@pytest.fixture
def _in_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.usefixtures("_in_the_sources")
def test_the_blocks_run_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    printed = []
    for block in BLOCKS:
        exec(compile(block, "docs/python.md", "exec"), names)
        printed.append(capsys.readouterr().out)
    reading, playing, trying, defining, competing, counting = printed
    assert reading.startswith("Sample: five players ['alice', 'bob'")
    assert "waiting for None" in reading
    assert "MIGHT" in reading
    assert "'blue': 42" in reading
    assert playing.startswith("('")
    assert trying.startswith("build watchtower might E5 ['")
    assert "RULES" in trying
    assert not defining
    assert "'red': " in competing
    assert counting.startswith("[('")


def test_the_short_programs_are_short() -> None:
    for mark, most in MOST.items():
        (block,) = (each for each in BLOCKS if mark in each)
        assert len([line for line in block.splitlines() if line.strip()]) <= most + 2 * ("import" in block)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, for a package with the bot of the page."""
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.find_installed_bots.cache_clear()
    yield tmp_path
    registry.find_installed_bots.cache_clear()
    registry._instance.cache_clear()


def test_the_entry_points_of_the_page(site: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    project = tomllib.loads(text)["project"]
    bots = project["entry-points"]["khronos_pbem.bots"]
    (defining,) = (each for each in BLOCKS if "class Greedy" in each)
    imports = "from khronos_pbem import apply, legal_orders, score\n\n\n"
    lines = "\n".join(f"{name} = {place}" for name, place in bots.items())
    install(site, project["name"], {"my_khronos_parts": imports + defining}, {"bots": lines})
    position = new_position("my-village", seed="1")
    assert bot("greedy").choose(position.seen_by(position.to_move or ""))
    assert project["entry-points"]["khronos_pbem.games"] == {"race": "my_khronos_parts.race:PLUGIN"}
