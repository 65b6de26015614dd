"""HTML pages from Jinja templates: the only place where text typed by players becomes HTML."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import jinja2


def render_page(package: str, template: str, **parts: object) -> str:
    """Return the page made from a package's template and the values in `parts`, escaped by default."""
    return str(_environment(package).get_template(template).render(**parts))


def read_resource(package: str, name: str) -> str:
    """Read a text file (UTF-8) of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


@cache
def _environment(package: str) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: read_resource(package, name)),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
