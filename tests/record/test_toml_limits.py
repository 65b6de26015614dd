"""What somebody hostile may have written costs no more than reading it: time and memory stay in bounds."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from khronos_pbem.errors import InvalidFile, KhronosError
from khronos_pbem.record.save import is_save, parse_readable, parse_save, write_save
from khronos_pbem.record.toml import read_toml
from khronos_pbem.record.toml_limits import (
    MAX_BRACKETS,
    MAX_KEY_PARTS,
    MAX_LINES,
    MAX_NESTS,
    MAX_PAIRS,
    MAX_PARTS,
)
from tests.record.test_save import chain

SIZE = 128 * 1024
"""So much goes beyond every limit that there is; it takes a twentieth of a second, or minutes without one."""


def again(unit: str) -> Callable[[int], str]:
    return lambda size: unit * (size // len(unit))


def numbered(line: str) -> Callable[[int], str]:
    return lambda size: "".join(line.format(n=n) for n in range(size // (len(line) + 3)))


def after(start: str, rest: Callable[[int], str], end: str = "") -> Callable[[int], str]:
    return lambda size: start + rest(size) + end


SHAPES: dict[str, Callable[[int], str]] = {
    "an open string": after('a = "', again("x")),
    "an open string of escaped quotes": after('a = "', again('\\"')),
    "open strings, line by line": again('a = "x\n'),
    "an open literal": after("a = '", again("x")),
    "an open text of many lines": after('a = """', again('x""')),
    "an open literal of many lines": after("a = '''", again("x''\n")),
    "quotes": again('"'),
    "backslashes": after('a = "', again("\\")),
    "a long key": again("a"),
    "a long word": after("a = ", again("b")),
    "a long number": after("a = ", again("1")),
    "a long number in parts": after("a = 1", again("_1")),
    "a long number in base 16": after("a = 0x", again("f")),
    "a long fraction": after("a = 1.", again("1")),
    "a long exponent": after("a = 1e", again("1")),
    "a dotted key": after("", again("a."), "a = 1"),
    "a dotted key in quotes": after("", again('"a".'), "a = 1"),
    "a dotted head": after("[", again("a."), "a]"),
    "long dotted keys": numbered(".".join("a" * 30) + ".k{n} = 1\n"),
    "keys under a long head": after("[" + "a." * 30 + "a]\n", numbered("k{n} = 1\n")),
    "tables": numbered("[t{n}]\n"),
    "tables in tables": numbered("[a.b.t{n}]\n"),
    "lists of tables": again("[[a]]\n"),
    "lists of tables in tables": again("[[a]]\n[[a.b]]\n[a.b.c]\n"),
    "keys of tables": numbered("k{n} = {{}}\n"),
    "nested lists": after("a = ", again("[")),
    "nested tables": after("a = ", again("{a = ")),
    "a list of lists": after("a = [", again("[],"), "]"),
    "a list of tables": after("a = [", again("{},"), "]"),
    "a list of numbers": after("a = [", again("1,"), "]"),
    "a list with comments": after("a = [", again("#\n"), "]"),
    "empty lines": again("\n"),
    "returns": again("\r"),
    "blanks": after("a = ", again(" "), "1"),
    "comments": again("#\n"),
    "escapes": after('a = "', again("\\n"), '"'),
    "characters of four bytes": after('a = "', again("x\\U0001F600"), '"'),
    "no characters at all": again("\0"),
    "dots": again("."),
    "brackets": after("a = ", again("]")),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_long_and_no_save_is_refused(shape: str) -> None:
    """How long that takes at one and at four megabytes: `tests/benchmarks/test_reading_speed.py`."""
    data = SHAPES[shape](SIZE).encode()
    is_save(data)
    with pytest.raises(KhronosError):
        parse_readable(data)


CROWDS: dict[str, tuple[str, str]] = {
    "tables": ("[[a]]\n" * (MAX_NESTS // 2 + 1), "tables and lists"),
    "empty lists": ("a = [" + "[]," * MAX_NESTS + "]", "tables and lists"),
    "keys": ("a={" + "k=1," * (MAX_PAIRS + 1) + "}", "keys"),
    "parts": ("a = [" + "1," * (MAX_PARTS + 1) + "]", "list elements or key parts"),
    "lines": ("\n" * (MAX_LINES + 1) + "a = 1", "lines"),
}


@pytest.mark.parametrize("crowd", CROWDS)
def test_more_than_a_save_can_have_is_refused_before_it_is_built(crowd: str) -> None:
    text, words = CROWDS[crowd]
    with pytest.raises(InvalidFile, match=words) as caught:
        read_toml(text)
    assert caught.value.line is not None


def test_a_file_of_tables_alone_takes_no_memory() -> None:
    text = "[[a]]\n" * (MAX_NESTS // 2 + 1)
    tracemalloc.start()
    try:
        with pytest.raises(InvalidFile):
            read_toml(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1024 * 1024


def test_what_stands_in_strings_and_comments_is_not_counted() -> None:
    brackets, dots = "[" * (MAX_BRACKETS + 1), "a." * (MAX_KEY_PARTS + 1)
    text = (
        f"# {brackets} {dots}\na = '{brackets}{dots}' # \"\nb = \"\\\"{brackets}\"\nc = '''\n'{dots}'''''\n"
    )
    table = read_toml(text + 'd = """"x\\"""""\n')
    assert table["a"] == brackets + dots
    assert table["b"] == '"' + brackets
    assert table["c"] == f"'{dots}''"
    assert table["d"] == '"x""'


def test_nothing_hides_behind_a_string() -> None:
    """A quote in a comment, an escaped one and one at a line's end do not hide what follows."""
    deep = "a." * (MAX_KEY_PARTS + 1) + "a = 1\n"
    for start in (
        '# "\n',
        "x = '\\'\n",
        'x = "\\\\"\n',
        "x = ''''''\n",
        'x = """"""\n',
        'x = """a"""""\n',
        "x = 1 # '\n",
    ):
        with pytest.raises(InvalidFile, match=f"more than {MAX_KEY_PARTS} parts"):
            read_toml(start + deep)


def test_a_record_is_read_up_to_its_break_whatever_characters_stand_before() -> None:
    """Lines are counted as TOML counts them, not at every character that some call a line's end."""
    text = "# \u2028\u2028\u2029 from the mail\n" + write_save(chain(4), [])
    broken = text + "\n[[block]]\nseq = \n"
    assert len(parse_readable(broken.encode()).save.blocks) == 4


def test_a_save_is_known_by_its_first_key() -> None:
    data = write_save(chain(3), ["a comment"]).encode()
    assert is_save(data)
    assert is_save(b"\xef\xbb\xbf" + data)
    assert not is_save(b"\n" * 1000 + b'[a]\nformat = "khronos-pbem/3"\n')
    assert parse_save(data) == chain(3)
