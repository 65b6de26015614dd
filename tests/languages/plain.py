"""What makes a sentence hard to read, as far as a machine can see it: the rules of plain language as data."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_WORDS = 30
"""A longer sentence has more than one thought."""

FIRST_WORDS = {
    "en": re.compile(
        r"(?:(?:who(?:ever|m|se)?|what(?:ever)?)|one (?:can|cannot|has|is|may|must|needs|should|will))\b",
        re.IGNORECASE,
    ),
    "de": re.compile(r"(?:wer|wem|wen|was)\b", re.IGNORECASE),
    "fr": re.compile(r"(?:qui|quiconque|ce qui|ce que|ce qu')\b", re.IGNORECASE),
}
"""How a statement must not begin: with a clause in place of its subject."""

_ENGLISH = (
    *("owes?", "owed", "owing", "debts?", "debtors?", "shel(?:f|ves)", "shelved", "heirs?", "vacant"),
    *("two histories", "newest seen", "has to act", "have to act", "has to decide", "comes? to act"),
    *("what it comes to", "bot of your keeping", "players? of the program's own", "nobody acts"),
    *("gives? a point", "wing", "crew", "unmangled?", "overtaking", "the house of", "whosoever"),
)
_GERMAN = (
    *(
        "Écus?",
        "Einflusssteine?n?s?",
        "Einflussstein",
        "zivile?[nrsm]?",
        "renovier\\w*",
        "ausbau\\w*",
        "ausgebaut",
    ),
    *(
        "fuchsia\\w*",
        "Wegegeld\\w*",
        "Haupth(?:aus|äuser)\\w*",
        "Schnitter\\w*",
        "Locale",
        "Welle[n]?",
        "Erträg?e?s?",
    ),
    *("Ertrags?", "Partiensammlung", "schulde\\w*", "getan", "Erben?"),
)
_FRENCH = (
    *(
        "marchandises?",
        "élèves?",
        "salles?",
        "vitra(?:il|ux)",
        "rénov\\w*",
        "bâtir",
        "bâti[ts]?",
        "démol\\w*",
    ),
    *("ondes?", "locale", "puzzles?", "problèmes? à résoudre", "héritiers?"),
)
BANNED = {
    language: re.compile(
        rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE if language == "en" else 0
    )
    for language, words in (("en", _ENGLISH), ("de", _GERMAN), ("fr", _FRENCH))
}
"""Words that have a plain one, or a printed one, in their place."""

_BEHIND = re.compile(r"\bbehind\b(?! the others)(?!$)", re.IGNORECASE)
"""*Behind* for *after*; "3 points behind the others", and the heading of such a column, are right."""
_LABEL = 10
"""Words that a label of a table may have, such as "what its ruler would earn with an adventurer there"."""
_CODE = re.compile(r"``.*?``|`[^`]*`", re.DOTALL)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_END = re.compile(r"(?<=[.!?…])[\"”»)*]*\s+(?=[^a-zäöüàéèê])|\s·\s|\n")


_OWN_LINE = re.compile(r"\s*(?:[*-]|\d+\.)\s|[a-zà-ü]+(?: [a-z-]+)?: ")
"""A point of a list, or a line of a lesson: `hint: …`, `missed rat: …`."""
_HE = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)
_PLAYER = re.compile(r"\b(?:players?|opponents?|others|somebody|anybody|everybody)\b", re.IGNORECASE)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, with `X` for code: between full stops, question marks, `·` and line ends."""
    for part in _END.split(_LINK.sub(r"\1", _CODE.sub("X", text))):
        if part and any(map(str.isalpha, part)):
            yield part.strip(" *_|#->")


def _is_statement(sentence: str) -> bool:
    """Whether it says something: no question, no heading, no label of a few words."""
    end = sentence.rstrip("\"'”*)")[-1:]
    return end == "." or (end not in "?:" and len(sentence.split()) > _LABEL)


def faults(text: str, language: str, *, villagers: bool = False) -> Iterator[str]:
    """What is wrong with a text of sentences, one line a fault; `villagers` may be *he*, players never."""
    for sentence in sentences(text):
        said = re.sub(r"\{[^}]*\}", "x", sentence)
        number = len(re.findall(r"[^\W_][\w'’-]*", said))
        if number > MOST_WORDS:
            yield f"{number} words: {sentence}"
        if FIRST_WORDS[language].match(sentence) and _is_statement(sentence):
            yield f"begins with a clause: {sentence}"
        yield from (f"{each[0]!r}: {sentence}" for each in BANNED[language].finditer(said))
        if language == "en" and _HE.search(sentence) and (not villagers or _PLAYER.search(sentence)):
            yield f"a player is not 'he': {sentence}"
        if language == "en" and _BEHIND.search(sentence):
            yield f"'behind': {sentence}"


def prose(page: str) -> str:
    """The running text of a page of Markdown: each paragraph, point of a list and cell of a table a line."""
    lines: list[str] = []
    fenced = False
    for line in page.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            lines.append("")
        elif fenced or line.startswith(("#", "    ", "<!--")):
            lines.append("")
        elif line.lstrip().startswith("|"):
            for cell in line.replace("\\|", "/").split("|"):
                lines += ["", cell]
            lines.append("")
        elif _OWN_LINE.match(line) or not line.strip():
            lines += ["", line]
        else:
            lines.append(line)
    return "\n".join(" ".join(each.split()) for each in re.split(r"\n\s*\n", "\n".join(lines)))


_NOT_SAID = re.compile(r"khronos [a-z]+|[a-z_]+ = |--[\w-]+|`[^`]*`|\{[^}]*\}|'[^']*'|\"[^\"]*\"|[A-Z]{2,}")
_WORD = re.compile(r"(?<![\w./-])[a-z]{4,}(?![\w./-])")


def english_words(text: str) -> set[str]:
    """The plain words of a message that a translation should not have: no code, commands, quotes or parts."""
    return set(_WORD.findall(_NOT_SAID.sub(" ", text)))


OF_FILES = frozenset(
    re.findall(
        r"\w+",
        """
    address alice armor auto best block blue branch cards chapel choice choices civil clock contact count
    cubes days derived
    edition false field format game hamlets hand handover holdem identity install keep khronos
    leaving list mailboxes mark marvin mbox monks moves name none number offers orders owner personal phase
    play player policy prev printed reaper reported revealed rolls round rounds ruin school seat
    start starttls steady story terrain tile time toll true turn undo used vote without workdays
    """,
    )
)
"""Words of files, commands and orders, which are the same in every language."""
ALIKE = {
    "de": frozenset({"bring", "pack", "private"}),
    "fr": frozenset(
        re.findall(
            r"\w+",
            """
        absent accident action actions animation argument arguments assist bits bots change code codes compare
        confirmation confirmations contacts continue copies cube date document expert face forge gain hook
        impossible inactive invasion invisible invite join long machine mail message messages moment note
        notes notification notifications option options page pages permission pile place placement places
        point points port position positions possible prestige publication rats refuge religion robot
        sanatorium score scripts second shell signature signatures socket solo solution source sources
        standard table tables terminal total type usage variable version versions village villages votes zone
        """,
        )
    ),
}
"""English words that are words of the language, too."""
