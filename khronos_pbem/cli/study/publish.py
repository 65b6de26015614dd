"""The command `publish`: write or check a signed record for spectators."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from khronos_pbem.archive.records.publication import (
    check_publication_matches,
    parse_delay,
    read_publication,
    sign_publication,
)
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.option_types import flag, option
from khronos_pbem.cli.terminal.output_file import check_target, print_or_write
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.errors import UsageError
from khronos_pbem.home.versions.signed_blocks import mark_sent
from khronos_pbem.library.contact_list import key_words
from khronos_pbem.messages import message
from khronos_pbem.session.identities import load_named_identity
from khronos_pbem.session.replay.open_save import open_for_play
from khronos_pbem.storage.files import read_file
from khronos_pbem.storage.home_folder import home


def publish(
    file: opt.GameFile,
    name: opt.As = None,
    delay: Annotated[
        str,
        option(
            "--delay",
            "N UNIT",
            "How much of the end of the game to leave out, for example '5 blocks', '1 round' or '3 days'.",
        ),
    ] = "0 blocks",
    check: Annotated[
        bool,
        flag(
            "--check", "Check that FILE is a publication with a valid signature, and that no rule was broken."
        ),
    ] = False,
    save: Annotated[
        Path | None,
        option("--save", "SAVE", "With --check: also check that the publication belongs to this game."),
    ] = None,
    out: opt.OutOrPrint = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    if save is not None and not check:
        raise UsageError(message("--save works only with --check"), hint=message("add --check"))
    if check:
        _print_publication_check(file, save, rewind=rewind, as_json=as_json)
        return
    behind, at = parse_delay(delay), context(name, rewind=rewind)
    target = Path(f"{file.stem}.krec") if out is None else out
    check_target(target, force, file)
    opened = open_for_play(file, at.home, rewind=rewind)
    identity = load_named_identity(at.home, name, at.ask)
    text = sign_publication(opened.history, file, identity, behind, at.at)
    mark_sent(at.home, opened.save)
    print_or_write(target, text.encode(), force=force, quiet=as_json)
    if as_json:
        print_json({"file": str(target), "publisher": identity.name, "delay": delay})


def _print_publication_check(file: Path, save: Path | None, *, rewind: bool, as_json: bool) -> None:
    found = read_publication(read_file(file), file)
    if save is not None:
        check_publication_matches(found, open_for_play(save, home(), rewind=rewind).history)
    facts = {"publisher": found.publisher, "key": key_words(found.key), "seq": found.seq, "head": found.head}
    if as_json:
        print_json({"valid": True, **facts, "finished": found.chronicle.finished})
        return
    what = message(
        "VALID: signed by {name}; the game follows the rules up to block {seq}",
        name=found.publisher,
        seq=found.seq,
    )
    print_lines([what, message("the publisher's public key: {key}", key=facts["key"])])
    if save is not None:
        print_lines([message("the record matches the beginning of {path}", path=save)])
