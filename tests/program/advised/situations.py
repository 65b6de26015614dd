"""Situations in which the program advises commands: what people type until it does."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from email.message import EmailMessage

from khronos_pbem.home.game_paths import game_key
from khronos_pbem.record.save import parse_save
from khronos_pbem.remote.answers.remote_state import MOST_WRONG, change_game
from tests.program.advised.advised_votes import (
    another_player,
    crossing,
    new_key,
    not_the_same,
    two_ends,
    two_versions,
    without_a_player,
)
from tests.program.advised.harvest import Harvest
from tests.program.advised.stage import Stage
from tests.support.friends import body_of
from tests.support.playing import COLOURS, NAMES, Group
from tests.support.shell import ROOT, Person

SAMPLES = ROOT / "sample_games"
_NAMES = "needs a home with the names of more than a hundred bots"
_SCREEN, _SERVER, _RACE = "needs a full screen", "needs a mail server", "needs two programs at one moment"
_STOPPED, _KEPT = "needs the keyboard to stop a bot", "needs a home in which two versions have been signed"
_PAGE, _RUNNING = "is shown by a page in a browser", "is printed by a command that keeps running"
NOT_MET = {
    "an answer with the right code came from {sender}, which is not your address, so nothing was "
    "done; to allow this address: khronos remote on --from {words}": _SERVER,
    (
        "{n} answers with wrong codes have arrived, so you can now play this game only on your "
        "computer; to allow answers again: khronos remote on"
    ): _SERVER,
    "{title}: your turn has not been sent; to send it: khronos send {name}": _SERVER,
    "watching your mail; to answer from your phone: khronos remote on": _RUNNING,
    "Whether the moves follow the rules of the game. To check this: khronos verify FILE": _PAGE,
    "the mail server refused the copy for {address}; to try again: khronos send {word} --smtp": _SERVER,
    "this e-mail has already been sent to {to}; to send it again, type khronos resend {word} --send": _SERVER,
    (
        "the e-mail may have been sent anyway: before you type khronos resend {game} --send, ask the "
        "others whether it has arrived"
    ): _SERVER,
    "choose another mailbox: khronos config imap_folder NAME": _SERVER,
    (
        "create a bot with a different name: khronos keygen NAME --bot; then let it join: khronos "
        "bot {path} --as NAME"
    ): _NAMES,
    "compare the versions again: khronos settle {game}": _RACE,
    "look at the game with khronos show {path}, then try again": _RACE,
    "to continue: khronos bot {name}": _STOPPED,
    "to continue: khronos solo {name}": _STOPPED,
    "continue from your block {seq}; khronos settle {game} shows both versions": _KEPT,
    "see the versions of this game: khronos settle {game}": _KEPT,
    (
        "enlarge the terminal to at least {columns} by {rows}, or list your possible orders as "
        "lines of text: khronos moves {game} --explore"
    ): _SCREEN,
    "nothing was signed, but your turn is saved; to continue it: khronos turn {path}": _SCREEN,
    "to look at the game, use khronos replay {file}": _SCREEN,
    "to try other orders in the last turn: khronos turn --at {block} {file}": _SCREEN,
}
"""The templates that no situation here brings about, with the reason."""


def nobody_yet(harvest: Harvest) -> None:
    """Before there is an identity or a game."""
    gaps = {"TOPIC": "mail", "COMMAND": "play", "VALUE": "zoe@example.org", "LETTER": "game.khronos"}
    stage, sample = Stage(harvest, gaps), (SAMPLES / "two-players.khronos").read_text(encoding="utf-8")
    harvest.stdin = sample
    stage["zoe"].save.write_text(sample, encoding="utf-8")
    (stage["zoe"].folder / "nothing.txt").write_text("nothing")
    stage.play("""
        zoe: help
        zoe: help maul
        zoe: help xyzzy
        zoe: help orders
        zoe: --no-such
        zoe: mail
        zoe: game.khronos
        zoe: inbox
        zoe: next
        zoe: rules
        zoe: learn --list
        zoe: learn 99
        zoe: puzzle 1
        zoe: receive
        zoe: receive /dev/null
        zoe: contacts add
        zoe: config nonsense
        zoe: config --unset nonsense
        zoe: send game.khronos
        zoe: new g.khronos --colour red --seats 2
        zoe: new g.khronos --as maud --colour red --seats 2
        zoe: dearmor nothing.txt
        zoe: demo
        zoe: keygen zoe
        zoe: publish game.khronos -o g.krec
        zoe: verify g.krec
    """)


def first_steps(harvest: Harvest) -> None:
    """An open game in a folder; a bot is made, joins and plays."""
    stage = Stage(harvest, {"ADDRESS": "carol@example.org", "NAME": "maud"})
    stage.play("""
        cleo: keygen cleo
        cleo: new game.khronos --colour red --seats 3 --title Ours
        cleo: status game.khronos
        cleo: send game.khronos
        cleo > anna
        cleo > ben
        anna: keygen anna
        anna: bot game.khronos
        ben: keygen marvin --bot
        ben: keygen ben
        ben: keygen cleo
        ben: join game.khronos --as cleo --colour blue
        ben: keygen maud --bot
        ben: join game.khronos --as marvin --colour blue
        ben: join game.khronos --as ben --colour blue
        ben: solo game.khronos --as ben
        ben: contacts add cleo cleo@example.org
        ben: bot game.khronos --as ben
        ben: bot game.khronos --as marvin
        ben: play game.khronos --as ben -c end
        ben: status game.khronos --as ben
        ben: play game.khronos --as marvin -c end
        ben: send game.khronos --as ben --to cleo@example.org
        ben: send game.khronos --as ben --to cleo@example.org --smtp
        ben > cleo
        cleo: contacts add ben ben@example.org
        cleo: play game.khronos -c end
        cleo: assist game.khronos --send
        cleo > ben
        ben: assist game.khronos --send
        ben: play game.khronos -c end --send
        ben: undo game.khronos --not-sent --as ben
        ben: play game.khronos -c end
    """)
    harvest.gaps["NAME"] = "marvin"
    stage.play("ben: solo game.khronos")


def alone(harvest: Harvest) -> None:
    """A game against bots, from its beginning to its end."""
    stage = Stage(harvest, {"NAME": "marvin", "N": "5"})
    stage.play("""
        zoe: keygen zoe
        zoe: keygen marvin --bot
        zoe: solo --as zoe --opponents 2 --strength easy --think 0.01
        zoe: solo solo --opponents 2
        zoe: status solo
        zoe: inbox
        zoe: next
        zoe: check solo -c end
        zoe: hint solo --think 0.01
        zoe: turn solo
        zoe: analyse solo
        zoe: play solo -c end
        zoe: undo solo
        zoe: bot solo --as zoe
        zoe: play solo -c resign --yes
        zoe: status solo
        zoe: next
    """)


def by_mail(harvest: Harvest) -> None:
    """Two players who send each other letters, one of whom makes mistakes with them."""
    stage = Stage(harvest, {"ANSWER": "letter.eml", "YOUR-NAME": "bobby"})
    stage.play("""
        alice: keygen alice
        alice: new --colour red --seats 2 --title Ours
        alice: status ours
        alice: next
        alice: send ours
        alice: send ours --to bob@example.org
        alice: config mailboxes .
        alice: send ours --to bob@example.org --force
        alice: config address alice@example.org
        alice: config --unset mailboxes
        alice @ bob
        bob: keygen bob
        bob: receive letter.eml
        bob: status ours
        bob: next
        bob: join ours --colour blue
        bob: inbox
        bob: status ours
        bob: next
        bob: send ours --to alice
        bob: contacts add alice alice@example.org
        bob: send ours
        bob @ alice
        alice: next letter.eml --send
        alice @ bob
        bob: next letter.eml --send
        bob @ alice
        alice: next letter.eml --send
        alice: next ours
        bob: next ours
        alice: rekey nobody
        alice: send ours
        bob: play ours -c end
        bob: send ours
        bob: moves ours
    """)


def talk(harvest: Harvest) -> None:
    """Notes, messages, sealed texts, and a letter that is too short for all of them."""
    group = Group(harvest.root / "begun", 3, 5).until_a_turn("Talk")
    stage = Stage(harvest)
    for name in NAMES[:3]:
        stage.people[name] = Person(name, harvest.root / name).at_home(group.home(name), group.save)
        for other in set(NAMES[:3]) - {name}:
            stage.run(name, "contacts", "add", other, f"{other}@example.org")
    one = group.mover()
    (stage[one].folder / "lines.txt").write_text("nothing\n")
    for number in range(8):
        stage.run(one, "note", "game.khronos", f"note {number}")
    two = _says(stage, one, 6)
    three = _says(stage, two, 16)
    last = _says(stage, three, 16)
    stage.play(f"""
        {one}: note game.khronos
        {one}: note game.khronos --take lines.txt
        {three}: send game.khronos
        {three} @ {last}
    """)


def _says(stage: Stage, name: str, count: int) -> str:
    """Take a turn with as many messages, show it to all others; who is next."""
    words = "; ".join(f'message "{number:02} {"long " * 95}"' for number in range(count))
    stage.run(name, "play", "game.khronos", "-c", f"{words}; end")
    for other in set(NAMES[:3]) - {name}:
        stage[name].hand_to(stage[other])
        stage.run(other, "show", "game.khronos")
    return NAMES[
        COLOURS.index(stage[name].run("status", "game.khronos", "--json").json["waiting_for"]["colour"])
    ]


def several(harvest: Harvest) -> None:
    """Two, and then three games wait for one player, and one is over."""
    stage = Stage(harvest, {"NAME": "carol"})
    shutil.copytree(SAMPLES / "middle" / "keyring", stage["zoe"].home)
    shutil.copy(SAMPLES / "middle" / "game.khronos", stage["zoe"].save)
    solo = "solo --as alice --opponents 1 --strength easy"
    stage.play(f"""
        zoe: contacts add bob bob@example.org
        zoe: receive game.khronos
        zoe: {solo}
        zoe: next
        zoe: {solo} other.khronos
        zoe: next
        zoe: analyse game.khronos
        zoe: puzzle 1 -o puzzle.toml
        zoe: hint puzzle.toml --think 0.01
        zoe: contacts add x x@example.org --key nothing
        zoe: play other.khronos -c resign --yes
        zoe: solo other.khronos
    """)


def roll_by_mail(harvest: Harvest) -> None:
    """The last share of a dice roll is asked for in a letter."""
    group = Group(harvest.root / "begun", 2, 4, game="my-village")
    group.start("Village")
    while (opened := group.table().ledger.rolls.open) is None or len(opened.missing) > 1:
        group.step()
    reader = NAMES[opened.missing[0]]
    writer = next(name for name in NAMES[:2] if name != reader)
    stage = Stage(harvest)
    for name in (reader, writer):
        stage.people[name] = Person(name, harvest.root / name).at_home(group.home(name), group.save)
    stage.play(f"""
        {writer}: send game.khronos --to {reader}@example.org
        {writer} @ {reader}
    """)


def damaged(harvest: Harvest) -> None:
    """Letters that have lost something on their way."""
    stage = Stage(harvest)
    harvest.gaps |= {"NAME": "ours", "COLOUR": "blue"}
    harvest.others = {"ask the sender": stage["alice"], "ask {name} to type": stage["alice"]}
    stage.play("""
        alice: keygen alice
        alice: new --colour red --seats 2 --title Ours
        alice: new --colour red --seats 2 --title Another
        alice: send ours --to bob@example.org
        bob: keygen bob
    """)
    text, mail = body_of(next(stage["alice"].outbox.glob("*.eml")).read_bytes())
    lost = EmailMessage()
    for head in ("From", "To", "Subject", "Message-ID"):
        lost[head] = mail[head]
    lost.set_content(text.partition("-----BEGIN")[0])
    (stage["bob"].folder / "lost.eml").write_bytes(bytes(lost))
    del lost["From"]
    (stage["bob"].folder / "unknown.eml").write_bytes(bytes(lost))
    lines = stage["alice"].run("armor", "ours").out.splitlines(keepends=True)
    (stage["bob"].folder / "armor.txt").write_text("".join([*lines[:6], *lines[7:]]))
    shutil.copytree(stage["alice"].home / "library", stage["bob"].folder / "both")
    stage.play("""
        bob: receive lost.eml
        bob: receive unknown.eml
        bob: dearmor armor.txt
        bob: join both --colour blue
    """)


def in_a_folder(harvest: Harvest) -> None:
    """A shared folder that is not there at times, and a file in it that is damaged."""
    stage = Stage(harvest)
    shared = harvest.root / "Shared"
    shared.mkdir()
    stage.play(f"""
        alice: keygen alice
        alice: config folders {shared}
        alice: new {shared}/ours.khronos --colour red --seats 2 --title Ours
        bob: keygen bob
        bob: join {shared}/ours.khronos --colour blue
        alice: watch {shared} --once
        alice: next
    """)
    kept = (shared / "ours.khronos").read_bytes()
    (shared / "ours.khronos").write_text("nothing")
    stage.play("alice: assist ours")
    (shared / "ours.khronos").write_bytes(kept)
    shared.rename(harvest.root / "gone")
    stage.play("alice: assist ours")


def by_telephone(harvest: Harvest) -> None:
    """A player who lets a telephone answer, with a locked identity, and wrong codes that come."""
    stage = Stage(harvest, {"COMMAND": "'echo sesame'"})
    stage.play("""
        alice: remote on
        alice: config address alice@example.org
        alice: config smtp_host localhost
        alice: watch --mail --once
        alice: config mailboxes .
        alice: remote on
    """)
    alice = stage["alice"]
    alice.run("keygen", "alice", "--passphrase", KHRONOS_PASSPHRASE="sesame")
    stage.play("""
        alice: remote on
        alice: config passphrase_command 'echo sesame'
        alice: remote status
        alice: remote on
        alice: new --colour red --seats 2 --title Ours
    """)
    (file,) = (alice.home / "library").glob("*.khronos")
    key = game_key(parse_save(file.read_bytes()).header)
    change_game(alice.home, key, lambda game: game._replace(wrong=MOST_WRONG))
    stage.play("""
        alice: remote status
        alice: remote off
    """)


SITUATIONS: dict[str, Callable[[Harvest], None]] = {
    each.__name__: each
    for each in (
        nobody_yet,
        first_steps,
        alone,
        by_mail,
        talk,
        several,
        roll_by_mail,
        damaged,
        in_a_folder,
        by_telephone,
        without_a_player,
        another_player,
        not_the_same,
        crossing,
        new_key,
        two_ends,
        two_versions,
    )
}
