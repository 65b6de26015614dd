"""The feature `Guide` of Khronos: its topics of `khronos help`, one page for each language."""

from __future__ import annotations

from importlib import resources

from khronos_pbem.engine.features.protocols import Guide


class KhronosGuide(Guide):
    """The topics of Khronos, from one Markdown file for each language."""

    def topics(self, language: str) -> str:
        """The topics in a language as Markdown."""
        return resources.files(__name__).joinpath(f"{language}.md").read_text(encoding="utf-8")
