"""What pages are made of: templates, styles and scripts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from khronos_pbem.lazily import later

if TYPE_CHECKING:
    import jinja2
else:
    jinja2 = later("jinja2")


def rendered(template: str, **parts: Any) -> str:
    """A page from one of the templates here; everything in it is escaped unless it says otherwise."""
    return str(_environment().get_template(template).render(**parts))


def resource(name: str) -> str:
    """The text of a style or script."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


@cache
def _environment() -> Any:
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(resource),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
