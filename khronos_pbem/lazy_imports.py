"""The list of the modules that are loaded only when first used, so that commands start fast.

Import such a module like any other, `from khronos_pbem.library import library`, at the top of a file. Import
only the module itself, since importing a name from it (`from … import open_library`) loads it at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import LazyLoader, spec_from_file_location
from os.path import isfile
from types import ModuleType

_PACKAGE = "khronos_pbem"

_OURS = """
    api archive.records.open_record archive.replay.text_export archive.timeline canvas.shapes
    cli.bots.bot_replies cli.delivery.letter_lines cli.delivery.letters cli.delivery.play_orders
    cli.look.replay_screen
    composer.app composer.composer_context composer.pages composer.screen_lines composer.turn_sources
    composer.tutor deck.joining deck.key_reveal deck.payment engine.features.bots
    engine.features.puzzles engine.orders.forms engine.orders.private_orders engine.orders.table_orders
    engine.runner home.config home.keyring home.sealed_orders home.secret_command
    home.settings_file home.shared_folders home.versions.withdrawn_blocks
    languages.inflection lessons.course library.contact_list
    library.library library.locate_game library.newest_copy library.notifications mail.incoming.imap
    mail.incoming.inboxes mail.outgoing.last_addresses mail.outgoing.recipients manual.topics
    record.leaving.differences record.leaving.forks record.save session.bots.bot_seats session.bots.solo
    session.commands.data_files session.commands.undo session.context session.identities
    session.queries.signing_warnings session.replay.departures session.replay.draft_block
    session.replay.replay session.replay.run_orders session.replay.sealed_messages
    session.replay.sealed_text session.replay.worker_pool session.turns.branching
    session.turns.game_position session.turns.hint session.turns.hint_text
    session.turns.order_effects session.turns.setup_position session.turns.turn_draft storage.ciphers
    storage.file_types storage.files storage.home_folder
"""
"""Modules of this package, by their names below it; a game lists its own (`add`)."""

_OTHERS = """
    concurrent.futures cryptography.exceptions cryptography.hazmat.primitives.asymmetric.ed25519
    cryptography.hazmat.primitives.asymmetric.x25519 cryptography.hazmat.primitives.hashes
    cryptography.hazmat.primitives.kdf.hkdf desktop_notifier filelock getpass html importlib.metadata
    importlib.resources jinja2 nacl.bindings openskill.models PIL.Image PIL.ImageChops PIL.ImageColor
    PIL.ImageDraw PIL.ImageFont platformdirs rich.box rich.cells rich.console rich.markdown rich.table
    rich.text tomlkit tomllib
"""
"""Modules of the standard library and of other projects."""

LAZY = {*(f"{_PACKAGE}.{name}" for name in _OURS.split()), *_OTHERS.split()}


class _LazyFinder:
    """A finder for modules of this package and the list (`sys.meta_path`); it loads listed ones lazily."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of this package or the list, lazy if it is listed; else None."""
        own = name.startswith(f"{_PACKAGE}.")
        if not own and name not in LAZY:
            return None
        spec = _own_spec(name, path) if own else PathFinder.find_spec(name, path, target)
        if name in LAZY and spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec


def _own_spec(name: str, path: Sequence[str] | None) -> ModuleSpec | None:
    """Return the spec of a module of this package, or None; this is faster than Python's own finders."""
    for folder in path or ():
        place = f"{folder}/{name.rpartition('.')[2]}"
        for file, inside in ((f"{place}.py", None), (f"{place}/__init__.py", [place])):
            if isfile(file):  # noqa: PTH113 - a path takes several times as long
                loader = SourceFileLoader(name, file)
                return spec_from_file_location(name, file, loader=loader, submodule_search_locations=inside)
    return None


def add(package: str, names: str) -> None:
    """Add modules of a package to the list, by their names relative to it, separated by blanks."""
    LAZY.update(f"{package}.{name}" for name in names.split())


def install() -> None:
    """Make Python load the listed modules lazily, from now on."""
    if _LazyFinder not in sys.meta_path:
        sys.meta_path.insert(0, _LazyFinder)
