"""The languages in which the program speaks: English in the code, the others as gettext catalogues.

`LANGUAGE/LC_MESSAGES/khronos.po` is what translators edit; `khronos.mo` beside it is compiled from it
(`python -m tests.make_catalogues`).
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.languages.grammar import NOUNS
from khronos_pbem.saying import AS_THEY_ARE, FORM, ORDER, Said, Speak, Typed, as_it_is, say

LANGUAGES = ("en", "fr", "de")
FOLDER = Path(__file__).parent
DOMAIN = "khronos"
_VARIABLES = ("KHRONOS_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def preferred(environment: Mapping[str, str]) -> str:
    """The language of a locale (`de_CH.UTF-8`: de); English where there is none or it is not spoken here."""
    found = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    language = found[:2].lower()
    return language if language in LANGUAGES else "en"


@cache
def _forms(language: str) -> dict[str, str]:
    """The forms of orders in a language, by their English ones."""
    from khronos_pbem.khronos.notation import help_table

    pairs = zip(help_table(), help_table(language), strict=True)
    return {english[0]: other[0] for english, other in pairs}


@cache
def speaker(language: str) -> Speak:
    """From English sentences to those of a language. Raises UsageError for one that is not spoken here."""
    if language == "en":
        return as_it_is
    if language not in LANGUAGES:
        hint = say("there are {names}", names=", ".join(LANGUAGES))
        raise UsageError(say("there is no language {words!r}", words=language), rule="FORMATS 1", hint=hint)
    from khronos_pbem.khronos.vocabulary import in_language

    catalogue = gettext.translation(DOMAIN, FOLDER, [language])
    noun = NOUNS[language]

    def speak(text: str) -> str:
        if not text or isinstance(text, Typed):
            return text
        if not isinstance(text, Said):
            return catalogue.gettext(text)
        template = catalogue.gettext(text.template)
        if text.many:
            template = catalogue.ngettext(text.template, text.many, int(text.parts["n"]))
        return template.format(**{key: _part(key, value) for key, value in text.parts.items()})

    def _part(key: str, value: Any) -> Any:
        if isinstance(value, KhronosError):
            return speak(value.said)
        if not isinstance(value, str) or isinstance(value, Typed) or key in AS_THEY_ARE:
            return value
        if key == FORM:
            return _forms(language).get(value, value)
        return in_language(value, language) if key == ORDER else noun(speak(value))

    return speak
