"""What is wrong with a TOML text is told in our words, not in those of the library."""

from __future__ import annotations

import pytest

from khronos_pbem.errors import InvalidFile
from khronos_pbem.languages import translator
from khronos_pbem.messages import third_party_message
from khronos_pbem.record.toml import PROBLEMS, read_toml


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a 1", "not TOML: = is missing after a key"),
        ("a = [1", "not TOML: the closing bracket of a list is missing; the file seems to be cut off"),
        ("a = 'x", 'not TOML: "\'" is missing; the file seems to be cut off'),
        ("a = 1 2", "not TOML: there is extra text after a value"),
        ("[a]\n[a]", "not TOML: a table appears twice"),
        ("a = {b = 1, b = 2}", "not TOML: the key 'b' appears twice"),
        ('a = "\\q"', "not TOML: a \\ in quoted text must be written as \\\\"),
        ("= 1", "not TOML: a line must begin with a key or with ["),
    ],
)
def test_what_is_wrong_is_told_plainly(text: str, said: str) -> None:
    with pytest.raises(InvalidFile) as caught:
        read_toml(text)
    assert caught.value.message == said


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_problem_is_told_in_other_languages(language: str) -> None:
    for theirs in PROBLEMS:
        said = third_party_message(theirs, PROBLEMS)
        assert said is not None
        assert translator(language)(said) != said
