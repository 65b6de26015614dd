"""Secrets that a command of the player's own prints: passwords of servers, the passphrase of an identity."""

from __future__ import annotations

import shlex
import subprocess

from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.config import Config
from khronos_pbem.messages import message


def run_secret_command(config: Config, key: str) -> str:
    """The secret that the command of a setting prints, which is never stored and never shown.

    Raises UsageError if the setting is missing or the command fails.
    """
    try:
        command = shlex.split(config.required(key))
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except KhronosError:
        raise
    except (OSError, ValueError, subprocess.SubprocessError):
        what = message("the command in the setting {key} failed", key=key)
        raise UsageError(what, hint=message("run that command yourself to see why")) from None
    return done.stdout.rstrip("\n")
