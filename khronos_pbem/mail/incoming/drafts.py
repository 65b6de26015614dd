"""Orders and offers that letters bring: drafts, and offers kept for the votes; none is played by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.home.versions.received_offers import keep_offer
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.order_blocks import OrderBlock, keep_draft, visible
from khronos_pbem.mail.incoming.find_saves import unreadable
from khronos_pbem.mail.incoming.findings import News, refused
from khronos_pbem.messages import Typed, message, quoted
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.offers import OfferFile
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import seated_name
from khronos_pbem.session.queries.deadlines import offer_line
from khronos_pbem.session.replay.open_save import Opened, before_votes, open_for_play
from khronos_pbem.session.replay.table import waiting


@dataclass
class Games:
    """The games of the library, opened once, for the orders that letters bring."""

    library: Library
    context: Context
    paths: dict[str, Path] = field(default_factory=dict)
    opened: dict[str, Opened | KhronosError] = field(default_factory=dict)

    def draft(self, block: OrderBlock, origin: str) -> News:
        """What comes of orders in a letter: a draft, if it is my move and they are for this very block."""
        try:
            return self._draft(block, origin)
        except Exception as problem:
            return refused(unreadable(problem), origin)

    def offer(self, file: OfferFile, origin: str) -> News:
        """What comes of an offer in a letter: it is kept for the votes of a game of the library."""
        try:
            opened = self._open(file.game)
            if opened is None:
                text = message("an offer for a game that is not in your library ({game})", game=file.game)
                return News("ignored", text, origin)
            return self._kept_offer(file, origin, opened)
        except Exception as problem:
            return refused(unreadable(problem), origin)

    def _kept_offer(self, file: OfferFile, origin: str, opened: Opened) -> News:
        keep_offer(self.library.home, opened.save.header, file)
        offer, before = file.offer, before_votes(opened)
        if offer.seat >= len(opened.table.seats) or head_hash(before.save) != file.base:
            text = message(
                "{title}: {name} offers to take over a seat, but the offer is for another block",
                title=opened.save.header.title,
                name=Typed(offer.name),
            )
            return News("older", text, origin, game=opened.path)
        told = offer_line(before.table, offer, quoted(self.library.name_of(opened.path)))
        text = message("{title}: {told}", title=Typed(opened.save.header.title), told=told)
        return News("new", text, origin, game=opened.path)

    def _draft(self, block: OrderBlock, origin: str) -> News:
        opened = self._open(block.game)
        if opened is None:
            text = message("orders for a game that is not in your library ({game})", game=block.game)
            return News("ignored", text, origin)
        table, title = opened.table, opened.save.header.title
        now = waiting(table)
        if table.seq != block.seq:
            what = message(
                "{title}: orders for block {part}, which has been played already",
                title=title,
                part=block.seq + 1,
            )
            if block.seq > table.seq:
                what = message(
                    "{title}: orders for the turn after block {part}, which you do not have yet",
                    title=title,
                    part=block.seq,
                )
            return News("older", what, origin)
        own = seated_name(self.library.home, table, self.context.name)
        if now is None or own is None or own[1] != now.seat:
            text = message("{title}: orders arrived, but the game is not waiting for any", title=title)
            if now is not None and now.seat is not None:
                text = message(
                    "{title}: these are only orders, not a save. {who} has to play them and send a save",
                    title=title,
                    who=table.seats[now.seat].name,
                )
            return News("ignored", text, origin)
        return self._kept(block, origin, opened)

    def _kept(self, block: OrderBlock, origin: str, opened: Opened) -> News:
        """The orders as a draft beside the library's files."""
        shown = visible(origin)
        about = message(
            "Orders found in {file}. Anyone could have written them: read them before you play them.",
            file=shown,
        )
        game = message("{title}, after block {seq}.", title=opened.save.header.title, seq=block.seq)
        name = f"{opened.path.stem}-{block.seq}"
        draft = keep_draft(self.library.path, name, block.lines, [about, game])
        text = message(
            "{title}: {file} contains orders. Anyone could have written them, so nothing was played. "
            "Draft: {path}",
            title=opened.save.header.title,
            file=shown,
            path=draft,
        )
        lines = tuple(visible(line) for line in block.lines)
        return News("draft", text, origin, orders=lines, draft=draft, game=opened.path, after=block.seq)

    def _open(self, game: str) -> Opened | None:
        if not self.paths:
            self.paths = {save.header.id: path for path, save in self.library.saves()}
        if game not in self.paths:
            return None
        if game not in self.opened:
            self.opened[game] = self._tried(self.paths[game])
        found = self.opened[game]
        if isinstance(found, KhronosError):
            raise found
        return found

    def _tried(self, path: Path) -> Opened | KhronosError:
        """A game, or why it cannot be opened: found out once, however many orders there are for it."""
        try:
            return open_for_play(path, self.library.home, rewind=False)
        except KhronosError as problem:
            return problem
