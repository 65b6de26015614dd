"""Taking in what has come: the saves and the orders in letters, into the library, never the wrong file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.errors import Damaged, KhronosError
from khronos_pbem.mail.armor import Armors, Damage, dearmor
from khronos_pbem.mail.contacts import read_contacts, warnings_for
from khronos_pbem.mail.letters import Label, label_of
from khronos_pbem.mail.library import Library
from khronos_pbem.mail.sources import Letter
from khronos_pbem.mail.unmangle import readings
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import head_hash, heads_of
from khronos_pbem.record.keyring import own_keys
from khronos_pbem.record.save import Save, parse_save
from khronos_pbem.record.seen import Behind, newest_seen
from khronos_pbem.saying import say
from khronos_pbem.session.acting import Desk, play_turn
from khronos_pbem.session.identities import seated_name
from khronos_pbem.session.opening import enter, open_for_play, replay_known, verify_many
from khronos_pbem.session.saving import whose_move
from khronos_pbem.session.table import JOIN, Seat, waiting

_FORMAT = re.compile(r'^\s*format\s*=\s*"khronos-pbem/', re.MULTILINE)
_ORDERS = re.compile(
    r"-----BEGIN KHRONOS ORDERS ([A-Za-z0-9_-]{22}) (\d+)-----(.*?)-----END KHRONOS ORDERS-----", re.DOTALL
)
_QUOTE = re.compile(r"^(?:[ \t\u00a0]*>)+ ?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class News:
    """What came of one thing found: `new`, `same`, `older`, `played`, `ignored`, or `refused` with the error.

    `warnings` are about the keys of those who have joined since.
    """

    state: str
    text: str
    origin: str
    problem: KhronosError | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The saves (with their bytes), order blocks and damaged armors in a letter; else what is wrong."""

    letter: Letter
    saves: tuple[tuple[Save, bytes], ...]
    orders: tuple[tuple[str, int, str], ...] = ()
    damages: tuple[Damage, ...] = ()
    problem: KhronosError | None = None


def look_into(letter: Letter) -> Found:
    """Everything of ours in a letter; all else in it is ignored."""
    texts = readings(letter.data)
    lines = (text.replace("\r\n", "\n") for text in texts)
    bare = [text.encode() for text in lines if _FORMAT.search(text) and not text.lstrip().startswith("<")]
    saves, problem = _read_saves(bare)
    armors = Armors((), ())
    if not saves or label_of(letter.head) is None:  # a letter of ours holds the same in both forms
        armors = dearmor(texts)
        saves, problem = _read_saves([*bare, *armors.saves])
    orders = {
        (match[1], int(match[2]), _bare_orders(match[3]))
        for text in texts
        for match in _ORDERS.finditer(_QUOTE.sub("", text))
    }
    filled = tuple(sorted(order for order in orders if order[2]))
    return Found(letter, saves, filled, armors.damages, problem)


def _read_saves(texts: Iterable[bytes]) -> tuple[tuple[tuple[Save, bytes], ...], KhronosError | None]:
    """The different saves of a letter (armor and attachment hold the same), and what is wrong with others."""
    saves: list[tuple[Save, bytes]] = []
    wrong: KhronosError | None = None
    for data in texts:
        try:
            save = parse_save(data)
        except KhronosError as problem:
            wrong = problem
            continue
        same = [entry for entry in saves if entry[0] == save]
        if same:  # the armored bytes are those that were sent
            saves[saves.index(same[0])] = (save, data)
        else:
            saves.append((save, data))
    return tuple(saves), wrong


def _bare_orders(block: str) -> str:
    lines = (line.strip() for line in block.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("#"))


def receive(letters: Iterable[Letter], library: Library, desk: Desk) -> list[News]:
    """Take in all letters; what came of each thing found. One bad letter does not keep the others out."""
    first, later = newest_first(letters)
    found, news = [], list[News]()
    known = Known(library)
    for letter, label in first:
        old = known.news(letter, label) if label else None
        if old is not None:
            news.append(old)
        else:
            found.append(look_into(letter))
    news += _take_saves(found, library)
    known = Known(library)
    for letter, label in later:
        old = known.news(letter, label)
        if old is not None:
            news.append(old)
        else:
            again = look_into(letter)
            found.append(again)
            news += _take_saves([again], library)
    read = {one.origin for one in news if one.state != "refused"}
    for each in found:
        if each.letter.origin not in read:
            news += [_refused(damage.error(), each.letter.origin) for damage in each.damages]
    mended = dearmor([text for each in found if each.damages for text in readings(each.letter.data)])
    if any(each.damages for each in found) and mended.saves:
        together = Found(Letter("several letters together"), _read_saves(mended.saves)[0])
        news = [one for one in news if not isinstance(one.problem, Damaged)] + _take_saves(
            [together], library
        )
    for each in found:
        news += [_play(*order, each.letter.origin, library, desk) for order in each.orders]
    return news


def newest_first(
    letters: Iterable[Letter],
) -> tuple[list[tuple[Letter, Label | None]], list[tuple[Letter, Label]]]:
    """The letters to look into at once, and those that a newer one of the same game may make needless."""
    first: list[tuple[Letter, Label | None]] = []
    labelled: dict[str, list[tuple[Letter, Label]]] = {}
    for letter in letters:
        label = label_of(letter.head)
        if label is None:
            first.append((letter, None))
        else:
            labelled.setdefault(label.game, []).append((letter, label))
    later: list[tuple[Letter, Label]] = []
    for group in labelled.values():
        group.sort(key=lambda entry: -entry[1].seq)
        first.append(group[0])
        later += group[1:]
    return first, later


@dataclass
class Known:
    """What the library has, by game: whether a label names a block that is there already."""

    library: Library
    heads: dict[str, tuple[str, list[str]]] = field(default_factory=dict)

    def news(self, letter: Letter, label: Label) -> News | None:
        """That a letter is older or the same, if its label says so and the library has that very block."""
        if not self.heads:
            for _, save in self.library.saves():
                game = decode_bytes(save.header.id, 16).hex()
                self.heads[game] = (save.header.title, [head.hex()[:16] for head in heads_of(save)[1:]])
        title, heads = self.heads.get(label.game, ("", []))
        if label.seq >= len(heads) or heads[label.seq] != label.head:
            return None
        if label.seq == len(heads) - 1:
            return News(
                "same", say("{title}: block {seq} is here already", title=title, seq=label.seq), letter.origin
            )
        text = say(
            "{title}: this is block {seq}, you are at {part}", title=title, seq=label.seq, part=len(heads) - 1
        )
        return News("older", text, letter.origin)


def _refused(problem: KhronosError, origin: str) -> News:
    problem.file = problem.file or origin
    return News("refused", str(problem), origin, problem)


def _take_saves(found: Sequence[Found], library: Library) -> list[News]:
    """The saves, the longest history of each game first, so that only that one has to be verified."""
    news: list[News] = []
    read: list[tuple[str, Save, bytes]] = []
    for each in found:
        read += [(each.letter.origin, save, data) for save, data in each.saves]
        if each.problem is not None and not each.saves:
            news.append(_refused(each.problem, each.letter.origin))
    read.sort(key=lambda entry: -len(entry[1].blocks))
    first = {save.header.id: (save, data) for _, save, data in reversed(read)}
    longest, texts = [save for save, _ in first.values()], [data for _, data in first.values()]
    told = verify_many(library.home, longest, texts, whose_move)
    for origin, save, data in read:
        try:
            news.append(_take(origin, save, data, library, told))
        except KhronosError as problem:
            news.append(_refused(problem, origin))
    return news


def _take(origin: str, save: Save, data: bytes, library: Library, told: Mapping[bytes, str]) -> News:
    """Keep a save if it extends what the library has; `told` are sentences on those verified, by head.

    Raises Conflict, or InvalidFile if it does not hold.
    """
    title, turn = save.header.title, len(save.blocks) - 1
    try:
        enter(library.home, save)
    except Behind:
        seen = newest_seen(library.home, save.header)
        last = turn if seen is None else len(seen.blocks) - 1
        text = say("{title}: this is block {turn}, you are at {last}", title=title, turn=turn, last=last)
        return News("older", text, origin)
    have = library.save_of(save.header)
    if have is not None and len(have.blocks) == len(save.blocks):
        return News("same", say("{title}: block {turn} is here already", title=title, turn=turn), origin)
    sentence = told.get(head_hash(save)) or _verified_sentence(library.home, save)
    path = library.put(save, data)
    warnings = _about_keys(library.home, save.blocks[len(have.blocks) if have else 0 :])
    return News(
        "new",
        say(
            "{title}: block {turn}. {sentence} ({path})", title=title, turn=turn, sentence=sentence, path=path
        ),
        origin,
        None,
        warnings,
    )


def _verified_sentence(home: Path, save: Save) -> str:
    """Whose move it is in a save that holds. Raises InvalidFile if it does not."""
    history = replay_known(home, save)
    if history.problem is not None:
        raise history.problem
    return whose_move(history.table)


def _about_keys(home: Path, blocks: Sequence[Block]) -> tuple[str, ...]:
    """What to say of the keys of those who join in these blocks, own ones left out."""
    own, known = own_keys(home), read_contacts(home)
    joined = [
        Seat(b.name, b.colour, b.identity) for b in blocks if b.kind == JOIN and b.identity.hex() not in own
    ]
    return tuple(line for seat in joined for line in warnings_for(known, seat))


def _play(game: str, seq: int, orders: str, origin: str, library: Library, desk: Desk) -> News:
    """Orders sent back in a letter: played, if they are the keyring owner's own, for this very turn."""
    for path, save in library.saves():
        if save.header.id != game:
            continue
        opened = open_for_play(path, library.home, rewind=False)
        now, table = waiting(opened.table), opened.table
        if table.seq != seq:
            return News(
                "older",
                say(
                    "{title}: orders for block {part}, which is played", title=save.header.title, part=seq + 1
                ),
                origin,
            )
        own = seated_name(library.home, table, desk.name)
        if now is None or own is None or own[1] != now.seat:
            who = "nobody" if now is None or now.seat is None else table.seats[now.seat].name
            text = say(
                "{title}: these are plain orders, only {who} can play them and send a save",
                title=save.header.title,
                who=who,
            )
            return News("ignored", text, origin)
        try:
            done = play_turn(path, replace(desk, name=own[0]), orders, origin)
        except KhronosError as problem:
            return _refused(problem, origin)
        return News(
            "played",
            say(
                "{title}: played. {whose_move} ({path})",
                title=save.header.title,
                whose_move=whose_move(done.draft.table),
                path=path,
            ),
            origin,
        )
    return News("ignored", say("orders for a game that is not in the library ({game})", game=game), origin)
