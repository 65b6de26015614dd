"""What `khronos help` explains of My Village: the game, and its dice."""

from __future__ import annotations

from importlib import resources

from khronos_pbem.engine.features.protocols import Guide


class VillageGuide(Guide):
    """The topics of My Village, a page a language."""

    def topics(self, language: str) -> str:
        """The topics in a language as Markdown."""
        return resources.files(__name__).joinpath(f"{language}.md").read_text(encoding="utf-8")
