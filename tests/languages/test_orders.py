"""Orders in English, French and German: understood in all three at once, kept canonically (FORMATS 2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_pbem.engine.choice_text import answers_message
from khronos_pbem.engine.contract import Choice
from khronos_pbem.engine.orders.vocabulary import LANGUAGES
from khronos_pbem.errors import AmbiguousOrder, OrderError
from khronos_pbem.games.khronos.order_text.grammar import LANGUAGE, parse, text
from khronos_pbem.games.khronos.vocabulary.words import VOCABULARY, WORDS
from khronos_pbem.languages import translator
from khronos_pbem.messages import message
from tests.games.khronos.order_text.test_orders import all_orders
from tests.languages import spoken

SAME = [
    ("build keep might F7", "construire donjon commanderies F7", "bauen Burg Macht F7"),
    ("build watchtower might F7", "construire tour de guet commanderies f7", "baue Wachturm Macht f7"),
    ("upgrade castle might E6 from F7", "agrandir château commanderies E6 de F7",
     "vergrößern Festung Macht E6 von F7"),
    ("demolish faith K9", "détruire prieurés K9", "abreißen Glaube K9"),
    ("exchange civil military", "échanger civil militaire", "tauschen bürgerlich militärisch"),
    ("swap civil 2 for military religious", "permuter civil 2 pour militaire religieux",
     "wechseln bürgerlich 2 für militärisch religiös"),
    ("travel 1 reason", "voyager 1 confréries", "reisen 1 Vernunft"),
    ("populate C7 2", "peupler C7 2", "besiedeln C7 2"),
    ("renovate F7", "restaurer F7", "restaurieren F7"),
    ("downsize K9", "réduire K9", "verkleinern K9"),
    ("place K10", "placer K10", "setzen K10"),
    ("keep blue", "garder bleu", "behalten blau"),
    ("policy placement auto", "consigne placement auto", "vorgabe platzierung auto"),
    ("policy placement ask", "consigne placement demander", "vorgabe platzierung fragen"),
    ("away until 2026-12-24", "absent jusqu'au 2026-12-24", "abwesend bis 2026-12-24"),
    ("resign", "abandonner", "aufgeben"),
    ("end keep civil", "fin garder civil", "ende behalten bürgerlich"),
    ('message "end; build"', 'message "end; build"', 'nachricht "end; build"'),
    ('message to blue "hi"', 'message à bleu "hi"', 'nachricht an blau "hi"'),
    ("build chapel faith A1 with civil", "CONSTRUIRE CHAPELLE PRIEURES A1 AVEC CIVILE",
     "BAUEN KIRCHE GLAUBE A1 MIT BUERGERLICH"),
    ("keep green", "garder vert", "behalten gruen"),
    ("build city might A1", "construire cité commanderies A1", "bauen stadt macht A1"),
]  # fmt: skip

CHOICES = [
    (Choice("place", 0, "might", ("C5", "D6")), '"place C5" or "place D6"',
     "« placer C5 » ou « placer D6 »", "„setzen C5“ oder „setzen D6“"),
    (Choice("keep", 0, "might", ("red", "blue", "green")), '"keep red", "keep blue" or "keep green"',
     "« garder rouge », « garder bleu » ou « garder vert »",
     "„behalten rot“, „behalten blau“ oder „behalten grün“"),
    (Choice("sanatorium", 0, "", ("yes", "no")), '"sanatorium yes" or "sanatorium no"',
     "« sanatorium oui » ou « sanatorium non »", "„sanatorium ja“ oder „sanatorium nein“"),
    (Choice("place", 0, "might", tuple(f"A{number}" for number in range(1, 8))),
     '"place" followed by one of the squares A1, A2, A3, A4, A5, A6, A7',
     "« placer » suivi de l'une des cases A1, A2, A3, A4, A5, A6, A7",
     "„setzen“, gefolgt von einem der Felder A1, A2, A3, A4, A5, A6, A7"),
]  # fmt: skip
"""Open choices with their possible answers in a sentence."""

FORMER = [
    ("build keep might F7", "bâtir donjon commanderies F7", "bauen Burg Macht F7"),
    ("upgrade castle might E6 from F7", "agrandir château commanderies E6 de F7",
     "ausbauen Festung Macht E6 von F7"),
    ("demolish faith K9", "démolir prieurés K9", "abbrechen Glaube K9"),
    ("renovate F7", "rénover F7", "renovieren F7"),
    ("exchange civil military", "échanger civil militaire", "tauschen zivil militärisch"),
    ("policy placement auto", "consigne placement auto", "regel platzierung auto"),
    ('message to blue "hi"', 'message en bleu "hi"', 'nachricht zu blau "hi"'),
    ("build chapel faith A1 with civil", "BATIR CHAPELLE PRIEURES A1 AVEC CIVILE",
     "BAUEN KIRCHE GLAUBE A1 MIT ZIVIL"),
]  # fmt: skip
"""With words that were shown before those of the printed rules were: they are understood for ever."""


def canonical(words: str) -> list[str]:
    return spoken.canonical(LANGUAGE, words)


@pytest.mark.parametrize(("english", "french", "german"), SAME + FORMER)
def test_the_same_order_in_three_languages(english: str, french: str, german: str) -> None:
    spoken.check_same(LANGUAGE, english, german, french)


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("build Burg Macht F7", "build keep might F7"),
        ("bâtir keep Glaube F7", "build keep faith F7"),
        ("bauen donjon faith F7 avec zivil", "build keep faith F7 with civil"),
        ("Ende", "end"),
        ("agr chat comm E6 de F7", "upgrade castle might E6 from F7"),
        ("bau wach macht F7", "build watchtower might F7"),
        ("abr glau K9", "demolish faith K9"),
        ("b k m f7", "build keep might F7"),
        ("t 1 f", "travel 1 faith"),
    ],
)
def test_mixed_and_shortened(words: str, order: str) -> None:
    assert canonical(words) == [order]


@pytest.mark.parametrize("words", ["bau k macht F7", "bau ki ver F7 mi x", "p c7", "bâtir ch comm F7", "e"])
def test_what_could_be_several_things_is_refused(words: str) -> None:
    with pytest.raises(OrderError):
        canonical(words)


def test_what_two_languages_understand_differently_is_ambiguous() -> None:
    """`ab` begins French `abbaye` and German `Abtei`, which are one; as a verb it is away, or demolish."""
    assert canonical("bâtir abbaye commanderies F7") == canonical("bauen abtei macht F7")
    with pytest.raises(AmbiguousOrder):
        canonical("ab K9")


@settings(max_examples=100, deadline=None)
@given(all_orders, st.sampled_from(LANGUAGES))
def test_every_order_in_every_language(order: object, language: str) -> None:
    """parse(print(x)) = x in all languages."""
    canonical_text = text(order)
    assert [spelled.order for spelled in parse(LANGUAGE.in_language(canonical_text, language))] == [order]


@pytest.mark.parametrize(
    ("order", "german"),
    [
        ("travel 1 faith", "reisen 1 glaube"),
        ("travel C with wagon beer", "reisen C mit wagen bier"),
        ('message to yellow "build"', 'nachricht an gelb "build"'),
        ("policy sanatorium never", "vorgabe sanatorium nie"),
        ("take 4 b2 to 6 square", "nehmen 4 s2 zu 6 dorfplatz"),
        ("take b2 b2", "nehmen s2 s2"),
        ("policy placement ask", "vorgabe platzierung fragen"),
    ],
)
def test_an_order_is_said_in_the_words_of_its_game(order: str, german: str) -> None:
    """Games share first words of orders; the rest tells which game's words they are."""
    assert translator("de")(message("{order}", order=order)) == german


@pytest.mark.parametrize(("choice", "english", "french", "german"), CHOICES)
def test_orders_to_choose_from_have_the_quotes_of_the_language(
    choice: Choice, english: str, french: str, german: str
) -> None:
    answers = answers_message(choice)
    assert [translator(each)(answers) for each in ("en", "fr", "de")] == [english, french, german]


def test_no_word_means_two_things_at_a_place() -> None:
    """At no place of the grammar is a whole word of any language two terminals."""
    assert spoken.ambiguous(LANGUAGE, VOCABULARY, WORDS) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_completion_speak_it(language: str) -> None:
    forms = [form for form, _, _ in LANGUAGE.help_table(language)]
    assert len(forms) == len(LANGUAGE.help_table())
    verbs = {form.split()[0] for form in forms}
    assert verbs == set(LANGUAGE.complete("", language))
    speak = translator(language)
    assert all(speak(meaning) for _, meaning, _ in LANGUAGE.help_table())
    if language != "en":
        assert all(speak(meaning) != meaning for _, meaning, _ in LANGUAGE.help_table())


@pytest.mark.parametrize(
    ("language", "talking", "naming"),
    [
        ("en", 'message "text"', "handover KEY"),
        ("fr", 'message "texte"', "transmettre CLÉ"),
        ("de", 'nachricht "Text"', "übergeben SCHLÜSSEL"),
    ],
)
def test_what_is_filled_in_is_named_in_the_language(language: str, talking: str, naming: str) -> None:
    forms = [form for form, _, _ in LANGUAGE.help_table(language)]
    assert talking in forms
    assert naming in forms
