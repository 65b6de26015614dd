"""Write the manual page that ships, from the help: `python -m tests.make_manual`."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.cli.help.help_ import command_line
from khronos_pbem.cli.help.manual import manual_page
from khronos_pbem.cli.terminal.printing import set_language

PAGE = Path(__file__).parent.parent / "docs" / "khronos.1"


def made() -> str:
    """The page in English, whatever the language was."""
    set_language("en")
    return manual_page(command_line())


if __name__ == "__main__":
    PAGE.write_text(made(), encoding="ascii")
