"""Sentences are not bytes: what is hashed, signed or written never goes through `message`."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from khronos_pbem import messages
from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.records.publication import parse_delay, sign_publication
from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.home.keyring import load_identity
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import parse_save, write_save
from khronos_pbem.session.commands import write_blocks
from khronos_pbem.session.replay.replay import replay
from khronos_pbem.storage.files import read_file
from tests.architecture.sources import MODULES, culprits, nodes_of
from tests.support.mischief import trouble
from tests.support.playing import NAMES, Group, no_passphrase

SENTENCES = {"message", "plural_message", "listed"}
BYTES = {"digest", "canonical_json", "table_lines", "sign", "dumps"}
"""What makes bytes that are hashed, signed or written; in the deck every `encode` is one too."""


def calls(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Name and line of every call in a function, but for those in errors that it raises."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.Raise | ast.FunctionDef):
            continue
        if isinstance(inner, ast.Call):
            yield getattr(inner.func, "id", "") or getattr(inner.func, "attr", ""), inner.lineno
        yield from calls(inner)


def test_no_function_makes_both_bytes_and_sentences() -> None:
    def wrong(path: Path) -> Iterator[str]:
        makers = BYTES | ({"encode"} if path.parent.name in ("deck", "engine") else set())
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef):
                found = {name for name, _ in calls(node)}
                if found & makers and found & SENTENCES:
                    yield f"{node.name}, line {node.lineno}"

    assert culprits(MODULES, wrong) == {}


def game(folder: Path, keys: Path) -> tuple[str, str, str]:
    """A game with all kinds of blocks: the save without comments, the text record, and a publication."""
    for name in NAMES[:2]:
        shutil.copytree(keys / name, folder / "homes" / name)
    group = Group(folder, 2, 5)
    group.start(holdem=True, keep=True)
    group.play(7, choose=trouble)
    save = parse_save(read_file(group.save))
    context = group.context("alice")
    record = text_record_of(read_game(group.save, context).chronicle)
    history = replay(save, block_hashes(save), len(save.blocks))
    identity = load_identity(group.home("alice"), "alice", no_passphrase)
    publication = sign_publication(history, group.save, identity, parse_delay("1 block"), context.at)
    return write_save(save, []), record, publication


def test_other_sentences_leave_every_byte_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every sentence and every word in it were said in another language from the start."""
    made = messages.Message.__new__

    def foreign(
        cls: type, text: str, template: str, parts: dict[str, Any], many: str = ""
    ) -> messages.Message:
        return made(messages.Message, f"«{text[::-1]}»", template, parts, many)

    monkeypatch.setattr(write_blocks, "new_id", lambda: "A" * 22)
    for name in NAMES[:2]:
        Group(tmp_path / "keys", 2).home(name)
    keys = tmp_path / "keys" / "homes"
    ours = game(tmp_path / "ours", keys)
    monkeypatch.setattr(messages.Message, "__new__", foreign)
    theirs = game(tmp_path / "theirs", keys)
    assert str(messages.message("red {seat}", seat="takes")) == "«sekat der»"
    assert theirs == ours
