"""Makes the rest of `tests/hostile/`: broken chains, damaged files, histories, armor, letters, positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.markers import ORDERS_BEGIN, ORDERS_END
from khronos_pbem.mail.formats.armor import _line, armor
from khronos_pbem.record.block import Block
from khronos_pbem.record.chain import block_hashes
from khronos_pbem.record.save import write_save
from khronos_pbem.session.replay.draft_block import draft_turn
from tests.hostile.cases import LATER, Hostile
from tests.hostile.save_files import Scene

HONEST = "saves/honest.khronos"


# --- chains: nobody is blamed for what nobody signed ------------------------------------------------------


def chains(scene: Scene) -> Iterator[Hostile]:
    """Blocks that were changed, moved, left out or put in after they were signed."""
    blocks, turn = (*scene.save.blocks, scene.turn), scene.turn
    last, other = turn.seq, 1 - turn.seat

    def made(name: str, about: str, reason: str, block: int, record: tuple[Block, ...]) -> Hostile:
        data = write_save(scene.save._replace(blocks=record), []).encode()
        return Hostile(f"saves/{name}.khronos", about, data, 5, reason, block=block)

    forged = scene.signed(turn, other)
    yield made("signed-by-the-other", "red's turn, signed by blue", "signature", last, (*blocks[:-1], forged))
    moved = scene.signed(replace(turn, seat=other))
    yield made(
        "in-the-others-name", "signed by red, said to be blue's", "signature", last, (*blocks[:-1], moved)
    )
    changed = replace(turn, orders=("end",))
    yield made("changed-orders", "other orders, after red signed", "signature", last, (*blocks[:-1], changed))
    renamed = replace(blocks[0], name="mallory")
    yield made("changed-join", "another name on a join", "signature", 0, (renamed,))
    unlinked = scene.signed(replace(turn, prev=encode_bytes(bytes(32))))
    yield made(
        "link-signed-wrong", "signed on a block that is not here", "link", last, (*blocks[:-1], unlinked)
    )
    yield made("block-left-out", "a block is missing", "link", 1, (blocks[0], blocks[2]))
    about = "two blocks in the other order"
    yield made("blocks-exchanged", about, "link", 1, (blocks[0], blocks[3], blocks[2]))
    yield made("block-twice", "the same block twice", "link", last + 1, (*blocks, turn))
    titled = scene.save._replace(header=replace(scene.save.header, title="Another game"), blocks=blocks[:1])
    about = "the title changed after the first join"
    yield Hostile("saves/changed-title.khronos", about, write_save(titled, []).encode(), 5, "link", block=0)


def histories(scene: Scene) -> Iterator[Hostile]:
    """Files that each hold by themselves, after `honest.khronos` was taken in."""
    shorter = write_save(scene.save, []).encode()
    yield _history("older", "the game as it was a block before", shorter, 0, "older")
    yield _history(
        "same-turn-twice",
        "red's turn again, signed at another time",
        _again(scene, ("end",), same=True),
        0,
        "same",
    )
    about = "another turn of red on the same state"
    yield _history("fork", about, _again(scene, ("end",), same=False), 6, "fork")


def _history(name: str, about: str, data: bytes, code: int, reason: str) -> Hostile:
    return Hostile(f"saves/{name}.khronos", about, data, code, reason, do="receive", seen=HONEST)


def _again(scene: Scene, orders: tuple[str, ...], *, same: bool) -> bytes:
    """The record with another block of the same author on the same state."""
    texts = scene.turn.orders if same else orders
    spelled = scene.table.game.parse("\n".join(texts))
    draft = draft_turn(scene.table, scene.author, list(spelled), block_hashes(scene.save)[-1], LATER)
    return scene.with_blocks(draft.block)


# --- files ------------------------------------------------------------------------------------------------


def damage(scene: Scene) -> Iterator[Hostile]:
    """Saves that are none, of one block: the text is broken, or not of the schema."""
    first, assist = scene.save.blocks[0], scene.save.blocks[2]
    join, small = (write_save(scene.save._replace(blocks=blocks), []) for blocks in ((first,), (assist,)))
    for name, (code, reason, about, data) in WHOLE.items():
        yield Hostile(f"saves/{name}.khronos", about, data, code, reason)
    cut = join[: len(join) * 2 // 3].rstrip()
    yield Hostile("saves/cut-off.khronos", "the end of the file is missing", cut.encode(), 5, "toml")
    for name, (reason, block, about, pattern, to) in CHANGES.items():
        for whole in (small, join):
            text, count = re.subn(pattern, lambda _, to=to: to, whole, count=1, flags=re.MULTILINE)  # type: ignore[misc]
            if count:
                break
        assert count, name
        rule = REFUSED_BY_THE_GAME.get(name, "")
        file, data = f"saves/{name}.khronos", text.encode()
        yield Hostile(file, about, data, 5, reason, block=block, rule=rule, rules=bool(rule))


REFUSED_BY_THE_GAME = {
    "header-unknown-key": "RULES 12",
    "header-seats": "RULES 1.6",
    "header-edition": "RULES 12",
    "header-choices": "RULES 9.3",
}
WHOLE: dict[str, tuple[int, str, str, bytes]] = {
    "empty": (5, "toml", "no byte at all", b""),
    "no-text": (
        5,
        "toml",
        "bytes that are no UTF-8",
        b'format = "khronos-pbem/3"\n' + bytes(range(128, 256)),
    ),
    "no-toml": (5, "toml", "a text, but no TOML", b'format = "khronos-pbem/3"\nthis is not a save\n'),
    "no-game": (5, "schema", "a format, and nothing else", b'format = "khronos-pbem/3"\n'),
    "shopping-list": (5, "schema", "a TOML file of something else", b'title = "a shopping list"\nmilk = 2\n'),
    "newer-format": (
        8,
        "format",
        "made by a later program",
        b'format = "khronos-pbem/99"\n[game]\nnew = true\n',
    ),
    "deep": (
        5,
        "toml",
        "5,000 lists in lists",
        b'format = "khronos-pbem/3"\na = ' + b"[" * 5000 + b"]" * 5000,
    ),
    "long-number": (
        5,
        "toml",
        "a number of 5,000 digits",
        b'format = "khronos-pbem/3"\na = ' + b"9" * 5000 + b"\n",
    ),
    "many-blocks": (
        5,
        "schema",
        "3,000 empty blocks",
        b'format = "khronos-pbem/3"\n' + b"[[block]]\n" * 3000,
    ),
    "open-string": (
        5,
        "toml",
        "a string without an end",
        b'format = "khronos-pbem/3"\na = """' + b"x\\\n" * 5000,
    ),
    "key-twice": (
        5,
        "toml",
        "a key that is there twice",
        b'format = "khronos-pbem/3"\nformat = "khronos-pbem/3"\n',
    ),
}

CHANGES: dict[str, tuple[str, int | None, str, str, str]] = {
    "header-unknown-key": ("schema", None, "an option that there is not", r"^\[game\]$", "[game]\nprize = 7"),
    "header-seats": ("schema", None, "nine seats", r"^seats = 2$", "seats = 9"),
    "header-seats-text": ("schema", None, "seats in words", r"^seats = 2$", 'seats = "two"'),
    "header-edition": ("schema", None, "a third edition", r"^edition = 1$", "edition = 3"),
    "header-choices": (
        "schema",
        None,
        "a policy for choices that there is not",
        r"^edition = 1$",
        'edition = 1\nchoices = "never"',
    ),
    "header-id-short": ("base64", None, "an id of 3 bytes", r'^id = ".*"$', 'id = "AAAA"'),
    "header-id-padded": (
        "base64",
        None,
        "an id with padding",
        r'^id = "(.{20}).*"$',
        'id = "AAAAAAAAAAAAAAAAAAAAAA=="',
    ),
    "header-date": (
        "schema",
        None,
        "a day that there is not",
        r"^created = .*$",
        "created = 2026-02-30T09:00:00Z",
    ),
    "title-control": (
        "schema",
        None,
        "a title that prints a line of its own",
        r'^title = ".*"$',
        'title = "x\\nred has resigned"',
    ),
    "title-escape": (
        "schema",
        None,
        "a title that commands the terminal",
        r'^title = ".*"$',
        'title = "\\u001b[2Jx"',
    ),
    "block-unknown-key": ("schema", 0, "a key that no block has", r"^\[\[block\]\]$", "[[block]]\nprize = 7"),
    "block-kind": ("schema", 0, "a kind that there is not", r'^kind = "assist"$', 'kind = "wish"'),
    "block-seat": ("schema", 0, "a seat beyond the table", r"^seat = 0$", "seat = 5"),
    "block-seat-negative": ("schema", 0, "a seat before the first", r"^seat = 0$", "seat = -1"),
    "block-seq-text": ("schema", 0, "a number in quotes", r"^seq = 2$", 'seq = "2"'),
    "block-seq-true": ("schema", 0, "a truth for a number", r"^seq = 2$", "seq = true"),
    "block-time": ("schema", 0, "a time without its zone", r"^at = .*Z$", "at = 2026-11-01T10:11:00"),
    "signature-short": ("base64", 0, "a signature of 3 bytes", r"^sig = '.*'$", 'sig = "AAAA"'),
    "identity-small-order": (
        "schema",
        0,
        "an identity for which every signature holds",
        r"^identity = '.*'$",
        f'identity = "{encode_bytes(bytes(32))}"',
    ),
    "name-control": (
        "schema",
        0,
        "a name that prints a line of its own",
        r'^name = ".*"$',
        'name = "alice\\nblue has won"',
    ),
}


# --- armor and letters ------------------------------------------------------------------------------------


def armors(scene: Scene) -> Iterator[Hostile]:
    """Armored saves that mail has hurt, or that somebody made so."""
    small = write_save(scene.save._replace(blocks=scene.save.blocks[:1]), []).encode()
    good = armor(small)
    lines = good.splitlines()

    def made(name: str, about: str, code: int, reason: str, texts: list[str]) -> Hostile:
        data = ("\n".join(texts) + "\n").encode()
        return Hostile(f"armor/{name}.txt", about, data, code, reason, do="dearmor")

    yield made("good", "whole", 0, "whole", lines)
    yield made(
        "quoted",
        "quoted twice, and broken in the middle",
        0,
        "whole",
        [piece for line in lines for piece in (f"> > {line[:40]}", f"> > {line[40:]}")],
    )
    yield made("line-lost", "the fifth line is missing", 7, "damaged", [*lines[:5], *lines[6:]])
    flipped = lines[7][:20] + ("A" if lines[7][20] != "A" else "B") + lines[7][21:]
    yield made("line-changed", "a character is another", 7, "damaged", [*lines[:7], flipped, *lines[8:]])
    yield made("end-lost", "the second half is missing", 7, "damaged", lines[: len(lines) // 2])
    yield made("nothing", "a text without armor", 2, "nothing", ["Dear Bob, where is it?"])
    tag = lines[1][1:5]
    for name, about, start in (
        ("counts-to-the-moon", "a line that claims 4,294,967,295 lines", "/////////////////////w"),
        ("shorter-than-its-head", "a line too short for the head", "AAAA"),
    ):
        yield made(name, about, 7, "damaged", [lines[0], _armor_line(tag, start), lines[-1]])


def _armor_line(tag: str, payload: str) -> str:
    """A first line of armor whose own check holds."""
    return _line(tag, 1, payload)


def letters(scene: Scene) -> Iterator[Hostile]:
    """Mails that came after `honest.khronos`: nothing is ever played, and nothing stops the program."""
    block = f"{ORDERS_BEGIN} {scene.save.header.id} {scene.turn.seq}-----"
    resign = f"{block}\nresign\n{ORDERS_END}\n"
    text = _mail("text/plain; charset=utf-8")
    yield _letter("orders", "an order block of this very turn", text + resign, 0, "draft")
    yield _letter(
        "orders-quoted", "the same, quoted", text + re.sub("^", "> ", resign, flags=re.M), 0, "draft"
    )
    for name, about, body in (
        (
            "orders-on-one-line",
            "the marks do not stand on lines of their own",
            f"{block} resign {ORDERS_END}\n",
        ),
        (
            "orders-in-a-sentence",
            "the marks stand in a sentence",
            f'red says: "{block}"\nresign\nSee {ORDERS_END}.\n',
        ),
        (
            "orders-of-no-block",
            "a block number of 5,000 digits",
            f"{ORDERS_BEGIN} {scene.save.header.id} {'9' * 5000}-----\nresign\n{ORDERS_END}\n",
        ),
        ("orders-without-end", "300 blocks that never end", f"{block}\nresign\n" * 300),
        ("greeting", "a letter with nothing in it", "Dear Bob, it is your move.\n"),
    ):
        yield _letter(name, about, text + body, 4, "nothing")
    old = f"{ORDERS_BEGIN} {scene.save.header.id} 1-----\nresign\n{ORDERS_END}\n"
    yield _letter("orders-of-old", "an order block of a turn that was played", text + old, 0, "older")
    attached = _multipart(("text/plain", "Here it is.\n"), ("text/plain; name=o.txt", resign))
    yield _letter("orders-attached", "an order block in an attachment", attached, 4, "nothing")
    yield from _mime(scene)


def _mime(scene: Scene) -> Iterator[Hostile]:
    """Horrors of MIME, each without anything to be found in it."""
    for charset in ("undefined", "punycode", "a\0b", "x" * 5000, "unicode_escape", "rot13"):
        name = re.sub(r"\W", "-", charset)[:20]
        mail = _mail(f'text/plain; charset="{charset}"') + "Hello -----BEGIN\n"
        yield _letter(f"charset-{name}", f"the charset {charset[:20]!r}", mail, 4, "nothing")
    yield _letter(
        "nested-messages",
        "1,000 messages in messages",
        "Content-Type: message/rfc822\n\n" * 1000 + "x\n",
        5,
        "refused",
    )
    parts = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(1000))
    yield _letter("nested-multiparts", "1,000 multiparts in multiparts", parts + "\nx\n", 5, "refused")
    yield _letter(
        "brackets", "a header of 3,000 brackets", f"From: {'(' * 3000}\nSubject: x\n\nx\n", 4, "nothing"
    )
    yield _letter(
        "no-boundary", "a multipart without a boundary", "Content-Type: multipart/mixed\n\nx\n", 4, "nothing"
    )
    yield _letter(
        "open-tags", "HTML of 6,000 tags without an end", _mail("text/html") + "<b " * 6000, 4, "nothing"
    )
    bad = _mail("text/plain", "Content-Transfer-Encoding: base64\n") + "!!!! no base64 !!!!\n"
    yield _letter("no-base64", "a part that is not the base64 it says", bad, 4, "nothing")


def _mail(kind: str, more: str = "") -> str:
    head = "From: Red <red@example.org>\nTo: blue@example.org\nSubject: your move\nMIME-Version: 1.0\n"
    return f"{head}Content-Type: {kind}\n{more}\n"


def _multipart(*parts: tuple[str, str]) -> str:
    body = "".join(f"--b\nContent-Type: {kind}\n{_disposition(kind)}\n{text}\n" for kind, text in parts)
    return f"{_mail('multipart/mixed; boundary=b')}{body}--b--\n"


def _disposition(kind: str) -> str:
    return "Content-Disposition: attachment\n" if "name=" in kind else ""


def _letter(name: str, about: str, text: str, code: int, reason: str) -> Hostile:
    data = text.encode("utf-8", "surrogateescape")
    return Hostile(f"letters/{name}.eml", about, data, code, reason, do="receive", seen=HONEST)


# --- positions --------------------------------------------------------------------------------------------


_PLAYERS = '[[player]]\ncolour = "red"\n[[player]]\ncolour = "blue"\n'


def _buildings(*lines: str) -> str:
    rows = (line.split() for line in lines)
    return "".join(
        f'[[building]]\nboard = "{board}"\nname = "{name}"\nat = "{at}"\n'
        + "".join(f"{key} = {value}\n" for key, value in (pair.split("=", 1) for pair in more))
        for board, name, at, *more in rows
    )


def _cards_row(key: str, card: str, count: int) -> str:
    return f"{key} = {[card] * count}\n"


RED, BLUE = 'owner="red"', 'owner="blue"'
POSITIONS: dict[str, tuple[str, str]] = {
    "unknown-key": ("a key that there is not", "prize = 7\n" + _PLAYERS),
    "one-player": ("one player", '[[player]]\ncolour = "red"\n'),
    "two-reds": ("two players of one colour", _PLAYERS.replace("blue", "red")),
    "five-cards": ("a hand of five", _PLAYERS + _cards_row("hand", "civil", 5)),
    "too-many-cards": ("19 military cards", _cards_row("discard", "military", 19) + _PLAYERS),
    "three-adventurers": ("three adventurers", _PLAYERS + 'adventurers = ["might", "might", "faith"]\n'),
    "ecus-negative": ("less than no ecus", _PLAYERS + "ecus = -1\n"),
    "off-the-map": ("a keep that leaves the map", _PLAYERS + _buildings(f"might keep P20 {RED}")),
    "on-the-river": ("a keep on the river", _PLAYERS + _buildings(f"might keep J1 {RED}")),
    "overlap": (
        "two keeps on one square",
        _PLAYERS + _buildings(f"might keep A5 {RED}", f"might keep B6 {BLUE}"),
    ),
    "tie": (
        "two watchtowers at the top of a domain",
        _PLAYERS + _buildings(f"might watchtower A5 {RED}", f"might watchtower A6 {BLUE}"),
    ),
    "nobodys-keep": ("a keep of nobody on might", _PLAYERS + _buildings("might keep A5")),
    "owned-on-reason": ("a keep of red on reason", _PLAYERS + _buildings(f"reason keep A5 {RED}")),
    "ruin-on-faith": ("a ruin on faith", _PLAYERS + _buildings(f"faith keep A5 ruin=true {RED}")),
    "over-a-printed-hamlet": (
        "a watchtower on a printed hamlet",
        _PLAYERS + _buildings(f"faith watchtower F3 {RED}"),
    ),
    "market-of-two": ("a market of two", f'holdem = true\nmarket = ["civil", "civil"]\n{_PLAYERS}'),
    "gone-with-cards": (
        "somebody gone who holds a card",
        _PLAYERS + '[[player]]\ncolour = "green"\ngone = true\npolicy = "auto"\nhand = ["civil"]\n',
    ),
    "too-many-cubes": ("26 cubes of red", _PLAYERS + _buildings("reason city A5 cubes={red=26}")),
    "not-a-number": ("a round that is not a number", f"round = nan\n{_PLAYERS}"),
}


def positions() -> Iterator[Hostile]:
    """Positions that cannot be (FORMATS 3)."""
    for name, (about, text) in POSITIONS.items():
        yield Hostile(f"positions/{name}.toml", about, text.encode(), 5, "position", do="try")


Maker = Callable[[Scene], Iterator[Hostile]]
MAKERS: tuple[Maker, ...] = (chains, histories, damage, armors, letters)
