"""What pages are made of: templates, styles and scripts."""

from __future__ import annotations

from typing import Any

from khronos_pbem.canvas import templates


def rendered(template: str, **parts: Any) -> str:
    """A page from one of the templates here; everything in it is escaped unless it says otherwise."""
    return templates.rendered(__name__, template, **parts)


def resource(name: str) -> str:
    """The text of a style or script."""
    return templates.resource(__name__, name)
