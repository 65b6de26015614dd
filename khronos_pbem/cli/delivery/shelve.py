"""What `new` and `join` do beside the file: the game lies in the library, whatever it came in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.game_paths import game_key, id_key
from khronos_pbem.home.versions.game_files import note_place
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.mail_sources import letters_in
from khronos_pbem.mail.incoming.findings import News
from khronos_pbem.mail.incoming.learn_addresses import correspondents
from khronos_pbem.mail.incoming.receive import receive as take_in
from khronos_pbem.mail.outgoing.letter import label_of
from khronos_pbem.messages import listed, message
from khronos_pbem.record.offers import is_offer
from khronos_pbem.record.save import is_save, parse_save
from khronos_pbem.session.commands.write_blocks import Done
from khronos_pbem.session.context import Context
from khronos_pbem.storage.file_types import same_file
from khronos_pbem.storage.files import read_file


def is_letter(file: Path) -> bool:
    """Whether a file holds something else than a bare save: a mail, an armor, a mailbox, an offer."""
    return file.is_dir() or not is_save(data := read_file(file)) or is_offer(data)


def taken_in(file: Path, shelf: Library, context: Context) -> tuple[Path, list[News]]:
    """The game that came in a letter, in the library where it goes on, and what came of the letter.

    Raises what is wrong with the letter, UsageError for one with several games or none.
    """
    news = take_in(letters_in(str(file)), shelf, context)
    games = sorted({one.game for one in news if one.game is not None and one.draft is None})
    if len(games) == 1 and games[0].exists():
        return games[0], news
    for one in news:
        if one.problem is not None:
            raise one.problem
    if not games:
        what, hint = (
            message("{path} contains no game", path=file),
            message("give a letter with a game, or a save"),
        )
        raise UsageError(what, rule="FORMATS 1", hint=hint)
    hint = message("give one of them instead: {names}", names=listed(path.stem for path in games))
    raise UsageError(message("{path} contains several games", path=file), rule="FORMATS 1", hint=hint)


def correspondents_of(source: Path, game: Path) -> tuple[str, ...]:
    """Who writes or gets the letter that brought a game's newest block, by its headers."""
    save = parse_save(read_file(game))
    label = (id_key(save.header), len(save.blocks) - 1)
    letters = (letter for letter in letters_in(str(source)) if letter.problem is None)
    found = ((letter, label_of(letter.head)) for letter in letters)
    return next(
        (correspondents(letter) for letter, each in found if each is not None and each[:2] == label), ()
    )


def note_warnings(news: Iterable[News]) -> None:
    """Tell what must not be overlooked about those who have joined."""
    for line in dict.fromkeys(line for one in news for line in one.warnings):
        note(line)


def shelved(done: Done, path: Path, shelf: Library) -> tuple[Done, dict[str, Any]]:
    """Put the game that stands in a file into the library too; where it is, for the document.

    What keeps it out is a warning: the game is written all the same.
    """
    kept, warning = put_on_shelf(path, shelf)
    warnings = (*done.warnings, warning) if warning else done.warnings
    return done._replace(warnings=warnings), {"file": str(path), "library": kept}


def put_on_shelf(path: Path, shelf: Library) -> tuple[str | None, str]:
    """Put the game that stands in a file into the library; where it is there, or what keeps it out."""
    try:
        data = read_file(path)
        save = parse_save(data)
        kept = shelf.put(save, data)
        if not same_file(path, kept):
            note_place(shelf.home, game_key(save.header), path)
        return str(kept), ""
    except KhronosError as problem:
        return None, message("the game could not be added to the library: {problem}", problem=problem.said)
