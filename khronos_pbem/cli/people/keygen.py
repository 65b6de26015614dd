"""The command `keygen`: create an identity in the keyring."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.next_steps import note_next_after_keygen
from khronos_pbem.cli.option_types import argument, flag
from khronos_pbem.cli.terminal.is_terminal import is_terminal
from khronos_pbem.cli.terminal.printing import print_json, print_lines, translate
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.home.keyring import BOTS, PEOPLE, make_identity
from khronos_pbem.messages import message
from khronos_pbem.storage.home_folder import home


def keygen(
    name: Annotated[str, argument("NAME", "The name of the identity, as other players will see it.")],
    passphrase: Annotated[
        bool, flag("--passphrase", "Ask for a passphrase, and lock your secret key with it.")
    ] = False,
    bot: Annotated[
        bool, flag("--bot", "Create an identity for a bot; it is used only when you ask for it by name.")
    ] = False,
    as_json: opt.Json = False,
) -> None:
    locked = _ask_new_passphrase() if passphrase else None
    identity = make_identity(home(), name, locked, among=BOTS if bot else PEOPLE)
    public = encode_bytes(identity.public)
    if as_json:
        print_json({"name": identity.name, "public": public, "locked": passphrase, "home": str(home())})
        return
    print_lines(
        [
            message("created the identity {identity} in {home}", identity=identity.name, home=home()),
            message("public key {public}", public=public),
            message(
                "Send this key to anyone who wants to give you a seat, with the handover order or in a vote."
            ),
            message(
                "Keep a copy of this folder: it contains your identity, which lets you continue your games "
                "on another computer."
            ),
        ]
    )
    if bot:
        print_lines([message("To let this bot play: khronos bot FILE --as {name}", name=identity.name)])
    else:
        note_next_after_keygen(identity.name)


def _ask_new_passphrase() -> str:
    if "KHRONOS_PASSPHRASE" in os.environ or not is_terminal(sys.stdin):
        return opt.ask_passphrase()
    told = message("passphrase")
    return str(typer.prompt(translate(told), hide_input=True, confirmation_prompt=True, err=True))
