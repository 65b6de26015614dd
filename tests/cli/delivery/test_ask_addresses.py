"""What `play` asks about on a terminal before it signs: leaving, cards thrown away, a lap of letters."""

from __future__ import annotations

import re
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.cli.main import run_arguments
from khronos_pbem.cli.terminal import confirm as asking
from khronos_pbem.engine.features.protocols import Caution, Cautions
from khronos_pbem.games.khronos.order_text import grammar
from khronos_pbem.games.registry import feature
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.queries.player_view import load_view
from khronos_pbem.session.queries.signing_warnings import letters_until
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.files import read_file
from tests.support.playing import NAMES, Group


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Group:
    """A game of three in which somebody has to take the first turn."""
    return Group(tmp_path_factory.mktemp("begun"), 3, 4).until_a_turn("Asking", keep=True)


class Terminal:
    """The player whose move it is, at a terminal: what he types next, and what was printed."""

    def __init__(self, group: Group, patch: pytest.MonkeyPatch, capsys: Any) -> None:
        self.group, self.patch, self.capsys = group, patch, capsys
        now = waiting(group.table())
        assert now is not None
        assert now.seat is not None
        self.seat, self.name = now.seat, NAMES[now.seat]
        patch.setenv("KHRONOS_HOME", str(group.home(self.name)))
        patch.setenv("KHRONOS_LANG", "en")
        patch.setattr(asking, "can_ask", lambda: True)

    def play(self, orders: str, *more: str, answer: str | None = None) -> tuple[int, str]:
        """Play, and answer the question; None where nothing may be asked."""
        asked: list[str] = []

        def confirm(text: str, **_: Any) -> bool:
            asked.append(text)
            assert answer is not None, text
            return answer == "y"

        self.patch.setattr("typer.confirm", confirm)
        self.capsys.readouterr()
        code = run_arguments(["play", str(self.group.save), "-c", orders, *more])
        out, err = self.capsys.readouterr()
        assert bool(asked) == (answer is not None), out
        return code, out + err

    @property
    def hand(self) -> list[str]:
        """The cards of the player, who sees them."""
        return load_view(self.group.save, self.group.context(self.name)).hand or []

    def blocks(self) -> int:
        return len(parse_save(read_file(self.group.save)).blocks)


@pytest.fixture
def terminal(
    begun: Group, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Terminal:
    group = Group(Path(shutil.copytree(begun.folder, tmp_path / "game")), 3, 4)
    return Terminal(group, monkeypatch, capsys)


def test_leaving_is_asked_about_and_a_no_changes_nothing(terminal: Terminal) -> None:
    before = read_file(terminal.group.save)
    code, text = terminal.play("resign", answer="n")
    assert code == 4
    assert "you will leave the game permanently" in text
    assert "nothing was played" in text
    assert read_file(terminal.group.save) == before
    assert terminal.play("resign", answer="y")[0] == 0


def test_an_end_that_throws_away_cards_one_could_play_names_an_action(terminal: Terminal) -> None:
    code, text = terminal.play("end", answer="n")
    assert code == 4
    match = re.search("you will discard these cards: (.+); you can still play this first: (.+)", text)
    assert match is not None, text
    assert sorted(match[1].split()) == sorted(terminal.hand)
    before = terminal.blocks()
    assert terminal.play(f"{match[2]}; end", "--yes")[0] == 0
    assert terminal.blocks() == before + 1


def test_cards_that_are_kept_are_not_thrown_away(terminal: Terminal) -> None:
    assert terminal.play(f"end keep {' '.join(terminal.hand)}")[0] == 0


def test_an_exchange_says_how_many_letters_its_lap_costs(terminal: Terminal) -> None:
    orders = f"exchange {terminal.hand[0]}; end"
    code, text = terminal.play(orders, answer="n")
    assert code == 4
    assert "your turn pauses until all other players have sent their shares for the new cards" in text
    assert "(this requires 2 e-mails from other players)" in text
    before = terminal.blocks()
    assert terminal.play(orders, answer="y")[0] == 0
    letters = 0
    while waiting(terminal.group.table()).need == "assist":  # type: ignore[union-attr]
        terminal.group.step()
        letters += 1
    assert letters == 2
    assert terminal.blocks() == before + 1 + letters
    assert letters_until(terminal.group.table(), terminal.seat) == 0


@pytest.mark.parametrize("more", [("--yes",), ("--json",)])
def test_scripts_are_not_asked(more: tuple[str, ...], terminal: Terminal) -> None:
    assert terminal.play("end", *more)[0] == 0


def test_nobody_is_asked_without_a_terminal(terminal: Terminal) -> None:
    terminal.patch.undo()
    terminal.patch.setenv("KHRONOS_HOME", str(terminal.group.home(terminal.name)))
    assert not sys.stdin.isatty()
    assert terminal.play("end")[0] == 0


def test_an_order_that_is_not_legal_is_refused_before_anything_is_asked(terminal: Terminal) -> None:
    assert terminal.play("resign; end")[0] == 3


def chosen(*given: Any) -> list[str]:
    """The orders of a step, which stand before what the table gives."""
    return [each for each in given if isinstance(each, str)]


def test_every_lap_is_as_long_as_it_says(begun: Group, tmp_path: Path) -> None:
    """Also where the pile runs out in the middle of the turn (DECK 7)."""
    group = Group(Path(shutil.copytree(begun.folder, tmp_path / "game")), 3, 4)
    found: set[int] = set()
    for _ in range(60):
        now = waiting(group.table())
        if now is None or len(found) == 2:
            break
        assert now.seat is not None
        table = load_view(group.save, group.context(NAMES[now.seat])).table
        ecus = table.position.players[now.seat].ecus
        if now.need == "turn" and not table.position.exchanged and ecus >= 2:
            hand = " ".join(load_view(group.save, group.context(NAMES[now.seat])).hand or [])
            group.step(partial(chosen, f"exchange {hand}", "end"))
            expected = letters_until(group.table(), now.seat)
            letters = 0
            while (then := waiting(group.table())) is not None and then.need == "assist":
                group.step()
                letters += 1
            assert letters == expected
            found.add(letters)
        else:
            group.step(partial(chosen, "end"))
    assert found == {2, 3}


def test_the_game_answers_for_itself(begun: Group) -> None:
    """Nothing is said of orders that are taken lightly."""
    position = open_for_play(begun.save, begun.home("alice"), rewind=False).table.position
    declared = feature("khronos", Cautions)
    for words in ("travel 1 faith", 'message "x"', "policy placement auto"):
        (spelled,) = grammar.parse(words)
        assert declared.before(position, 0, spelled.order) == ()
    (spelled,) = grammar.parse("exchange civil")
    assert [type(each) for each in declared.before(position, 0, spelled.order)] == [Caution]
