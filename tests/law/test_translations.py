"""The translations of the rules: the same paragraphs, with the same numbers, citations and code words."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from khronos_pbem.cli.main import outcome
from khronos_pbem.games.khronos.language.words import WORDS
from khronos_pbem.games.khronos.model.pieces import COLOURS, PIECES, Board
from khronos_pbem.languages import LANGUAGES
from khronos_pbem.law import FOLDER, page

FOREIGN = [language for language in LANGUAGES if language != "en"]
RULES = page("RULES")


@pytest.mark.parametrize("language", FOREIGN)
def test_every_paragraph_is_translated(language: str) -> None:
    """RULES is there whole, in the order of the original; the two other pages are read in English."""
    translated = page("RULES", language)
    assert translated.language == language
    assert list(translated.paragraphs) == list(RULES.paragraphs)
    assert page("DECK", language) is page("DECK", language)
    assert (page("DECK", language).language, page("FORMATS", language).language) == ("en", "en")
    assert [path.name for path in (FOLDER / language).iterdir()] == ["rules.md"]


@pytest.mark.parametrize("language", FOREIGN)
def test_a_translation_says_the_same(language: str) -> None:
    """Code words, coordinates, citations and numbers are those of the original, and so are the tables."""
    for number in RULES.paragraphs:
        original, translated = (page("RULES", each).paragraphs[number].text for each in ("en", language))
        for pattern in (r"`[^`]*`", r"\d+(?:\.\d+)?", r"\b[A-Z]+ \d+(?:\.\d+)?", r"[→×≥=+]", r"\*\*"):
            found = [Counter(re.findall(pattern, text)) for text in (original, translated)]
            assert found[0] == found[1], (number, pattern)
        rows = [
            [row.count("|") for row in text.splitlines() if "|" in row] for text in (original, translated)
        ]
        assert rows[0] == rows[1], number
        assert translated != original or number == "12", number


@pytest.mark.parametrize("language", FOREIGN)
def test_a_translation_uses_the_words_of_the_game(language: str) -> None:
    """RULES 1.2: each board, building and colour is called as orders and output call it, and as often."""
    original, translated = (page("RULES", each) for each in ("en", language))
    for number in ("1.1", "1.2", "1.6", "13.5", "13.10"):
        english, foreign = (each.paragraphs[number].text.lower() for each in (original, translated))
        for name in (*(piece.name for piece in PIECES), *(board.word for board in Board), *COLOURS):
            word = WORDS["DONJON" if name == "keep" else name.upper()][language][0].replace("-de-", " de ")
            if re.search(rf"\b{name}\b", english):
                assert re.search(rf"\b{word}", foreign), (number, name, word)


def test_german_players_have_stones_of_influence() -> None:
    text = (FOLDER / "de" / "rules.md").read_text(encoding="utf-8")
    assert "Würfel" not in text
    assert text.count("Einflussstein") >= 35


@pytest.mark.parametrize("language", FOREIGN)
def test_no_english_is_left(language: str) -> None:
    words = re.findall(r"\w+", re.sub(r"`[^`]*`", "", (FOLDER / language / "rules.md").read_text("utf-8")))
    assert not {"the", "and", "board", "building", "domain", "ruling", "cards", "players"} & set(words)


@pytest.mark.parametrize(
    ("language", "head", "begins"),
    [
        ("de", "RULES 6: Die drei Bauregeln (Bauen und Ausbauen, Macht und Glaube)",
         "6.4 Herrschaft: Ein mil"),
        ("fr", "RULES 6: Les trois règles de construction (bâtir et agrandir, commanderies et prieurés)",
         "6.4 Domination : un bâtiment mil"),
    ],
)  # fmt: skip
def test_a_paragraph_in_the_language_set(
    language: str, head: str, begins: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outcome(["rules", "6.4", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[0] == head
    assert out.splitlines()[2].startswith(begins)
    monkeypatch.setenv("KHRONOS_LANG", language)
    assert outcome(["rules", "6.4"]) == 0
    assert capsys.readouterr().out == out
    assert outcome(["rules", "6.4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["text"] == RULES.paragraphs["6.4"].text, "JSON is English"


@pytest.mark.parametrize("language", FOREIGN)
def test_a_page_that_is_not_translated(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is printed in English, and one line says so."""
    assert outcome(["rules", "DECK", "6", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("DECK 6: Debts\n\nA block pays every debt")
    assert err.count("\n") == 1
    assert "DECK" in err
