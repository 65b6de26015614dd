"""The languages in which the program speaks: English in the code, the others as gettext catalogues.

`LANGUAGE/LC_MESSAGES/khronos.po` is what translators edit; `khronos.mo` beside it is compiled from it
(`python -m tests.make_catalogues`).
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from datetime import tzinfo
from functools import cache, partial
from pathlib import Path
from typing import Any

from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.games.registry import offered
from khronos_pbem.languages import inflection as grammar
from khronos_pbem.languages.moments import in_words
from khronos_pbem.messages import (
    AS_THEY_ARE,
    FORM,
    ORDER,
    TRANSLATED,
    Message,
    Moment,
    Number,
    Player,
    Speak,
    Typed,
    Word,
    is_one,
    message,
)

ENGLISH = "en"
LANGUAGES = (ENGLISH, "fr", "de")
FOLDER = Path(__file__).parent
DOMAIN = "khronos"
_VARIABLES = ("KHRONOS_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def preferred(environment: Mapping[str, str]) -> str:
    """The language of a locale (`de_CH.UTF-8`: de); English where there is none or it is not spoken here."""
    found = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    language = found[:2].lower()
    return language if language in LANGUAGES else ENGLISH


@cache
def _forms(language: str) -> dict[str, str]:
    """The forms of orders in a language, by their English ones."""
    found: dict[str, str] = {}
    for _, words in offered(Words):
        pairs = zip(words.help_table(ENGLISH), words.help_table(language), strict=True)
        found |= {english[0]: other[0] for english, other in pairs}
    return found


def _order(canonical: str, language: str) -> str:
    """An order in the words of a language, by the first game that has all its words, or else its first."""
    games = [words for _, words in offered(Words)]
    found = (each for text in (canonical, canonical.partition(" ")[0]) for each in games if each.knows(text))
    return next(found, games[0]).in_language(canonical, language)


@cache
def speaker(language: str, zone: tzinfo | None = None) -> Speak:
    """From English sentences to those of a language, moments as they are in a time zone (None: that of this
    machine). Raises UsageError for a language that is not spoken here."""
    if language == ENGLISH:
        return partial(_in_english, zone)
    if language not in LANGUAGES:
        hint = message("choose one of {names}", names=", ".join(LANGUAGES))
        raise UsageError(
            message("there is no language {words!r}", words=language), rule="FORMATS 1", hint=hint
        )
    catalogue = gettext.translation(DOMAIN, FOLDER, [language])
    noun = grammar.NOUNS[language]

    def speak(text: str) -> str:
        if not text or isinstance(text, Typed):
            return text
        if isinstance(text, Moment):
            return in_words(text, language, zone)
        if not isinstance(text, Message):
            return _word(text, catalogue)
        template = _template(text, catalogue, language)
        return template.format(**{key: _part(key, value) for key, value in text.parts.items()})

    def _part(key: str, value: Any) -> Any:
        value = _without_error(value)
        if not isinstance(value, str) or isinstance(value, Typed) or key in AS_THEY_ARE:
            return value
        if key == FORM:
            return _forms(language).get(value, value)
        return _order(value, language) if key == ORDER else noun(speak(value))

    return speak


def _without_error(part: Any) -> Any:
    """What an error says, if it is a sentence; any other part as it is."""
    if isinstance(part, KhronosError):
        return part.said
    if isinstance(part, ValueError) and part.args and isinstance(part.args[0], Message):
        return part.args[0]
    return part


def _template(text: Message, catalogue: gettext.NullTranslations, language: str) -> str:
    """The template of a sentence in a language; of a word that brings its translations along, that one."""
    if text.template == TRANSLATED:
        return f"{{{language}}}"
    if not text.many:
        return catalogue.gettext(text.template)
    return catalogue.ngettext(text.template, text.many, _deciding(text.parts["n"], language))


def _deciding(n: int | Number, language: str) -> int:
    """The whole number that decides about the plural: French has it from 2, German for all but 1 itself."""
    if not isinstance(n, Number):
        return int(n)
    return int(float(n)) if language == "fr" else 1 if is_one(n) else 2


def _word(text: str, catalogue: gettext.NullTranslations) -> str:
    """A plain text in the language of a catalogue: players as names, numbers with a comma."""
    if isinstance(text, Number):
        return text.replace(".", ",")
    word = catalogue.gettext(text)
    return word[:1].upper() + word[1:] if isinstance(text, Player) else word


def _in_english(zone: tzinfo | None, text: str) -> str:
    """An English sentence, with the moments in it as people read them."""
    if isinstance(text, Moment):
        return in_words(text, ENGLISH, zone)
    if not _tells_time(text):
        return text
    assert isinstance(text, Message)
    template = text.many if text.many and not is_one(text.parts["n"]) else text.template
    return template.format(**{key: _english_part(zone, value) for key, value in text.parts.items()})


def _english_part(zone: tzinfo | None, value: Any) -> Any:
    if isinstance(value, KhronosError):
        return _in_english(zone, value.said)
    return Word(_in_english(zone, value)) if _tells_time(value) else value


def _tells_time(text: Any) -> bool:
    """Whether there is a moment in a sentence."""
    if isinstance(text, KhronosError):
        text = text.said
    return isinstance(text, Moment) or (
        isinstance(text, Message) and any(_tells_time(part) for part in text.parts.values())
    )
