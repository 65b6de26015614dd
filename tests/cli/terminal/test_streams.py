"""Closed, full and broken streams, the keyboard and odd paths, as a shell hands them to the program."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from pathlib import Path

import pytest

from khronos_pbem.session.replay.worker_pool import map_in_processes
from tests.support.shell import COMMAND, Person, Result

NEW = ("new", "game.khronos", "--colour", "red", "--seats", "2")


@pytest.fixture(scope="module")
def anna(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with an identity and a game that nobody has joined."""
    somebody = Person("anna", tmp_path_factory.mktemp("anna"))
    somebody.ok("keygen", "anna")
    somebody.ok(*NEW)
    return somebody


def with_streams(somebody: Person, arguments: tuple[str, ...], streams: str, **environment: str) -> Result:
    """A command with its streams as a shell would set them."""
    return somebody.shell(["sh", "-c", f"{shlex.join([*COMMAND, *arguments])} {streams}"], **environment)


@pytest.mark.parametrize("buffered", ["", "1"])
def test_a_full_standard_output_is_told_and_fails_what_only_prints(anna: Person, buffered: str) -> None:
    for arguments in (("status", "game.khronos"), ("status", "game.khronos", "--json"), ("--help",)):
        result = with_streams(anna, arguments, ">/dev/full", PYTHONUNBUFFERED=buffered)
        assert result.code == 2
        assert result.err == "khronos: cannot write to standard output: no space left on device\n"


@pytest.mark.parametrize("buffered", ["", "1"])
def test_a_full_standard_output_does_not_undo_what_was_written(anna: Person, buffered: str) -> None:
    new = ("new", f"full{buffered}.khronos", *NEW[2:])
    result = with_streams(anna, new, ">/dev/full", PYTHONUNBUFFERED=buffered)
    assert result.code == 0
    assert result.err == "khronos: cannot write to standard output: no space left on device\n"
    assert anna.ok("verify", new[1], "--json").json["valid"] is True


@pytest.mark.parametrize(
    "streams", ["2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full 2>/dev/full"]
)
def test_errors_that_nobody_can_read_keep_their_code(anna: Person, streams: str) -> None:
    assert with_streams(anna, ("show", "nothing.khronos"), streams).code == 2
    bad = anna.folder / "bad.khronos"
    bad.write_text("this is no save\n", encoding="utf-8")
    assert with_streams(anna, ("verify", "bad.khronos", "--json"), streams).code == 5


def test_closed_streams_are_not_taken_for_files(anna: Person) -> None:
    """With standard output closed the next file opened would get its number."""
    new = ("new", "closed.khronos", *NEW[2:])
    assert with_streams(anna, new, "<&- >&- 2>&-").code == 0
    assert anna.ok("verify", "closed.khronos", "--json").json["valid"] is True
    assert "standard input is closed" in with_streams(anna, ("play", "game.khronos", "-"), "<&-").err


def test_a_reader_who_has_seen_enough_is_no_failure(anna: Person) -> None:
    command = f"({shlex.join(COMMAND)} rules --json; echo $? >&2) | head -c 1 >/dev/null"
    assert anna.shell(["sh", "-c", command]).err == "0\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_whatever_the_encoding_of_the_streams_it_is_printed(anna: Person, encoding: str) -> None:
    command = ("status", "game.khronos", "--as", "\udcffä\u202e")
    result = anna.process(*command, PYTHONIOENCODING=encoding)
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert "\u202e" not in anna.process(*command, "--json", PYTHONIOENCODING=encoding).out


def test_the_keyboard_stops_it_in_one_line_even_while_it_is_imported(anna: Person, tmp_path: Path) -> None:
    """A module of the first import presses the keys, so that it is hit there each time."""
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    for arguments, out in (
        ((), ""),
        (("--json",), '{\n  "error": "interrupted from the keyboard",\n  "exit": 2\n}\n'),
    ):
        result = anna.process("show", *arguments, PYTHONPATH=f"{tmp_path}:{anna.variables()['PYTHONPATH']}")
        assert (result.code, result.out, result.err) == (2, out, "khronos: interrupted from the keyboard\n")


def test_the_keyboard_stops_a_command_in_its_midst(anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("khronos_pbem.cli.shared_options.read_orders", stopped)
    line = anna.fails(2, "play", "game.khronos", "-")
    assert line == "khronos: interrupted from the keyboard\n"


NAMES = [
    "x\nred has resigned",
    "x\rkhronos: red has resigned",
    "x\x1b[2J",
    "x\u202egnp",
    "x\u2028y",
    "x\u200by",
    "x\udcff",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize(
    "command", [("show",), ("try",), ("verify", "--json"), ("receive",), ("play", "-c", "end")]
)
def test_the_name_of_a_file_prints_no_line_of_its_own(
    anna: Person, name: str, command: tuple[str, ...]
) -> None:
    for path in (f"{name}.khronos", f"nowhere/{name}"):
        result = anna.run(command[0], path, *command[1:])
        assert result.code == 2
        lines = (result.err + result.out).splitlines()
        assert len(result.err.split("\n")) == 2
        assert not any(line.lstrip().startswith("red has") for line in lines)
        assert not any(character in result.err + result.out for character in "\r\x1b\u202e\u2028\u200b\udcff")


def test_a_file_with_an_odd_name_is_read_and_written_all_the_same(anna: Person) -> None:
    name = "odd\nred has resigned \udcff.khronos"
    first = anna.ok("new", name, *NEW[2:]).out.splitlines()[0]
    assert first.startswith(r"wrote odd\nred has resigned \xff.khronos; the next player")
    assert (anna.folder / name).exists()
    assert anna.ok("status", name).out
    (anna.folder / name).unlink()


def test_a_broken_installation_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("import nothing_of_that_name\n", encoding="utf-8")
    somebody = Person("x", tmp_path)
    result = somebody.process("show", PYTHONPATH=f"{tmp_path}:{somebody.variables()['PYTHONPATH']}")
    assert result.code == 2
    assert result.err == "khronos: a part of the installation is missing: 'nothing_of_that_name'\n"


def test_the_keyboard_stops_processes_side_by_side_without_a_word(tmp_path: Path) -> None:
    """The keys are pressed in the whole group, as a terminal does, by one of the processes at work."""
    program = tmp_path / "program.py"
    program.write_text(
        "import os, signal\n"
        "from khronos_pbem.session.replay.worker_pool import map_in_processes\n"
        "def work(number):\n"
        "    if number == 0:\n"
        "        os.killpg(0, signal.SIGINT)\n"
        "    signal.pause()\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        "        map_in_processes(work, range(8))\n"
        "    except KeyboardInterrupt:\n"
        "        print('stopped')\n",
        encoding="utf-8",
    )
    somebody = Person("x", tmp_path)
    result = somebody.shell(["setsid", "-w", sys.executable, str(program)])
    assert (result.code, result.out, result.err) == (0, "stopped\n", "")


def test_processes_side_by_side_never_hear_of_the_keyboard(tmp_path: Path) -> None:
    """Not even while they start: the signal is blocked in each, the first of a program among them."""
    program = tmp_path / "program.py"
    program.write_text(
        "import signal\n"
        "from khronos_pbem.session.replay import worker_pool as processes\n"
        "def deaf(number):\n"
        "    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])\n"
        "if __name__ == '__main__':\n"
        "    processes.core_count = lambda: 2\n"
        "    print(processes.map_in_processes(deaf, range(2)), deaf(0))\n",
        encoding="utf-8",
    )
    result = Person("x", tmp_path).shell([sys.executable, str(program)])
    assert (result.code, result.out, result.err) == (0, "[True, True] False\n", "")


@pytest.mark.usefixtures("two_cores")
def test_what_a_killed_process_did_not_do_is_done_here() -> None:
    me = os.getpid()
    assert map_in_processes(_killed_elsewhere, [me] * 3, [1, 2, 3]) == [1, 2, 3]


def _killed_elsewhere(process: int, number: int) -> int:
    if os.getpid() != process:
        os.kill(os.getpid(), signal.SIGKILL)
    return number
