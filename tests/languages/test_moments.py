"""Moments are read in one's own time zone and in the form of one's language; files and JSON keep UTC."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from khronos_pbem.languages import translator
from khronos_pbem.languages.moments import format_moment
from khronos_pbem.messages import Moment, message, plural_message
from tests.support.shell import ROOT, Person

SAMPLE = str(ROOT / "sample_games" / "two-players.khronos")
MOMENT = Moment("2026-11-22T23:03:00Z")


@pytest.fixture
def auckland(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In a time zone that is 13 hours ahead in November."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "NZST-12NZDT,M9.5.0,M4.1.0/3")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "since 2026-11-23 12:03"),
        ("de", "since 23.11.2026, 12:03 Uhr"),
        ("fr", "since 23/11/2026 à 12:03"),
    ],
)
def test_a_moment_is_that_of_the_place(auckland: None, language: str, said: str) -> None:
    assert translator(language)(message("since {since}", since=MOMENT)) == said
    assert translator(language)(message("{what}", what=message("since {since}", since=MOMENT))) == said
    assert translator(language)(plural_message("{n} {at}", "{n} {at}!", 2, at=MOMENT)).startswith("2 ")


@pytest.mark.parametrize(
    ("language", "day"), [("en", "2026-12-24"), ("de", "24.12.2026"), ("fr", "24/12/2026")]
)
def test_a_day_is_the_same_everywhere(auckland: None, language: str, day: str) -> None:
    assert translator(language)(Moment("2026-12-24")) == day


def test_a_letter_tells_moments_in_utc(auckland: None) -> None:
    """It is read elsewhere."""
    assert translator("de", UTC)(message("since {since}", since=MOMENT)) == "since 22.11.2026, 23:03 Uhr UTC"


@pytest.mark.parametrize(
    "text", ["", "soon", "2026-13-01", "0001-01-01T00:00:00+23:59", "2026-11-22T99:00:00Z"]
)
def test_what_is_no_moment_stays_as_it_is(auckland: None, text: str) -> None:
    assert format_moment(text, "de", None) == text


def test_the_sentence_itself_keeps_utc() -> None:
    """What is written into a save or JSON is the same everywhere."""
    assert message("since {since}", since=MOMENT) == "since 2026-11-22T23:03:00Z"


def test_the_program_tells_the_time_of_its_user(tmp_path: Path) -> None:
    somebody = Person("x", tmp_path)
    there = {"TZ": "XYZ-5:30"}
    assert "01.11.2026, 15:41 Uhr" in somebody.ok("log", SAMPLE, "--lang", "de", **there).out
    assert "01/11/2026 à 15:41" in somebody.ok("log", SAMPLE, "--lang", "fr", **there).out
    assert "2026-11-01 15:41" in somebody.ok("log", SAMPLE, **there).out
    assert '"2026-11-01T10:11:00Z"' in somebody.ok("log", SAMPLE, "--json", "--lang", "de", **there).out


def test_the_inbox_tells_since_when(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "sample_games" / "middle" / "keyring", tmp_path / "home")
    somebody = Person("bob", tmp_path)
    somebody.ok("receive", str(ROOT / "sample_games" / "middle" / "game.khronos"))
    since = somebody.ok("inbox", "--json").json["games"][0]["since"]
    assert since.endswith("Z")
    line = somebody.ok("inbox", "--lang", "de", TZ="XYZ-5:30").out
    assert since not in line
    assert f"seit dem {since[8:10]}.{since[5:7]}.2026, " in line
