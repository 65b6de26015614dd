"""Pages from templates: the one place that makes HTML of what people have typed."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import jinja2


def rendered(package: str, template: str, **parts: Any) -> str:
    """A page from a template of a package; everything in it is escaped unless the template says otherwise."""
    return str(_environment(package).get_template(template).render(**parts))


def resource(package: str, name: str) -> str:
    """The text of a file of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


@cache
def _environment(package: str) -> Any:
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: resource(package, name)),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
