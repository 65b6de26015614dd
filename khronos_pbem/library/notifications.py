"""Notify players that it is their move, with a command they have set or a desktop notice.

The text comes from other players. So the command gets only the path of the file, as one argument and without
a shell, and a notice contains nothing that could be read as markup.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from khronos_pbem.characters import escape_invisible
from khronos_pbem.messages import Translate, message, untranslated

try:
    import desktop_notifier
except ModuleNotFoundError:  # an extra of the package: "notify"
    desktop_notifier = None  # type: ignore[assignment]

_WAIT = 5.0
"""The maximum wait in seconds for the desktop, and for a hook at the end of a command."""
_ERRORS = 2
"""The file descriptor of standard error, which receives the output of hooks.

Standard output may hold a document.
"""
_PLAIN = str.maketrans({"<": "\u2039", ">": "\u203a", "&": "+"})


@dataclass
class Notifier:
    """The ways to notify the player: `hook` is a command, `notices` turns on desktop notices.

    Notices are translated by `speak`. `calls` are the running hooks.
    """

    hook: str = ""
    notices: bool = False
    speak: Translate = untranslated
    calls: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def notify(self, path: Path, title: str, text: str) -> Iterator[str]:
        """Run the hook and show the notice for the game in a file; yield one line for each problem."""
        yield from self._run_hook(path)
        if self.notices:
            yield from _show_notice(title, self.speak(text))

    def _run_hook(self, path: Path) -> Iterator[str]:
        """Run the hook with the full path of the file.

        The path begins with `/`, so it cannot be mistaken for an option.
        """
        if not self.hook:
            return
        try:
            command = [*shlex.split(self.hook), str(path.resolve())]
            self.calls = [call for call in self.calls if call.poll() is None]
            self.calls.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=_ERRORS))
        except (OSError, ValueError) as problem:
            yield message("the hook cannot be run: {problem}", problem=problem)

    def wait_for_hooks(self) -> None:
        """Wait up to five seconds for each running hook; do not stop hooks that take longer."""
        for call in self.calls:
            try:
                call.wait(_WAIT)
            except subprocess.TimeoutExpired:
                continue


def _show_notice(title: str, text: str) -> Iterator[str]:
    """Show a desktop notice; yield the problem if that fails."""
    if desktop_notifier is None:
        yield message(
            "desktop notifications need an additional package: in the source folder, type pip install "
            "'.[notify]'"
        )
        return
    logging.getLogger("desktop_notifier").setLevel(logging.CRITICAL + 1)  # failures have tracebacks there
    try:
        shown = asyncio.run(
            asyncio.wait_for(_dispatch_notice(_without_markup(title), _without_markup(text)), _WAIT)
        )
    except Exception as problem:  # whatever a desktop does, the game goes on
        yield message("the desktop notification could not be shown: {name}", name=type(problem).__name__)
    else:
        if not shown:
            yield message("this system cannot show desktop notifications")


async def _dispatch_notice(title: str, text: str) -> bool:
    """Send a notice to the desktop; return whether it was accepted."""
    taken: list[bool] = []
    notifier = desktop_notifier.DesktopNotifier(app_name="Khronos")
    await notifier.send(title=title, message=text, on_dispatched=lambda: taken.append(True))
    return bool(taken)


def _without_markup(text: str) -> str:
    """The text with markup characters replaced and invisible characters escaped."""
    return escape_invisible(text).translate(_PLAIN)
