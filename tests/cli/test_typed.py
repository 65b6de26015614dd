"""What people have typed is shown as they typed it, in every language and by every command (FORMATS 2).

Players called like a colour and a piece, a title that is a sentence of the program, a message of order words.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from tests.support.chance import without_chance
from tests.support.shell import Person

NAMES, COLOURS = ("white", "keep"), ("green", "blue")
TITLE, MESSAGE = "the game is over", "keep the red town: end « oui » – l’aube"
HARMED = (
    "behalten the",
    "garder the",
    "the rot",
    "the rouge",
    "Burg)",
    "donjon)",
    "(weiß",
    "(blanc",
    "town: fin",
)
"""What a translation of names and message would print."""

CAPITAL = {"de": ("Grün", "Blau"), "fr": ("Vert", "Bleu")}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the first player, after a message, an absence, a turn and the end of the game."""
    folder = tmp_path_factory.mktemp("typed")
    one, two = (Person(name, folder / name) for name in NAMES)
    with without_chance("typed"):
        for person in (one, two):
            person.ok("keygen", person.name)
        one.ok("new", "game.khronos", "--colour", COLOURS[0], "--seats", "2", "--title", TITLE)
        one.hand_to(two)
        two.ok("join", "game.khronos", "--colour", COLOURS[1])
        two.hand_to(one)
        while one.ok("status", "game.khronos", "--json").json["waiting_for"] is not None:
            one_block(one, two)
    shutil.copy(one.save, one.folder / "over.khronos")
    return one.folder


def one_block(one: Person, two: Person) -> None:
    """A block by whoever has to act: the first says something and ends his turn, the other one resigns."""
    status = one.ok("status", "game.khronos", "--json").json
    person, other = (one, two) if status["waiting_for"]["colour"] == COLOURS[0] else (two, one)
    if status["waiting_for"]["for"] == "assist":
        person.ok("assist", "game.khronos")
    elif "keep the red" in person.save.read_text(encoding="utf-8"):
        person.ok("play", "game.khronos", "-c", "resign")
    elif person is two:
        person.ok("play", "game.khronos", "-c", "end")
    else:
        orders = f'message "{MESSAGE}"\naway until 2026-12-24\nend'
        person.ok("play", "game.khronos", "-", stdin=orders)
    person.hand_to(other)


@pytest.fixture
def player(played: Path, tmp_path: Path) -> Person:
    """The first player, with copies of what he has."""
    shutil.copytree(played, tmp_path / "white")
    return Person("white", tmp_path / "white")


def exported(person: Person, language: str, *options: str) -> str:
    """A file that `export` writes in a language."""
    person.ok("export", "game.khronos", options[0], "-o", options[1], "--lang", language)
    return (person.folder / options[1]).read_text(encoding="utf-8")


def counted(person: Person, language: str) -> str:
    person.ok("stats", "game.khronos", "--html", "-o", "stats.html", "--lang", language)
    return (person.folder / "stats.html").read_text(encoding="utf-8")


SAID: dict[str, tuple[Callable[[Person, str], str], bool]] = {
    "show": (lambda p, lang: p.ok("show", "game.khronos", "--lang", lang).out, False),
    "status": (lambda p, lang: p.ok("status", "game.khronos", "--lang", lang).out, False),
    "verify": (lambda p, lang: p.ok("verify", "game.khronos", "--lang", lang).out, False),
    "log": (lambda p, lang: p.ok("log", "game.khronos", "--lang", lang).out, True),
    "replay": (lambda p, lang: p.ok("replay", "game.khronos", "--plain", "--lang", lang).out, True),
    "text": (lambda p, lang: exported(p, lang, "--text", "a.txt"), True),
    "markdown": (lambda p, lang: exported(p, lang, "--markdown", "a.md"), True),
    "html": (lambda p, lang: exported(p, lang, "--html", "a.html"), True),
    "svg": (lambda p, lang: exported(p, lang, "--svg", "a.svg"), False),
    "stats": (lambda p, lang: p.ok("stats", "game.khronos", "--lang", lang).out, False),
    "statistics page": (counted, False),
}


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("name", SAID)
def test_names_titles_and_messages_stay_as_they_are(name: str, language: str, player: Person) -> None:
    shown, with_message = SAID[name]
    out = shown(player, language)
    assert [harm for harm in HARMED if harm in out] == []
    assert all(typed in out for typed in NAMES)
    if with_message:
        assert out.count(MESSAGE) >= 1
    if name in ("status", "log", "text", "verify", "show"):
        first, second = CAPITAL[language]
        assert f"{first} (white)" in out or f"{first}: white" in out or f"{first} : white" in out
        assert f"{second} (keep)" in out or f"{second}: keep" in out or f"{second} : keep" in out


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_title_stays_as_it_is(language: str, player: Person) -> None:
    for arguments in (("show", "game.khronos"), ("status", "game.khronos")):
        assert player.ok(*arguments, "--lang", language).out.startswith(TITLE)
    player.ok("receive", "game.khronos", "--lang", language)
    assert TITLE in player.ok("inbox", "--lang", language).out
    assert f"# {TITLE}" in exported(player, language, "--markdown", "t.md")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_letter_keeps_what_was_typed(language: str, player: Person) -> None:
    player.ok("contacts", "add", "keep", "keep@example.org", "--lang", language)
    sent = player.ok(
        "send", "game.khronos", "-o", "-", "--config", "address=white@example.org", "--lang", language
    ).out
    assert f"[khronos] {TITLE}" in sent
    listed = player.ok("contacts", "list", "--lang", language).out
    assert listed.startswith("keep <keep@example.org>")


@pytest.mark.parametrize(("language", "quoted"), [("de", "„white“"), ("fr", "« white »")])
def test_errors_quote_what_was_typed(language: str, quoted: str, player: Person) -> None:
    """Words of an order, names of files and people that do not fit are quoted, not translated."""
    assert quoted in player.fails(3, "check", "game.khronos", "-c", "white", "--lang", language)
    assert "keep.khronos" in player.fails(2, "show", "keep.khronos", "--lang", language)
    assert "town" in player.fails(2, "show", "game.khronos", "--as", "town", "--lang", language)


@pytest.mark.parametrize(
    ("language", "name", "form"),
    [("de", "Grün (white)", "vergrößern GEBÄUDE"), ("fr", "Vert (white)", "agrandir BÂTIMENT")],
)
def test_a_letter_speaks_the_language_of_its_writer(
    language: str, name: str, form: str, tmp_path: Path
) -> None:
    """Its moments are in UTC, because it is read elsewhere; its orders are those of that language."""
    one, two = (Person(name, tmp_path / name) for name in NAMES)
    with without_chance("letter"):
        for person in (one, two):
            person.ok("keygen", person.name)
        one.ok("new", "game.khronos", "--colour", COLOURS[0], "--seats", "2", "--title", TITLE)
        one.hand_to(two)
        two.ok("join", "game.khronos", "--colour", COLOURS[1])
        two.hand_to(one)
        one.ok("assist", "game.khronos")
        if one.ok("status", "game.khronos", "--json").json["waiting_for"]["colour"] != COLOURS[0]:
            one.hand_to(two)
            two.ok("play", "game.khronos", "-c", "end")
            two.hand_to(one)
        one.ok("play", "game.khronos", "-c", "end")
    options = ("--config", "address=a@example.org", "--to", "b@example.org", "--lang", language)
    one.ok("send", "game.khronos", "-o", "letter.eml", *options)
    body = message_from_bytes((one.folder / "letter.eml").read_bytes(), policy=default).get_body()
    assert body is not None
    text = body.get_content()
    assert [word for word in (name, " UTC", form, TITLE) if word not in text] == []
    assert "waiting for" not in text
    assert "Write your orders" not in text
