"""`khronos rules`: the law by paragraph, for people, for scripts and for the shell's completion."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import typer

from khronos_pbem.cli.help import rules
from khronos_pbem.cli.main import run_arguments
from khronos_pbem.manual.rule_pages import PAGES, page


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KHRONOS_LANG", "en")
    monkeypatch.setenv("COLUMNS", "80")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `khronos rules` prints, which has to be all that it says."""
    assert run_arguments(["rules", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_paragraph(capsys: pytest.CaptureFixture[str]) -> None:
    head, empty, first, *_ = printed(capsys, "6.4").splitlines()
    assert head == "RULES 6: The three construction rules (build and upgrade, might and faith)"
    assert empty == ""
    assert first.startswith("6.4 Dominion: a military or religious building must not link domains.")


def test_a_chapter_has_all_its_paragraphs(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "13").splitlines()
    assert [line.split()[0] for line in lines if re.match(r"13\.\d+ ", line)] == list(
        page("RULES").within("13")
    )


@pytest.mark.parametrize("words", [["DECK", "5"], ["DECK 5"], ["deck5"], ["(DECK 5)"]])
def test_another_page(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *words).startswith("DECK 5: Deal, read, play\n\n* `deal`: the rules give")


def test_the_chapters(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys)
    for name in PAGES:
        for chapter in page(name).chapters:
            assert f"  {chapter.number:>2}  {chapter.title}\n" in out
    assert "FORMATS" not in printed(capsys, "deck")


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found: Any = json.loads(printed(capsys, "6.4", "--json"))
    assert (found["page"], found["paragraph"], found["paragraphs"]) == ("RULES", "6.4", [])
    assert found["text"] == page("RULES").paragraphs["6.4"].text
    assert json.loads(printed(capsys, "6", "--json"))["paragraphs"] == [f"6.{n}" for n in range(1, 6)]
    rows = json.loads(printed(capsys, "--json"))["chapters"]
    assert [(row["page"], row["paragraph"]) for row in rows] == [
        (name, chapter.number) for name in PAGES for chapter in page(name).chapters
    ]


def test_a_paragraph_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    nothing = "6.9"
    assert run_arguments(["rules", nothing]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        f"khronos: there is no paragraph RULES {nothing} — the closest paragraph numbers are 6.3, 6.4, 6.5\n",
    )
    assert run_arguments(["rules", nothing, "--json"]) == 2
    assert json.loads(capsys.readouterr().out) == {
        "error": f"there is no paragraph RULES {nothing}",
        "exit": 2,
        "rule": "FORMATS 1",
        "hint": "the closest paragraph numbers are 6.3, 6.4, 6.5",
    }


def test_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn in the terminal's width, every paragraph apart, without the marks of Markdown."""
    monkeypatch.setattr(rules, "wants_colour", lambda plain: not plain)
    monkeypatch.setattr(rules, "output_width", lambda: 60)
    drawn = printed(capsys, "6")
    assert all(len(line) <= 60 for line in drawn.splitlines())
    assert "**" not in drawn
    assert "6.5 Hierarchy: unless a building" in " ".join(drawn.split())
    assert [line[:3] for line in drawn.splitlines() if line[:2] == "6."] == [
        "6.1",
        "6.2",
        "6.3",
        "6.4",
        "6.5",
    ]
    plain = printed(capsys, "6", "--plain")
    assert plain.splitlines()[2].startswith("6.1 River: only towns")


@pytest.mark.parametrize(
    ("before", "begun", "following"),
    [
        ([], "6.", ["6.1", "6.2", "6.3", "6.4", "6.5"]),
        ([], "D", ["DECK"]),
        (["DECK"], "9.", [f"9.{number}" for number in range(1, 7)]),
        (["deck"], "P", [f"P{number}" for number in range(1, 8)]),
        (["FORMATS"], "", ["1", "2", "3", "4"]),
        (["6.4"], "", []),
    ],
)
def test_completion(before: list[str], begun: str, following: list[str]) -> None:
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None)))
    context.params["paragraph"] = before
    assert rules.citations(context, begun) == following
