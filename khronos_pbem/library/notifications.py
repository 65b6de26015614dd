"""A call when it is your move: a command of the player's own, or a notice on the desktop.

What is told comes from others: the command gets the file's path alone, as one argument and through no shell,
and a notice nothing that its server could read as markup.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from khronos_pbem.characters import visible
from khronos_pbem.messages import Speak, as_it_is, message

try:
    import desktop_notifier
except ModuleNotFoundError:  # an extra of the package: "notify"
    desktop_notifier = None  # type: ignore[assignment]

_WAIT = 5.0
"""Seconds for which the desktop, and at the end of a command a hook, is waited for."""
_ERRORS = 2
"""Standard error, where what a hook prints goes: standard output may hold a document."""
_PLAIN = str.maketrans({"<": "\u2039", ">": "\u203a", "&": "+"})


@dataclass
class Caller:
    """How a player wants to be called: `hook` is a command, `notices` are for the desktop.

    Notices are in the language of `speak`.
    """

    hook: str = ""
    notices: bool = False
    speak: Speak = as_it_is
    calls: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def call(self, path: Path, title: str, text: str) -> Iterator[str]:
        """Call for the game in a file; what could not be done, one line each."""
        yield from self._run(path)
        if self.notices:
            yield from _notice(title, self.speak(text))

    def _run(self, path: Path) -> Iterator[str]:
        """Run the hook with the file's full path, which is no option: nothing that is hidden is in it."""
        if not self.hook:
            return
        try:
            command = [*shlex.split(self.hook), str(path.resolve())]
            self.calls = [call for call in self.calls if call.poll() is None]
            self.calls.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=_ERRORS))
        except (OSError, ValueError) as problem:
            yield message("the hook cannot be run: {problem}", problem=problem)

    def leave(self) -> None:
        """Let the hooks come to their end, for a while: one that goes on is left to itself."""
        for call in self.calls:
            try:
                call.wait(_WAIT)
            except subprocess.TimeoutExpired:
                continue


def _notice(title: str, text: str) -> Iterator[str]:
    """Show a notice on the desktop; why not, if that cannot be."""
    if desktop_notifier is None:
        yield message(
            "desktop notices need one more package: in the source folder, type pip install '.[notify]'"
        )
        return
    logging.getLogger("desktop_notifier").setLevel(logging.CRITICAL + 1)  # failures have tracebacks there
    try:
        shown = asyncio.run(asyncio.wait_for(_shown(_plain(title), _plain(text)), _WAIT))
    except Exception as problem:  # whatever a desktop does, the game goes on
        yield message("no desktop notice could be shown: {name}", name=type(problem).__name__)
    else:
        if not shown:
            yield message("this system cannot show desktop notices")


async def _shown(title: str, text: str) -> bool:
    """Whether a desktop has taken the notice."""
    taken: list[bool] = []
    notifier = desktop_notifier.DesktopNotifier(app_name="Khronos")
    await notifier.send(title=title, message=text, on_dispatched=lambda: taken.append(True))
    return bool(taken)


def _plain(text: str) -> str:
    """A text in which nothing is markup, and nothing is invisible."""
    return visible(text).translate(_PLAIN)
