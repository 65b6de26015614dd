"""Finding the offers of successors that a vote names (DECK 9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.errors import InvalidFile, UsageError
from khronos_pbem.home.versions.received_offers import check_offer_file, load_offers
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.record.chain import head_hash, offer_again_hint
from khronos_pbem.record.offers import Offer, parse_offer_file
from khronos_pbem.session.replay.open_save import Opened, without_open_votes
from khronos_pbem.session.replay.table import Table
from khronos_pbem.storage.files import SMALL_BYTES, read_file


def find_offers(home: Path, opened: Opened, words: Sequence[str]) -> tuple[Offer, ...]:
    """Return the offers named by `words`.

    Each word is a file, or the name or key of the player who made the offer. It may begin with a colour and
    `=`. Raises UsageError for a word that names no offer on the newest block. Raises InvalidFile for an offer
    that is not signed for this game, or is for a seat that does not exist.
    """
    return tuple(_find_offer(home, without_open_votes(opened), opened.table, word) for word in words)


def _find_offer(home: Path, opened: Opened, table: Table, word: str) -> Offer:
    """Return the offer that one word names, checked against the colour before `=`."""
    colour, mark, name = word.partition("=")
    if not mark or colour not in table.colours:
        colour, name = "", word
    offer = _find_offer_for(home, opened, table, colour, name)
    if colour and table.seats[offer.seat].colour != colour:
        what = message("this offer is for {colour}", colour=table.seats[offer.seat].colour)
        raise UsageError(what, rule="DECK 9.4", hint=message("write --for {word}", word=VerbatimText(name)))
    return offer


def _find_offer_for(home: Path, opened: Opened, table: Table, colour: str, name: str) -> Offer:
    """The offer in a file, or the newest by a player of this name or key, for this colour if possible."""
    path, base, header = Path(name), head_hash(opened.save), opened.save.header
    known = [*(table.run.offers if table.run is not None and not table.run.is_finished else ())]
    known += [file.offer for file in load_offers(home, header, base) if file.offer.seat < len(table.seats)]
    if path.is_file():
        file = parse_offer_file(read_file(path, SMALL_BYTES))
        check_offer_file(header, file)
        if file.offer.seat >= len(table.seats):
            raise InvalidFile(message("the offer is for a seat that does not exist"), rule="DECK 9.4")
        if file.base != base:
            what = message("{path}: this offer was made at a different point in the game", path=path)
            again = offer_again_hint(file.offer, table.seats[file.offer.seat].colour)
            raise UsageError(what, rule="DECK 9.4", hint=again)
        return file.offer
    fits = [offer for offer in known if name in (offer.name, encode_bytes(offer.key))]
    fits = [offer for offer in fits if not colour or table.seats[offer.seat].colour == colour] or fits
    if not fits:
        what = message("{name} has made no offer since the newest block", name=VerbatimText(name))
        hint = message(
            "the player you want for this seat has to type: khronos join GAME --colour {colour}",
            colour=colour,
        )
        raise UsageError(what, rule="DECK 9.4", hint=hint if colour else None)
    return fits[-1]
