"""Nothing that people read is left in English: every command speaks through the catalogue.

The commands are run in a language whose sentences have no letters, so that letters are what was not said.
"""

from __future__ import annotations

import gettext
import re
import shlex
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import typer

from khronos_pbem import languages
from khronos_pbem.cli.commands import application
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.engine.features.lessons import Lessons
from khronos_pbem.games.khronos.vocabulary.words import VOCABULARY, WORDS
from khronos_pbem.games.registry import games_with_feature
from khronos_pbem.home import config
from tests.make_catalogues import messages, pair
from tests.support.shell import ROOT, Person

MIDDLE = ROOT / "sample_games" / "middle"
POSITION = """
edition = 2
map = "valley"
round = 1
active = "red"
phase = "change"
player = [
    { colour = "red", ecus = 4, adventurers = ["might", "might"], hand = ["military", "military"] },
    { colour = "blue", ecus = 4, adventurers = ["might", "might"], hand = [] },
]
"""
TYPED = frozenset(
    [
        "alice",
        "bob",
        "carol",
        "marvin",
        "talos",
        "Solo",
        "solo",
        "best",
        "easy",
        "steady",
        "strong",
        "expert",
        "Sample",
        "in",
        "the",
        "middle",
        "my",
        "demo",
        "Nix",
        "pink",
        "fly",
        "nowhere",
        "khronos",
        "KHRONOS",
        "Uhr",
    ]
)
"""Names and titles of these games, the program's own name, and the form of German moments."""

ORDER_WORDS = frozenset(words["de"][0] for words in WORDS.values())
KEYS = frozenset(word for key in config.KEYS for word in key.split("_")) | {"tls"}
KEYS |= {strength.value for strength in Strength}
SHAPES = KEYS | frozenset(word for words in VOCABULARY.placeholders.values() for word in words) | {"text"}


@cache
def sentences() -> frozenset[str]:
    """What the catalogues translate."""
    return frozenset(text for message in messages() for text in pair(message))


_LEFT_OUT = re.compile(
    r"""-----.*----- | <\w+> | \S*/\S* | \S+\.(?:khronos|krec|toml|eml|txt|html|org)\b | \b[A-P]\d+\b
    | \b\S*\d\S*\b | '[^'\n]*' | „[^“\n]*“ | \bkhronos\ [a-z]+\b
    | --?[a-z-]+ | [A-Z]{3,} | \b[a-z]{5}(?:-[a-z]{5}){7}\b | [\w-]{30,} | "[^"\n]*" | \b[a-z_]+\ =\ """,
    re.VERBOSE,
)
"""What is no speech: paths, files, squares, numbers and ids, commands, options, keys in words, quotes."""


class Letterless(gettext.NullTranslations):
    """A catalogue in which every sentence is there, without a letter of its own."""

    def gettext(self, message: str) -> str:
        if message not in sentences():
            return message
        if "{" not in message:
            return _dotted(message)
        parts = Formatter().parse(message)
        return "".join(_doubled(_dotted(text)) + _field(*field) for text, *field in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def _dotted(text: str) -> str:
    return re.sub(r"[^\W\d_]", "·", text)


def _doubled(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _field(name: str | None, spec: str | None, conversion: str | None) -> str:
    if name is None:
        return ""
    return "{" + name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}"


@pytest.fixture
def letterless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German without letters."""
    sentences()  # collecting them sets the language
    languages.translator.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(gettext, "translation", lambda *_: Letterless())
        yield
    languages.translator.cache_clear()


@pytest.fixture
def player(tmp_path: Path) -> Person:
    """Who has to act in the sample in the middle, with files of all kinds."""
    somebody = Person("bob", tmp_path)
    shutil.copytree(MIDDLE / "keyring", somebody.home)
    for name in ("game.khronos", "turn.txt"):
        shutil.copy(MIDDLE / name, tmp_path)
    (tmp_path / "shared").mkdir()
    shutil.copy(MIDDLE / "game.khronos", tmp_path / "shared")
    (tmp_path / "position.toml").write_text(POSITION, encoding="utf-8")
    somebody.ok("export", "game.khronos", "--record", "-o", "game.krec")
    (tmp_path / "armored.txt").write_text(somebody.ok("armor", "game.khronos").out, encoding="utf-8")
    (tmp_path / "broken").mkdir()
    text = (MIDDLE / "game.khronos").read_text(encoding="utf-8")
    (tmp_path / "broken" / "demo.khronos").write_text(text.replace('"end"', '"resign"', 1), encoding="utf-8")
    somebody.ok("contacts", "add", "alice", "alice@example.org")
    return somebody


TRIED = """
keygen carol
keygen a/b
keygen bob
new n.khronos --as bob --colour red --seats 2 --title Nix
new m.khronos --as bob --colour pink --seats 2
new m.khronos --as bob --colour red --seats 9
new m.khronos --as bob --colour red --seats two
join game.khronos --as bob --colour green
show game.khronos
show game.khronos --earn
show game.khronos --board x
show game.khronos --at 999
show position.toml
show game.khronos -o p.toml
show game.krec
show nowhere
show --help
show
status game.khronos
status turn.txt
hint game.khronos --think 0.001
hint position.toml --think 0.001 --strength easy
hint game.khronos --strength best
hint game.khronos --think=-1
analyse game.khronos
analyse game.khronos --think 0
moves game.khronos --effect
moves game.khronos pass
moves game.khronos build castle
moves game.khronos -c end
check game.khronos -c 'travel 1 faith'
check game.khronos -c 'build castle might A1; end'
check game.khronos -c 'exchange military, civil'
check game.khronos -c 'upgrade keep might A1 from A1'
moves game.khronos
moves game.khronos fly
moves position.toml build
check game.khronos turn.txt
check game.khronos -c 'build keep reason F7'
check game.khronos -c fly
check game.khronos
play game.khronos turn.txt -o played.khronos
play game.khronos -c 'end keep civil'
assist game.khronos
vote game.khronos --without blue
vote game.khronos --without red
turn game.khronos
turn position.toml --at 3
turn nowhere
learn
learn nosuch
learn 4 --hint --solution
learn 4 -c 'build keep might A1'
learn 4 -c 'build hamlet might D4'
learn 4 -c 'build town might D4; end'
learn 2 --game my-village -c 'take 1 6'
learn build turn.txt
learn --list
learn 4 --forget
rekey
rekey alice --as alice
undo game.khronos
verify game.khronos
verify game.krec
log game.khronos --cite
log game.krec
replay game.khronos --plain --from 'round 5'
replay game.khronos --from x
try position.toml -c 'build watchtower might F7; end'
try position.toml -c 'renovate F7'
try turn.txt
orders
puzzle list
puzzle 1 --plain
puzzle 1 -c end
puzzle 1 --solution
puzzle x
puzzle 99
export game.khronos --text -o -
export game.khronos --markdown -o -
export game.khronos
publish game.khronos --as bob -o p.krec
publish p.krec --check
stats game.khronos game.krec
send game.khronos --as bob
send game.khronos --config address=bob@example.org --to alice
receive game.khronos
receive game.khronos
receive turn.txt
receive
receive game.khronos --config library=broken
next
next game.khronos
next game.khronos --send --as alice
next nowhere
receive shared --assist --send --notify
new --as bob --colour red --seats 2 --title Nix --send --to alice
join turn.txt --as bob --colour red
inbox --config library=broken
inbox
resend game.khronos
remind
watch shared --once
watch nowhere --once
watch
watch shared --mail
watch --mail --once
remote on
remote status
remote off
config
config --config x=y
contacts list
contacts add carol carol@example.org
contacts check game.khronos
contacts add carol nowhere
armor turn.txt
dearmor armored.txt -o again.khronos
dearmor turn.txt
settle game.khronos
league game.khronos
league nowhere
league game.khronos --pair
league game.khronos --pair --csv
league game.khronos --seats 2
note game.khronos 123 --record
note game.khronos
note game.khronos x --open all
note game.khronos --open all
note game.khronos --open last
note game.khronos --take turn.txt
undo game.khronos
rules 99.9
rules NOPE
help nope
help show
help contacts nope
game.khronos
demo --turns 2 --plain
solo s.khronos --as alice --opponents 1 --strength easy --plain
solo s.khronos --opponents 2
solo s.khronos --strength best
solo game.khronos
bot game.khronos --as alice
bot game.khronos --as alice --think 0
bot game.khronos --as marvin
bot game.khronos
watch shared --once --bot marvin
"""
"""What is tried of every command, also in ways that fail."""

COMMANDS: dict[str, list[list[str]]] = {}
for _words in map(shlex.split, TRIED.strip().splitlines()):
    COMMANDS.setdefault(_words[0], []).append(_words)


WORD = re.compile(r"[^\W\d_]{2,}")


def left_in_english(text: str, pages: frozenset[str] = frozenset()) -> set[str]:
    """The words of an output that no catalogue has said, nor a page of these words."""
    words = WORD.findall(_LEFT_OUT.sub(" ", text))
    known = TYPED | SHAPES | pages
    return {word for word in words if word.lower() not in ORDER_WORDS and word not in known}


def pages_of(command: str) -> frozenset[str]:
    """The words of the German pages that a command prints from."""
    lessons = (
        [lessons.texts("de") for _, lessons in games_with_feature(Lessons)] if command == "learn" else []
    )
    return frozenset(WORD.findall(" ".join(lessons)))


def test_every_command_is_tried() -> None:
    command: Any = typer.main.get_command(application())
    assert set(command.commands) == set(COMMANDS) - {"game.khronos"}  # which is no command


@pytest.mark.parametrize("name", COMMANDS)
def test_everything_is_said_in_the_language(name: str, letterless: None, player: Person) -> None:
    for arguments in COMMANDS[name]:
        result = player.run("--lang", "de", *arguments)
        left = left_in_english(result.out + result.err, pages_of(name))
        assert left == set(), (arguments, result.out[-3000:] + result.err)
