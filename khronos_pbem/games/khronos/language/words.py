"""The words of orders in the languages of the printed rules (RULES 1.2): what may be written for a terminal.

The first word of each language is the one that is shown. Accents may be left out, and German umlauts
written with an e.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache

ENGLISH, FRENCH, GERMAN = "en", "fr", "de"

_TABLE = """
EXCHANGE | exchange | échanger | tauschen umtauschen
SWAP | swap | permuter troquer | wechseln einwechseln
TRAVEL | travel | voyager | reisen
BUILD | build | bâtir construire | bauen
UPGRADE | upgrade | agrandir améliorer | ausbauen
DEMOLISH | demolish | démolir | abreißen abbrechen
POPULATE | populate | peupler | besiedeln bevölkern
RENOVATE | renovate | rénover | renovieren
DOWNSIZE | downsize | réduire | verkleinern
PLACE | place | placer | setzen platzieren
KEEP | keep | garder | behalten
POLICY | policy | consigne | regel
PLACEMENT | placement | placement | platzierung
AUTO | auto | auto | auto
ASK | ask | demander | fragen
MESSAGE | message | message | nachricht
AWAY | away | absent absente | abwesend
UNTIL | until | jusqu'au jusque | bis
RESIGN | resign | abandonner | aufgeben
END | end | fin finir | ende beenden
FOR | for | pour | für
WITH | with | avec | mit
FROM | from | de depuis | von aus
MILITARY | military | militaire | militärisch
RELIGIOUS | religious | religieux religieuse | religiös
CIVIL | civil | civil civile | zivil bürgerlich
MIGHT | might | commanderies | macht
FAITH | faith | prieurés | glaube
REASON | reason | confréries | vernunft
RED | red | rouge | rot
BLUE | blue | bleu | blau
GREEN | green | vert | grün
WHITE | white | blanc | weiß
BLACK | black | noir | schwarz
WATCHTOWER | watchtower | tour-de-guet tour | wachturm
DONJON | keep | donjon | burg
CASTLE | castle | château | festung
CHAPEL | chapel | chapelle | kirche
MONASTERY | monastery | monastère | kloster
ABBEY | abbey | abbaye | abtei
HAMLET | hamlet | hameau | weiler
TOWN | town | village | dorf
CITY | city | cité | stadt
"""

WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    terminal: {ENGLISH: tuple(en.split()), FRENCH: tuple(fr.split()), GERMAN: tuple(de.split())}
    for terminal, en, fr, de in (row.split(" | ") for row in _TABLE.strip().splitlines())
}
"""For each terminal of `orders.lark` its words by language."""

LANGUAGES = (ENGLISH, FRENCH, GERMAN)
PLACEHOLDERS = {
    "card": ("CARD", "CARTE", "KARTE"),
    "board": ("BOARD", "PLATEAU", "PLAN"),
    "piece": ("PIECE", "BÂTIMENT", "GEBÄUDE"),
    "colour": ("COLOUR", "COULEUR", "FARBE"),
}
"""What stands in the forms of orders for a word to be chosen, by language."""

MANY_WORDS = {"tour de guet": "tour-de-guet"}
"""What is one word here but three in print."""


@cache
def plain_forms(word: str) -> tuple[str, ...]:
    """A word in small letters without its marks, and with an e for an umlaut."""
    small = unicodedata.normalize("NFC", word).casefold().replace("’", "'")
    bare, spelled = _bare(small), _bare(small.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue"))
    return (bare,) if bare == spelled else (bare, spelled)


def _bare(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


@cache
def _all_forms(terminal: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        form
        for language in languages
        for word in WORDS.get(terminal, {}).get(language, ())
        for form in plain_forms(word)
    )


def is_word(terminal: str, word: str, languages: tuple[str, ...]) -> bool:
    """Whether a word, in full, is one of a terminal's."""
    written = plain_forms(word)
    return any(form in written for form in _all_forms(terminal, languages))


def begins_word(terminal: str, word: str, languages: tuple[str, ...]) -> bool:
    """Whether a word is the beginning of one of a terminal's."""
    written = plain_forms(word)
    return any(form.startswith(part) for form in _all_forms(terminal, languages) for part in written)


def shown_word(terminal: str, language: str) -> str:
    """The word that is shown for a terminal."""
    return WORDS[terminal][language][0]


def english_word(word: str, terminals: Sequence[str]) -> str:
    """The English word for one of these terminals, by its word or its beginning in any language.

    What is none of them, or could be several, stays as it is.
    """
    found = [terminal for terminal in terminals if is_word(terminal, word, LANGUAGES)]
    found = found or [terminal for terminal in terminals if word and begins_word(terminal, word, LANGUAGES)]
    return shown_word(found[0], ENGLISH) if len(found) == 1 else word


BOARD_WORDS = ("MIGHT", "FAITH", "REASON")
COLOUR_WORDS = ("RED", "BLUE", "GREEN", "WHITE", "BLACK")


@cache
def _by_english(language: str) -> dict[str, str]:
    return {words[ENGLISH][0]: words[language][0] for words in WORDS.values()}


def in_language(canonical: str, language: str) -> str:
    """An order's canonical text in the words of another language; texts in quotes are left alone."""
    if language == ENGLISH:
        return canonical
    found, table = list[str](), _by_english(language)
    head, quote, tail = canonical.partition('"')
    for number, word in enumerate(head.split(" ")):
        verb = word == "keep" and (number == 0 or found[:1] == [table["end"]])
        found.append(WORDS["KEEP"][language][0] if verb else table.get(word, word))
    return " ".join(found) + quote + tail
