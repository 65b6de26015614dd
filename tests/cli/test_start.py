"""What a command loads: only what it needs, so that it starts fast; and how values are read (FORMATS 1)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from khronos_pbem.cli.commands import COMMANDS, application, application_outline, command_module
from khronos_pbem.cli.main import run_arguments
from khronos_pbem.cli.terminal.printing import set_language
from khronos_pbem.lazy_imports import LAZY
from tests.archive.games import MIDDLE, known_to
from tests.support.shell import ROOT

SLOW = {
    "pydantic",
    "textual",
    "PIL",
    "jinja2",
    "lark",
    "tomlkit",
    "sqlite3",
    "importlib.metadata",
    "multiprocessing",
    "html",
}
"""What takes long to load and no command needs that only looks at a game, or plays a turn."""

SETTINGS = {"khronos_pbem.home.config"}
"""What says which folders are shared."""

NAMING = {
    f"khronos_pbem.library{name}" for name in ("", ".locate_game", ".newest_copy", ".library", ".row_cache")
}
"""What finds the shortest word for a game, for those who look at it: lines that they read name it."""

OTHER_GAME = ("khronos_pbem.games.my_village.rules.", "khronos_pbem.games.my_village.drawing.")
"""What no command needs for a file of Khronos."""

SECRETS = "cryptography.hazmat.bindings._rust"
"""What only those load who sign something, or read their own cards."""

_TELL = """
import json, sys
from importlib import util
from khronos_pbem.cli.main import run_arguments
code = run_arguments(sys.argv[1:])
ran = [name for name, module in sys.modules.items() if type(module) is not util._LazyModule]
print(json.dumps(sorted(ran)), file=sys.stderr)
sys.exit(code)
"""


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished game and one in the middle, both verified before."""
    folder = tmp_path_factory.mktemp("warm")
    shutil.copy(ROOT / "sample_games" / "five-players.khronos", folder / "five.khronos")
    shutil.copytree(ROOT / "sample_games" / "middle", folder / "mine")
    known_to(folder / "mine" / "keyring", ROOT / "sample_games" / "five-players.khronos", MIDDLE)
    return folder


def loaded_by(folder: Path, *arguments: str) -> set[str]:
    """The modules that are there after a command, run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _TELL, *arguments],
        cwd=folder,
        env={**os.environ, "KHRONOS_HOME": str(folder / "mine" / "keyring"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments",
    [
        ("status", "five.khronos"),
        ("show", "five.khronos"),
        ("log", "five.khronos", "--json"),
        ("play", "mine/game.khronos", "mine/turn.txt", "-o", "out.khronos", "--force", "--rewind"),
        ("--help",),
        ("status", "--help"),
    ],
    ids=" ".join,
)
def test_a_command_loads_what_it_needs(warm: Path, arguments: tuple[str, ...]) -> None:
    loaded = loaded_by(warm, *arguments)
    assert sorted(loaded & SLOW) == []
    assert sorted(name for name in loaded if name.startswith(OTHER_GAME)) == []
    own = {name.split(".")[-1] for name in loaded if name.startswith("khronos_pbem.cli.")}
    assert SECRETS not in loaded or arguments[0] == "play"
    assert own & set(map(command_module, COMMANDS)) == {command_module(arguments[0])} - {"--help"}
    modules = loaded - {name.rpartition(".")[0] for name in loaded | LAZY}
    mail = {name for name in modules if name.startswith(("khronos_pbem.mail", "khronos_pbem.library"))}
    looks = arguments[0] in {"status", "show"} and "--help" not in arguments
    assert mail <= (SETTINGS | NAMING if looks else SETTINGS) or arguments == ("--help",)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_in_the_module_that_is_called_like_it(name: str) -> None:
    app = application(name)
    commands = [command.name for command in app.registered_commands]
    assert [*commands, *(group.name for group in app.registered_groups)] == [name]


def test_what_is_listed_says_what_the_commands_say_of_themselves() -> None:
    set_language("en")
    real: Any = typer.main.get_command(application())
    listed: Any = typer.main.get_command(application_outline())
    assert {name: each.help for name, each in real.commands.items()} == COMMANDS
    assert list(listed.commands) == list(COMMANDS)
    assert real.get_help(typer.Context(real)) == listed.get_help(typer.Context(listed))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["demo", "--turns", "many"], "invalid value for '--turns': expected a whole number, not 'many'"),
        (["demo", "--turns", "9" * 5000], "expected a whole number, not"),
        (["demo", "--turns", "1_0"], "expected a whole number, not '1_0'"),
        (["demo", "--turns", "0"], "invalid value for '--turns': expected at least 1"),
        (["demo", "--turns", "15"], "invalid value for '--turns': expected at most 14"),
        (["watch", ".", "--interval", "now"], "expected a number, not 'now'"),
        (["watch", ".", "--interval", "nan"], "expected at least 0.1"),
        (["watch", ".", "--interval", "0"], "expected at least 0.1"),
        (["watch", ".", "--interval", "0", "--lang", "de"], "erwartet wird mindestens 0,1"),
    ],
)
def test_a_wrong_value_is_told(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(arguments, sentence, capsys, monkeypatch)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["new", "x.khronos", "--colour", "red"], "the option '--seats' is missing"),
        (["show"], "the argument 'FILE' is missing"),
        (["shwo"], "did you mean 'show'?"),
        (["show", "--no-such"], "there is no option --no-such"),
    ],
)
def test_a_wrong_command_line_is_told(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(arguments, sentence, capsys, monkeypatch)


def refused(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line is refused by one line with this sentence."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert run_arguments(arguments) == 2
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1


def test_typer_is_used_by_its_public_names() -> None:
    """Its version is pinned all the same: the classes whose methods we override are of one minor version."""
    private = re.compile(r"typer\.(\w+\.)*_\w|_runtime_param|__mro__|rich_utils|\)\.__name__ [!=]=")
    modules = (ROOT / "khronos_pbem").rglob("*.py")
    assert [path for path in modules if private.search(path.read_text(encoding="utf-8"))] == []
    pinned = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'"typer>=0\.29\.\d+,<0\.30"', pinned)
