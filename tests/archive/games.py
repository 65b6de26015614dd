"""Games for the tests of this folder: the samples, and one in the middle with its keyring."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from khronos_pbem.archive.records.open_record import ViewedGame, read_game
from khronos_pbem.archive.replay.export_formats import FORMATS, ExportOptions
from khronos_pbem.archive.timeline import Chronicle
from khronos_pbem.messages import untranslated
from khronos_pbem.record.save import Save, parse_save
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import Opened, open_for_reading
from tests.support.playing import no_passphrase
from tests.support.sharing import shared
from tests.support.shell import ROOT, Person

EVERY = sorted((ROOT / "sample_games").glob("*.khronos"))
"""The finished samples of all games."""
VILLAGES = [path for path in EVERY if path.stem.startswith("my-village")]
"""Those of My Village."""
SAMPLES = [path for path in EVERY if path not in VILLAGES]
"""Those of Khronos."""
MIDDLE = ROOT / "sample_games" / "middle" / "game.khronos"
KEYRING = ROOT / "sample_games" / "middle" / "keyring"
NOW = "2026-11-22T12:00:00Z"
PLAIN = ExportOptions("en", untranslated)


@cache
def _home() -> Path:
    return Path(mkdtemp(prefix="khronos-test-"))


@cache
def sample(name: str) -> Chronicle:
    """The chronicle of a sample game."""
    path = ROOT / "sample_games" / f"{name}.khronos"
    known_to(_home(), path)
    return read_game(path, context()).chronicle


@cache
def made(kind: str, name: str = "five-players", wishes: ExportOptions = PLAIN) -> bytes:
    """An export of a sample as everybody may see it, made once."""
    return FORMATS[kind][1](ViewedGame(sample(name), None, save=record(name)), wishes)


@cache
def record(name: str) -> Save:
    """The record of a sample game."""
    return parse_save((ROOT / "sample_games" / f"{name}.khronos").read_bytes())


@cache
def opened(path: Path) -> Opened:
    """A save with its history."""
    known_to(_home(), path)
    return open_for_reading(path, _home(), rewind=True)


def known_to(home: Path, *paths: Path) -> None:
    """Let this home know that samples hold, which is found out once in a run, by one of its workers."""
    with shared("samples") as verified:
        for path in paths:
            held = verified / f"{path.parent.name} {path.stem}"
            if not held.exists():
                assert open_for_reading(path, verified, rewind=True).problem is None
                held.touch()
        shutil.copytree(verified / "cache", home / "cache", dirs_exist_ok=True)


def knowing(person: Person, *paths: Path) -> Person:
    """This person, who has verified these samples before: for tests of something else, which then need not.

    Without a path he knows all of them.
    """
    known_to(person.home, *(paths or (*EVERY, MIDDLE)))
    return person


def context(name: str | None = None, home: Path | None = None) -> Context:
    """Where the tests look from."""
    return Context(home or _home(), no_passphrase, NOW, name)


def names(paths: list[Path] = SAMPLES) -> list[str]:
    """The names of these samples, else of those of Khronos."""
    return [path.stem for path in paths]
