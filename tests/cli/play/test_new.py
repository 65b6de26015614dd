"""Options that games declare, where there is more than one game: shown, told apart, refused (FORMATS 1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_pbem.cli.game_options import data_file_options, game_option_values, parts_help
from khronos_pbem.cli.main import run_arguments
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import GAMES, game_title
from tests.archive.tally import NAME, PLACE, TallyOptions
from tests.support.shell import ROOT

FIVE = str(ROOT / "sample_games" / "five-players.khronos")


@pytest.fixture
def _tally(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second game at the table, after the first."""
    monkeypatch.setitem(GAMES, NAME, PLACE)


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KHRONOS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.chdir(tmp_path)


def said(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    """What a command prints that ends with this exit code."""
    assert run_arguments(list(arguments)) == code
    printed = capsys.readouterr()
    return " ".join((printed.out + printed.err).split())


@pytest.mark.usefixtures("_tally")
def test_the_options_of_all_games_are_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, 0, "new", "--help")
    for text in (
        "--game NAME The game to use. [default: khronos]",
        (
            "--edition N Edition of the game, 1 or 2; the editions differ in their cards and in the "
            "rules for using them. [default: 2]"
        ),
        "--step <int> By how much.",
    ):
        assert text in shown
    assert "--sum The sum." in said(capsys, 0, "show", "--help")
    assert "--game" in said(capsys, 0, "orders", "--help")


def test_one_game_is_not_to_be_chosen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in set(GAMES) - {"khronos"}:
        monkeypatch.delitem(GAMES, name)
    for command in ("new", "orders"):
        assert "--game" not in said(capsys, 0, command, "--help")
    assert "there is no option --game" in said(capsys, 2, "orders", "--game", "khronos")


@pytest.mark.usefixtures("_tally")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", NAME, "--edition", "1"], f"the game {NAME} has no option --edition"),
        (["--game", NAME, "--edition", "2"], f"the game {NAME} has no option --edition"),
        (["--game", NAME, "--holdem"], f"the game {NAME} has no option --holdem"),
        (["--step", "3"], "the game khronos has no option --step"),
        (
            ["--game", "chess"],
            f"there is no game called 'chess' — choose one of {', '.join([*GAMES, NAME])}",
        ),
    ],
)
def test_the_option_of_another_game_is_refused(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = said(capsys, 2, "new", "x.khronos", "--seats", "2", "--colour", "red", *arguments)
    assert sentence in found
    assert not Path("x.khronos").exists()


@pytest.mark.usefixtures("_tally")
def test_a_report_of_another_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the game khronos has no option --sum" in said(capsys, 2, "show", FIVE, "--sum")
    assert "the game khronos has no option --sum" in said(capsys, 2, "show", FIVE, "--sum", "--json")
    shown = said(capsys, 0, "show", FIVE, "--earn", "--at", "9")
    assert (
        "The next revenue phase is at the end of round 4. If it took place now, the domains would earn:"
        in shown
    )


@pytest.mark.usefixtures("_tally")
def test_a_game_without_a_list_of_orders_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert f"the game {NAME} has no list of orders" in said(capsys, 2, "orders", "--game", NAME)
    assert "demolish BOARD F7" in said(capsys, 0, "orders", "--game", "khronos")


@pytest.mark.usefixtures("_tally")
def test_what_was_not_chosen_is_the_default_of_the_game() -> None:
    assert game_option_values(NAME, "new", {"step": 3}) == {
        "step": 3,
        "quick": False,
        "mood": "calm",
        "prizes": "none",
    }
    assert list(game_option_values("khronos", "new", {})) == ["edition", "holdem", "keep", "map"]
    assert data_file_options(NAME) == {"prizes"}


@pytest.mark.usefixtures("_tally")
def test_only_a_choice_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    (step, *others) = TallyOptions.declared
    monkeypatch.setattr(TallyOptions, "declared", (step._replace(choices=(1, 3)), *others))
    assert game_option_values(NAME, "new", {"step": 3})["step"] == 3
    with pytest.raises(UsageError, match="--step does not accept 2") as refused:
        game_option_values(NAME, "new", {"step": 2})
    assert refused.value.hint == "choose from 1, 3"


@pytest.mark.usefixtures("_tally")
def test_the_parts_of_all_games_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "Show only one part: might, faith or reason (Khronos); market, villages or graves (My Village)"
    assert parts_help() == f"{told}."
    monkeypatch.setattr(TallyOptions, "parts", ("sums",))
    assert parts_help() == f"{told}; sums ({game_title(NAME)})."
