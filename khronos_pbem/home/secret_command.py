"""Secrets (server passwords and passphrases), printed by a command that the player configures."""

from __future__ import annotations

import shlex
import subprocess

from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.config import Config
from khronos_pbem.messages import message


def run_secret_command(config: Config, key: str) -> str:
    """Run the command in a setting and return the secret that it prints.

    The secret is never stored or shown. Raises UsageError if the setting is missing or the command fails.
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
