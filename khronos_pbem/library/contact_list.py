"""Contacts: players' names, addresses and public keys, and keys as words to compare by phone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes, digest, encode_bytes, is_public_key
from khronos_pbem.engine.fields import Fields, is_plain_line
from khronos_pbem.engine.orders.vocabulary import LANGUAGES
from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.home.config import is_address
from khronos_pbem.home.keyring import BOTS, list_names, public_key_of
from khronos_pbem.messages import VerbatimText, message, shell_operand
from khronos_pbem.record.toml import read_text, read_toml, table_lines
from khronos_pbem.session.replay.table import Seat
from khronos_pbem.storage.files import file_lock, read_file, write_atomically
from khronos_pbem.storage.home_folder import ensure_folder

_HINT = message("for each contact, write name = …, address = … and, if you know the public key, key = …")
_WHAT = message("the file must be a TOML file with one [[contact]] table for each contact")
_CODES, _EXAMPLES = "|".join(LANGUAGES), ", ".join(LANGUAGES)
_LONGEST = 200
_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"


@dataclass(frozen=True, slots=True)
class Contact:
    """A player you write to: name, mail address and public key (Ed25519, 32 bytes; empty if unknown).

    Letters to this player are written in `language`; if it is empty, in the writer's language.
    """

    name: str
    address: str
    key: bytes = b""
    language: str = ""

    def __post_init__(self) -> None:
        """Mark the name as verbatim text, because a person typed it."""
        object.__setattr__(self, "name", VerbatimText(self.name))


def key_words(key: bytes) -> str:
    """Return the fingerprint of a key as eight pronounceable words of 16 bits each (proquints)."""
    short = digest("fingerprint", key)[:16]
    pairs = [int.from_bytes(short[at : at + 2], "big") for at in range(0, 16, 2)]
    return "-".join(_word(pair) for pair in pairs)


def _word(bits: int) -> str:
    """Return one proquint: alternating consonants and vowels (Wilkerson, A Proposal for Proquints, 2009)."""
    first, second, third = (_CONSONANTS[bits >> shift & 15] for shift in (12, 6, 0))
    return f"{first}{_VOWELS[bits >> 10 & 3]}{second}{_VOWELS[bits >> 4 & 3]}{third}"


def read_contacts(home: Path) -> list[Contact]:
    """Read all contacts, sorted by name; empty if there is no file.

    Raises InvalidFile if the file is damaged, UsageError if it cannot be read.
    """
    path = home / "contacts.toml"
    if not path.exists():
        return []
    try:
        tables = read_toml(read_text(read_file(path), _WHAT)).get("contact", [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise InvalidFile(message("this is not a list of contacts"), rule="FORMATS 1", hint=_HINT)
        found = [_contact(Fields(table, message("a contact"))) for table in tables]
    except KhronosError as problem:
        raise problem.in_file(str(path)).changed(rule="FORMATS 1") from None
    return sorted(found, key=lambda contact: contact.name)


def _contact(fields: Fields) -> Contact:
    key = fields.coded("key", 32) if fields.table.get("key") else ""
    address = fields.line("address", 254)
    if not is_address(address):
        raise fields.wrong(message("{part} is not an e-mail address", part=ascii(address)[:60]), _HINT)
    language = fields.word("language", _CODES, _EXAMPLES) if fields.table.get("language") else ""
    return Contact(fields.line("name", _LONGEST), address, decode_bytes(key, 32) if key else b"", language)


def write_contacts(home: Path, contacts: list[Contact]) -> None:
    """Replace the contents of the contacts file. Raises UsageError if it cannot be written."""
    ensure_folder(home, "")
    lines: list[str] = []
    for contact in sorted(contacts, key=lambda each: each.name):
        key = encode_bytes(contact.key) if contact.key else ""
        table = {"name": contact.name, "address": contact.address, "key": key}
        if contact.language:
            table["language"] = contact.language
        lines += ["[[contact]]", *table_lines(table), ""]
    write_atomically(home / "contacts.toml", "\n".join(lines).encode(), mode=0o600)


def change_contacts(home: Path, change: Callable[[list[Contact]], list[Contact]]) -> list[Contact]:
    """Change the contacts, one process at a time, and return the new ones.

    People edit this file too, so a damaged one is not moved aside. Raises the errors of `read_contacts`,
    `write_contacts` and `change`, and Conflict if another process holds the lock.
    """
    with file_lock(home / "contacts.toml", home):
        before = read_contacts(home)
        after = change(before)
        if after != before:
            write_contacts(home, after)
        return after


def with_contact(contacts: list[Contact], new: Contact) -> list[Contact]:
    """Return the contacts with `new` added, or with `new` in place of the contact with the same name.

    If `new` has no language, the old language is kept. Raises UsageError for an invalid address, name or
    language.
    """
    if not is_address(new.address):
        raise UsageError(
            message("{part} is not an e-mail address", part=ascii(new.address)[:60]),
            hint=message("write an address like bob@example.org"),
        )
    _check_name(new.name)
    if new.language not in ("", *LANGUAGES):
        what = message("the language {words!r} is not available", words=new.language)
        raise UsageError(what, hint=message("choose one of {names}", names=_EXAMPLES))
    before = next((each.language for each in contacts if each.name == new.name), "")
    kept = [each for each in contacts if each.name != new.name]
    return [*kept, replace(new, language=new.language or before)]


def _check_name(name: str) -> None:
    if not name.strip():
        what, hint = message("the name of the contact is empty"), message("write the name of the player")
    elif len(name) > _LONGEST:
        what = message("the name of the contact is too long")
        hint = message("use at most {most} characters", most=_LONGEST)
    elif name != name.strip() or not is_plain_line(name):
        what = message("the name of the contact contains characters that are not allowed")
        hint = message("leave out line breaks, control characters, and spaces at the beginning or end")
    else:
        return
    raise UsageError(what, hint=hint)


def contact_at_seat(contacts: Sequence[Contact], seat: Seat) -> Contact | None:
    """Return the contact who plays at a seat; None if there is none.

    A contact matches by key, or by name if the contact has no key.
    """
    found = [contact for contact in contacts if contact.key == seat.identity]
    found += [contact for contact in contacts if contact.name == seat.name and not contact.key]
    return found[0] if found else None


def find_contact(contacts: Sequence[Contact], word: str) -> Contact:
    """Return the contact with this name or mail address.

    For any other valid mail address, return a contact without a name. Raises UsageError for anything else.
    """
    found = [contact for contact in contacts if word == contact.name]
    found += [contact for contact in contacts if word == contact.address]
    if found:
        return found[0]
    if "@" in word:
        return replace(with_contact([], Contact("x", word))[0], name="")
    raise UsageError(
        message("you have no contact called {word}", word=VerbatimText(word)),
        hint=message("add this contact: khronos contacts add {word} ADDRESS", word=shell_operand(word)),
    )


def find_public_key(home: Path, word: str) -> bytes:
    """The public key of a contact or of one of your identities, by name, or a key given as text.

    The text of a key is base64url of 32 bytes. Raises UsageError if the name is unknown, has no known key, or
    means two different keys. Raises InvalidFile for a damaged file of contacts or of that identity.
    """
    found = {contact.key for contact in read_contacts(home) if contact.name == word and contact.key}
    if word in (*list_names(home), *list_names(home, BOTS)):
        found.add(public_key_of(home, word))
    with contextlib.suppress(ValueError):
        if is_public_key(decode_bytes(word, 32)):
            found = {decode_bytes(word, 32)}
    if len(found) == 1:
        return found.pop()
    what = message("{word} is neither a public key nor a name whose key you know", word=VerbatimText(word))
    hint = message(
        "khronos contacts add NAME ADDRESS --key KEY saves a public key; khronos contacts list "
        "shows the keys you have"
    )
    if found:
        what = message(
            "one of your identities and a contact are both called {word}, but they have different "
            "public keys",
            word=VerbatimText(word),
        )
        hint = message("use the public key instead of the name; khronos contacts list shows the keys")
    raise UsageError(what, hint=hint)


def key_warnings(contacts: list[Contact], seat: Seat) -> list[str]:
    """Return warnings if the public key of a seat is unknown, or not the key you know for that name.

    The list is empty if a contact has this key, and no contact of that name has a different one.
    """
    name, colour, words = seat.name, seat.colour, key_words(seat.identity)
    for contact in contacts:
        if contact.name == name and contact.key and contact.key != seat.identity:
            known = key_words(contact.key)
            return [
                message(
                    "WARNING: the public key of {seat} ({seat2}) is not the one in your contacts!",
                    seat=name,
                    seat2=colour,
                ),
                message(
                    "WARNING: the public key in your contacts is {key_words}, but the one in this game is "
                    "{key_words2}.",
                    key_words=known,
                    key_words2=words,
                ),
                message(
                    "WARNING: someone else may be playing under this name. Check with the player by phone "
                    "before you continue."
                ),
            ]
    if any(contact.key == seat.identity for contact in contacts):
        return []
    return [
        message(
            "{seat} ({seat2}) joined with a public key you do not know: {key_words}",
            seat=name,
            seat2=colour,
            key_words=words,
        )
    ]
