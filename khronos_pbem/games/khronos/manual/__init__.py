"""What `khronos help` explains of Khronos: the game, and how its squares are named."""

from __future__ import annotations

from importlib import resources

from khronos_pbem.engine.features.protocols import Guide


class KhronosGuide(Guide):
    """The topics of Khronos, a page a language."""

    def topics(self, language: str) -> str:
        """The topics in a language as Markdown."""
        return resources.files(__name__).joinpath(f"{language}.md").read_text(encoding="utf-8")
