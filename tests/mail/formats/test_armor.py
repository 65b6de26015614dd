"""Text armor through everything that mail does to text: it is recovered exactly, or the damage is named."""

from __future__ import annotations

import base64
import html
import quopri
import re
import shlex
import textwrap
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khronos_pbem.cli.mail.armor import _line_numbers
from khronos_pbem.errors import UsageError
from khronos_pbem.mail.formats.armor import armor, armored_lines, dearmor, line_ranges
from khronos_pbem.mail.formats.decode_mail import decode_readings

SAVE = bytes(Random(1).randbytes(3000)).hex().encode() + b"\nthe end of a save\n"
OTHER = b"another save\n" * 50
TEXT = "Hello Bob,\nhere is my turn.\n\n" + armor(SAVE) + "\n-- \nAnna\n"

Mangling = Callable[[bytes], bytes]


def quoted(data: bytes) -> bytes:
    return b"\n".join(b"> " + line for line in data.split(b"\n"))


def quoted_deep(data: bytes) -> bytes:
    return quoted(quoted(quoted(data)))


def with_cr(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r")


def with_crlf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def rewrapped(data: bytes) -> bytes:
    return "\n".join(textwrap.fill(line, 41) for line in data.decode("latin-1").split("\n")).encode("latin-1")


def one_line(data: bytes) -> bytes:
    return b" ".join(data.split())


def blanks_added(data: bytes) -> bytes:
    return data.replace(b"\n", b"   \n")


def no_break_spaces(data: bytes) -> bytes:
    return data.replace(b" ", "\u00a0".encode()).replace(b"\n", "\u00a0\n".encode())


PLAIN = b"MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: "


def quoted_printable(data: bytes) -> bytes:
    return PLAIN + b"quoted-printable\n\n" + quopri.encodestring(data)


def quoted_printable_bare(data: bytes) -> bytes:
    return quopri.encodestring(data)


def base64_body(data: bytes) -> bytes:
    return PLAIN + b"base64\n\n" + base64.encodebytes(data)


def html_only(data: bytes) -> bytes:
    body = html.escape(data.decode("utf-8", "replace")).replace("\n", "<br>\n")
    page = f"<html><body><div>{body}</div></body></html>"
    return b"MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n" + page.encode()


def flowed(data: bytes) -> bytes:
    lines = [line + b" " if line else line for line in data.split(b"\n")]
    return b"Content-Type: text/plain; format=flowed\n\n" + b"\n".join(lines)


def from_escaped(data: bytes) -> bytes:
    return b"\n".join(
        b">From me" if number % 9 == 4 and not line.strip() else line
        for number, line in enumerate(data.split(b"\n"))
    )


def dotted(data: bytes) -> bytes:
    return b"\n".join(b"." + line if line else line for line in data.split(b"\n"))


def with_mark(data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


def utf_16(data: bytes) -> bytes:
    return data.decode("utf-8", "replace").encode("utf-16")


def footer(data: bytes) -> bytes:
    return (
        b"[EXTERNAL] be careful!\n\n"
        + data
        + b"\n_______\nThis mail was scanned for viruses. <http://example.org>\n"
    )


def forwarded_old(data: bytes) -> bytes:
    return data + b"\n---- forwarded ----\n" + quoted(armor(OTHER).encode())


MANGLINGS: list[Mangling] = [
    quoted,
    quoted_deep,
    with_cr,
    with_crlf,
    rewrapped,
    one_line,
    blanks_added,
    no_break_spaces,
    quoted_printable,
    quoted_printable_bare,
    base64_body,
    html_only,
    flowed,
    from_escaped,
    dotted,
    with_mark,
    utf_16,
    footer,
    forwarded_old,
]


def saves_in(data: bytes) -> tuple[bytes, ...]:
    return dearmor(decode_readings(data)).saves


def test_lines_are_short() -> None:
    assert max(map(len, armor(SAVE).splitlines())) <= 64
    assert saves_in(TEXT.encode()) == (SAVE,)


@pytest.mark.parametrize("mangle", MANGLINGS, ids=lambda mangle: mangle.__name__)
def test_it_survives(mangle: Mangling) -> None:
    assert SAVE in saves_in(mangle(TEXT.encode()))


@pytest.mark.parametrize("first", MANGLINGS, ids=lambda mangle: mangle.__name__)
def test_it_survives_any_two_of_them(first: Mangling) -> None:
    """In pairs too. Only bytes put between those of UTF-16 leave no text at all."""
    for second in MANGLINGS:
        armors = dearmor(decode_readings(second(first(TEXT.encode()))))
        assert set(armors.saves) <= {SAVE, OTHER}
        assert SAVE in armors.saves or first is utf_16, second.__name__


def lines_of(text: str) -> list[str]:
    return text.splitlines()


def test_a_damaged_line_is_named_and_mended() -> None:
    """`line 14 lost 3 characters; line 15 is missing`; those lines, sent again alone, mend it."""
    text = armor(SAVE)
    lines = lines_of(text)
    lines[14] = lines[14][:30] + lines[14][33:]
    del lines[15]
    broken = "\n".join(lines)
    armors = dearmor([broken])
    assert armors.saves == ()
    error = armors.damages[0].error()
    assert "3 characters are missing from line 14; line 15 is missing" in str(error)
    assert str(error).endswith(" — ask the sender to type: khronos armor FILE --lines 14-15")
    assert int(error.exit) == 7
    assert dearmor([broken, armored_lines(text, [14, 15])]).saves == (SAVE,)


@settings(max_examples=150, deadline=None)
@given(at=st.integers(60, len(TEXT) - 80), change=st.sampled_from(["", "A", "é", "\n> ", "]", "[", "0", " "]))
def test_any_one_change_is_harmless_or_named(at: int, change: str) -> None:
    broken = TEXT[:at] + change + TEXT[at + 1 :]
    armors = dearmor(decode_readings(broken.encode()))
    if armors.saves != (SAVE,):
        assert armors.saves == ()
        assert armors.damages
        assert len(armors.damages[0].lines) <= 2


def test_only_the_end_is_missing() -> None:
    lines = lines_of(armor(SAVE))
    error = dearmor(["\n".join(lines[:20])]).damages[0]
    assert error.lines[0] == 20
    assert error.lines[-1] == len(lines) - 2


def test_the_first_line_is_missing() -> None:
    lines = lines_of(armor(SAVE))
    assert dearmor(["\n".join([lines[0], *lines[2:]])]).damages[0].lines == (1,)


def test_two_in_one_mail() -> None:
    both = armor(SAVE) + "\n" + armor(OTHER)
    assert set(saves_in(both.encode())) == {SAVE, OTHER}


def test_lines_of_two_armors_never_mix() -> None:
    """Each line carries the tag of its armor."""
    one, other = lines_of(armor(SAVE)), lines_of(armor(SAVE + b"!"))
    mixed = "\n".join(line for pair in zip(one, other, strict=False) for line in pair)
    assert set(dearmor([mixed]).saves) <= {SAVE, SAVE + b"!"}


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=2000))
def test_anything_can_be_read_without_harm(data: bytes) -> None:
    assert dearmor(decode_readings(data)).saves == ()


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=1, max_size=4000))
def test_round_trip(data: bytes) -> None:
    assert dearmor([armor(data)]).saves == (data,)


def test_lines_that_are_not_there() -> None:
    with pytest.raises(UsageError, match="no line 99"):
        armored_lines(armor(OTHER), [99])


def test_spans() -> None:
    assert line_ranges([3, 14, 15, 16, 1]) == "1,3,14-16"
    assert re.fullmatch(r"\d+", line_ranges([7]))


@pytest.mark.parametrize("lost", [[3, 14, 15], [2, 900, *range(3, 300, 2), 905]], ids=["few", "many"])
def test_the_lines_asked_for_are_one_word_of_a_command(lost: list[int]) -> None:
    """What is pasted into a shell prints all lines that are lost; beyond 40 spans some good ones too."""
    word = line_ranges(lost)
    assert shlex.split(f"khronos armor FILE --lines {word}") == ["khronos", "armor", "FILE", "--lines", word]
    assert word.count(",") < 40
    assert set(lost) <= set(_line_numbers(word)) <= set(range(min(lost), max(lost) + 1))
    assert 500 not in _line_numbers(word)
