"""Two games have room: nothing outside a game knows it, or uses its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import MODULES, PACKAGE, culprits, named
from tests.architecture.test_layers import imports_of

IN_GAMES = (("games", "khronos"), ("games", "my_village"))
GAMES = sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists())
REGISTRY = "khronos_pbem.games.registry"

WORDS = re.compile(
    r"(?<![a-z])(?:(?<! )reason|ecu|might|faith|cube|edition)s?(?![a-z])|(?<![a-z])holdem(?![a-z])",
    re.IGNORECASE,
)
"""The words of Khronos, as words or parts of names like `cubes_at`. In a sentence, a reason is a cause."""

CAUSE = re.compile(r"\b(?:a|the|particular|engine's) reason\b|\breason_text\b")
"""Where "reason" is no board."""

VILLAGE_WORDS = re.compile(
    r"(?<![a-z])(?:village|villager|sanatorium|headman|reaper|monk|coffin|clochemerle|labourer|merchant|"
    r"craftsman|councillor|customer|prestige)s?(?![a-z])",
    re.IGNORECASE,
)
"""The words of My Village that no other game and no table has."""

VILLAGE_ALLOWED: dict[str, tuple[str, ...]] = {
    "games/registry.py": ('"my-village": "khronos_pbem.games.my_village:PLUGIN"',),
    "manual/rule_pages.py": ("VILLAGE",),
}
"""Where the game is registered, the name of its page, and the name of the program."""

ALLOWED: dict[str, tuple[str, ...]] = {
    "session/queries/player_view.py": ('"reason": problem.message',),
    "mail/incoming/imap.py": ("why=problem.reason",),
    "mail/outgoing/smtp.py": ("why=problem.reason",),
}
"""Where it is another word: a key of `verify` (FORMATS 1), and Python's name for the cause of an error."""

OUTSIDE = [path for path in MODULES if path.relative_to(PACKAGE).parts[:2] not in IN_GAMES]
STRANGERS = [path for path in MODULES if path.relative_to(PACKAGE).parts[:2] != ("games", "khronos")]


def spoken(path: Path, allowed: dict[str, tuple[str, ...]]) -> list[str]:
    """The lines of a module, names cut into their words, without what it may say."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", CAUSE.sub("", path.read_text(encoding="utf-8")))
    for each in allowed.get(named(path), ()):
        assert each in text, f"{each} is no longer in {named(path)}"
        text = text.replace(each, "")
    return text.splitlines()


def loaded_by_name(path: Path) -> Iterator[str]:
    """The modules of games that a module names in its texts: they may be loaded by their names too."""
    yield from re.findall(r"khronos_pbem\.games\.\w+", path.read_text(encoding="utf-8"))


def test_games_are_asked_for_through_the_table_of_games() -> None:
    def wrong(path: Path) -> Iterator[str]:
        parts = path.relative_to(PACKAGE).parts
        own = f"khronos_pbem.games.{parts[1]}" if parts[0] == "games" and len(parts) > 2 else REGISTRY
        for name in [*imports_of(path), *loaded_by_name(path)]:
            if name.startswith("khronos_pbem.games.") and not f"{name}.".startswith(f"{own}."):
                yield f"knows {name}"

    assert culprits([path for path in MODULES if named(path) != "games/registry.py"], wrong) == {}


def test_the_table_of_games_loads_nothing_before_it_is_asked_for() -> None:
    found = imports_of(PACKAGE / "games" / "registry.py")
    assert not any(name.startswith("khronos_pbem.games.") for name in found)


def test_only_khronos_speaks_in_its_words() -> None:
    def wrong(path: Path) -> Iterator[str]:
        yield from filter(WORDS.search, spoken(path, ALLOWED))

    assert culprits(STRANGERS, wrong) == {}


def test_only_my_village_speaks_in_its_words() -> None:
    def wrong(path: Path) -> Iterator[str]:
        yield from filter(VILLAGE_WORDS.search, spoken(path, VILLAGE_ALLOWED))

    assert culprits(OUTSIDE, wrong) == {}


@pytest.mark.parametrize(
    "text", ["ecus", "take_cube", "Edition 2", "isHoldem", "reason_of", "MIGHT", "the faiths", "cube2"]
)
def test_the_words_are_found_in_names_too(text: str) -> None:
    assert WORDS.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text))


@pytest.mark.parametrize("text", ["execute", "mighty", "security", "expedition", "unreasonable"])
def test_other_words_are_left_alone(text: str) -> None:
    assert WORDS.search(text) is None


def test_there_is_a_game() -> None:
    assert "khronos" in GAMES
    assert len(STRANGERS) > 100
