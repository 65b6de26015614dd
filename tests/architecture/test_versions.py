"""The versions that the package asks for are those it is tried with, by `.ci/run` and `lowest.txt`."""

from __future__ import annotations

import re
import tomllib

import khronos_pbem
from tests.support.shell import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_lowest_versions_are_those_that_are_tried() -> None:
    asked = dict(re.split(">=", need.split(",")[0]) for need in PROJECT["project"]["dependencies"])
    lines = (ROOT / "tests" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    assert dict(line.split("==") for line in lines if not line.startswith("#")) == asked
    assert "-c tests/lowest.txt" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_there_is_one_version() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    path = ROOT / PROJECT["tool"]["hatch"]["version"]["path"]
    assert f'__version__ = "{khronos_pbem.__version__}"' in path.read_text(encoding="utf-8")


def test_its_types_are_shipped() -> None:
    assert (ROOT / "khronos_pbem" / "py.typed").is_file()
