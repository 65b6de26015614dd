"""The command `resend`: write or send the last letter again."""

from __future__ import annotations

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.delivery.letters import prepare_last_letter
from khronos_pbem.cli.mail.send import LetterFile, deliver_and_print
from khronos_pbem.home.config import read_config


def resend(
    file: opt.SaveFile,
    name: opt.As = None,
    out: LetterFile = None,
    force: opt.Force = False,
    to: opt.To = None,
    copies: opt.Copies = None,
    send: opt.Send = False,
    smtp: opt.Smtp = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    config = read_config(settings or [])
    ready = prepare_last_letter(file, config, name, to or [], copies=copies)
    smtp = smtp or (send and out is None and bool(config.get("smtp_host")))
    deliver_and_print(config, ready, out, force=force, smtp=smtp, as_json=as_json, again=True)
