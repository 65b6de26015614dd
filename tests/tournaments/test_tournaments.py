"""Tournaments: the bot of `docs/bots.md` plays in one, games are kept, and the ratings are right."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import partial
from math import log10
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.games import registry
from tests import tournament
from tests.games.khronos.rules.test_random_play import SMALL
from tests.installed import install
from tests.support.playing import options_for
from tests.support.shell import ROOT
from tests.tournaments.games import Played, read_games, write_games
from tests.tournaments.ratings import ratings
from tests.tournaments.table import table_lines

PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.fixture
def magpie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of the bot of the page, installed as the page says."""
    (bot,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len([line for line in bot.splitlines() if line.strip()]) <= 15
    project = tomllib.loads(text)["project"]
    bots = project["entry-points"]["khronos_pbem.bots"]
    lines = "\n".join(f"{name} = {place}" for name, place in bots.items())
    install(tmp_path, project["name"], {"magpie": bot}, {"bots": lines})
    monkeypatch.syspath_prepend(str(tmp_path))
    caches = (registry.find_installed_bots, registry._instance)
    caches[0].cache_clear()
    yield project["name"]
    for cache in caches:
        cache.cache_clear()


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object) -> str:
    monkeypatch.setattr(sys, "argv", ["tournament", *map(str, words)])
    tournament.main()
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "options", "more"),
    [("khronos", [], {"map": SMALL}), ("my-village", ["--option", "rounds=2"], {})],
)
def test_the_bot_of_the_page_plays_in_a_tournament(
    game: str,
    options: list[str],
    more: dict[str, Any],
    magpie: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And the games of two tournaments make one table, with a bot that it has not met.

    The bot tries every order, of which there are few on a small map.
    """
    monkeypatch.setattr(tournament, "options_for", partial(options_for, **more))
    kept = [tmp_path / "one.json", tmp_path / "two.csv"]
    how = ("--games", 2, "--jobs", 1, "--game", game, *options)
    one = run(monkeypatch, capsys, magpie, "easy", *how, "--json", kept[0])
    assert re.findall(r"^\| (\w+) \| [+-]\d+ ± \d+ \| [\d.]+ \| 2 \|", one, re.MULTILINE)
    assert {"| magpie |", "| easy |"} <= set(re.findall(r"^\| \w+ \|", one, re.MULTILINE))
    run(monkeypatch, capsys, "before", "easy", *how, "--think", 0.01, "--csv", kept[1])
    table = run(monkeypatch, capsys, "--table", *kept)
    assert table.startswith(f"{game}\n| player | Elo |")
    assert "| before@0.01 | +0 ± 0 |" in table
    assert "| magpie |" in table
    assert "\n4 games, at most " in table


@pytest.mark.parametrize("words", [["easy"], ["easy", "nobody"], ["easy", "steady", "--table", "one.json"]])
def test_what_is_no_tournament(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, capsys, *words)
    assert "name at least two players of easy, steady, strong, expert, greedy" in capsys.readouterr().err


def game(totals: dict[str, float], deal: str = "1/0") -> Played:
    best = max(totals.values())
    winners = tuple(seat for seat, total in enumerate(totals.values()) if total == best)
    none = (0.0,) * len(totals)
    return Played(
        "khronos", deal, tuple(totals), tuple(totals.values()), winners, (7,) * len(totals), none, none, 12.5
    )


def test_games_are_read_as_they_were_written(tmp_path: Path) -> None:
    games = [game({"easy": 3, "steady": 5}), game({"a": 1.5, "b": 1.5, "easy": 0}, "2/7")]
    for name in ("games.json", "games.csv"):
        write_games(tmp_path / name, games)
        assert read_games(tmp_path / name) == games


def test_the_rating_of_two_is_that_of_their_results() -> None:
    """Three victories, a shared one and a loss; one more drawn game belongs to every pair."""
    won = [game({"one": 2, "two": 1})] * 3
    found = ratings([*won, game({"one": 1, "two": 1}), game({"two": 2, "one": 1})])
    assert list(found) == ["one", "two"]
    assert found["one"].elo - found["two"].elo == pytest.approx(400 * log10(4 / 2), abs=0.01)
    assert found["one"].elo + found["two"].elo == pytest.approx(0)
    chance = 4 / 6
    wide = 1.96 * 400 / 2.302585 / (6 * chance * (1 - chance)) ** 0.5
    assert found["one"].error == pytest.approx(wide / 2, rel=1e-4), "half of it, since the mean is fixed"


def test_ratings_are_counted_from_a_player_that_never_changes() -> None:
    lost = [game({"greedy": 1, "one": 2}), game({"greedy": 2, "two": 1}), game({"one": 2, "two": 1})]
    found = ratings(lost * 10)
    assert found["greedy"] == (0, 0)
    assert found["one"].elo > 0 > found["two"].elo


def test_four_times_the_games_halve_the_error() -> None:
    both = [game({"greedy": 1, "one": 2}), game({"greedy": 2, "one": 1})]
    few, many = ratings(both * 50)["one"], ratings(both * 200)["one"]
    assert many.error == pytest.approx(few.error / 2, rel=0.01)
    assert many.elo == pytest.approx(0, abs=0.01)


def test_a_game_of_more_players_is_compared_by_places() -> None:
    found = ratings([game({"one": 3, "two": 2, "three": 1})] * 5)
    assert list(found) == ["one", "two", "three"]
    assert found["one"].elo - found["two"].elo == pytest.approx(found["two"].elo - found["three"].elo, abs=1)


def test_players_who_never_met_have_no_rating() -> None:
    with pytest.raises(ValueError, match=r"one, two never played against the others|easy, steady never"):
        ratings([game({"easy": 1, "steady": 2}), game({"one": 1, "two": 2})])


def test_a_player_alone_has_a_table() -> None:
    alone = game({"easy": 3, "other": 4})._replace(strengths=("easy", "easy"))
    assert "| easy | +0 ± 0 | 1 | 2 | 50.0% |" in "\n".join(table_lines([alone]))
