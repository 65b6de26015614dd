"""The command `config`: show each setting with its source, or change one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.option_types import argument, option
from khronos_pbem.cli.terminal.printing import note, print_json_or_lines
from khronos_pbem.errors import NothingToDo, UsageError
from khronos_pbem.home import settings_file
from khronos_pbem.home.config import (
    KEYS,
    Config,
    ConfigValue,
    check_setting,
    config_path,
    environment_variable,
    read_config,
)
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.messages import Message, VerbatimText, message
from khronos_pbem.record.save import Header, parse_save
from khronos_pbem.storage.files import read_file
from khronos_pbem.storage.home_folder import home

Key = Annotated[
    str | None, argument("[KEY]", "The name of a setting; default: all settings.", completion.setting_keys)
]
NewValue = Annotated[str | None, argument("[VALUE]", "The new value to save.", completion.setting_values)]
Unset = Annotated[
    str | None, option("--unset", "KEY", "Remove this setting from the file.", completion.setting_keys)
]
InGame = Annotated[
    Path | None,
    option("--in", "GAME", "Show or change the setting for this game only.", completion.saves),
]


def config(
    key: Key = None,
    value: NewValue = None,
    unset: Unset = None,
    game: InGame = None,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    if unset is not None and key is not None:
        raise UsageError(message("--unset takes the name of one setting and nothing else"))
    if game is not None:
        _check_is_of_games(unset or key)
        header = parse_save(read_file(opt.file_to_read(game))).header
        if unset is not None or value is not None:
            _change_in_game(header, "" if value is None else value, as_json)
        else:
            _print_in_game(header, read_config(settings or []), as_json)
    elif unset is not None:
        settings_file.remove_setting(unset)
        _print_removed(unset, as_json)
    elif key is not None and value is not None:
        _print_written(key, settings_file.write_setting(key, value), as_json)
    else:
        _print_settings(read_config(settings or []), key, as_json)


def _check_is_of_games(key: str | None) -> None:
    """Raise UsageError for a setting that cannot be set for a single game."""
    if key not in (None, "copies"):
        what = message(
            "{part} applies to all games and cannot be set for just one", part=ascii(key)[1:-1][:40]
        )
        raise UsageError(what, hint=message("leave out --in"))


def _change_in_game(header: Header, text: str, as_json: bool) -> None:
    """Write a game's own value of `copies`, or remove it if the text is empty, and print the change.

    Raises NothingToDo if there is no value to remove.
    """
    if text:
        check_setting("copies", ConfigValue(text, ""))
    elif not last_addresses.copies_of_game(home(), header):
        what = message("{part} is not set in {path}", path=VerbatimText(header.title), part="copies")
        raise NothingToDo(what)
    last_addresses.set_copies_of_game(home(), header, text)
    title = VerbatimText(header.title)
    told = message("{path}: {name} is no longer set", path=title, name="copies")
    if text:
        told = message("{path}: {key} = {words!r}", path=title, key="copies", words=text)
    print_json_or_lines(as_json, {"game": header.title, "key": "copies", "value": text or None}, [told])


def _print_in_game(header: Header, found: Config, as_json: bool) -> None:
    """Print the value of `copies` that applies to a game, and its source."""
    value = last_addresses.copies_setting(home(), header, found)
    document = {"game": header.title, "values": {"copies": {"value": value.text, "source": value.source}}}
    line = message("{key} = {words!r}   # {source}", key="copies", words=value.text, source=value.source)
    print_json_or_lines(as_json, document, [line])


def _print_written(key: str, text: str, as_json: bool) -> None:
    """Print the new value in the settings file, and whether an environment variable overrides it."""
    told = message("{path}: {key} = {words}", path=config_path(), key=key, words=repr(text))
    print_json_or_lines(as_json, {"file": str(config_path()), "key": key, "value": text}, [told])
    if environment_variable(key) in os.environ:
        note(
            message(
                "the environment variable {name} is set and overrides the file",
                name=environment_variable(key),
            )
        )


def _print_removed(key: str, as_json: bool) -> None:
    told = message("{path}: {name} is no longer set", path=config_path(), name=ascii(key)[1:-1])
    print_json_or_lines(as_json, {"file": str(config_path()), "key": key, "value": None}, [told])


def _print_settings(found: Config, key: str | None, as_json: bool) -> None:
    """Print all settings, or only the one named `key`."""
    if key is not None:
        check_setting(key, ConfigValue(found.get(key), ""))
    keys = KEYS if key is None else [key]
    given = {each: value for each, value in found.values.items() if each in keys}
    values = {each: {"value": value.text, "source": value.source} for each, value in given.items()}
    head = [message("# {path}", path=config_path())] if key is None else []
    document = {"file": str(config_path()), "values": values}
    print_json_or_lines(as_json, document, [*head, *_setting_lines(found, keys)])


def _setting_lines(found: Config, keys: Iterable[str]) -> list[Message]:
    """A line for each setting."""
    lines = []
    for key in keys:
        value = found.values.get(key)
        lines.append(
            message("{key} = {words}   # {source}", key=key, words=repr(value.text), source=value.source)
            if value
            else message("# {key} (not set): {meaning}", key=key, meaning=KEYS[key])
        )
    return lines
