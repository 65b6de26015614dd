"""German and French as people speak them: articles, plurals, the words of the printed rules, screens."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from khronos_pbem.games.khronos.drawing.text.captions import LEGEND, board_symbols
from khronos_pbem.games.khronos.model.pieces import COLOURS, PIECES, RUINS, ecus_text
from khronos_pbem.languages import inflection, translator
from khronos_pbem.languages.inflection import FrenchNoun, GermanNoun
from khronos_pbem.messages import (
    NAME,
    Moment,
    Number,
    Player,
    VerbatimText,
    Word,
    clauses,
    listed,
    message,
    plural_message,
)
from tests.archive.games import knowing
from tests.languages.test_catalogues import FOREIGN, catalogue
from tests.make_catalogues import pair
from tests.support.shell import ROOT, Person

MIDDLE = ROOT / "sample_games" / "middle"
GOLDEN = Path(__file__).parent / "golden"
FORMS = {
    "de": {*inflection.GERMAN_FORMS, *inflection.GERMAN_ENDINGS},
    "fr": {*inflection.FRENCH_FORMS, *inflection.FRENCH_ENDINGS},
}
ALWAYS_MANY = {
    "mehr als {most} ",
    "{kind} {kind2:+e} Karten",
    "{player:Name} hat {count} Karten",
    "wurden {count} Karten",
    "{count} Karten im Markt",
    "{columns} Spalten und {rows} Zeilen",
    "kann höchstens {hand_size} Karten",
    "der {allowed} erlaubten Karten",
    "es sind {count} Karten, die verdeckten mitgezählt",
    "{count} Karten haben die Kennung",
    "{price} + {extra} Karten",
}
"""Numbers that are never 1: what is too many."""


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every message with each of its translations."""
    for entry in catalogue(language):
        if entry.id:
            for text in pair(entry.string):
                yield pair(entry.id)[-1], text


def told_by(message: Any, game: str) -> bool:
    """Whether only this game says a message."""
    return all(game in path for path, _ in message.locations)


def specs(text: str) -> set[str]:
    """The forms that a template asks for."""
    return {spec for _, _, spec, _ in Formatter().parse(text) if spec}


@pytest.mark.parametrize("language", FOREIGN)
def test_every_form_asked_for_is_in_the_grammar(language: str) -> None:
    for english, text in texts(language):
        for spec in specs(text) - (specs(english) - inflection.ENGLISH_FORMS):
            small = spec if spec in FORMS[language] else spec.lower()
            assert spec == NAME or small in FORMS[language], (english, spec)


@pytest.mark.parametrize("language", FOREIGN)
def test_every_noun_has_a_gender(language: str) -> None:
    """Pieces and ruins are what sentences put into a form; in others it is a colour's name."""
    for word in (*(piece.name for piece in PIECES), *RUINS.values()):
        said = translator(language)(word)
        assert inflection._head(said) in inflection.GENDERS[language], said


@pytest.mark.parametrize("language", FOREIGN)
def test_whole_games_are_told_with_known_nouns_only(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()

    class Known(dict[str, int]):
        def get(self, word: str, default: int | None = None) -> int:  # type: ignore[override]
            asked.add(word)
            return self[word]

    monkeypatch.setitem(inflection.GENDERS, language, Known(inflection.GENDERS[language]))
    somebody = knowing(Person("x", tmp_path))
    for path in sorted((ROOT / "sample_games").glob("*.khronos")):
        somebody.ok("log", str(path), "--lang", language)
    assert len(asked) >= 9


def test_cubes_are_called_as_in_the_rules() -> None:
    """My Village has dice, and calls them so; in every game one may roll them (würfeln)."""
    ours = [m for m in catalogue("de") if m.id and not told_by(m, "my_village")]
    said = [text for m in ours for text in pair(m.string)]
    assert [text for text in said if re.search("Würfel|(?<!Kontroll)würfel(?!n\\b|t\\b)", text)] == []
    assert [text for text in said if re.search("[Ss]teine?\\b|Écu|[Zz]ivil(?!isation)", text)] == []


def test_one_card_is_never_cards() -> None:
    """Where a number stands before a noun in the plural, another sentence says it of one."""
    nouns = "Karten|Blöcke|Beweise|Plätze|Runden|Schritte"
    single = [m for m in catalogue("de") if m.id and isinstance(m.id, str)]
    found = [m.string for m in single if re.search(rf"\{{\w+\}} (?:\S+ )?(?:{nouns})\b", m.string)]
    assert [text for text in found if not any(each in text for each in ALWAYS_MANY)] == []


@pytest.mark.parametrize("language", ["en", *FOREIGN])
def test_letters_on_boards_are_those_of_the_legend(language: str) -> None:
    """No two pieces or colours share one, and a printed hamlet cannot be taken for cubes."""
    speak = translator(language)
    signs = board_symbols(speak)
    assert len(set(signs.pieces.values())) == len(PIECES)
    assert len(set(signs.colours.values())) == len(COLOURS)
    assert signs.pieces["hamlet"].lower() not in signs.colours.values()
    legend = " ".join(speak(entry) for entry in LEGEND)
    for name, letter in signs.pieces.items():
        assert f"{letter} {speak(name)}" in legend
        assert letter.isascii()
        assert letter.isupper()
    assert all(f"{letter} {speak(colour)}" in legend for colour, letter in signs.colours.items())
    assert f"{signs.pieces['watchtower']}{signs.colours['red']} " in legend


@pytest.mark.parametrize("language", FOREIGN)
def test_letters_are_those_of_the_names(language: str) -> None:
    speak = translator(language)
    for name, letter in board_symbols(speak).pieces.items():
        plain = speak(name).upper().replace("É", "E").replace("Â", "A")
        assert letter in plain


def test_forms() -> None:
    german = [f"{GermanNoun(word):Der}" for word in ("Burg von Rot", "Wachturm", "Klosterruine")]
    assert german == ["Die Burg von Rot", "Der Wachturm", "Die Klosterruine"]
    adjective = GermanNoun("militärisch")
    assert f"{adjective:+e} {adjective:+es}" == "militärische militärisches"
    french = [f"{FrenchNoun(word):+e} {FrenchNoun(word):+es}" for word in ("militaire", "religieux", "civil")]
    assert french == ["militaire militaires", "religieuse religieuses", "civile civiles"]
    assert f"{FrenchNoun('religieux'):+s} {FrenchNoun('civil'):+s}" == "religieux civils"
    assert f"{FrenchNoun('abbaye'):Le} réduit{FrenchNoun('abbaye'):e}" == "L'abbaye réduite"


@pytest.mark.parametrize("language", FOREIGN)
def test_a_turn_as_people_read_it(language: str, tmp_path: Path) -> None:
    """`play`, `show` and `log` of a whole turn, word for word: what a native would sign."""
    shutil.copytree(MIDDLE / "keyring", tmp_path / "home")
    for name in ("game.khronos", "turn.txt"):
        shutil.copy(MIDDLE / name, tmp_path)
    somebody, said = Person("bob", tmp_path), ""
    for arguments in (
        ("play", "game.khronos", "turn.txt", "--plain", "-o", "next.khronos"),
        ("show", "game.khronos"),
        ("show", "game.khronos", "--plain"),
        ("log", "game.khronos"),
    ):
        said += f"$ {' '.join(arguments)}\n{somebody.ok(*arguments, '--lang', language, TZ='UTC0').out}\n"
    assert said == (GOLDEN / f"turn-{language}.txt").read_text(encoding="utf-8")


def test_a_part_begins_a_sentence_with_a_capital_in_every_language() -> None:
    """`{who:Name}`: players, sentences and nouns, also those with a number or a moment."""
    red = message("{colour} ({who})", colour="red", who=VerbatimText("anna"))
    late = message("{who}, {at}: {what}", who=red, at=Moment("2026-12-24"), what=VerbatimText("x"))
    piece = message("{piece} {number}", piece=Word("keep"), number=2)
    for part, *begins in (
        (red, "Red (anna)", "Rot (anna)", "Rouge (anna)"),
        (Player("red"), "Red", "Rot", "Rouge"),
        (Word("keep"), "Keep", "Burg", "Donjon"),
        (piece, "Keep 2", "Burg 2", "Donjon 2"),
        (listed([red, red], " and "), "Red (anna) and red (anna)", "Rot", "Rouge"),
        (late, "Red (anna), 2026-12-24: x", "Rot (anna), 24.12.2026: x", "Rouge (anna), 24/12/2026: x"),
    ):
        said = message("{title}. {what:Name}", title="A", what=part)
        for language, beginning in zip(("en", "de", "fr"), begins, strict=True):
            assert translator(language)(said).startswith(f"A. {beginning}"), (part, language)


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, ("1 ecu", "1 Taler", "1 écu")),
        (2, ("2 ecus", "2 Taler", "2 écus")),
        (0, ("0 ecus", "0 Taler", "0 écu")),
        (Number("1"), ("1 ecu", "1 Taler", "1 écu")),
        (Number("1.0"), ("1.0 ecus", "1,0 Taler", "1,0 écu")),
        (Number("1.9"), ("1.9 ecus", "1,9 Taler", "1,9 écu")),
        (Number("2.0"), ("2.0 ecus", "2,0 Taler", "2,0 écus")),
    ],
)
def test_numbers_with_decimals_have_the_plural_of_their_language(
    n: int | Number, said: tuple[str, ...]
) -> None:
    assert tuple(translator(language)(ecus_text(n)) for language in ("en", "de", "fr")) == said
    points = plural_message("{n} point", "{n} points", Number("0.5"))
    assert [translator(language)(points) for language in ("en", "de", "fr")] == [
        "0.5 points",
        "0,5 Punkte",
        "0,5 point",
    ]


def test_prose_has_the_semicolon_of_its_language_and_orders_that_of_orders() -> None:
    orders = listed([message("{order}", order=order) for order in ("end", "travel 1 faith")], "; ")
    prose = clauses(
        [message("no player gains or loses ecus or revenue"), message("the game is over"), orders]
    )
    assert str(prose) == "no player gains or loses ecus or revenue; the game is over; end; travel 1 faith"
    assert translator("fr")(prose).endswith(
        "d'écus ou de revenus ; la partie est finie ; fin; voyager 1 prieurés"
    )
    assert (clauses([]), clauses([orders])) == ("", orders)
