"""Translation: the code contains the English texts; the other languages are gettext catalogues.

Translators edit `LANGUAGE/LC_MESSAGES/khronos.po`; `python -m tests.make_catalogues` compiles it to
`khronos.mo` beside it.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from datetime import tzinfo
from functools import cache, partial
from pathlib import Path

from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.games.registry import games_with_feature
from khronos_pbem.languages import inflection as grammar
from khronos_pbem.languages.moments import format_moment
from khronos_pbem.languages.quotation import with_quotations
from khronos_pbem.messages import (
    AS_THEY_ARE,
    FORM,
    ORDER,
    TRANSLATED,
    Message,
    Moment,
    Number,
    Player,
    Translate,
    VerbatimText,
    Word,
    is_one,
    message,
)

ENGLISH = "en"
LANGUAGES = (ENGLISH, "fr", "de")
FOLDER = Path(__file__).parent
DOMAIN = "khronos"
_VARIABLES = ("KHRONOS_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language of the locale in these environment variables (`de_CH.UTF-8`: de).

    Return English if no locale is set or the program does not have its language.
    """
    found = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    language = found[:2].lower()
    return language if language in LANGUAGES else ENGLISH


@cache
def _forms(language: str) -> dict[str, str]:
    """Return the forms of orders in the help of a language, by their English forms."""
    found: dict[str, str] = {}
    for _, words in games_with_feature(Words):
        pairs = zip(words.help_table(ENGLISH), words.help_table(language), strict=True)
        found |= {english[0]: other[0] for english, other in pairs}
    return found


def _translate_order(canonical: str, language: str) -> str:
    """Return a canonical order in the words of a language.

    It is translated by the first game that knows the whole order, else by the first that knows its first
    word.
    """
    games = [words for _, words in games_with_feature(Words)]
    found = (each for text in (canonical, canonical.partition(" ")[0]) for each in games if each.knows(text))
    return next(found, games[0]).in_language(canonical, language)


@cache
def translator(language: str, zone: tzinfo | None = None) -> Translate:
    """Return a function that translates English messages into a language.

    The function prints times in the time zone `zone` (None: the time zone of this machine). Raises UsageError
    for a language that the program does not have.
    """
    if language == ENGLISH:
        return partial(_in_english, zone)
    if language not in LANGUAGES:
        hint = message("choose one of {names}", names=", ".join(LANGUAGES))
        raise UsageError(message("the language {words!r} is not available", words=language), hint=hint)
    catalogue = gettext.translation(DOMAIN, FOLDER, [language])
    noun = grammar.NOUNS[language]

    def speak(text: str) -> str:
        if not text or isinstance(text, VerbatimText):
            return text
        if isinstance(text, Moment):
            return format_moment(text, language, zone)
        if not isinstance(text, Message):
            return _translate_word(text, catalogue)
        template = _template(text, catalogue, language)
        parts = {key: _part(key, value) for key, value in text.parts.items()}
        return template.format(**with_quotations(template, parts, language))

    def _part(key: str, value: object) -> object:
        value = _error_message(value)
        if not isinstance(value, str) or isinstance(value, VerbatimText) or key in AS_THEY_ARE:
            return value
        if key == FORM:
            return _forms(language).get(value, value)
        return _translate_order(value, language) if key == ORDER else noun(speak(value))

    return speak


def _error_message(part: object) -> object:
    """Return the message of an error, or any other part unchanged."""
    if isinstance(part, KhronosError):
        return part.full_message
    if isinstance(part, ValueError) and part.args and isinstance(part.args[0], Message):
        return part.args[0]
    return part


def _template(text: Message, catalogue: gettext.NullTranslations, language: str) -> str:
    """Return the template of a message in a language.

    A word that includes its own translations supplies the template itself.
    """
    if text.template == TRANSLATED:
        return f"{{{language}}}"
    if not text.many:
        return catalogue.gettext(text.template)
    return catalogue.ngettext(text.template, text.many, _plural_number(text.parts["n"], language))


def _plural_number(n: int | Number, language: str) -> int:
    """Return the whole number by which gettext chooses the plural form of `n`.

    French uses the plural from 2 on, German for everything except exactly 1.
    """
    if not isinstance(n, Number):
        return int(n)
    return int(float(n)) if language == "fr" else 1 if is_one(n) else 2


def _translate_word(text: str, catalogue: gettext.NullTranslations) -> str:
    """Return a plain text in the language of a catalogue.

    Players are capitalised like names, and numbers get a decimal comma.
    """
    if isinstance(text, Number):
        return text.replace(".", ",")
    word = catalogue.gettext(text)
    return word[:1].upper() + word[1:] if isinstance(text, Player) else word


def _in_english(zone: tzinfo | None, text: str) -> str:
    """Return an English message with its times in this time zone."""
    if isinstance(text, Moment):
        return format_moment(text, ENGLISH, zone)
    if not _contains_moment(text):
        return text
    assert isinstance(text, Message)
    template = text.many if text.many and not is_one(text.parts["n"]) else text.template
    return template.format(**{key: _english_part(zone, value) for key, value in text.parts.items()})


def _english_part(zone: tzinfo | None, value: object) -> object:
    if isinstance(value, KhronosError):
        return _in_english(zone, value.full_message)
    return Word(_in_english(zone, value)) if isinstance(value, str) and _contains_moment(value) else value


def _contains_moment(text: object) -> bool:
    """Return whether a message, or one of its parts, is a time."""
    if isinstance(text, KhronosError):
        text = text.full_message
    return isinstance(text, Moment) or (
        isinstance(text, Message) and any(_contains_moment(part) for part in text.parts.values())
    )
