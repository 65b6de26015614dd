"""The topics of `khronos help`: those of the program, and those of games (`engine.features.protocols.Guide`).

A language has one file of Markdown. `## fairness, trust: What is protected` begins a topic that can be asked
for by these names; in other languages `## vertrauen = fairness: …` says which English one it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from khronos_pbem.engine.features.protocols import Guide
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import GAMES, optional, title_of
from khronos_pbem.messages import message

FOLDER = Path(__file__).parent / "guide"
ORIGINAL = "en"
_TOPIC = re.compile(r"^## ([^:=\n]+?)(?: = ([\w-]+))?: (.+)\n", re.MULTILINE)
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic in a language: its English name, the names it has there, its title, its Markdown.

    `game` is the title of the game that it belongs to; empty for a topic of the program.
    """

    key: str
    names: tuple[str, ...]
    title: str
    text: str
    game: str = ""


@cache
def own_topics(language: str = ORIGINAL) -> tuple[Topic, ...]:
    """The topics of the program in a language, in their order."""
    return parse_topics((FOLDER / f"{language}.md").read_text(encoding="utf-8"))


def topics(language: str = ORIGINAL) -> list[Topic]:
    """All topics in a language: those of the program, then those of the games that explain something."""
    found = list(own_topics(language))
    for name in GAMES:
        guide = optional(name, Guide)
        if guide is not None:
            found += parse_topics(guide.topics(language), title_of(name))
    return found


def parse_topics(text: str, game: str = "") -> tuple[Topic, ...]:
    """The topics of a page of Markdown, in their order."""
    starts = list(_TOPIC.finditer(text))
    ends = [*(match.start() for match in starts[1:]), len(text)]
    found: list[Topic] = []
    for match, end in zip(starts, ends, strict=True):
        names = tuple(name.strip() for name in match[1].split(","))
        found.append(Topic(match[2] or names[0], names, match[3], text[match.end() : end].strip(), game))
    return tuple(found)


def find(word: str, language: str = ORIGINAL) -> list[Topic]:
    """The topics of this name, which is one of the language or English, and may be shortened.

    Several games may explain the same. Raises UsageError, with the nearest names, if there is none.
    """
    known = topics(language)
    called = _called(known, language)
    wanted = word.casefold()
    keys = called.get(wanted) or _begun(called, wanted)
    if len(keys) == 1:
        return [topic for topic in known if topic.key in keys]
    if keys:
        what = message("{words!r} could mean several topics", words=word[:_SHOWN])
        raise UsageError(
            what, rule="FORMATS 1", hint=message("choose one of {names}", names=", ".join(sorted(keys)))
        )
    near = get_close_matches(wanted, called, n=1)
    hint = message("did you mean {near}?", near=near[0]) if near else message("khronos help shows all topics")
    raise UsageError(message("there is no topic {words!r}", words=word[:_SHOWN]), rule="FORMATS 1", hint=hint)


def is_topic(word: str, language: str = ORIGINAL) -> bool:
    """Whether a topic is called so, in full."""
    return word.casefold() in _called(topics(language), language)


def _called(known: list[Topic], language: str) -> dict[str, set[str]]:
    """The keys of the topics by every name they can be asked for, in small letters."""
    called: dict[str, set[str]] = {}
    for topic in [*known, *(topics(ORIGINAL) if language != ORIGINAL else ())]:
        for name in {topic.key, *topic.names}:
            called.setdefault(name.casefold(), set()).add(topic.key)
    return called


def _begun(called: dict[str, set[str]], wanted: str) -> set[str]:
    return {key for name, keys in called.items() if wanted and name.startswith(wanted) for key in keys}


def names(language: str = ORIGINAL) -> list[str]:
    """Every name by which a topic can be asked for in a language."""
    return list(dict.fromkeys(name for topic in topics(language) for name in topic.names))
