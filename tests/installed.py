"""Packages of other people as an installer leaves them: modules and a `.dist-info` on the path."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

RUNNER = '''"""A bot for the race, made with the API alone."""

from khronos_pbem import Order, Position, legal_orders


class Runner:
    """Rolls, draws and lets the others roll again."""

    def choose(self, view: Position) -> Order:
        orders = {str(order): order for order in legal_orders(view)}
        return next(orders[words] for words in ("let", "roll", "draw", "end") if words in orders)
'''


def install(site: Path, name: str, modules: Mapping[str, str], entries: Mapping[str, str]) -> None:
    """Install a package of these modules in a folder; `entries` are lines of entry points by group."""
    info = site / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    for module, text in modules.items():
        (site / f"{module}.py").write_text(text, encoding="utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    groups = "\n".join(f"[khronos_pbem.{group}]\n{lines}\n" for group, lines in entries.items())
    (info / "entry_points.txt").write_text(groups, encoding="utf-8")


def install_race(site: Path) -> None:
    """Install the toy game and a bot for it."""
    race = (Path(__file__).parent / "toy" / "race.py").read_text(encoding="utf-8")
    modules = {"race_game": race, "race_bot": RUNNER}
    install(
        site, "toy-race", modules, {"games": "race = race_game:PLUGIN", "bots": "runner = race_bot:Runner"}
    )
