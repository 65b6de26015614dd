"""The catalogues are whole, fit the program, and agree with the words of the printed rules."""

from __future__ import annotations

import io
import string
from typing import Any

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from khronos_pbem.errors import IllegalOrder, KhronosError, NothingToDo, UsageError
from khronos_pbem.games.khronos.model.pieces import COLOURS, PIECES, Board, Type
from khronos_pbem.games.khronos.vocabulary.words import WORDS
from khronos_pbem.languages import DOMAIN, FOLDER, LANGUAGES, preferred_language, translator
from khronos_pbem.languages.inflection import GENDERS, FrenchNoun, GermanNoun
from khronos_pbem.messages import (
    Message,
    Number,
    VerbatimText,
    Word,
    listed,
    message,
    players_message,
    plural_message,
)
from khronos_pbem.session.replay.table import Seat
from tests.make_catalogues import messages, pair, translated

FOREIGN = [language for language in LANGUAGES if language != "en"]


def catalogue(language: str) -> Any:
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    return read_po(io.BytesIO(path.read_bytes()), locale=language)


def fields(text: str) -> set[tuple[str, str]]:
    """The parts of a template, each with how it is written (`!r`)."""
    return {
        (name, conversion or "")
        for _, name, _, conversion in string.Formatter().parse(text)
        if name is not None
    }


@pytest.mark.parametrize("language", FOREIGN)
def test_everything_that_is_said_is_translated(language: str) -> None:
    """`python -m tests.make_catalogues` brings new messages in."""
    found = catalogue(language)
    assert {m.id if isinstance(m.id, str) else tuple(m.id) for m in found if m.id} == set(messages())
    assert [entry.id for entry in found if entry.id and not translated(entry)] == []
    assert not any(entry.fuzzy for entry in found if entry.id)


@pytest.mark.parametrize("language", FOREIGN)
def test_translations_have_the_same_parts(language: str) -> None:
    for entry in catalogue(language):
        if not entry.id:
            continue
        wanted = fields(pair(entry.id)[-1])
        for text in pair(entry.string):
            assert fields(text) == wanted, entry.id
            assert text.count("\n") == pair(entry.id)[0].count("\n")


@pytest.mark.parametrize("language", FOREIGN)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    compiled: Any = read_mo(io.BytesIO((FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()))
    for entry in catalogue(language):
        if entry.id:
            assert tuple(compiled.get(pair(entry.id)[0]).string) == tuple(entry.string)


@pytest.mark.parametrize("language", FOREIGN)
def test_the_words_of_the_rules(language: str) -> None:
    """RULES 1.2: what is shown for a piece, board, colour or card is what may be written in an order."""
    speak = translator(language)
    names = [
        *(piece.name for piece in PIECES),
        *(board.word for board in Board),
        *(kind.word for kind in Type),
        *COLOURS,
    ]
    for name in names:
        terminal = "DONJON" if name == "keep" else name.upper()
        shown = speak(name).lower().replace(" ", "-")
        assert shown in WORDS[terminal][language], (name, shown)


def test_the_printed_names() -> None:
    """The names that the printed rules have in French and German."""
    french, german = translator("fr"), translator("de")
    words = "watchtower keep castle chapel monastery abbey hamlet town city might faith reason"
    assert [french(word) for word in words.split()] == [
        *("tour de guet", "donjon", "château", "chapelle", "monastère", "abbaye"),
        *("hameau", "village", "cité", "commanderies", "prieurés", "confréries"),
    ]
    assert [german(word) for word in words.split()] == [
        *("Wachturm", "Burg", "Festung", "Kirche", "Kloster", "Abtei"),
        *("Weiler", "Dorf", "Stadt", "Macht", "Glaube", "Vernunft"),
    ]


def test_a_sentence_is_said_with_its_parts() -> None:
    german = translator("de")
    inner = message("{colour}'s {piece}", colour="red", piece="keep")
    assert german(inner) == "Burg von Rot"
    assert (
        german(plural_message("{who} draws {n} card", "{who} draws {n} cards", 1, who="blue")).count("Karte ")
        <= 1
    )
    assert (
        german(plural_message("{who} draws {n} card", "{who} draws {n} cards", 3, who="blue")).count("Karten")
        == 1
    )
    assert german(listed(["red", "blue"])) == "rot, blau"
    assert german(players_message(["red", "blue"])) == "Rot und Blau"
    assert german(message("{n} more", n=Number("6.7"))) == "noch 6,7"
    assert german(message("{name} ({bot})", name="red", bot=message("easy bot"))) == "red (Bot (leicht))"
    assert german(message("{colour} ({who})", colour="red", who=VerbatimText("red"))) == "Rot (red)"
    assert german("no such sentence at all") == "no such sentence at all"
    assert german("") == german(listed([])) == ""


def test_an_error_is_said_whole() -> None:
    problem: KhronosError = IllegalOrder(
        message("you cannot build or upgrade on the Reason board"),
        rule="5.4",
        hint=message("leave it out"),
        line=2,
        column=3,
    )
    problem.file, problem.block, problem.seat = "a file", 4, "red"
    said = translator("fr")(problem.full_message)
    assert said.startswith("a file:2:3: ")
    assert "(RULES 5.4)" in said
    assert "de Rouge : " in said
    assert "cannot" not in said
    assert str(problem) == (
        "a file:2:3: block 4 by red: you cannot build or upgrade on the Reason board (RULES 5.4) — "
        "leave it out"
    )


@pytest.mark.parametrize(
    ("typed", "english", "french", "german"),
    [
        ("maul", "'maul'", "« maul »", "„maul“"),
        ("l'an", '"l\'an"', "« l'an »", "„l'an“"),
        ("a'b\"c", "'a\\'b\"c'", "« a'b\"c »", "„a'b\"c“"),
        ("\x1b[2J\n\u202e", r"'\x1b[2J\n\u202e'", r"« \x1b[2J\n\u202e »", r"„\x1b[2J\n\u202e“"),
    ],
)
def test_what_was_typed_stands_in_the_quotes_of_the_language(
    typed: str, english: str, french: str, german: str
) -> None:
    """What changes a terminal is escaped in each."""
    topic = message("there is no topic {words!r}", words=typed)
    game = message("there is no game called {name!r}", name=VerbatimText(typed))
    for language, quoted in (("en", english), ("fr", french), ("de", german)):
        assert quoted in translator(language)(topic)
        assert quoted in translator(language)(game)


def test_only_the_colon_after_a_place_in_a_file_is_the_same_in_french() -> None:
    """Editors look for FILE:LINE:COLUMN: at the beginning of a line."""
    problem = UsageError("?", detail="A1", file="a file")
    assert translator("fr")(problem.full_message) == "a file : ? : A1"
    assert str(problem) == translator("de")(problem.full_message) == "a file: ?: A1"
    problem.line = 2
    assert translator("fr")(problem.full_message) == "a file:2: ? : A1"


def test_who_has_nothing_to_do_breaks_no_rule() -> None:
    """Its paragraph is named with `--cite` and in JSON alone (FORMATS 1)."""
    problem = NothingToDo(message("no share of yours is missing"), rule="DECK 6", block=4)
    assert str(problem) == "block 4: no share of yours is missing"
    assert str(problem.format_message(cite=True)) == "block 4: no share of yours is missing (DECK 6)"
    assert problem.to_data()["rule"] == "DECK 6"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "ja_JP"}, "en"),
        ({"KHRONOS_LANG": "fr", "LC_ALL": "de_DE"}, "fr"),
    ],
)
def test_the_language_of_a_locale(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language


def test_a_language_there_is_not() -> None:
    with pytest.raises(UsageError, match="en, fr, de"):
        translator("tlh")


def test_a_sentence_survives_another_process() -> None:
    import pickle

    sentence = plural_message("{n} card", "{n} cards", 2, more=message("round {round}", round=3))
    again = pickle.loads(pickle.dumps(sentence))
    assert isinstance(again, Message)
    assert (again, again.template, again.parts, again.many) == (
        sentence,
        sentence.template,
        sentence.parts,
        sentence.many,
    )


@pytest.mark.parametrize("language", FOREIGN)
def test_what_people_typed_is_never_translated(language: str) -> None:
    """A player called white, a game called keep, a message of order words: all stay as they were typed."""
    speak = translator(language)
    assert speak(message("{who} ({colour})", who=VerbatimText("white"), colour="white")).startswith("white (")
    assert speak(VerbatimText("keep")) == "keep"
    assert speak(listed([VerbatimText("red"), VerbatimText("town")])) == "red, town"
    assert speak(message("{who} says: {words}", who="red", words=VerbatimText("keep the red town"))).endswith(
        "keep the red town"
    )
    assert Seat("white", "red", b"").name == speak(Seat("white", "red", b"").name)


def test_nouns_take_their_articles() -> None:
    assert message(
        "{piece:a} and {other:the}", piece=Word("abbey"), other=message("{piece} ruin", piece="keep")
    ) == ("an abbey and the keep ruin")
    german = [f"{GermanNoun(word):den}" for word in ("Wachturm", "Burg", "Dorf", "Ruine (Dorf)")]
    assert german == ["den Wachturm", "die Burg", "das Dorf", "die Ruine (Dorf)"]
    assert f"{GermanNoun('Burg'):zum} {GermanNoun('Burg'):ihn} {GermanNoun('rot'):Name}" == "zur Burg sie Rot"
    traveller = GermanNoun("Reisender")
    assert (
        f"{traveller:Der}, {traveller:den}, {traveller:kein}" == "Der Reisende, den Reisenden, kein Reisender"
    )
    assert f"{GermanNoun('Ratsherr'):einen}" == "einen Ratsherrn"
    french = [f"{FrenchNoun(word):le}" for word in ("donjon", "tour de guet", "abbaye", "hameau")]
    assert french == ["le donjon", "la tour de guet", "l'abbaye", "le hameau"]
    assert f"{FrenchNoun('abbaye'):du}, {FrenchNoun('hameau'):du}" == "de l'abbaye, du hameau"


def test_every_piece_has_a_gender() -> None:
    """A word without one would get a wrong article."""
    for language in FOREIGN:
        for piece in PIECES:
            word = translator(language)(piece.name)
            assert word.split(" ")[0].lower() in GENDERS[language], word
