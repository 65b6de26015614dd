"""The program in French and German, as its users run it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.shell import ROOT, Person

MIDDLE = ROOT / "sample_games" / "middle"
SAMPLE = str(ROOT / "sample_games" / "two-players.khronos")


@pytest.fixture
def player(tmp_path: Path) -> Person:
    shutil.copy(MIDDLE / "game.khronos", tmp_path / "game.khronos")
    shutil.copytree(MIDDLE / "keyring", tmp_path / "home")
    return Person("alice", tmp_path)


def test_lang_may_stand_anywhere(player: Person) -> None:
    for arguments in (
        ("--lang", "de", "status", "game.khronos"),
        ("status", "--lang=de", "game.khronos"),
        ("status", "game.khronos", "--lang", "de"),
    ):
        assert "Runde" in player.ok(*arguments).out
    assert "Runde" in player.ok("status", "game.khronos", LC_ALL="de_AT.UTF-8").out
    assert "tour 5" in player.ok("status", "game.khronos", KHRONOS_LANG="fr", LC_ALL="de_AT.UTF-8").out
    assert "round" in player.ok("status", "game.khronos", "--lang", "en", LC_ALL="de_AT.UTF-8").out
    assert "en, fr, de" in player.fails(2, "status", "game.khronos", "--lang", "xx")
    player.fails(2, "status", "game.khronos", "--lang")


def test_json_stays_english(player: Person) -> None:
    """What programs read does not depend on the locale."""
    for arguments in (
        ("status", "game.khronos"),
        ("moves", "game.khronos"),
        ("verify", SAMPLE),
        ("log", SAMPLE),
    ):
        plain = player.ok(*arguments, "--json").out
        assert player.ok(*arguments, "--json", "--lang", "de").out == plain
    bad = player.run("show", "nowhere.khronos", "--json", "--lang", "fr")
    assert json.loads(bad.out) == json.loads(player.run("show", "nowhere.khronos", "--json").out)
    assert "n'existe pas" in bad.err


def test_orders_come_out_and_go_in_again(player: Person) -> None:
    """`moves` prints orders that `check` takes; the record keeps them in English."""
    english = player.ok("moves", "game.khronos").out.splitlines()
    for language in ("fr", "de"):
        lines = player.ok("moves", "game.khronos", "--lang", language).out.splitlines()
        assert len(lines) == len(english)
        assert lines != english
        wanted = next(n for n, line in enumerate(english) if line.startswith("build"))
        end = {"fr": "fin", "de": "ende"}[language]
        checked = player.ok("check", "game.khronos", "-c", f"{lines[wanted]}; {end}", "--json").json
        assert checked["orders"][0] == english[wanted]
    player.ok("play", "game.khronos", "-c", "consigne placement auto; Ende", "--lang", "fr")
    assert 'orders = ["policy placement auto", "end"]' in player.save.read_text(encoding="utf-8")


def test_no_english_is_left(player: Person) -> None:
    """Screens of a game in the other languages hold none of the English words of the rules."""
    words = (
        "keep",
        "castle",
        "might",
        "faith",
        "reason",
        "round",
        "cards",
        "earns",
        "discards",
        "blue",
        "white",
    )
    for arguments in (
        ("show", "game.khronos"),
        ("show", "game.khronos", "--earn"),
        ("status", "game.khronos"),
        ("log", SAMPLE),
        ("export", SAMPLE, "--text", "-o", "-"),
        ("replay", SAMPLE, "--from", "round 7"),
        ("check", "game.khronos", "-c", "end"),
    ):
        for language in ("fr", "de"):
            out = player.ok(*arguments, "--lang", language).out.replace("khronos check", "").split()
            assert not set(words) & {word.strip(".,:;()").lower() for word in out}, (arguments, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", ("Usage", "Options", "Afficher")), ("de", ("Aufruf", "Optionen", "anzeigen"))],
)
def test_help(language: str, said: tuple[str, ...], player: Person) -> None:
    out = player.ok("show", "--help", "--lang", language).out
    assert said[0] in out
    assert said[1] in out
    assert "Show the boards" not in out
    assert "Show this message" not in out


@pytest.mark.parametrize(
    ("arguments", "code", "german"),
    [
        (("show", "nothing.khronos"), 2, "gibt es nicht"),
        (("check", "game.khronos", "-c", "bauen burg vernunft F7; ende"), 3, "Vernunft"),
        (("check", "game.khronos", "-c", "baun"), 3, "passt"),
        (("keygen", "a/b"), 2, "Name"),
        (("shwo",), 2, "Kommando"),
        (("show",), 2, "das Argument 'DATEI' fehlt"),
    ],
)
def test_errors(arguments: tuple[str, ...], code: int, german: str, player: Person) -> None:
    assert german in player.fails(code, *arguments, "--lang", "de")
