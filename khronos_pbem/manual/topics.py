"""The topics of `khronos help`, for the program and games (`engine.features.protocols.Guide`).

Each language has one Markdown file. `## fairness, trust: What is protected` begins a topic with the names
`fairness` and `trust`. In other languages, `## vertrauen = fairness: …` also gives the English name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from khronos_pbem.engine.features.protocols import Guide
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import find_installed_games, game_title, games_with_feature
from khronos_pbem.messages import message

FOLDER = Path(__file__).parent / "guide"
ORIGINAL = "en"
_TOPIC = re.compile(r"^## ([^:=\n]+?)(?: = ([\w-]+))?: (.+)\n", re.MULTILINE)
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic in a language: its English name (`key`), names, title and Markdown in that language.

    `game` is the title of the game that the topic belongs to; empty for a topic of the program.
    """

    key: str
    names: tuple[str, ...]
    title: str
    text: str
    game: str = ""


@cache
def program_topics(language: str = ORIGINAL) -> tuple[Topic, ...]:
    """The topics of the program in a language, in their order."""
    return parse_topics((FOLDER / f"{language}.md").read_text(encoding="utf-8"))


def topics(language: str = ORIGINAL) -> list[Topic]:
    """All topics in a language: those of the program, then those of the games."""
    found = list(program_topics(language))
    find_installed_games()
    for name, guide in games_with_feature(Guide):
        found += parse_topics(guide.topics(language), game_title(name))
    return found


def parse_topics(text: str, game: str = "") -> tuple[Topic, ...]:
    """Parse the topics of a Markdown file, in their order; `game` is the title of their game."""
    starts = list(_TOPIC.finditer(text))
    ends = [*(match.start() for match in starts[1:]), len(text)]
    found: list[Topic] = []
    for match, end in zip(starts, ends, strict=True):
        names = tuple(name.strip() for name in match[1].split(","))
        found.append(Topic(match[2] or names[0], names, match[3], text[match.end() : end].strip(), game))
    return tuple(found)


def find_topics(word: str, language: str = ORIGINAL) -> list[Topic]:
    """Return the topics with this name, in English or in the language; the name may be shortened.

    Several games may have a topic of the same name. Raises UsageError if no topic matches or the name is
    ambiguous; the hint suggests names.
    """
    known = topics(language)
    called = _keys_by_name(known, language)
    wanted = word.casefold()
    keys = called.get(wanted) or _keys_by_prefix(called, wanted)
    if len(keys) == 1:
        return [topic for topic in known if topic.key in keys]
    if keys:
        what = message("{words!r} could mean several topics", words=word[:_SHOWN])
        raise UsageError(what, hint=message("choose one of {names}", names=", ".join(sorted(keys))))
    near = get_close_matches(wanted, called, n=1)
    hint = message("did you mean {near}?", near=near[0]) if near else message("khronos help shows all topics")
    raise UsageError(message("there is no topic {words!r}", words=word[:_SHOWN]), hint=hint)


def is_topic(word: str, language: str = ORIGINAL) -> bool:
    """Return whether a topic has exactly this name, in the language or in English."""
    return word.casefold() in _keys_by_name(topics(language), language)


def _keys_by_name(known: list[Topic], language: str) -> dict[str, set[str]]:
    """The keys of the topics by each of their names, in lower case."""
    called: dict[str, set[str]] = {}
    for topic in [*known, *(topics(ORIGINAL) if language != ORIGINAL else ())]:
        for name in {topic.key, *topic.names}:
            called.setdefault(name.casefold(), set()).add(topic.key)
    return called


def _keys_by_prefix(called: dict[str, set[str]], wanted: str) -> set[str]:
    return {key for name, keys in called.items() if wanted and name.startswith(wanted) for key in keys}


def names(language: str = ORIGINAL) -> list[str]:
    """All names of topics in a language."""
    return list(dict.fromkeys(name for topic in topics(language) for name in topic.names))
