"""Hostile letters of one and of four megabytes: the second takes about four times as long, not sixteen."""

from __future__ import annotations

from typing import Any

import pytest

from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.scan_letter import scan_letter
from tests.mail.incoming.hostile import FORMS


@pytest.mark.parametrize("megabytes", [1, 4])
@pytest.mark.parametrize("name", FORMS)
def test_a_hostile_letter(name: str, megabytes: int, benchmark: Any) -> None:
    letter = Letter("x", FORMS[name](megabytes * 1_000_000))
    benchmark.group = name
    benchmark.pedantic(scan_letter, (letter,), rounds=3)
