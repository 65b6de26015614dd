"""The manual page that ships is the help of today, and roff that nobody has to be warned of."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from khronos_pbem.cli.commands import COMMANDS, HEADINGS
from khronos_pbem.cli.help.help_ import command_line
from khronos_pbem.languages import LANGUAGES
from khronos_pbem.manual.topics import topics
from tests.make_manual import PAGE, made
from tests.support.shell import ROOT, Person

PLAINLY = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANPAGER": "cat"}
"""The environment of a program that shows a page."""


def test_the_page_that_ships_is_of_today() -> None:
    """`python -m tests.make_manual` writes it."""
    assert PAGE.read_text(encoding="ascii") == made()


def test_the_page_ships_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    data = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert data == {PAGE.relative_to(ROOT).as_posix(): "share/man/man1/khronos.1"}


def test_every_command_option_and_topic_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="ascii").replace("\\-", "-")
    commands = re.findall(r"^\.B khronos (\w+)", text, re.MULTILINE)
    assert set(commands) == set(COMMANDS)
    for name, command in command_line().commands.items():
        for param in command.params:
            hidden = getattr(param, "hidden", False)
            assert hidden or all(word in text for word in param.opts if word.startswith("-")), (
                name,
                param.name,
            )
    sections = re.findall(r'^\.S[HS] "(.*)"$', text, re.MULTILINE)
    assert set(sections) >= {*HEADINGS, "EXIT STATUS", *(t.title for t in topics() if not t.game)}


def test_code_is_apart_from_the_words_around_it() -> None:
    text = PAGE.read_text(encoding="ascii")
    assert not re.findall(r"\\fR\w|[a-z]\\fB", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_in_every_language_is_lines_of_ascii(language: str, tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    out = somebody.ok("help", "--man", "--lang", language).out
    assert out.isascii()
    done, synopsis = {
        "en": ("success", "COMMAND [OPTION]... [ARGUMENT]..."),
        "de": ("erfolgreich", "KOMMANDO [OPTION]... [ARGUMENT]..."),
        "fr": ("succ\\[u00E8]s", "COMMANDE [OPTION]... [ARGUMENT]..."),
    }[language]
    assert f".TP\n.B 0\n{done}\n" in out
    assert f"\n.B khronos\n{synopsis}\n" in out
    requests = {line.split()[0] for line in out.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".B", ".TP", ".RS", ".RE", ".PP", ".IP", ".nf", ".fi"}
    assert out.count(".RS") == out.count(".RE")
    assert out.count(".nf") == out.count(".fi")
    assert somebody.ok("help", "--man", "--lang", language, "--json").json["manual"] == out


@pytest.mark.parametrize(
    "command",
    [
        ["groff", "-man", "-Tutf8", "-ww", "-z"],
        ["mandoc", "-T", "lint", "-W", "error"],
        ["man", "--warnings", "-l"],
    ],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_programs_that_read_manual_pages_complain_of_nothing(
    command: list[str], language: str, tmp_path: Path
) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]}")
    page = tmp_path / "khronos.1"
    page.write_text(Person("x", tmp_path).ok("help", "--man", "--lang", language).out, encoding="ascii")
    done = subprocess.run([*command, str(page)], capture_output=True, text=True, check=False, env=PLAINLY)
    assert (done.returncode, done.stderr) == (0, "")
