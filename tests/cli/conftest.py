"""A game of three with a clock, for those who vote in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.playing import Group
from tests.support.voters import Player, begun_in, players_of


@pytest.fixture(scope="session")
def game_with_clock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game of three with a clock, some turns in, in which somebody has a turn to take."""
    return begun_in(tmp_path_factory.mktemp("begun"), 3).folder


@pytest.fixture
def table(game_with_clock: Path, tmp_path: Path) -> dict[str, Player]:
    """The three, each with the game."""
    return players_of(Group(shutil.copytree(game_with_clock, tmp_path / "ours"), 3, 6))
