"""The verifier as a web page: a second implementation of the checks, run by the reader's browser."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from functools import cache
from typing import Any

from khronos_pbem.archive.page import page_resource, render_page
from khronos_pbem.engine.features.protocols import Options
from khronos_pbem.games.registry import games_with_feature
from khronos_pbem.messages import Message, Player, Translate, VerbatimText, message
from khronos_pbem.record.save import Save, write_save

_PROGRAM = ("noble.js", "verify.js")
_PAGE = "verify_page.js"


def verifier_page(language: str, speak: Translate) -> str:
    """The HTML page of a verifier without a record, which accepts any save."""
    verifier = verifier_parts(None, speak)
    return render_page(
        "verify.html",
        language=language,
        title=speak(message("Verify a khronos game")),
        about=speak(message("This page verifies the record of a game. The save stays on your computer.")),
        css=page_resource("replay.css"),
        verifier=verifier,
        made=verifier["words"]["made"],
    )


def verifier_parts(save: Save | None, speak: Translate) -> dict[str, Any]:
    """The values for the verifier's template; `save` is the record in the page, or None."""
    words = _words(speak)
    record = "" if save is None else record_text(save)
    return {
        "words": words,
        "json": json.dumps(words, ensure_ascii=False).replace("<", "\\u003c"),
        "program": _packed_program(),
        "script": page_resource(_PAGE),
        "record": record,
        "record_hash": hashlib.sha256(record.encode()).hexdigest(),
    }


def record_text(save: Save) -> str:
    """The TOML text of a save, without comments and with `<` escaped for use inside a script element."""
    return write_save(save, []).replace("<", "\\u003c")


def program_hash() -> str:
    """The SHA-256 of the verifier's program in hexadecimal, as the page also shows it."""
    return hashlib.sha256((_program() + page_resource(_PAGE)).encode()).hexdigest()


def _program() -> str:
    return "".join(map(page_resource, _PROGRAM))


@cache
def _packed_program() -> str:
    return base64.b64encode(zlib.compress(_program().encode(), 9)).decode()


def _words(speak: Translate) -> dict[str, object]:
    """All texts of the verifier by key. A name in braces is filled in by the page."""
    words: dict[str, object] = {key: speak(text) for key, text in _sentences().items()}
    words["cannot"] = [speak(text) for text in _limits()]
    words["counts"] = {key: speak(text) for key, text in _counts().items()}
    words["faults"] = {key: speak(text) for key, text in _faults().items()}
    colours = {colour for _, options in games_with_feature(Options) for colour in options.colours}
    words["colours"] = {colour: speak(Player(colour)) for colour in sorted(colours)}
    return words


def _slot(name: str) -> VerbatimText:
    """A placeholder that the page fills in."""
    return VerbatimText(f"{{{name}}}")


def _sentences() -> dict[str, Message]:
    return {
        "title": message("Verification in your browser"),
        "busy": message("Verifying…"),
        "reading": message("Reading {name}.", name=_slot("file")),
        "idle": message("Choose a save, or drop one on this page."),
        "good": message("This record is valid: all signatures and proofs are correct."),
        "bad": message("This record is not valid."),
        "broken": message("The verifier has stopped unexpectedly. This says nothing about the record."),
        "which": message(
            "{title}: {name}. File: {file}.", title=_slot("title"), name=_slot("players"), file=_slot("file")
        ),
        "took": message("Verified in {name} seconds.", name=_slot("seconds")),
        "this_page": message("the record on this page"),
        "fault": message("{name}: {words}.", name=_slot("where"), words=_slot("problem")),
        "block": message("Block {name}", name=_slot("block")),
        "block_of": message("Block {name}, by {words}", name=_slot("block"), words=_slot("player")),
        "line": message("Line {name}", name=_slot("line")),
        "file": message("The file"),
        "player": message("{title} ({name})", title=_slot("colour"), name=_slot("name")),
        "signed": message(
            "{name} signed this block and is therefore responsible for the error.", name=_slot("player")
        ),
        "nobody": message("Nobody has signed the block in this form, so no player is to blame."),
        "before": message("Valid blocks before it: {name}.", name=_slot("count")),
        "respelled": message(
            "Its text has been changed since the export, but only in spacing or in the way values are "
            "written."
        ),
        "head": message("Hash of the newest block"),
        "program": message("Hash of the verifier in this page"),
        "other": message("Verify another save:"),
        "limits": message("What this page cannot tell you"),
        "made": message("Created with khronos. This page loads nothing from the network."),
        "still": message("To verify a save, allow scripts and use a browser released in 2023 or later."),
    }


def _limits() -> tuple[Message, ...]:
    return (
        message("Whether the moves follow the rules of the game. To check this: khronos verify FILE"),
        message(
            "Whether this page has been changed. Compare the hash of the verifier with the one in "
            "docs/verifier.md, or drop the save onto a copy of this page that you got from somebody else."
        ),
        message(
            "Whether this is the newest version. Ask the other players for the hash of their newest block."
        ),
        message("The faces of the cards that are still hidden, and who the players really are."),
    )


def _counts() -> dict[str, Message]:
    return {
        "blocks": message("Blocks"),
        "signatures": message("Signatures"),
        "keys": message("Deck key proofs"),
        "shuffles": message("Shuffles"),
        "shares": message("Shares of the deck"),
        "reveals": message("Revealed cards"),
        "rolls": message("Shares of dice rolls"),
        "runs": message("Votes to continue without a player"),
        "points": message("Points on the curve"),
    }


def _faults() -> dict[str, Message]:
    return {**_faults_of_form(), **_faults_of_protocol()}


def _faults_of_form() -> dict[str, Message]:
    return {
        "toml": message("this is not the text of a save"),
        "format": message("this page cannot verify a file in this format"),
        "schema": message("a value or a key is missing or is in the wrong place"),
        "base64": message("a base64 value is not in canonical form"),
        "length": message("a list has the wrong length"),
        "point": message("a point is not in the group"),
        "scalar": message("a number is not less than the order of the group"),
        "signature": message("the block was changed after it was signed, or somebody else signed it"),
        "link": message("the block does not follow the previous block"),
    }


def _faults_of_protocol() -> dict[str, Message]:
    return {
        "proof": message("a proof is wrong or missing"),
        "join": message("this player cannot take this seat"),
        "turn": message("the game is waiting for a different player or a different kind of block"),
        "debt": message("a share or a shuffle is missing or does not belong in this block"),
        "slot": message("a share is for the wrong card"),
        "reveal": message("the revealed cards do not match the cards that leave the hand"),
        "roll": message("a share of a roll is wrong or missing, or no roll is waiting for shares"),
        "order": message("an order does not match the cards, or it cannot be read"),
        "key": message("the deck key of the player who resigned is wrong or missing"),
        "vote": message("this vote is not allowed here"),
        "ack": message("a confirmation of the vote is missing or does not belong in this block"),
        "offer": message(
            "an offer is not signed for this game, or its key has already been used in the game"
        ),
        "position": message(
            "the position after the block is missing, or it differs from the position before the votes"
        ),
    }
