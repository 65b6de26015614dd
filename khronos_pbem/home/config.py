"""Settings from the TOML file, the environment and options, each with its source."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from khronos_pbem.engine.fields import is_plain_line
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.messages import Message, listed, message
from khronos_pbem.record.toml import read_text, read_toml
from khronos_pbem.storage.files import SMALL_BYTES, read_file

KEYS: dict[str, str] = {
    "address": "your e-mail address, as others see it",
    "copies": "all or none: whether the other players get a copy of your e-mails",
    "library": "your library folder",
    "smtp_host": "the server that sends your mail",
    "smtp_port": "the port of the server",
    "smtp_security": "tls, starttls or none",
    "smtp_user": "your user name on the server that sends your mail; leave it empty if the server needs none",
    "smtp_password_command": "a command that prints the password",
    "imap_host": "the server that receives your mail",
    "imap_port": "the port of the server",
    "imap_security": "tls, starttls or none",
    "imap_user": "your user name on the server that receives your mail",
    "imap_password_command": "a command that prints the password",
    "imap_folder": "the mailbox on the server where the program looks for e-mails",
    "mailboxes": (
        "files, Maildirs and folders in which to look for e-mails, separated as in the PATH variable"
    ),
    "folders": "shared folders with the saves of your games, separated as in the PATH variable",
    "passphrase_command": "a command that prints the passphrase of your identity",
    "timeout": "how many seconds to wait for a server",
}
DEFAULTS = {
    "copies": "all",
    "smtp_port": "465",
    "smtp_security": "tls",
    "imap_port": "993",
    "imap_security": "tls",
    "imap_folder": "INBOX",
    "timeout": "30",
}
NUMBERS = ("smtp_port", "imap_port", "timeout")
PATHS = ("library", "mailboxes", "folders")
_SECURITY = ("tls", "starttls", "none")
CHOICES = {"copies": ("all", "none"), "smtp_security": _SECURITY, "imap_security": _SECURITY}
"""The possible values of each setting that has a fixed set of them."""
LONGEST = 1000
OPTION = "--config"
"""The source of a setting that was given with this option, for one command only."""
SETTINGS_ARE = message("the settings are stored in a TOML file with one line for each setting")


@dataclass(frozen=True, slots=True)
class ConfigValue:
    """The text of a setting, and its source: "default", a path, an environment variable or an option.

    The source is empty for a value that is only being checked.
    """

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Config:
    """All settings in force, by key."""

    values: Mapping[str, ConfigValue]

    def get(self, key: str) -> str:
        """The text of a setting; empty if it is not set."""
        value = self.values.get(key)
        return value.text if value else ""

    def number(self, key: str) -> int:
        """The value of a setting that holds a number."""
        return int(self.get(key))

    def required(self, key: str) -> str:
        """The text of a setting that must be set. Raises UsageError if it is not."""
        text = self.get(key)
        if not text:
            hint = message("set it with khronos config {key} VALUE", key=key)
            raise UsageError(message("{key} is not set ({key2})", key=key, key2=KEYS[key]), hint=hint)
        return text


def paths_of(config: Config, key: str) -> list[Path]:
    """Return the paths in a setting, in the given order, with `~` expanded; empty if it is not set."""
    return [Path(text).expanduser() for text in config.get(key).split(os.pathsep) if text.strip()]


def config_path() -> Path:
    """The path of the settings file: `$KHRONOS_CONFIG`, else a file in the platform's config folder."""
    given = os.environ.get("KHRONOS_CONFIG")
    if given:
        return Path(given)
    return platformdirs.user_config_path("khronos") / "config.toml"


def environment_variable(key: str) -> str:
    """The name of the environment variable for a setting; it overrides the settings file."""
    return f"KHRONOS_{key.upper()}"


def read_config(options: Iterable[str] = ()) -> Config:
    """Read all settings from options (`KEY=VALUE`), the environment, the file and the defaults.

    Each of these sources overrides the ones after it. Raises UsageError for an unknown key or an impossible
    value.
    """
    values = {key: ConfigValue(text, "default") for key, text in DEFAULTS.items()}
    path = config_path()
    if os.path.lexists(path):
        values |= {key: ConfigValue(text, str(path)) for key, text in _from_file(path).items()}
    for key in KEYS:
        if environment_variable(key) in os.environ:
            values[key] = ConfigValue(os.environ[environment_variable(key)], environment_variable(key))
    for option in options:
        key, equals, text = option.partition("=")
        if not equals:
            what = message("--config {words}: the value is missing", words=ascii(option)[:60])
            raise UsageError(what, hint=message("write --config KEY=VALUE"))
        values[key.strip()] = ConfigValue(text.strip(), OPTION)
    for key, value in values.items():
        check_setting(key, value)
    return Config(values)


def _from_file(path: Path) -> dict[str, str]:
    try:
        table = read_toml(read_text(read_file(path, SMALL_BYTES), SETTINGS_ARE))
    except KhronosError as problem:
        raise UsageError(problem.message, file=str(path), line=problem.line, hint=problem.hint) from None
    for key, value in table.items():
        if not isinstance(value, str | int) or isinstance(value, bool):
            what = message("the value of {words} is neither text nor a number", words=ascii(key)[:40])
            raise UsageError(what, file=str(path))
    return {key: str(value) for key, value in table.items()}


def library_path(config: Config, home: Path) -> Path:
    """The folder of the library: the setting `library`, else `library` in the home."""
    where = config.get("library")
    return Path(where).expanduser() if where else home / "library"


def check_setting(key: str, value: ConfigValue) -> None:
    """Raise UsageError for an unknown key, or for a value that the key cannot have."""
    if key not in KEYS:
        hint = message("choose from {items}", items=listed(KEYS))
        if "password" in key:
            hint = message(
                "passwords are not stored; set smtp_password_command to a command that prints your password"
            )
        what = message("there is no setting called {part}", part=ascii(key)[:40])
        raise UsageError(_with_source(value, what), hint=hint)
    right = _value_hint(key, value.text)
    if right is not None:
        shown = ascii(value.text)[:40]
        what = message("{key} cannot be {part}", key=key, part=shown)
        raise UsageError(_with_source(value, what), hint=right)


def _with_source(value: ConfigValue, what: Message) -> Message:
    """Return a message about a setting with its source in front, if it has one."""
    return message("{source}: {what}", source=value.source, what=what) if value.source else what


def _value_hint(key: str, text: str) -> str | None:
    """Return a hint about the valid values of a key; None if this value is valid."""
    if key in NUMBERS:
        fits = re.fullmatch("[0-9]{1,5}", text) and 0 < int(text) < 65536
        return None if fits else message("use a number from 1 to 65535")
    if key in CHOICES:
        right = message("choose from {items}", items=listed(CHOICES[key]))
        return None if text in CHOICES[key] else right
    if not is_plain_line(text) or len(text) > LONGEST:
        return message("write one line of at most {longest} characters", longest=LONGEST)
    if key in PATHS:
        return None if all(map(_is_folder, text.split(os.pathsep))) else message("write the path of a folder")
    if key == "address":
        return None if not text or is_address(text) else message("write an address like bob@example.org")
    if key.endswith("_host") and text and not _is_host(text):
        return message("write a server name such as mail.example.org")
    return None


def _is_folder(text: str) -> bool:
    """Return whether a path does not begin with the `~name` of an unknown user."""
    try:
        return Path(text).expanduser() is not None
    except RuntimeError:  # ~ and a name that nobody has here
        return False


def is_address(text: str) -> bool:
    """Return whether a text can be an e-mail address.

    A valid text has one @ and is printable. It contains no character that separates addresses, and no `=?`,
    which mail programs decode.
    """
    name, _, host = text.partition("@")
    plain = text.isprintable() and "=?" not in text and not any(c in ' ,;:<>()[]"\\' for c in text)
    return bool(name) and plain and len(text) <= 254 and "@" not in host and _is_host(host)


def _is_host(text: str) -> bool:
    """Return whether a text can be the name or IP address of a server."""
    if not 0 < len(text) <= 253 or not all(c.isalnum() or c in "._:-" for c in text):
        return False
    try:
        return bool(text.encode("idna"))
    except UnicodeError:  # a part that is empty or too long
        return False
