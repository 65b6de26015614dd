"""How long the second verifier takes on one core: under 5 s for five players, under 1.5 s for two."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from khronos_pbem.archive.page import page_resource
from tests.archive.second_verifier import NODE
from tests.support.shell import ROOT

_SCRIPT = """
const data = require("fs").readFileSync(process.argv[1]), before = process.cpuUsage().user;
if (!verifyRecord(new Uint8Array(data)).valid) { throw new Error("not valid"); }
console.log((process.cpuUsage().user - before) / 1e6);
"""


@pytest.mark.skipif(NODE is None, reason="not installed: node")
@pytest.mark.parametrize(("name", "most"), [("five-players", 5.0), ("two-players", 1.5)])
def test_verifying_in_javascript(name: str, most: float, benchmark: Any) -> None:
    program = page_resource("noble.js") + page_resource("verify.js") + _SCRIPT
    command = [str(NODE), "-e", program, str(ROOT / "sample_games" / f"{name}.khronos")]
    done = benchmark.pedantic(subprocess.run, (command,), {"capture_output": True, "text": True}, rounds=1)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < most
