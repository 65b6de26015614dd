"""The topics of `khronos help` about My Village."""

from __future__ import annotations

from importlib import resources

from khronos_pbem.engine.features.protocols import Guide


class VillageGuide(Guide):
    """The help topics of My Village, one page for each language."""

    def topics(self, language: str) -> str:
        """The topics in a language, as Markdown."""
        return resources.files(__name__).joinpath(f"{language}.md").read_text(encoding="utf-8")
