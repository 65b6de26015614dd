"""Every file of `tests/hostile/` comes to its one expected outcome, cold and warm (DECK 8, FORMATS 1)."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem.errors import rule_name
from tests.make_hostile import FOLDER, FOLDERS, hostile, manifest, save_of
from tests.support.shell import Person, Result

CASES: list[dict[str, Any]] = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["case"]
HONEST = "saves/honest.khronos"
REASONS = {
    "base64": r"base64|\d+ bytes?, but \d+ are needed",
    "ack": r"no vote to confirm|confirm the vote first|votes and confirmations",
    "damaged": r"line|armor",
    "debt": r"missing|not due|contains no share",
    "format": r"first release|uses version [0-9]+ of the file format",
    "fork": r"two histories|both sign|two different|signed another|fork",
    "join": r'taken|no colour|already plays red|the table "join_deck" is missing|not the next free seat',
    "key": r"key",
    "length": r"\d+ bytes, but \d+ are needed",
    "link": r"prev is not the hash|but the next block is block \d+",
    "offer": r"appears in two offers|the offer's signature|an offer|has already been used in this game",
    "order": r"standard form|does not belong here|ended|do not end the turn|RULES|reason|nothing to choose"
    r"|automatic answers",
    "point": r"it is not a point on the curve, or it has small order"
    r"|a point is off the curve or has small order",
    "position": r".",
    "proof": r"proof( of [a-z ,]+)? is not valid|ha(s|ve) no proof|a proof, but there are no shares",
    "reveal": r"hidden|reveal",
    "roll": r"\broll\b",
    "scalar": r"not less than the order",
    "schema": r".",
    "signature": r"changed after|never signed",
    "slot": r"slot",
    "toml": r"not TOML|UTF-8|empty|deep|tables|not a Khronos save|digits|too",
    "turn": r"this block is a (turn|choice|share) (by|from) \w+, but the game is waiting for",
    "vote": r"\bvotes?\b|an offer|players staying|is not in this game|waiting for|who will begin|seat order",
}
"""How this program words each reason of the manifest; those that are left out are no refusal."""


def reading(folder: Path) -> Person:
    """Blue, who reads what others send, with his key of the collection."""
    somebody = Person("bob", folder)
    (somebody.home / "keys").mkdir(parents=True)
    shutil.copy(FOLDER / "keyring" / "keys" / "bob.toml", somebody.home / "keys")
    return somebody


@pytest.fixture
def cold(tmp_path: Path) -> Person:
    """Blue on a machine that has never seen the game."""
    return reading(tmp_path / "cold")


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home into which the honest game came by mail, and was verified on the way."""
    somebody = reading(tmp_path_factory.mktemp("known"))
    somebody.ok("receive", str(FOLDER / HONEST))
    return somebody.home


@pytest.fixture
def warm(known: Path, tmp_path: Path) -> Person:
    """Blue on a machine that knows the honest game."""
    shutil.copytree(known, tmp_path / "warm" / "home")
    return Person("bob", tmp_path / "warm")


def checked(case: dict[str, Any], result: Result) -> None:
    """The exit code, whom it blames, and the reason; one line for people, and nothing half-done."""
    assert result.code == case["exit"], (result.out, result.err)
    if case["exit"] == 0:
        return
    told = result.json
    reason = told.get("reason", told.get("error", result.err))
    assert re.search(REASONS[case["reason"]], f"{reason}{result.err}"), reason
    assert reason.isprintable()


VERIFIED = [case for case in CASES if case["do"] == "verify"]
GOING_ON = [case for case in VERIFIED if case.get("behind") == "saves/khronos-two.khronos"]
FIRST = list({case["reason"]: case for case in reversed(GOING_ON)}.values())


def is_known(case: dict[str, Any]) -> bool:
    """Whether a save is to be read on the warm machine too: those that are whole, and of those that break
    the game that it knows the first one of each kind."""
    return "behind" not in case or case in FIRST


@pytest.mark.parametrize("case", VERIFIED, ids=lambda case: case["file"])
def test_a_save(case: dict[str, Any], cold: Person, request: pytest.FixtureRequest) -> None:
    """The block and the seat are named, or nobody; it makes no difference what this machine knows already."""
    readers = [cold, request.getfixturevalue("warm")] if is_known(case) else [cold]
    for reader in readers:
        reader.folder.mkdir(exist_ok=True)
        reader.save.write_bytes(save_of(case))
        result = reader.run("verify", str(reader.save), "--json", "--rewind")
        checked(case, result)
        told = result.json
        assert told.get("valid", False) is (case["exit"] == 0)
        named = told.get("block"), told.get("seat"), rule_name(told["rule"]) if "rule" in told else None
        assert named == (case.get("block"), case.get("seat"), case.get("rule")), told


@pytest.mark.parametrize("case", [c for c in CASES if c["do"] == "try"], ids=lambda case: case["file"])
def test_a_position(case: dict[str, Any], cold: Person) -> None:
    checked(case, cold.run("try", str(FOLDER / case["file"]), "--json"))


@pytest.mark.parametrize("case", [c for c in CASES if c["do"] == "dearmor"], ids=lambda case: case["file"])
def test_armor(case: dict[str, Any], cold: Person) -> None:
    out = cold.folder / "out.khronos"
    result = cold.run("dearmor", str(FOLDER / case["file"]), "-o", str(out))
    assert result.code == case["exit"], (result.out, result.err)
    assert out.exists() is (case["exit"] == 0)
    if case["exit"]:
        assert result.err.count("\n") == 1


@pytest.mark.parametrize("case", [c for c in CASES if c["do"] == "receive"], ids=lambda case: case["file"])
def test_what_comes_by_mail(case: dict[str, Any], warm: Person) -> None:
    """Nothing is played and nothing that was seen is given up: the library's file stays as it is."""
    assert case["seen"] == HONEST
    before = {path: path.read_bytes() for path in warm.home.rglob("*.khronos")}
    assert before
    result = warm.run("receive", str(FOLDER / case["file"]), "--json")
    assert result.code == case["exit"], (result.out, result.err)
    news = result.json["news"] if result.out.strip() else []
    wanted = {"nothing": [], "fork": ["refused"]}.get(case["reason"], [case["reason"]])
    assert [one["state"] for one in news] == wanted
    if case["reason"] == "fork":
        assert re.search(REASONS["fork"], news[0]["text"]), news
    assert all(path.read_bytes() == data for path, data in before.items())


# --- the collection itself --------------------------------------------------------------------------------


def test_the_files_are_those_that_are_made(tmp_path: Path) -> None:
    """`python -m tests.make_hostile` writes the very same files again."""
    cases = list(hostile(tmp_path))
    assert (FOLDER / "expected.toml").read_text(encoding="utf-8") == manifest(cases)
    for case in cases:
        assert (FOLDER / case.file).read_bytes() == case.data, case.file


def test_the_manifest_has_every_file_once() -> None:
    files = [case["file"] for case in CASES]
    there = {str(path.relative_to(FOLDER)) for name in FOLDERS[:-1] for path in (FOLDER / name).iterdir()}
    assert len(files) == len(set(files))
    assert set(files) == there
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < 2_050_000


def test_every_reason_is_explained() -> None:
    """README.md says what each word of the manifest means, and has no other."""
    table = (FOLDER / "README.md").read_text(encoding="utf-8").split("| reason |")[1]
    explained = re.findall(r"^\| `([a-z0-9]+)` \|", table, re.MULTILINE)
    assert sorted(explained) == sorted({case["reason"] for case in CASES})
