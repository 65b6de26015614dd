"""The command `dearmor`: write the save contained in armored texts."""

from __future__ import annotations

from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.option_types import argument
from khronos_pbem.cli.terminal.printing import print_lines, print_text
from khronos_pbem.errors import UsageError
from khronos_pbem.home.versions.signed_blocks import mark_received
from khronos_pbem.mail.formats.armor import dearmor as found_in
from khronos_pbem.mail.formats.decode_mail import decode_readings
from khronos_pbem.mail.formats.mail_sources import letters_in_source
from khronos_pbem.mail.incoming.scan_letter import longest_save
from khronos_pbem.messages import message
from khronos_pbem.record.save import parse_if_possible
from khronos_pbem.storage.files import write_output
from khronos_pbem.storage.home_folder import home


def dearmor(
    files: Annotated[
        list[str],
        argument("FILE…", "Files that contain text created by khronos armor; - for standard input."),
    ],
    out: opt.Out = None,
    force: opt.Force = False,
) -> None:
    texts = [
        text for file in files for letter in letters_in_source(file) for text in decode_readings(letter.data)
    ]
    armors = found_in(texts)
    if not armors.saves:
        if armors.damages:
            raise armors.damages[0].error()
        what = message("no text created by the armor command was found")
        raise UsageError(what, hint=message("to create such a text: khronos armor FILE"))
    found = longest_save(armors.saves)
    save = parse_if_possible(found)
    if save is not None:  # what has come in armor has been out
        mark_received(home(), save)
    data = found.decode()
    if out is None:
        print_text(data)
    else:
        write_output(out, data, force=force)
        print_lines([message("wrote {out}", out=out)])
