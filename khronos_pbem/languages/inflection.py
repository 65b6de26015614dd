"""Inflection of nouns in German and French: `{piece:den}`, `{piece:le}` in a translated template.

A form is named by the article of a masculine noun; the gender of the actual noun decides the result.
"""

from __future__ import annotations

from collections.abc import Callable

from khronos_pbem.engine.features.protocols import Nouns
from khronos_pbem.games.registry import games_with_feature
from khronos_pbem.messages import NAME

GERMAN_FORMS = {
    "ein": ("ein", "eine", "ein"),
    "einen": ("einen", "eine", "ein"),
    "einem": ("einem", "einer", "einem"),
    "eines": ("eines", "einer", "eines"),
    "kein": ("kein", "keine", "kein"),
    "keinen": ("keinen", "keine", "kein"),
    "der": ("der", "die", "das"),
    "den": ("den", "die", "das"),
    "dem": ("dem", "der", "dem"),
    "des": ("des", "der", "des"),
    "zum": ("zum", "zur", "zum"),
    "er": ("er", "sie", "es"),
    "ihn": ("ihn", "sie", "es"),
}
"""German forms, in the order masculine, feminine, neuter."""

FRENCH_FORMS = {
    "un": ("un", "une", "un", "une"),
    "le": ("le", "la", "l'", "l'"),
    "du": ("du", "de la", "de l'", "de l'"),
    "de": ("de", "de", "d'", "d'"),
    "au": ("au", "à la", "à l'", "à l'"),
    "il": ("il", "elle", "il", "elle"),
    "e": ("", "e", "", "e"),
}
"""French forms: masculine, feminine, and each of these before a vowel."""

GERMAN_ENDINGS = {"+e": "e", "+en": "en", "+er": "er", "+es": "es"}
"""The endings of German adjectives: `{kind:+e} Karte`, `{kind:+es} Gebäude`."""

FRENCH_ENDINGS = {"+e": ("e", "se"), "+es": ("es", "ses"), "+s": ("s", "x")}
"""The feminine and plural endings of French adjectives.

The second ending of each form is for adjectives in -x.
"""

ENGLISH_FORMS = frozenset(("a", "the", NAME))
"""The forms used in English sentences.

In other languages the surrounding sentence supplies the article.
"""

_PRONOUNS = frozenset(("er", "ihn", "il"))
_ENDINGS = frozenset(("e",))
_AS_IT_IS = frozenset(("ein", "kein"))
"""The German forms after which a noun has the same ending as in a list of words."""
_AS_NOMINATIVE = {"einen": "ein", "keinen": "kein", "den": "der"}
"""The nominative form for each accusative form; they are the same unless the noun is masculine."""
_GENITIVE = frozenset(("des", "eines"))
_VOWELS = "aeiouhàâéèêëîïôûœ"


class GermanNoun(str):
    """A German noun that `format` inflects. Its gender is that of its first word.

    A form with a capital is for the beginning of a sentence: `{piece:Der}`.
    """

    __slots__ = ()

    def __format__(self, form: str, /) -> str:
        """The noun with the article of this form, or with the ending of an adjective."""
        if form in GERMAN_ENDINGS:
            return f"{self!s}{GERMAN_ENDINGS[form]}"
        small = form.lower()
        if form == NAME or small not in GERMAN_FORMS:
            return _without_article(self, form)
        gender = GENDERS["de"].get(_head(self), 2)
        bent = _inflected(self, small if gender == 0 else _AS_NOMINATIVE.get(small, small))
        return _with_article(GERMAN_FORMS[small][gender], form, bent)


class FrenchNoun(str):
    """A French noun that `format` inflects. Its gender is that of its first word.

    A form with a capital is for the beginning of a sentence: `{piece:Le}`.
    """

    __slots__ = ()

    def __format__(self, form: str, /) -> str:
        """The noun with the article of this form, or with the ending of an adjective."""
        if form in FRENCH_ENDINGS:
            return _french_adjective(self, form)
        small = form.lower()
        if form == NAME or small not in FRENCH_FORMS:
            return _without_article(self, form)
        gender = GENDERS["fr"].get(_head(self), 0)
        elided = 2 if self[:1].lower() in _VOWELS and _head(self) not in ASPIRATED else 0
        return _with_article(FRENCH_FORMS[small][gender + elided], form, self)


def _inflected(noun: str, form: str) -> str:
    """Return a German noun with its ending after the article of this form."""
    first, *rest = noun.split(" ", 1)
    if noun.lower() in BENT:
        first, rest = noun, []
    endings = BENT.get(first.lower())
    if endings is None or form in _AS_IT_IS:
        return noun
    bent = endings[-1] if form in _GENITIVE else endings[form != "der"]
    return " ".join([bent, *rest])


def _french_adjective(word: str, form: str) -> str:
    """A French adjective with the feminine or plural ending of this form."""
    plain, after_x = FRENCH_ENDINGS[form]
    if word.endswith("x"):
        return word if after_x == "x" else word[:-1] + after_x
    return word + (plain[1:] if word.endswith("e") and plain[0] == "e" else plain)


def _without_article(noun: str, form: str) -> str:
    """Return a noun without an article, or formatted as text.

    For `Name` it has a capital; for other English forms it is unchanged.
    """
    if form == NAME:
        return noun[:1].upper() + noun[1:]
    return str(noun) if form in ENGLISH_FORMS else str.__format__(str(noun), form)


def _with_article(article: str, form: str, noun: str) -> str:
    """Return the article and its noun; a pronoun or an ending is returned alone.

    A capital in the form is preserved.
    """
    shown = article[:1].upper() + article[1:] if form[:1].isupper() else article
    if form.lower() in _PRONOUNS or form in _ENDINGS:
        return shown
    return shown + noun if article.endswith("'") else f"{shown} {noun}"


def _head(noun: str) -> str:
    return noun.split(" ", 1)[0].split("-", 1)[0].lower()


GENDERS: dict[str, dict[str, int]] = {
    language: {
        noun: gender
        for _, nouns in games_with_feature(Nouns)
        for noun, gender in nouns.genders.get(language, {}).items()
    }
    for language in ("de", "fr")
}
"""The genders of the nouns of all games, by language and the noun's first word in lower case.

0 is masculine, 1 feminine, 2 neuter.
"""

BENT = {noun: endings for _, nouns in games_with_feature(Nouns) for noun, endings in nouns.bent.items()}
"""The German nouns of all games that change their ending after an article, with these endings."""

ASPIRATED = frozenset(noun for _, nouns in games_with_feature(Nouns) for noun in nouns.aspirated)
"""French words with an aspirated h, before which the article is not shortened."""

NOUNS: dict[str, Callable[[str], str]] = {"de": GermanNoun, "fr": FrenchNoun}
"""The type to which a part of a sentence is converted for inflection, by language."""
