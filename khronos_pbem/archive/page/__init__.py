"""What pages are made of: templates, styles and scripts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any


def rendered(template: str, **parts: Any) -> str:
    """A page from one of the templates here; everything in it is escaped unless it says otherwise."""
    return str(_environment().get_template(template).render(**parts))


def resource(name: str) -> str:
    """The text of a style or script."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


@cache
def _environment() -> Any:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    return Environment(
        loader=FunctionLoader(resource), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
