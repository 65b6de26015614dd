"""Changes to single keys of the settings file.

Its comments, the sequence of its keys and its other content are preserved (tomlkit).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tomlkit

from khronos_pbem.errors import KhronosError, NothingToDo, UsageError
from khronos_pbem.home.config import NUMBERS, PATHS, SETTINGS_ARE, ConfigValue, check_setting, config_path
from khronos_pbem.messages import message
from khronos_pbem.record.toml import read_text, read_toml
from khronos_pbem.storage.file_types import system_error_text
from khronos_pbem.storage.files import SMALL_BYTES, file_lock, read_file, write_atomically
from khronos_pbem.storage.home_folder import home


def write_setting(key: str, text: str) -> str:
    """Write a setting to the settings file, and return the value as written.

    The file is created if necessary. Relative paths become absolute. Raises UsageError, without changing the
    file, for an unknown key, an impossible value, or a file that cannot be read or written.
    """
    text = _with_full_paths(text.strip()) if key in PATHS else text.strip()
    check_setting(key, ConfigValue(text, ""))
    value = int(text) if key in NUMBERS else text
    with _settings_document() as document:
        document[key] = value
    return text


def remove_setting(key: str) -> None:
    """Remove a key, known or not, from the settings file.

    Raises NothingToDo if the key is not in the file, UsageError if the file cannot be read or written.
    """
    with _settings_document() as document:
        if key not in document:
            what = message("{part} is not set in {path}", path=config_path(), part=ascii(key)[1:-1][:40])
            raise NothingToDo(what, hint=message("khronos config shows where each setting comes from"))
        del document[key]


def _with_full_paths(text: str) -> str:
    """A list of paths with every relative path made absolute."""
    paths = filter(None, text.split(os.pathsep))
    full = (path if path.startswith("~") or "\0" in path else str(Path(path).absolute()) for path in paths)
    return os.pathsep.join(full)


@contextmanager
def _settings_document() -> Iterator[tomlkit.TOMLDocument]:
    """Open the settings file as a document, and write it after the block unless the block raises."""
    path = config_path()
    _make_folder(path.parent)
    with file_lock(path, home()):
        document = tomlkit.parse(_text(path))
        yield document
        written = tomlkit.dumps(document)
        if read_toml(written) != document.unwrap():  # never leave a file that says something else
            raise UsageError(
                message("the program cannot change {path}", path=path),
                hint=message("change the file in a text editor"),
            )
        if written.strip():
            write_atomically(path, written.encode())
        else:
            path.unlink(missing_ok=True)  # a file of settings with nothing in it is taken for a damaged one


def _text(path: Path) -> str:
    """The text of the settings file; empty if there is none. Raises UsageError if it is not TOML."""
    data = read_file(path, SMALL_BYTES) if os.path.lexists(path) else b""
    if not data.strip():
        return ""
    try:
        text = read_text(data, SETTINGS_ARE)
        read_toml(text)
    except KhronosError as problem:
        hint = message("correct the file in a text editor first")
        raise UsageError(problem.message, file=str(path), line=problem.line, hint=hint) from None
    return text if text.endswith("\n") else f"{text}\n"


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        what = message("{path} cannot be created: {why}", path=path, why=system_error_text(problem))
        hint = message("set KHRONOS_CONFIG to a file that you can write to")
        raise UsageError(what, hint=hint) from None
