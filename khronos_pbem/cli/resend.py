"""`resend`: the last letter again."""

from __future__ import annotations

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.letters import deliver_it, last_letter, leaves, unreached
from khronos_pbem.cli.printing import note, print_lines, print_text
from khronos_pbem.mail.config import read_config
from khronos_pbem.mail.letters import unsent
from khronos_pbem.saying import say


def resend(
    file: opt.SaveFile,
    name: opt.As = None,
    to: opt.To = None,
    copies: opt.Copies = False,
    smtp: opt.Smtp = False,
    settings: opt.Settings = None,
) -> None:
    """Reproduce the last letter of a game exactly, and deliver it again with --smtp."""
    config = read_config(settings or [])
    ready = last_letter(file, config, name, to or [], copies=copies)
    mail = ready.mail
    if smtp:
        deliver_it(config, ready, again=True)
        print_lines([say("sent again to {to}: {subject}", to=mail["To"], subject=mail["Subject"])])
    else:
        leaves(ready)
        print_text(unsent(mail))
    for line in unreached(ready.between.missing):
        note(line)
