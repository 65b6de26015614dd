"""`replay` as people use it: full screen, line by line on a terminal, and in a pipe."""

from __future__ import annotations

import os
import pty
import re
import select
import struct
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ
from typing import Any

import pytest

from khronos_pbem.archive.replay.cursor import cursor_at_start
from khronos_pbem.cli.look.replay_screen import Viewer
from khronos_pbem.languages import translator
from khronos_pbem.messages import untranslated
from tests.archive.games import knowing, sample
from tests.support.pilots import drive
from tests.support.shell import COMMAND, PATIENCE, ROOT, Person

GAME = str(ROOT / "sample_games" / "two-players.khronos")


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    """Somebody who has verified the game before."""
    return knowing(Person("x", tmp_path), Path(GAME))


def test_a_pipe_gets_every_step(somebody: Person) -> None:
    """Each step with where it is, who did what, what happened, and the boards."""
    out = somebody.ok("replay", GAME).out
    played = list(sample("two-players").played_steps())
    heads = re.findall(r"^step (\d+) of (\d+), round (\d), block (\d+)$", out, re.MULTILINE)
    assert [int(head[0]) for head in heads] == list(range(1, len(played) + 2))
    assert [int(head[3]) for head in heads[1:]] == [step.seq for step in played]
    assert out.count("MIGHT ") == len(heads)
    for step in played:
        assert f": {step.order}\n" in out
    out.encode("ascii")


def test_beginning_later(somebody: Person) -> None:
    out = somebody.ok("replay", GAME, "--from", "round 7").out
    assert "round 6" not in re.findall(r"^step .*$", out, re.MULTILINE)[0]
    assert "there is no round 9" in somebody.fails(2, "replay", GAME, "--from", "round 9")
    assert "'somewhere' does not refer to any point in the game" in somebody.fails(
        2, "replay", GAME, "--from", "somewhere"
    )


def test_json_is_the_game(somebody: Person) -> None:
    data = somebody.ok("replay", GAME, "--json").json
    assert data["winners"] == ["red"]
    assert [step["order"] for step in data["steps"] if step["order"]] == [
        step.order for step in sample("two-players").played_steps()
    ]


def test_a_broken_record_is_shown_up_to_the_break(tmp_path: Path) -> None:
    text = Path(GAME).read_text(encoding="utf-8")
    blocks = text.split("[[block]]")
    blocks[9] = blocks[9].replace("orders = [", 'orders = ["travel 1 faith", ')
    (tmp_path / "broken.khronos").write_text("[[block]]".join(blocks), encoding="utf-8")
    result = Person("x", tmp_path).run("replay", "broken.khronos")
    assert result.code == 5
    assert "block 7" in result.out
    assert "block 8" in result.err
    assert not re.search(r"^step .*block 8$", result.out, re.MULTILINE)


class Terminal:
    """The program on a terminal of its own."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        columns: int = 120,
        rows: int = 40,
        variables: dict[str, str] | None = None,
    ) -> None:
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ |= {
                "KHRONOS_HOME": str(folder / "home"),
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
            }
            for name in ("KHRONOS_LANG", "NO_COLOR", "COLORTERM"):
                os.environ.pop(name, None)
            os.environ |= variables or {}
            os.environ |= {"PYTHONPATH": str(ROOT), "COLUMNS": str(columns), "LINES": str(rows)}
            os.execv(COMMAND[0], [*COMMAND, *arguments])
        ioctl(self.file, TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.seen = ""

    def wait_for(self, words: str) -> None:
        """Read until these words are there; what was read before is forgotten."""
        end = time.monotonic() + PATIENCE
        self.seen = ""
        while words not in self.seen:
            assert time.monotonic() < end, self.seen[-2000:]
            if select.select([self.file], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.file, 65536).decode(errors="replace")
                except OSError:
                    assert words in self.seen, self.seen[-2000:]

    def type(self, words: str) -> None:
        """Type something."""
        os.write(self.file, words.encode())

    def code(self) -> int:
        """The exit code; what is still written is read, so that nothing waits for a reader."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if select.select([self.file], [], [], 0.2)[0] and not os.read(self.file, 65536):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)


def test_line_by_line(somebody: Person) -> None:
    """--plain on a terminal asks where to go after each step."""
    terminal = Terminal(somebody.folder, "replay", GAME, "--plain")
    terminal.wait_for("q: quit")
    for answer, shown in [
        ("", "step 2 of"),
        ("b", "step 1 of"),
        ("round 4", "round 4, block"),
        ("8", "block 8\r"),
        ("/paradox", "paradox:"),
        ("round 99", "there is no round 99"),
        ("/nothing like it", "was not found"),
    ]:
        terminal.type(f"{answer}\r")
        terminal.wait_for(shown)
        assert "\x1b[3" not in terminal.seen, "no colour with --plain"
    terminal.type("q\r")
    assert terminal.code() == 0


def test_full_screen_on_a_terminal(somebody: Person) -> None:
    terminal = Terminal(somebody.folder, "replay", GAME)
    terminal.wait_for("step 1 of")
    terminal.type("n")
    terminal.wait_for("step 2 of")
    terminal.type("q")
    assert terminal.code() == 0


@pytest.mark.parametrize(("columns", "rows"), [(30, 40), (120, 8)])
def test_a_terminal_too_small(columns: int, rows: int, somebody: Person) -> None:
    terminal = Terminal(somebody.folder, "replay", GAME, columns=columns, rows=rows)
    terminal.wait_for("enlarge the terminal to at least 44 by 16, or use --plain")
    assert terminal.code() == 2


def piloted(
    test: Callable[[Any, Viewer], Awaitable[None]], size: tuple[int, int], language: str = "en"
) -> None:
    """Run a test inside the full-screen replay of a sample."""

    speak = untranslated if language == "en" else translator(language)
    viewer = Viewer(cursor_at_start(sample("two-players")), None, speak)
    drive(viewer, lambda pilot: test(pilot, viewer), size)


def text_of(viewer: Viewer, name: str) -> str:
    return str(viewer.query_one(name).render())


@pytest.mark.parametrize("size", [(130, 45), (44, 16)])
def test_keys_on_any_terminal(size: tuple[int, int]) -> None:
    """Large and small: every way to step, to ask and to look for is there."""

    async def test(pilot: Any, viewer: Viewer) -> None:
        assert "step 1 of" in text_of(viewer, "#where")
        await pilot.press("right", "pagedown", "end", "left")
        await pilot.press("g", "5", "enter", "slash", "x", "enter", "f", "F", "home", "n")
        assert viewer.cursor.place == 1
        await pilot.press("down", "up", "plus", "minus")
        assert "MIGHT" in text_of(viewer, "#picture")

    piloted(test, size)


@pytest.mark.parametrize("size", [(80, 24)])
def test_keys(size: tuple[int, int]) -> None:
    async def test(pilot: Any, viewer: Viewer) -> None:
        assert "step 1 of" in text_of(viewer, "#where")
        await pilot.press("right", "n", "space")
        assert viewer.cursor.place == 3
        await pilot.press("left", "b")
        assert viewer.cursor.place == 1
        await pilot.press("pagedown", "pagedown")
        assert viewer.cursor.step.last
        await pilot.press("end")
        assert viewer.cursor.is_at_end
        await pilot.press("right", "home", "left")
        assert viewer.cursor.place == 0
        for key in "g":
            await pilot.press(key)
        await pilot.press(*"round", "space", "5", "enter")
        assert viewer.cursor.chronicle.round_of(viewer.cursor.step) == 5
        await pilot.press("slash", *"paradox", "enter")
        first = viewer.cursor.place
        assert "paradox" in text_of(viewer, "#what")
        await pilot.press("f")
        assert viewer.cursor.place != first
        await pilot.press("F")
        assert viewer.cursor.place == first
        await pilot.press("down", "up", "plus", "minus")
        assert "MIGHT" in text_of(viewer, "#picture")

    piloted(test, size)


def test_answers_that_lead_nowhere() -> None:
    async def test(pilot: Any, viewer: Viewer) -> None:
        await pilot.press("g", *"round99", "enter")
        assert "there is no round 99" in text_of(viewer, "#where")
        await pilot.press("slash", *"xyzzy", "enter")
        assert "'xyzzy' was not found" in text_of(viewer, "#where")
        await pilot.press("g", "escape", "n")
        assert viewer.cursor.place == 1
        await pilot.press("f")

    piloted(test, (100, 30))


@dataclass
class Clock:
    """A timer of the viewer that goes when it is told to."""

    seconds: float
    tick: Callable[[], None]
    stopped: bool = False

    def stop(self) -> None:
        self.stopped = True


def test_it_plays_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks: list[Clock] = []

    def set_interval(_: Viewer, seconds: float, tick: Callable[[], None]) -> Clock:
        clocks.append(Clock(seconds, tick))
        return clocks[-1]

    monkeypatch.setattr(Viewer, "set_interval", set_interval)

    async def test(pilot: Any, viewer: Viewer) -> None:
        await pilot.press("p", "plus")
        slow, fast = clocks
        assert slow.stopped
        assert fast.seconds < slow.seconds
        for place in (1, 2):
            fast.tick()
            assert viewer.cursor.place == place
        await pilot.press("p")
        assert fast.stopped
        await pilot.press("end", "p")
        assert viewer.cursor.place == 0
        await pilot.press("end")
        clocks[-1].tick()
        assert clocks[-1].stopped
        assert viewer.cursor.is_at_end

    piloted(test, (100, 30))


def test_one_board_with_tab() -> None:
    """Each board alone in two characters a square, then all again; beside a question too."""

    async def test(pilot: Any, viewer: Viewer) -> None:
        shown = []
        for _ in range(4):
            shown.append(
                [word in text_of(viewer, "#picture") for word in ("MIGHT", "FAITH", "REASON", "A B C")]
            )
            await pilot.press("tab")
        assert shown[0] == [True, True, True, False]
        assert shown[1:] == [[place == board for place in range(3)] + [True] for board in range(3)]
        assert [word in text_of(viewer, "#picture") for word in ("MIGHT", "REASON")] == [True, True]

    piloted(test, (80, 24))


def test_three_boards_on_80_by_24() -> None:
    """All rows of all boards are on the screen at once, and what happened is below them."""

    async def test(pilot: Any, viewer: Viewer) -> None:
        await pilot.press("n", "n", "n", "n")
        lines = text_of(viewer, "#picture").split("\n")
        assert max(map(len, lines)) <= 76
        assert lines[21].split()[0].startswith("20")
        assert viewer.query_one("#boards").size.height == 22
        assert not viewer.query_one("#what").display
        assert "red builds a monastery on faith at I11" in text_of(viewer, "#picture")
        assert "build monastery faith I11" in text_of(viewer, "#where")

    piloted(test, (80, 24))


def test_the_legend_by_a_key() -> None:
    async def test(pilot: Any, viewer: Viewer) -> None:
        assert "watchtower" not in text_of(viewer, "#picture")
        await pilot.press("l")
        assert "W watchtower" in text_of(viewer, "#picture")
        await pilot.press("l")
        assert "watchtower" not in text_of(viewer, "#picture")

    piloted(test, (130, 45))


WIDE_TITLE = "村庄 e\u0301\u0301\u0301 [red]x[/red] ﷽"


@pytest.mark.parametrize("size", [(130, 45), (80, 24), (44, 16)])
def test_a_title_breaks_no_frame(size: tuple[int, int]) -> None:
    """Wide letters, marks and what looks like markup stay in their line; the boards do not move."""

    drawn = list[str]()
    chronicle = sample("two-players")
    odd = replace(chronicle, header=replace(chronicle.header, title=WIDE_TITLE * 9))
    for each in (odd, chronicle):
        viewer = Viewer(cursor_at_start(each), None, untranslated)

        async def test(_: Any, viewer: Viewer = viewer) -> None:
            drawn.append(text_of(viewer, "#picture"))
            assert viewer.query_one("#where").size.height == 1

        drive(viewer, test, size)
    assert drawn[0] == drawn[1]


def test_an_encoding_without_frames() -> None:
    viewer = Viewer(cursor_at_start(sample("two-players")), None, untranslated, "ascii")

    async def test(pilot: Any) -> None:
        await pilot.press("end")
        assert text_of(viewer, "#picture").isascii()

    drive(viewer, test, (130, 45))


def test_in_german() -> None:
    async def test(pilot: Any, viewer: Viewer) -> None:
        await pilot.press("end")
        assert "Schritt" in text_of(viewer, "#where")
        assert "MACHT" in text_of(viewer, "#picture")

    piloted(test, (130, 45), "de")
