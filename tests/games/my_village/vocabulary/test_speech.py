"""What happens, in German and French: the words of VILLAGE 1.7, with their articles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest

from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.my_village.drawing.text.abbreviations import tile_message, toll_text
from khronos_pbem.games.my_village.model.cards import Effect
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    FIELD,
    PERSONAL,
    PILES,
    SCHOOL,
    SPOKEN,
    SQUARE,
    WORKSHOPS,
    Advantage,
    Good,
    Person,
    Step,
    short_wording,
    wording,
)
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.vocabulary.nouns import VillageNouns
from khronos_pbem.languages import inflection, translator
from khronos_pbem.languages.inflection import GermanNoun
from khronos_pbem.messages import Translate, message
from tests.games.my_village.cases import position_of
from tests.games.my_village.playing import game

FOREIGN = ["de", "fr"]


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nouns of this game, as those of every game at the table."""
    for language, nouns in VillageNouns.genders.items():
        monkeypatch.setitem(inflection.GENDERS, language, {**inflection.GENDERS[language], **nouns})


def told(speak: Translate) -> Iterator[str]:
    """One event of each kind in a language."""
    yield speak(events.bought("red", "brewery 5/8", "VILLAGE 8.1").text)
    yield speak(events.bought("yellow", "citizens", "VILLAGE 8.8").text)
    yield speak(events.good("blue", "beer", "VILLAGE 8.1").text)
    yield speak(events.paid("green", 2, ("plough", "field 2")).text)
    yield speak(events.headman("red", "hall").text)
    yield speak(events.returned("red", "councillor").text)
    yield speak(events.died("yellow", "abbot").text)
    yield speak(events.rat("red", 1).text)
    yield speak(events.won(["red", "yellow"]).text)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "de",
            [
                "Rot kauft eine Brauerei 5/8",
                "Gelb kauft die Ratskammer Bürger",
                "Blau stellt ein Bier her",
                "Grün zahlt 2 Münzen, 1 Pflug und 1 Pflug (Feld 2)",
                "Das Oberhaupt von Rot geht auf das Feld Haus",
                "Rot hat wieder einen Ratsherrn",
                "Der Abt von Gelb stirbt",
                "Nach dem Begräbnis bei Rot läuft die Ratte 1 Schritt",
                "Rot und Gelb gewinnen",
            ],
        ),
        (
            "fr",
            [
                "Rouge acquiert une brasserie 5/8",
                "Jaune acquiert la Chambre des citoyens",
                "Bleu produit une bière",
                "Vert paie 2 pièces, 1 charrue et 1 charrue (champ 2)",
                "Le Chef de village de Rouge va sur la case Hôtel de ville",
                "Rouge a de nouveau un conseiller",
                "L'abbé de Jaune meurt",
                "Après l'enterrement chez Rouge, le rat avance de 1 case",
                "Rouge et Jaune gagnent",
            ],
        ),
    ],
)
def test_events_as_people_read_them(language: str, lines: list[str]) -> None:
    assert list(told(translator(language))) == lines


def test_a_noun_with_a_number_of_its_own_has_no_article_in_english() -> None:
    tile = events.tile("red", "field 2").text
    assert tile == "red puts the 2/12 tile on field 2"
    assert translator("de")(tile) == "Rot legt das Plättchen 2/12 auf das Feld 2"
    assert (
        translator("de")(events.tile("red", "k07").text) == "Rot legt das Plättchen 2/12 auf den Kunden k07"
    )
    assert events.tile("red", "school").text == "red puts the 2/12 tile on the school"


@pytest.mark.parametrize("language", FOREIGN)
def test_every_noun_with_an_article_has_its_gender(language: str) -> None:
    """Whoever and whatever sentences put an article before; fields and workshops by their first word."""
    for word in chain(Person, Good, Advantage, CHAMBERS[:2], PILES, WORKSHOPS, ("field 2",)):
        said = translator(language)(short_wording(word))
        assert inflection._head(said) in VillageNouns.genders[language], said
    for thing in (*CHAMBERS, PERSONAL, SCHOOL, SQUARE, FIELD, "k07", "field 2", "journey A", "hand", "desk"):
        said = translator(language)(wording(thing))
        assert inflection._head(said) in VillageNouns.genders[language], said
    assert inflection._head(translator(language)("guild good")) in VillageNouns.genders[language]
    for step in (Step.HALL, Step.COIN, Step.STORY):
        assert inflection._head(translator(language)(step)) in VillageNouns.genders[language]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("der", "das eigene Banner"),
        ("den", "das eigene Banner"),
        ("dem", "dem eigenen Banner"),
        ("des", "des eigenen Banners"),
        ("ein", "ein eigenes Banner"),
        ("einen", "ein eigenes Banner"),
        ("einem", "einem eigenen Banner"),
        ("kein", "kein eigenes Banner"),
        ("keinen", "kein eigenes Banner"),
        ("zum", "zum eigenen Banner"),
        ("er", "es"),
    ],
)
def test_the_personal_banner_ends_as_its_article_asks(form: str, said: str) -> None:
    banner = GermanNoun(translator("de")(wording(PERSONAL)))
    assert f"{banner:{form}}" == said
    assert f"{GermanNoun('Kunde'):einen}" == "einen Kunden"


def test_the_tile_lies_on_the_personal_banner() -> None:
    already = message("the tile is already on {banner:the}", banner=wording(PERSONAL))
    assert translator("de")(already) == "das Plättchen liegt schon auf dem eigenen Banner"
    assert translator("fr")(tile_message(PERSONAL)) == "tuile 2/12 sur une bannière personnelle"


def test_a_toll_in_full_is_a_number_of_goods() -> None:
    for language, said in (("en", "1 beer"), ("de", "1 Bier"), ("fr", "1 bière")):
        assert toll_text(Effect("beer", 1), translator(language), full=True) == said
    assert toll_text(Effect("beer", 1), translator("fr")) == "bière"


@pytest.mark.parametrize("language", FOREIGN)
def test_no_word_of_the_game_is_left_in_english(language: str) -> None:
    """But the few that are the same word in both."""
    same = {word for word in SPOKEN if translator(language)(word).lower() == word}
    assert same <= {"sanatorium", "forge", "parchment", "refuge", "place"}


@pytest.mark.parametrize("language", FOREIGN)
def test_whole_games_are_told(language: str) -> None:
    """Every sentence of a game fits its template, with its parts (VILLAGE 17)."""
    speak = translator(language)
    for step in game(3, 5):
        for event in step.outcome.events:
            assert speak(event.text) != event.text, event.text


@pytest.mark.parametrize("language", FOREIGN)
def test_keys_of_files_are_never_translated(language: str) -> None:
    with pytest.raises(InvalidFile) as caught:
        position_of({"red": {"church": 3}})
    assert "church" in translator(language)(caught.value.full_message)
