"""`show` as people read it: what is marked, the legend once, one board with all the rest."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.archive.games import known_to
from tests.cli.look.test_replay import Terminal
from tests.support.shell import ROOT, Person

SAMPLES = ROOT / "sample_games"
FIVE, TWO = str(SAMPLES / "five-players.khronos"), str(SAMPLES / "two-players.khronos")
LEGEND = "W watchtower"


@pytest.fixture
def red(tmp_path: Path) -> Person:
    """Red in the game in the middle, whose move it is."""
    shutil.copytree(SAMPLES / "middle", tmp_path / "mine")
    person = Person("alice", tmp_path)
    shutil.copytree(tmp_path / "mine" / "keyring", person.home)
    person.ok("show", "mine/game.khronos")
    return person


def changed(out: str) -> list[str]:
    """The names of what changed, of all boards, in their order."""
    return [
        name for line in re.findall(r"\* ([A-P]\d.*)", out) for name in re.findall(r"[A-P][-\dA-P]*", line)
    ]


def test_the_legend_is_told_once(tmp_path: Path) -> None:
    """The first time in a home, whatever is shown; then only if it is asked for."""
    somebody = Person("x", tmp_path)
    somebody.ok("keygen", "x")
    assert LEGEND in somebody.ok("show", TWO).out
    for arguments in (("show", TWO), ("show", FIVE, "--at", "20"), ("show", TWO, "--board", "faith")):
        assert LEGEND not in somebody.ok(*arguments).out
        assert LEGEND in somebody.ok(*arguments, "--legend").out
    assert LEGEND not in somebody.ok("show", TWO, "--json").out
    assert LEGEND not in somebody.ok("replay", TWO).out


def test_the_legend_of_who_has_no_home(tmp_path: Path) -> None:
    """To look at a position makes no keyring; replay tells the legend under the first boards alone."""
    somebody = Person("x", tmp_path)
    out = somebody.ok("replay", TWO).out
    assert out.count(LEGEND) == 1
    assert out.index("step 1 of") < out.index(LEGEND) < out.index("step 4 of")


def test_a_home_that_cannot_be_written_to(tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    somebody.ok("keygen", "x")
    (somebody.home / "told").write_text("no folder", encoding="utf-8")
    assert LEGEND in somebody.ok("show", TWO).out
    assert LEGEND in somebody.ok("show", TWO).out


def test_marked_is_what_changed_since_my_last_turn(red: Person) -> None:
    """Red ended a turn in block 12; what blue has built since is marked, and what it brought with it."""
    shown = red.ok("show", "mine/game.khronos").out
    assert "since your last turn (block 12)" in shown
    assert changed(shown) == ["L16", "N8-O9", "N8-O9"]
    assert changed(shown) == changed(red.ok("show", "mine/game.khronos", "--since", "12").out)


def test_spectators_see_the_last_turn(tmp_path: Path) -> None:
    out = Person("x", tmp_path).ok("show", TWO).out
    assert "marked: what changed in block" in out
    assert "your last turn" not in out


def test_marked_since_a_block(red: Person) -> None:
    """More blocks, more that is marked; nothing after the last one; a block there is not is refused."""
    longer = red.ok("show", "mine/game.khronos", "--since", "10").out
    assert "what has changed since block 10" in longer
    assert set(changed(longer)) > {"L16", "N8-O9"}
    assert changed(red.ok("show", "mine/game.khronos", "--since", "13").out) == []
    assert "there is no block 14" in red.fails(2, "show", "mine/game.khronos", "--since", "14")
    assert "there is no block -1" in red.fails(2, "show", "mine/game.khronos", "--since", "-1")


def test_marked_in_a_record(tmp_path: Path) -> None:
    """A text record is marked by its blocks too."""
    somebody = Person("x", tmp_path)
    somebody.ok("export", TWO, "--record", "-o", "two.krec")
    last = changed(somebody.ok("show", "two.krec", "--at", "14").out)
    longer = changed(somebody.ok("show", "two.krec", "--at", "14", "--since", "4").out)
    assert len(last) < len(longer)
    assert "there is no block 999" in somebody.fails(2, "show", "two.krec", "--since", "999")


def test_one_board_keeps_hand_and_players(red: Person) -> None:
    out = red.ok("show", "mine/game.khronos", "--board", "might").out
    assert "MIGHT" in out
    assert "FAITH" not in out
    assert "hand: 2 military 2 religious" in out
    assert "> red" in out
    assert "pile: 11 cards" in out


# --- on a terminal ----------------------------------------------------------------------------------------


def on_terminal(folder: Path, *arguments: str, **variables: str) -> str:
    """What `show` writes to a terminal of 120 columns."""
    known_to(folder / "home", Path(TWO))
    terminal = Terminal(folder, "show", TWO, "--legend", *arguments, variables=variables)
    terminal.wait_for("r12: red's adventurers 1 and 2\r\n")
    assert terminal.code() == 0
    return terminal.seen


def test_a_terminal_has_frames_and_colours(tmp_path: Path) -> None:
    """Colours by their values, never by the 16 names; also where the terminal says it knows just these."""
    seen = on_terminal(tmp_path)
    assert "38;5;" in seen
    assert re.search(r"\x1b\[[0-9;]*48;5;\d+m┌K2┐", seen)
    for names, said in ({"TERM": "xterm"}, "48;5;"), ({"COLORTERM": "truecolor"}, "48;2;0;95;175"):
        seen = on_terminal(tmp_path, **names)
        assert said in seen
        assert not re.search(r"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7])m", seen)


@pytest.mark.parametrize(
    ("arguments", "variables", "frames"),
    [
        ((), {"NO_COLOR": "1"}, True),
        ((), {"NO_COLOR": "1", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, False),
    ],
)
def test_no_colour(
    arguments: tuple[str, ...], variables: dict[str, str], frames: bool, tmp_path: Path
) -> None:
    """Not with NO_COLOR; frames where the encoding has them."""
    seen = on_terminal(tmp_path, *arguments, **variables)
    assert "\x1b[" not in seen
    assert ("┌K2┐" in seen) == frames
    assert ("+K2+" in seen) == (not frames)
    assert ("░: ruin" in seen) == frames
    assert seen.isascii() or frames


def test_plain_is_read_line_by_line(tmp_path: Path) -> None:
    """--plain draws nothing: no frame, no colour, no star, but domain by domain what there is."""
    seen = on_terminal(tmp_path, "--plain")
    assert "\x1b[" not in seen
    assert seen.isascii()
    assert "+K2+" not in seen
    assert re.search(r"might, domain at \w+, worth \d+: \w+ rules it\r\n  \w+ at \w+", seen)
    picture = Person("x", tmp_path).ok("show", TWO).out
    assert "nobody 1" in picture, "those without a ruler too"
    assert "K2 with r below it" not in Person("y", tmp_path / "y").ok("show", TWO, "--plain").out


def test_a_game_without_a_valid_block_has_no_players(tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    somebody.ok("keygen", "x")
    somebody.ok("new", "game.khronos", "--seats", "2", "--colour", "red", "--title", "Ours")
    text = somebody.save.read_text(encoding="utf-8")
    somebody.save.write_text(text.replace('name = "x"', 'name = "y"'), encoding="utf-8")
    shown = somebody.run("show", "game.khronos", "--plain")
    assert "the signature is wrong" in shown.err
    assert shown.out.splitlines()[:2] == ["Ours", "2 seats are free"]
