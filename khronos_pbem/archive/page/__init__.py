"""What pages are made of: templates, styles and scripts."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from khronos_pbem.canvas import templates


def rendered(template: str, **parts: Any) -> str:
    """A page from one of the templates here; everything in it is escaped unless it says otherwise."""
    return templates.rendered(__name__, template, hash_of=_hash_of, **parts)


def _hash_of(source: str) -> str:
    """A style or script as a Content-Security-Policy names the only one that it allows."""
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"


def resource(name: str) -> str:
    """The text of a style or script."""
    return templates.resource(__name__, name)
