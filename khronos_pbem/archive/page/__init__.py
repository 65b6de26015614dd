"""The templates, styles and scripts of HTML pages."""

from __future__ import annotations

import base64
import hashlib

from khronos_pbem.canvas import templates


def render_page(template: str, **parts: object) -> str:
    """The HTML page from a template of this package.

    Values are escaped unless the template says otherwise.
    """
    return templates.render_page(__name__, template, hash_of=_hash_of, **parts)


def _hash_of(source: str) -> str:
    """The hash of an inline style or script for a Content-Security-Policy: `sha256-…`."""
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"


def page_resource(name: str) -> str:
    """The text of a style sheet or script of this package, by file name."""
    return templates.read_resource(__name__, name)
