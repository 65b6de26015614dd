"""The second verifier, in Node: what it finds in many saves."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

from khronos_pbem.archive.page import page_resource

NODE = shutil.which("node")

_SCRIPT = """
const plain = shuffleHolds, known = new Map();
shuffleHolds = function (about, K, input, output, commitments, responses) {
  const points = [K, ...input.a, ...input.b, ...output.a, ...output.b, ...commitments];
  const key = hex(H("seen", about, pointsBytes(points), utf8(responses.join())));
  if (!known.has(key)) { known.set(key, plain(about, K, input, output, commitments, responses)); }
  return known.get(key);
};
const saves = JSON.parse(require("fs").readFileSync(0, "utf8"));
const found = saves.map((save) => verifyRecord(new Uint8Array(Buffer.from(save, "base64"))));
console.log(JSON.stringify(found, (key, value) => (typeof value === "bigint" ? String(value) : value)));
"""
"""Verifies all saves of the input. A shuffle that stands in several saves is verified once."""


def verified(saves: Sequence[bytes]) -> list[dict[str, Any]]:
    """What the verifier returns for each of these saves."""
    program = page_resource("noble.js") + page_resource("verify.js")
    wish = json.dumps([base64.b64encode(save).decode() for save in saves])
    command = [str(NODE), "-e", program + _SCRIPT]
    done = subprocess.run(command, input=wish, capture_output=True, text=True, check=True, timeout=170)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def proofs(found: dict[str, Any]) -> int:
    """The number of proofs, counted as `verify` does (FORMATS 1)."""
    return sum(found["count"][kind] for kind in ("layers", "shuffles", "contributions", "keys"))
