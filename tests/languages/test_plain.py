"""Everything people read is plain: in the catalogues, on the pages, in guides and lessons."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_pbem.languages import LANGUAGES
from tests.languages import plain
from tests.languages.test_catalogues import FOREIGN, catalogue
from tests.make_catalogues import messages, pair
from tests.support.shell import ROOT

PACKAGE = ROOT / "khronos_pbem"
PAGES = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *PACKAGE.rglob("*.md")))


def language_of(page: Path) -> str:
    """The language of a page: that of its name or of its folder, else English."""
    return next((each for each in (page.stem, page.parent.name) if each in LANGUAGES), "en")


def of_villagers(where: str) -> bool:
    """Whether a text speaks of the villagers of My Village."""
    return "village" in where


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_plain(page: Path) -> None:
    text = plain.prose(page.read_text(encoding="utf-8"))
    villagers = of_villagers(str(page.relative_to(ROOT)))
    assert list(plain.faults(text, language_of(page), villagers=villagers)) == []


def test_the_english_messages_are_plain() -> None:
    found = []
    for message, places in messages().items():
        villagers = all(map(of_villagers, places))
        found += [each for text in pair(message) for each in plain.faults(text, "en", villagers=villagers)]
    assert found == []


@pytest.mark.parametrize("language", FOREIGN)
def test_the_translated_messages_are_plain(language: str) -> None:
    translations = [text for message in catalogue(language) if message.id for text in pair(message.string)]
    assert [fault for text in translations for fault in plain.faults(text, language)] == []


@pytest.mark.parametrize(
    ("text", "language", "fault"),
    [
        ("Who shall give you a seat needs that key.", "en", "begins with a clause"),
        ("Who has won?", "en", ""),
        ("The player takes his cards.", "en", "a player is not 'he'"),
        ("Behind the die, x says what it becomes.", "en", "'behind'"),
        ("You owe a share.", "en", "'owe'"),
        ("Rot zahlt 2 Écus.", "de", "'Écus'"),
        ("Wer den Schlüssel hat, spielt.", "de", "begins with a clause"),
        ("Rouge paie deux marchandises.", "fr", "'marchandises'"),
        ("a " * 31, "en", "31 words"),
        ("`he owes` is code. The seat is free.", "en", ""),
        ("One has to wait.", "en", "begins with a clause"),
        ("One roll serves all draws.", "en", ""),
        ("It reads " + "a " * 20 + "`word`. `word` " + "a " * 20, "en", ""),
        ("a " * 20 + "· " + "a " * 20, "en", ""),
    ],
)
def test_what_is_not_plain(text: str, language: str, fault: str) -> None:
    found = list(plain.faults(text, language))
    assert (found[:1] or [""])[0][: len(fault)] == fault if fault else found == []


def test_each_cell_of_a_table_is_read_alone() -> None:
    page = f"| {'a ' * 20}| {'b ' * 20}|\n|---|---|\n| {'c ' * 31}| d |\n"
    assert [fault[:8] for fault in plain.faults(plain.prose(page), "en")] == ["31 words"]


@pytest.mark.parametrize("language", FOREIGN)
def test_no_english_is_left_in_a_translation(language: str) -> None:
    known = plain.OF_FILES | plain.ALIKE[language]
    found = []
    for message in catalogue(language):
        if message.id:
            english = set().union(*map(plain.english_words, pair(message.id)))
            said = set().union(*map(plain.english_words, pair(message.string)))
            found += [(word, message.string) for word in (english & said) - known]
    assert found == []
