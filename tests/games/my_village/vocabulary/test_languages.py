"""Orders of My Village in English, French and German (VILLAGE 1.7, 14)."""

from __future__ import annotations

import re

import pytest

from khronos_pbem.engine.orders.vocabulary import LANGUAGES
from khronos_pbem.errors import AmbiguousOrder, OrderError
from khronos_pbem.games.my_village.order_text.grammar import LANGUAGE, parse, text
from khronos_pbem.games.my_village.order_text.suggestions import VillageWords
from khronos_pbem.games.my_village.vocabulary.words import VOCABULARY, WORDS
from khronos_pbem.languages import translator
from khronos_pbem.manual.rule_pages import VILLAGE, page
from khronos_pbem.messages import message
from tests import make_grammar
from tests.games.my_village.orders import CANONICAL, KEY
from tests.games.my_village.playing import game, start
from tests.languages import spoken

SAME = [
    ("take 1 4 to 2", "prendre 1 4 en 2", "nehmen 1 4 zu 2"),
    ("take 5 b2 to 6 square", "prendre 5 n2 en 6 place", "nehmen w5 s2 zu 6 Dorfplatz"),
    ("hand", "main", "Hand"),
    ("desk k03 free k20", "bureau k03 gratuit k20", "Vogtei k03 frei K20"),
    ("desk free new", "bureau gratuit nouveau", "vogtei frei neu"),
    ("reveal", "révéler", "aufdecken"),
    ("buy brewery 5/8", "acquérir brasserie 5/8", "kaufen Brauerei 5/8"),
    ("buy field", "acquérir champ", "kaufen Feld"),
    ("buy square on field 2", "acquérir place du village sur champ 2", "kaufen Dorfplatz auf Feld 2"),
    ("buy property on church", "acquérir propriétés sur église", "kaufen Besitz auf Kirche"),
    ("buy citizens on abbot", "acquérir citoyens sur abbé", "kaufen Bürger auf Abt"),
    ("buy cloister", "acquérir cloître", "kaufen Kreuzgang"),
    ("monk rosary", "moine rosaire", "mönch rosenkranz"),
    ("travel D with horse guild field 1 refuse t09 t11",
     "voyager d avec cheval guilde champ 1 refuser t09 t11",
     "reisen D mit Pferd Gilde Feld 1 ablehnen t09 T11"),
    ("travel C refuse none", "voyager C refuser aucun", "reisen C ablehnen keine"),
    ("headman story", "chef histoire", "oberhaupt geschichte"),
    ("headman hall", "chef hôtel de ville", "oberhaupt haus"),
    ("use personal", "activer personnelle", "nutzen eigenes"),
    ("use citizens on merchant", "activer citoyens sur marchand", "nutzen Bürger auf Händler"),
    ("use property on journeys", "activer propriétés sur voyages", "nutzen Besitz auf Reisen"),
    ("use square on k07", "activer place sur k07", "nutzen Dorfplatz auf k07"),
    ("school left to councillor", "école gauche en conseiller", "Schule links zu Ratsherr"),
    ("school none", "école aucun", "Schule keine"),
    ("serve k07 with beer parchment", "servir k07 avec parchemin bière", "bedienen k07 mit Pergament Bier"),
    ("plough 2 from forge", "charrue 2 de forge", "Pflug 2 von Schmiede"),
    ("look", "regarder", "schauen"),
    ("bury craftsman", "enterrer artisan", "begraben Handwerker"),
    ("hire traveller", "engager voyageur", "anstellen Reisender"),
    ("sanatorium yes", "sanatorium oui", "Sanatorium ja"),
    ("refuge keep", "refuge garder", "Herberge behalten"),
    ("refuge back", "refuge renvoyer", "Herberge zurück"),
    ("policy sanatorium 2", "consigne sanatorium 2", "Regel Sanatorium 2"),
    ("policy sanatorium never", "consigne sanatorium jamais", "Regel Sanatorium nie"),
    ("policy sanatorium best", "consigne sanatorium meilleur", "Vorgabe Sanatorium beste"),
    ("policy refuge best", "consigne refuge des pèlerins meilleur", "Vorgabe Herberge beste"),
    ("policy refuge ask", "consigne refuge demander", "Regel Herberge fragen"),
    ('message "Feld; hall"', 'message "Feld; hall"', 'nachricht "Feld; hall"'),
    ("away until 2026-12-24", "absent jusqu'au 2026-12-24", "abwesend bis 2026-12-24"),
    (f"handover {KEY}", f"transmettre {KEY}", f"übergeben {KEY}"),
    ("resign", "abandonner", "aufgeben"),
    ("end", "fin", "Ende"),
    ("policy sanatorium ask", "consigne sanatorium demander", "vorgabe sanatorium fragen"),
    ('message to red "x"', 'message à rouge "x"', 'nachricht an rot "x"'),
    ('message to red "x"', 'message en rouge "x"', 'nachricht zu rot "x"'),
]  # fmt: skip


def canonical(words: str) -> list[str]:
    return spoken.canonical(LANGUAGE, words)


@pytest.mark.parametrize(("english", "french", "german"), SAME)
def test_the_same_order_in_three_languages(english: str, french: str, german: str) -> None:
    spoken.check_same(LANGUAGE, english, french, german)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", CANONICAL)
def test_every_order_in_every_language(words: str, language: str) -> None:
    assert canonical(LANGUAGE.in_language(words, language)) == [words]


@pytest.mark.parametrize(
    ("old", "order"),
    [
        ("acheter champ", "buy field"),
        ("chef hôtel", "headman hall"),
        ("chef hotel de ville", "headman hall"),
        ("chef de village hôtel-de-ville", "headman hall"),
        ("bureau de l’intendant k03", "desk k03"),
        ("acheter comptoir du diocèse", "buy counter"),
        ("refuge des pèlerins garder", "refuge keep"),
        ("Oberhaupt Haupthaus", "headman hall"),
        ("nutzen eigene", "use personal"),
        ("nehmen 5 2 zu 6 Platz", "take 5 2 to 6 square"),
        ("nutzen Besitz auf Fahrten", "use property on journeys"),
    ],
)
def test_former_and_printed_words_are_read_too(old: str, order: str) -> None:
    assert canonical(old) == [order]


def test_a_whole_turn_of_the_page() -> None:
    """VILLAGE 14.2."""
    english = "take 1 4 to 2; school left to councillor; use mint; serve k01; end"
    french = "prendre 1 4 en 2; école gauche en conseiller; activer monnaie; servir k01; fin"
    assert canonical(french) == canonical(english) == english.split("; ")


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("ta 1 4", "take 1 4"),
        ("PRENDS 1 4", None),
        ("pren 1 4 en 2 pl", "take 1 4 to 2 square"),
        ("ecole gau en cons", "school left to councillor"),
        ("neh s2 W4", "take b2 4"),
        ("kau kaemm", "buy mint"),
        ("kauf burg auf haendler", "buy citizens on merchant"),
        ("kaufen buerger auf haendler", "buy citizens on merchant"),
        ("ach egl", None),
        ("use wheel", "use wheelwright"),
        ("serve k07 with plough guild beer", "serve k07 with beer plough guild"),
        ("serve k07 with field 2 guild field 1 wagon", "serve k07 with wagon guild field 1 field 2"),
        ("trav a", "travel A"),
        ("pol san nev", "policy sanatorium never"),
        ("resign", "resign"),
        ("resig", None),
    ],
)
def test_words_are_shortened_as_far_as_they_are_unique(words: str, order: str | None) -> None:
    if order is None:
        with pytest.raises(OrderError):
            canonical(words)
    else:
        assert canonical(words) == [order]


@pytest.mark.parametrize(
    ("order", "german", "french"),
    [
        ("travel A with beer", "reisen A mit bier", "voyager A avec bière"),
        ("policy sanatorium never", None, "consigne sanatorium jamais"),
        ("with horse guild field 1", "mit pferd gilde feld 1", "avec cheval guilde champ 1"),
        ("use property on journeys", "nutzen besitz auf reisen", "activer propriétés sur voyages"),
    ],
)
def test_orders_in_sentences_are_said_in_the_words_of_this_game(
    order: str, german: str | None, french: str
) -> None:
    """Though Khronos has their first words, too."""
    assert translator("fr")(message("{order}", order=order)) == french
    assert translator("de")(message("{order}", order=order)) == (german or LANGUAGE.in_language(order, "de"))


def test_what_could_be_several_things_is_refused() -> None:
    with pytest.raises(AmbiguousOrder):
        parse("buy s")
    with pytest.raises(AmbiguousOrder):
        parse("re")


def test_no_word_means_two_things_at_a_place() -> None:
    """In no state of the grammar is a whole word of any language two terminals."""
    assert spoken.ambiguous(LANGUAGE, VOCABULARY, WORDS) == {}


def test_the_words_are_those_of_the_page() -> None:
    """VILLAGE 1.7: English, French in italics, German."""
    listed = page(VILLAGE).paragraphs["1.7"].text
    listed = listed.split("accents may be left out.")[1].removeprefix(
        " Each entry reads English *French* German:"
    )
    found = 0
    for entry in listed.replace("\n", " ").rstrip(". ").split("·"):
        match = re.fullmatch(r"\s*(\w+)(?: \*([\w-]+)\* (\w+))?\s*", entry)
        assert match is not None, entry
        english, french, german = match[1], match[2] or match[1], match[3] or match[1]
        terminals = [name for name, words in WORDS.items() if english in words["en"]]
        assert any(french in WORDS[name]["fr"] and german in WORDS[name]["de"] for name in terminals), entry
        found += 1
    assert found > 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_completion_speak_it(language: str) -> None:
    words = VillageWords()
    forms = [form for form, _, _ in words.help_table(language)]
    assert {form.split()[0] for form in forms} == set(words.complete("", language))
    assert all(rule.startswith(("VILLAGE", "FORMATS", "DECK")) for _, _, rule in words.help_table(language))


def test_completion_offers_what_may_stand_next() -> None:
    words = VillageWords()
    assert words.complete("headman ", "en") == ["coin", "hall", "stay", "story"]
    assert words.complete("acquérir c", "fr") == ["champ", "charronnerie", "citoyens", "cloître", "comptoir"]
    assert words.complete("take 1 4 ", "en") == ["to"]
    assert words.complete("serve k07 with field 2 ", "en") == [
        "beer", "field", "guild", "horse", "parchment", "plough", "wagon",
    ]  # fmt: skip
    assert words.colours_meant("gelb") == ["yellow"]
    assert words.parts_meant("marché") == ["market"]
    suggested = words.suggestions(start(2))
    assert len(suggested) == len(words.help_table("en")) - 2
    assert not [form for form in suggested if form.startswith(("sanatorium", "refuge"))]
    assert words.begins_with("take 1 4 to 2", ["nehmen", "1"])
    assert words.knows("serve k07")
    assert not words.knows("build keep")


def test_the_tables_of_the_grammar_are_those_of_the_forms() -> None:
    made = make_grammar.text(make_grammar.tables(make_grammar.grammar(LANGUAGE)))
    assert make_grammar.kept(LANGUAGE).read_text(encoding="utf-8") == made


def test_the_orders_of_a_game_are_read_in_every_language() -> None:
    """VILLAGE 18.9."""
    given = [step.order for step in game(4, 6, rounds=8) if step.order is not None]
    assert len({type(order) for order in given}) > 12
    for order in given:
        for language in LANGUAGES:
            assert [each.order for each in parse(LANGUAGE.in_language(text(order), language))] == [order]


def test_every_word_is_known_in_three_languages() -> None:
    for name, words in VOCABULARY.words.items():
        assert all(words[language] for language in LANGUAGES), name
