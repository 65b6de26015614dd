"""`config`: what is configured, and why."""

from __future__ import annotations

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.printing import print_json, print_lines
from khronos_pbem.mail.config import KEYS, config_path, read_config
from khronos_pbem.saying import say


def config(settings: opt.Settings = None, as_json: opt.Json = False) -> None:
    """Show what is configured, and why."""
    found = read_config(settings or [])
    if as_json:
        values = {key: {"value": value.text, "source": value.source} for key, value in found.values.items()}
        print_json({"file": str(config_path()), "values": values})
        return
    print_lines([f"# {config_path()}"])
    for key, meaning in KEYS.items():
        value = found.values.get(key)
        print_lines(
            [
                say("{key} = {words!r}   # {source}", key=key, words=value.text, source=value.source)
                if value
                else say("# {key}: {meaning}, not set", key=key, meaning=meaning)
            ]
        )
