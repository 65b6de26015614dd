"""The feature `Guide` of Khronos: its topics in `khronos help`, with a page in each language."""

from __future__ import annotations

from importlib import resources

from khronos_pbem.engine.features.protocols import Guide


class KhronosGuide(Guide):
    """The topics of Khronos, from one Markdown file for each language."""

    def topics(self, language: str) -> str:
        """Return the topics in a language, as Markdown."""
        return resources.files(__name__).joinpath(f"{language}.md").read_text(encoding="utf-8")
