"""Add a game to the library: after `new` and `join`, and when it arrives in a letter."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.game_paths import game_key, id_key
from khronos_pbem.home.versions.game_files import note_game_file
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.mail_sources import letters_in_source
from khronos_pbem.mail.incoming.learn_addresses import correspondent_addresses
from khronos_pbem.mail.incoming.receive import receive as take_in
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.mail.outgoing.letter_headers import parse_label
from khronos_pbem.messages import listed, message
from khronos_pbem.record.offers import is_offer
from khronos_pbem.record.save import is_save, parse_save
from khronos_pbem.session.commands.write_blocks import WriteResult
from khronos_pbem.session.context import Context
from khronos_pbem.storage.file_types import same_file
from khronos_pbem.storage.files import read_file


def is_letter(file: Path) -> bool:
    """Return whether a path is anything other than a bare save.

    It can be an e-mail, armored text, a mailbox, a folder or an offer.
    """
    return file.is_dir() or not is_save(data := read_file(file)) or is_offer(data)


def receive_letter(file: Path, shelf: Library, context: Context) -> tuple[Path, list[ReceivedItem]]:
    """Receive a letter into the library, and return the path of the game in it, and the news.

    If it contains no game or several games, raises the first problem in the news, else UsageError.
    """
    news = take_in(letters_in_source(str(file)), shelf, context)
    games = sorted({one.game for one in news if one.game is not None and one.draft is None})
    if len(games) == 1 and games[0].exists():
        return games[0], news
    for one in news:
        if one.problem is not None:
            raise one.problem
    if not games:
        what, hint = (
            message("{path} contains no game", path=file),
            message("give a save, or an e-mail that contains a game"),
        )
        raise UsageError(what, hint=hint)
    hint = message("use one of them instead: {names}", names=listed(path.stem for path in games))
    raise UsageError(message("{path} contains several games", path=file), hint=hint)


def correspondents_of(source: Path, game: Path) -> tuple[str, ...]:
    """Return the sender and recipients of the letter that brought a game's newest block.

    They come from the headers of the letter. `source` is the letter or mailbox, and `game` the save. The
    result is empty if there is no such letter.
    """
    save = parse_save(read_file(game))
    label = (id_key(save.header), len(save.blocks) - 1)
    letters = (letter for letter in letters_in_source(str(source)) if letter.problem is None)
    found = ((letter, parse_label(letter.head)) for letter in letters)
    return next(
        (correspondent_addresses(letter) for letter, each in found if each is not None and each[:2] == label),
        (),
    )


def note_warnings(news: Iterable[ReceivedItem]) -> None:
    """Print to standard error, once each, the warnings about players who have joined."""
    note(*dict.fromkeys(line for one in news for line in one.warnings))


def add_block_to_library(done: WriteResult, path: Path, shelf: Library) -> tuple[WriteResult, dict[str, Any]]:
    """Add the game of a new block to the library; return the block, and both paths as JSON-able data.

    If the game cannot be added, the returned block has a warning; the file already written is not changed.
    """
    kept, warning = add_to_library(path, shelf)
    warnings = (*done.warnings, warning) if warning else done.warnings
    return done._replace(warnings=warnings), {"file": str(path), "library": kept}


def add_to_library(path: Path, shelf: Library) -> tuple[str | None, str]:
    """Add the game in a file to the library.

    Returns its path there and an empty text, or None and a message that explains why it could not be added.
    """
    try:
        data = read_file(path)
        save = parse_save(data)
        kept = shelf.write_newest(save, data)
        if not same_file(path, kept):
            note_game_file(shelf.home, game_key(save.header), path)
        return str(kept), ""
    except KhronosError as problem:
        return None, message(
            "the game could not be added to the library: {problem}", problem=problem.full_message
        )
