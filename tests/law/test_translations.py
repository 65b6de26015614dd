"""The translations of the rules of both games: the same paragraphs, numbers, citations and code words."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from khronos_pbem.cli.main import run_arguments
from khronos_pbem.games.khronos.model.pieces import COLOURS, PIECES, Board
from khronos_pbem.games.khronos.vocabulary.words import WORDS
from khronos_pbem.languages import LANGUAGES
from khronos_pbem.manual.rule_pages import FOLDER, page

FOREIGN = [language for language in LANGUAGES if language != "en"]
RULES = page("RULES")
TRANSLATED = ("RULES", "VILLAGE")
_EXAMPLE = re.compile(r"^```toml\n.*?^```", re.DOTALL | re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_NAMED = re.compile(r"(?:^\* (?:[^:*]+: )?|· )(\w+)(?= [*·])", re.MULTILINE)


def compared(name: str, language: str, number: str) -> str:
    """A paragraph in a language, each point in one line, without the comments of its example in TOML."""
    text = page(name, language).paragraphs[number].text
    text = _EXAMPLE.sub(lambda found: re.sub(r"[ ]*#.*", "", found[0]), text)
    return re.sub(r"\n {2}(?=\S)", " ", text)


def in_words(name: str, language: str) -> str:
    """A page in a language without code."""
    text = (FOLDER / language / f"{name.lower()}.md").read_text(encoding="utf-8")
    return re.sub(r"`[^`]*`", "", _FENCED.sub("", text))


@pytest.mark.parametrize("name", TRANSLATED)
@pytest.mark.parametrize("language", FOREIGN)
def test_every_paragraph_is_translated(language: str, name: str) -> None:
    """The rules are there whole, in the order of the original."""
    translated = page(name, language)
    assert translated.language == language
    assert list(translated.paragraphs) == list(page(name).paragraphs)
    assert [each.number for each in translated.chapters] == [each.number for each in page(name).chapters]


@pytest.mark.parametrize("language", FOREIGN)
def test_the_other_pages_are_read_in_english(language: str) -> None:
    assert page("DECK", language) is page("DECK", language)
    assert (page("DECK", language).language, page("FORMATS", language).language) == ("en", "en")
    assert sorted(path.name for path in (FOLDER / language).iterdir()) == ["rules.md", "village.md"]


@pytest.mark.parametrize("name", TRANSLATED)
@pytest.mark.parametrize("language", FOREIGN)
def test_a_translation_says_the_same(language: str, name: str) -> None:
    """Code words, coordinates, citations and numbers are those of the original, and so are the tables."""
    for number in page(name).paragraphs:
        original, translated = (compared(name, each, number) for each in ("en", language))
        for pattern in (r"`[^`]*`", r"\d+(?:\.\d+)?", r"\b[A-Z]+ \d+(?:\.\d+)?", r"[→×≥=+†]", r"\*\*"):
            found = [Counter(re.findall(pattern, text)) for text in (original, translated)]
            assert found[0] == found[1], (number, pattern)
        rows = [
            [row.count("|") for row in text.splitlines() if "|" in row] for text in (original, translated)
        ]
        assert rows[0] == rows[1], number
        assert translated != original or (name, number) == ("RULES", "12"), number


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


def test_german_players_have_control_cubes() -> None:
    text = (FOLDER / "de" / "rules.md").read_text(encoding="utf-8")
    assert "Würfel" not in text
    assert text.count("Kontrollwürfel") >= 35


@pytest.mark.parametrize("language", FOREIGN)
def test_a_translation_names_every_word_of_the_orders(language: str) -> None:
    """VILLAGE 1.7: all English words, in the order of the original."""
    listed = page("VILLAGE").paragraphs["1.7"].text.replace("\n", " ").partition(" German: ")[2].rstrip(".")
    english = [entry.split()[0] for entry in listed.split("·")]
    assert _NAMED.findall(page("VILLAGE", language).paragraphs["1.7"].text) == english


BOX = {
    "de": ("Zoll", "Ware", "Sensenmann", "Dorfplatz", "Ratskammer", "Dorfbewohner", "Handfläche", "Vorgabe"),
    "fr": (
        *("Hôtel de ville", "Chef de village", "Bureau de l'intendant", "Place du village", "piste Temps"),
        *("Refuge des pèlerins", "Comptoir du diocèse", "Chambre du conseil", "Chambre monétaire"),
        *("Chambre des citoyens", "successeur en formation", "ressource", "faucheuse", "sablier"),
    ),
}


@pytest.mark.parametrize("language", FOREIGN)
def test_the_rules_of_my_village_use_the_words_of_the_box(language: str) -> None:
    text = in_words("VILLAGE", language)
    assert [word for word in BOX[language] if word not in text] == []


@pytest.mark.parametrize("name", TRANSLATED)
@pytest.mark.parametrize("language", FOREIGN)
def test_no_english_is_left(language: str, name: str) -> None:
    words = set(re.findall(r"\w+", in_words(name, language)))
    assert not {"the", "and", "board", "building", "domain", "ruling", "cards", "players"} & words
    assert not {"villager", "goods", "turn", "round", "dice", "trainee", "owner"} & words


@pytest.mark.parametrize(
    ("language", "head", "begins"),
    [
        ("de", "RULES 6: Die drei Bauregeln (Bauen und Vergrößern, Macht und Glaube)",
         "6.4 Herrschaft: Ein mil"),
        ("fr", "RULES 6: Les trois règles de construction (construire et agrandir, commanderies et prieurés)",
         "6.4 Domination : un bâtiment mil"),
    ],
)  # fmt: skip
def test_a_paragraph_in_the_language_set(
    language: str, head: str, begins: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_arguments(["rules", "6.4", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[0] == head
    assert out.splitlines()[2].startswith(begins)
    monkeypatch.setenv("KHRONOS_LANG", language)
    assert run_arguments(["rules", "6.4"]) == 0
    assert capsys.readouterr().out == out
    assert run_arguments(["rules", "6.4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["text"] == RULES.paragraphs["6.4"].text, "JSON is English"


@pytest.mark.parametrize(
    ("language", "begins"),
    [
        ("de", "VILLAGE 8: Karten\n\n8.3 In jedem Moment des eigenen Zuges"),
        ("fr", "VILLAGE 8: Cartes\n\n8.3 À tout moment de son tour"),
    ],
)
def test_a_paragraph_of_the_second_game(
    language: str, begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_arguments(["rules", "VILLAGE", "8.3", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(begins)
    assert err == "", "no line says that it is written in English only"


@pytest.mark.parametrize("language", FOREIGN)
def test_a_page_that_is_not_translated(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is printed in English, and one line says so."""
    assert run_arguments(["rules", "DECK", "6", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("DECK 6: What is due\n\nA block contains everything that is due")
    assert err.count("\n") == 1
    assert "DECK" in err
    assert run_arguments(["rules", "FORMATS", "2", "--lang", language]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("FORMATS 2: ")
    assert err.count("\n") == 1
    assert "FORMATS" in err
