"""Turn orders in letters into drafts, and store offers. Nothing is played automatically."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.versions.received_offers import store_offer
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.order_blocks import OrderBlock, visible, write_draft
from khronos_pbem.mail.incoming.received_item import ReceivedItem, refused_item
from khronos_pbem.mail.incoming.scan_letter import unreadable_letter_error
from khronos_pbem.messages import VerbatimText, message, shell_quoted
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.offers import OfferFile
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import find_own_seat
from khronos_pbem.session.queries.deadlines import offer_line
from khronos_pbem.session.replay.open_save import Opened, open_for_play, without_open_votes
from khronos_pbem.session.replay.table import waiting


@dataclass
class LibraryGames:
    """The games of the library for the orders and offers in letters; each is opened only once."""

    library: Library
    context: Context
    paths: dict[str, Path] = field(default_factory=dict)
    opened: dict[str, Opened | KhronosError] = field(default_factory=dict)

    def draft(self, block: OrderBlock, origin: str) -> ReceivedItem:
        """Write the orders from a letter to a draft, and return an item about it.

        This is done only if the orders follow the newest block and it is your move. Otherwise the item gives
        the reason. An error becomes a refused item.
        """
        try:
            return self._draft_if_my_move(block, origin)
        except Exception as problem:
            return refused_item(unreadable_letter_error(problem), origin)

    def offer(self, file: OfferFile, origin: str) -> ReceivedItem:
        """Store an offer from a letter, so that a vote can name it, and return an item about it.

        An offer for a game that is not in the library is ignored. An error becomes a refused item.
        """
        try:
            opened = self._open(file.game)
            if opened is None:
                text = message("an offer for a game that is not in your library ({game})", game=file.game)
                return ReceivedItem("ignored", text, origin)
            return self._store_offer(file, origin, opened)
        except Exception as problem:
            return refused_item(unreadable_letter_error(problem), origin)

    def _store_offer(self, file: OfferFile, origin: str, opened: Opened) -> ReceivedItem:
        store_offer(self.library.home, opened.save.header, file)
        offer, before = file.offer, without_open_votes(opened)
        if offer.seat >= len(opened.table.seats) or head_hash(before.save) != file.base:
            text = message(
                "{title}: {name} offers to take over a seat, but the offer was made at a different point "
                "in the game",
                title=opened.save.header.title,
                name=VerbatimText(offer.name),
            )
            return ReceivedItem("older", text, origin, game=opened.path)
        told = offer_line(before.table, offer, shell_quoted(self.library.name_of(opened.path)))
        text = message("{title}: {told}", title=VerbatimText(opened.save.header.title), told=told)
        return ReceivedItem("new", text, origin, game=opened.path)

    def _draft_if_my_move(self, block: OrderBlock, origin: str) -> ReceivedItem:
        opened = self._open(block.game)
        if opened is None:
            text = message("orders for a game that is not in your library ({game})", game=block.game)
            return ReceivedItem("ignored", text, origin)
        table, title = opened.table, opened.save.header.title
        now = waiting(table)
        if table.seq != block.seq:
            what = message(
                "{title}: orders for block {part}, which has already been played",
                title=title,
                part=block.seq + 1,
            )
            if block.seq > table.seq:
                what = message(
                    "{title}: orders for the turn after block {part}, which you do not have yet",
                    title=title,
                    part=block.seq,
                )
            return ReceivedItem("older", what, origin)
        own = find_own_seat(self.library.home, table, self.context.name)
        if now is None or own is None or own[1] != now.seat:
            text = message("{title}: orders have arrived, but the game is not waiting for any", title=title)
            if now is not None and now.seat is not None:
                text = message(
                    "{title}: these are only orders, not a save; {who} has to play them and send a save",
                    title=title,
                    who=table.seats[now.seat].name,
                )
            return ReceivedItem("ignored", text, origin)
        return self._write_draft_file(block, origin, opened)

    def _write_draft_file(self, block: OrderBlock, origin: str, opened: Opened) -> ReceivedItem:
        """Write the orders to the drafts beside the library's files."""
        shown = visible(origin)
        about = message(
            "Orders found in {file}. Anyone could have written them: read them before you play them.",
            file=shown,
        )
        game = message("{title}, after block {seq}.", title=opened.save.header.title, seq=block.seq)
        name = f"{opened.path.stem}-{block.seq}"
        draft = write_draft(self.library.path, name, block.lines, [about, game])
        text = message(
            "{title}: {file} contains orders. Anyone could have written them, so nothing was played. "
            "The orders are saved as a draft: {path}",
            title=opened.save.header.title,
            file=shown,
            path=draft,
        )
        lines = tuple(visible(line) for line in block.lines)
        return ReceivedItem(
            "draft", text, origin, orders=lines, draft=draft, game=opened.path, after=block.seq
        )

    def _open(self, game: str) -> Opened | None:
        if not self.paths:
            self.paths = {save.header.id: path for path, save in self.library.saves()}
        if game not in self.paths:
            return None
        if game not in self.opened:
            try:
                self.opened[game] = open_for_play(self.paths[game], self.library.home, rewind=False)
            except KhronosError as problem:
                self.opened[game] = problem
        found = self.opened[game]
        if isinstance(found, KhronosError):
            raise found
        return found
