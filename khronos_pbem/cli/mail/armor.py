"""The command `armor`: print a save as text that no mail program damages."""

from __future__ import annotations

import re
from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.option_types import option
from khronos_pbem.cli.terminal.printing import print_lines
from khronos_pbem.errors import UsageError
from khronos_pbem.home.versions.signed_blocks import mark_sent
from khronos_pbem.mail.formats.armor import armor as armored
from khronos_pbem.mail.formats.armor import armored_lines
from khronos_pbem.messages import message
from khronos_pbem.record.save import parse_if_possible
from khronos_pbem.storage.files import read_file
from khronos_pbem.storage.home_folder import home


def armor(
    file: opt.SaveFile,
    lines: Annotated[
        str,
        option(
            "--lines", "14-15", "Print only these lines, for a player who received a damaged copy of them."
        ),
    ] = "",
) -> None:
    data = read_file(file)
    text = armored(data)
    save = parse_if_possible(data)
    if save is not None:
        mark_sent(home(), save)
    print_lines((armored_lines(text, _line_numbers(lines)) if lines else text).splitlines())


def _line_numbers(text: str) -> list[int]:
    found: list[int] = []
    for part in text.replace(" ", "").split(","):
        match = re.fullmatch("([0-9]{1,5})(?:-([0-9]{1,5}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 0 < first <= last:
            what = message("--lines: {words} is not a list of line numbers", words=ascii(text)[:60])
            raise UsageError(what, hint=message("write it like this: --lines 3,14-15"))
        found += range(first, last + 1)
    return found
