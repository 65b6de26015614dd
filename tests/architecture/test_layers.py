"""Layers: a folder imports only from those below it, and the rules touch nothing outside."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.sources import MODULES, PACKAGE, culprits, nodes_of

LAYERS = [
    "messages characters lazy_imports values version",
    "errors canvas cores",
    "storage",
    "engine",
    "games",
    "record deck",
    "home",
    "session",
    "library languages archive manual",
    "mail",
    "lessons remote",
    "composer",
    "cli api",
]
TOP = ("__init__", "__main__")


def layer_of(name: str) -> int:
    return next(number for number, names in enumerate(LAYERS) if name in names.split())


def imports_of(path: Path) -> set[str]:
    """The dotted names that a module imports from the package."""
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("khronos_pbem"):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("khronos_pbem")}
    return found


def test_a_module_imports_only_from_below() -> None:
    def wrong(path: Path) -> Iterator[str]:
        own = path.relative_to(PACKAGE).with_suffix("").parts[0]
        for name in imports_of(path):
            other = name.split(".")[1]
            if other != own and layer_of(other) >= layer_of(own):
                yield name

    assert culprits([path for path in MODULES if path.parent != PACKAGE or path.stem not in TOP], wrong) == {}


def test_the_deck_and_the_record_know_no_game() -> None:
    """A second game will stand beside the first."""
    for package in ("deck", "record", "engine"):
        for path in (PACKAGE / package).glob("*.py"):
            assert not any(name.startswith("khronos_pbem.games") for name in imports_of(path)), path


def test_the_rules_touch_nothing_outside() -> None:
    """Rules and protocol are values and functions: no clock, no files but their own data, no terminal."""
    banned = re.compile(
        r"^\s*(?:import|from) (?:os|sys|time|datetime|pathlib|socket|subprocess)\b", re.MULTILINE
    )
    for package in ("canvas", "games", "deck", "engine"):
        for path in (PACKAGE / package).rglob("*.py"):
            assert not banned.search(path.read_text(encoding="utf-8")), path


MAY_REWIND = {"write_save.py", "resolve_fork.py"}
"""Where a person's `--rewind`, or his choice in `settle`, reaches what was seen (FORMATS 4)."""


def test_only_a_person_lowers_what_was_seen() -> None:
    """Nothing but a command's own option says `rewind`; `remember` is told so in two places alone."""
    assert culprits(MODULES, lowering) == {}


def lowering(path: Path) -> Iterator[str]:
    """Calls that lower what was seen without being asked."""
    for node in nodes_of(path):
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        said = [word.value for word in node.keywords if word.arg == "rewind"]
        if called == "remember" and said:
            if path.name not in MAY_REWIND:
                yield f"line {node.lineno}: remember"
        elif called != "open_for_reading":  # which lowers nothing
            asked = [value for value in said if isinstance(value, ast.Constant) and value.value is True]
            yield from (f"line {node.lineno}: {called}" for _ in asked)


GROUP = "deck/crypto/group.py"
ITS_CALLS = re.compile(r"crypto_(core|scalarmult)_(ed25519|ristretto255)")
OF_IDENTITIES = {("engine/digests.py", "crypto_core_ed25519_is_valid_point")}
"""Identities are Ed25519 keys, whatever group the deck is on (DECK 2)."""

ITS_NUMBERS = {31, 32, 64, 252, 253, 255, 256}
OTHER_NUMBERS = {("deck/rolls.py", 64), ("deck/crypto/secrets.py", 32)}
"""Numbers below 2^64 (DECK 10.2), and secret bytes that are no scalar."""


def test_only_the_group_of_the_deck_knows_its_curve() -> None:
    """DECK 2: another group is another file; `tests/deck/crypto/test_second_group.py` tries one."""

    def calls(path: Path) -> Iterator[str]:
        for node in nodes_of(path):
            names = [getattr(node, "id", ""), getattr(node, "attr", "")]
            names += [alias.name for alias in getattr(node, "names", []) if isinstance(alias, ast.alias)]
            yield from (name for name in names if ITS_CALLS.match(name))

    def numbers(path: Path) -> Iterator[int]:
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and type(node.value) is int and node.value in ITS_NUMBERS:
                yield node.value

    group, others = PACKAGE / GROUP, [path for path in MODULES if path != PACKAGE / GROUP]
    assert set(calls(group))
    assert set(numbers(group))
    called = {(name, call) for name, found in culprits(others, calls).items() for call in found}
    assert called == OF_IDENTITIES
    deck = [path for path in others if "deck" in path.parts]
    assert {(n, number) for n, found in culprits(deck, numbers).items() for number in found} == OTHER_NUMBERS
