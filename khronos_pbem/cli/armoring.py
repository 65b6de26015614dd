"""The commands that make text of a save and a save of text: `armor`, `dearmor`."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.printing import print_lines, print_text
from khronos_pbem.errors import UsageError
from khronos_pbem.saying import say


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (armor, dearmor):
        app.command()(command)


def armor(
    file: opt.SaveFile,
    lines: Annotated[
        str, typer.Option("--lines", metavar="14-15", help="Only these lines, to mend another's.")
    ] = "",
) -> None:
    """Print a save as text that survives any mail."""
    from khronos_pbem.mail.armor import armor as armored
    from khronos_pbem.mail.armor import armored_lines
    from khronos_pbem.record.files import read_file

    text = armored(read_file(file))
    print_lines((armored_lines(text, _numbers(lines)) if lines else text).splitlines())


def _numbers(text: str) -> list[int]:
    found: list[int] = []
    for part in text.replace(" ", "").split(","):
        match = re.fullmatch("([0-9]{1,5})(?:-([0-9]{1,5}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 0 < first <= last:
            raise UsageError(
                say("--lines {words}: not a list of lines", words=ascii(text)[:60]),
                rule="FORMATS 1",
                hint=say("like 3,14-15"),
            )
        found += range(first, last + 1)
    return found


def dearmor(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Texts with armor; - is standard input.")
    ],
    out: opt.Out = None,
    force: opt.Force = False,
) -> None:
    """Find the armored save in some texts and write it; lines sent again mend a damaged one."""
    from khronos_pbem.mail.armor import dearmor as found_in
    from khronos_pbem.mail.finding import longest
    from khronos_pbem.mail.sources import letters_in
    from khronos_pbem.mail.unmangle import readings
    from khronos_pbem.record.files import write_new

    texts = [text for file in files for letter in letters_in(file) for text in readings(letter.data)]
    armors = found_in(texts)
    if not armors.saves:
        if armors.damages:
            raise armors.damages[0].error()
        raise UsageError(
            say("there is no armored save in it"), rule="FORMATS 1", hint=say("khronos armor makes one")
        )
    data = longest(armors.saves).decode()
    if out is None:
        print_text(data)
    else:
        write_new(out, data, force=force)
        print_lines([say("wrote {out}", out=out)])
