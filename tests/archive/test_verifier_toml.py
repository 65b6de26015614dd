"""Both verifiers read the same of every TOML text: changed ones, whole ones and broken ones."""

from __future__ import annotations

import json
import random
import subprocess
import tomllib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from khronos_pbem.archive.page import page_resource
from khronos_pbem.errors import InvalidFile
from khronos_pbem.record.toml_limits import check_tokens
from tests.archive.second_verifier import NODE

with_node = pytest.mark.skipif(NODE is None, reason="not installed: node")

SEEDS = (
    'a = 1\nb.c = "x\\u00e9\\n"\n[t]\nx = [1, 2, [3]]\ny = { p = 1, q.r = "s" }\n[[arr]]\nk = '
    "2026-11-22T18:03:00Z\n[[arr]]\nk = 1979-05-27T07:32:00.000+00:00\n[arr.sub]\nz = true\n",
    "s = 'lit'\nm = '''\nmulti\n  line'''\nn = \"\"\"a\\\n   b\"\"\"\no = 0xff\np = 0o17\nq = 0b101\n"
    "r = -17\nu = 1_000\nf = 1.5\ng = 1e5\nh = inf\n\"quoted key\" = 3\n'k2' = 4\n",
    "[a]\nb = 1\n[a.c]\nd = 2\n[x.y.z]\nw = 1\n[x]\nv = 2\ny.q = 3\n# comment\n\n[[b.c]]\ne = 1\n[[b.c]]\n"
    "f = {}\ng = []\nh = [ # c\n 1,\n 2,\n]\n",
    "a.b = 1\na.c = 2\n[d]\ne.f = 1\n[d.g]\nh = 07:32:00\ni = 2026-11-22\nj = 2026-11-22 18:03:00\n"
    "k = 2026-02-30T00:00:00Z\n",
)
PIECES: tuple[str, ...] = (
    *("\"'[]{}=.,#\n \t\r\\01_-+eTZz:abc\x00\x7f\x1fé\u2028"),
    *("\r\n", "\\u0041", "\\x41", "[[", "]]", '""', '"""', "'''", "true", "false", "nan", "0x", "00", ".5"),
    *("+00:00", "-00:00", ".000", "2026-11-22T18:03:00Z", "2026-11-22t18:03:00z", "[a]", "[a.b]"),
    *("a = 1\n", "a.b = 2\n", "[[a]]\n"),
)
SCRIPT = """
const plain = (value) => {
  const pairs = (table) => Array.from(table, ([key, part]) => [key, plain(part)]);
  if (value instanceof Map) { return Object.fromEntries(pairs(value)); }
  if (Array.isArray(value)) { return value.map(plain); }
  if (typeof value === "bigint") { return `number ${value}`; }
  if (typeof value === "string") { return `text ${value}`; }
  return value instanceof Moment ? `moment ${value.text}` : typeof value === "boolean" ? value : "other";
};
const read = (text) => {
  try { return plain(new Toml(text).read()); } catch (error) {
    if (error instanceof TomlFault) { return null; }
    throw error;
  }
};
const whole = (pieces) => pieces.map(([piece, times]) => piece.repeat(times)).join("");
console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map(whole).map(read)));
"""
"""Reads texts, each of which is given as pieces, with how often each stands there."""


def changed(text: str, chance: random.Random) -> str:
    """The text with a piece more, some letters less, or a part twice."""
    place, kind = chance.randrange(len(text) + 1), chance.random()
    if kind < 0.5:
        return text[:place] + chance.choice(PIECES) + text[place:]
    if kind < 0.8:
        return text[:place] + text[place + chance.choice((1, 1, 2, 5)) :]
    end = chance.randrange(place, len(text) + 1)
    return text[:end] + text[place:]


def plain(value: Any) -> Any:
    """A value as JSON-able data, as `SCRIPT` makes it."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, bool):
        return value
    if isinstance(value, datetime) and value.utcoffset() == timedelta(0) and not value.microsecond:
        return f"moment {value.replace(tzinfo=None).isoformat(timespec='seconds')}Z"
    return {int: f"number {value}", str: f"text {value}"}.get(type(value), "other")


def read(text: str) -> Any:
    """What the first verifier reads; None for what is no TOML."""
    try:
        return plain(tomllib.loads(text))
    except ValueError:
        return None


Pieces = tuple[tuple[str, int], ...]
"""A text, as pieces with how often each stands there."""


def read_second(texts: Sequence[Pieces]) -> list[Any]:
    """What the second verifier reads of each text."""
    program = page_resource("noble.js") + page_resource("verify.js") + SCRIPT
    command = [str(NODE), "-e", program]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    found: list[Any] = json.loads(done.stdout)
    return found


@with_node
def test_toml_is_read_alike() -> None:
    chance, texts = random.Random(25), list(SEEDS)
    for _ in range(3000):
        text = chance.choice(SEEDS)
        for _ in range(chance.choice((1, 1, 2, 3))):
            text = changed(text, chance)
        texts.append(text)
    known = [read(text) for text in texts]
    assert sum(each is not None for each in known) > 300
    found = zip(texts, known, read_second([((text, 1),) for text in texts]), strict=True)
    assert [text for text, first, second in found if first != second] == []


LONG = (
    "{}",
    "-{}",
    "0x{}",
    "1.{}",
    "1e{}",
    "2026-11-22T18:03:00.{}Z",
    "2026-11-22 18:03:00.{}+00:00",
    "2026-11-22T18:03:00.{}",
    "18:03:00.{}",
    "{}.5",
)
"""Numbers, moments and times that may have many digits."""


def digits_beside(value: str) -> int:
    """How many characters stand beside the many digits, with no dot between."""
    before, _, after = value.partition("{}")
    return len(before.rpartition(".")[2]) + len(after.partition(".")[0])


@pytest.mark.parametrize("more", [0, 1, 15_000_000])
@pytest.mark.parametrize("value", LONG)
def test_words_without_quotes_have_a_limit(value: str, more: int) -> None:
    """1,000 characters between dots; a number of millions of digits does not stop the verifier."""
    text = f"x = {value.format('1' * (1000 - digits_beside(value) + more))}"
    if more:
        with pytest.raises(InvalidFile):
            check_tokens(text)
    else:
        check_tokens(text)


@with_node
@pytest.mark.parametrize("more", [0, 1, 15_000_000])
def test_words_without_quotes_have_the_same_limit(more: int) -> None:
    """The second verifier stops as little, and where the first one does."""
    texts = []
    for value in LONG:
        before, _, after = value.partition("{}")
        texts.append(((f"x = {before}", 1), ("1", 1000 - digits_beside(value) + more), (after, 1)))
    found = dict(zip(LONG, read_second(texts), strict=True))
    assert [value for value, read in found.items() if (read is None) != (more > 0)] == []
