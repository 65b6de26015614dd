"""Every printed example and ruling: position in, orders, position out (VILLAGE 19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khronos_pbem.errors import KhronosError
from khronos_pbem.games.my_village.positions.problems import position_faults
from tests.games.my_village.cases import Case, all_cases, play, shown

CASES = all_cases()
_SOME = ("events", "says")


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case: Case) -> None:
    if "error" in case.data:
        with pytest.raises(KhronosError) as caught:
            play(case)
        assert caught.value.rule == f"VILLAGE {case.data['error']['rule']}", str(caught.value)
        assert case.data["error"].get("contains", "") in str(caught.value)
        return
    trial = play(case)
    found = shown(trial)
    assert position_faults(trial.position) == []
    for word in case.data.get("illegal", []):
        assert word not in found["legal"]
    for word in case.data.get("legal", []):
        assert word in found["legal"]
    assert case.data.get("after") or case.data.get("legal") or case.data.get("illegal")
    check(case.data.get("after", {}), found)


def check(expected: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    for key, part in expected.items():
        if isinstance(part, Mapping) and found[key] is not None:
            check(part, found[key])
        elif key in _SOME:
            assert [each for each in found[key] if each in part] == part, key
        elif key == "pending" and not part:
            assert found[key] is None
        else:
            assert found[key] == part, key


def test_every_example_of_chapter_19_is_there() -> None:
    said = {rule for case in CASES for rule in case.rules}
    assert {f"19.{number}" for number in range(1, 26)} <= said
