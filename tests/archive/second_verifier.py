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
const once = (check, pointsOf) => {
  const known = new Map();
  return (...parts) => {
    const [points, scalars] = pointsOf(...parts);
    const key = hex(H("seen", parts[0], pointsBytes(points), utf8(scalars.join())));
    if (!known.has(key)) { known.set(key, check(...parts)); }
    return known.get(key);
  };
};
shuffleHolds = once(shuffleHolds, (about, K, input, output, commitments, responses) =>
  [[K, ...input.a, ...input.b, ...output.a, ...output.b, ...commitments], responses]);
equalityHolds = once(equalityHolds, (about, X, bases, images, proof) => [[X, ...bases, ...images], proof]);
const signatures = new Map(), checkSignature = signatureHolds;
signatureHolds = (key, message, signature) => {
  const asked = [pointBytes(key), message, signature].map(hex).join();
  if (!signatures.has(asked)) { signatures.set(asked, checkSignature(key, message, signature)); }
  return signatures.get(asked);
};
const decoded = new Map(), readPoint = PointReader.prototype.point;
PointReader.prototype.point = function (bytes, block) {
  const key = hex(bytes), point = decoded.get(key);
  if (point && !this.known.has(key)) {
    this.known.set(key, point); this.unchecked.push([point, block]); this.read += 1;
  }
  decoded.set(key, readPoint.call(this, bytes, block));
  return decoded.get(key);
};
const checkedKeys = new Map(), readKey = PointReader.prototype.publicKey;
PointReader.prototype.publicKey = function (bytes) {
  const key = hex(bytes);
  if (checkedKeys.has(key) && !this.known.has(key)) { this.known.set(key, checkedKeys.get(key)); }
  checkedKeys.set(key, readKey.call(this, bytes));
  return checkedKeys.get(key);
};
const inside = new Set(), firstOutside = PointReader.prototype.firstOutside;
PointReader.prototype.firstOutside = function () {
  this.unchecked = this.unchecked.filter(([point]) => !inside.has(hex(pointBytes(point))));
  const points = this.unchecked, found = firstOutside.call(this);
  if (found === null) { points.forEach(([point]) => inside.add(hex(pointBytes(point)))); }
  return found;
};
const saves = JSON.parse(require("fs").readFileSync(0, "utf8"));
const found = saves.map((save) => verifyRecord(new Uint8Array(Buffer.from(save, "base64"))));
console.log(JSON.stringify(found, (key, value) => (typeof value === "bigint" ? String(value) : value)));
"""
"""Verifies all saves of the input. A proof, signature or point of several saves is checked once."""


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
