"""What the installed program can do without its source tree: `python tests/smoke.py PYTHON SAMPLES`.

PYTHON is the interpreter of a virtual environment with nothing but the wheel in it; SAMPLES is the folder of
sample games. Every command is run in an empty folder, and has to say what is asked for here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKS: tuple[tuple[str, int, str], ...] = (
    ("--version", 0, "khronos "),
    ("--help", 0, "Print the course of the game as text"),
    ("show --help", 0, "[required]"),
    ("demo --turns 2", 0, "VALID"),
    ("orders", 0, "build PIECE BOARD F7 [with CARD…]"),
    ("orders --lang fr", 0, "construire BÂTIMENT PLATEAU F7"),
    ("help", 0, "Playing by mail"),
    ("help squares --lang de", 0, "F7"),
    ("help --man", 0, ".SH"),
    ("rules 6.4", 0, "6.4"),
    ("rules 6.4 --lang de", 0, "6.4"),
    ("new --lang de --seats two x.khronos --colour red", 2, "--seats"),
    ("shwo", 2, "did you mean 'show'?"),
    ("show", 2, "the argument 'FILE' is missing"),
    ("contacts", 2, "Usage: khronos contacts"),
    ("keygen alice", 0, "public key"),
    ("new game.khronos --as alice --colour red --seats 2 --map valley", 0, "wrote game.khronos"),
    ("show five.khronos", 0, "MIGHT"),
    ("show five.khronos --lang de", 0, "MACHT"),
    ("show five.khronos --at 30 --json", 0, '"position"'),
    ("verify five.khronos", 0, "VALID"),
    ("export five.khronos --svg -o five.svg", 0, "wrote"),
    ("export five.khronos --html -o five.html", 0, "wrote"),
    ("export mine/game.khronos --gif -o mine.gif", 0, "wrote"),
    ("stats five.khronos", 0, "Openings"),
    ("armor five.khronos", 0, "BEGIN"),
    ("config", 0, "address"),
    ("inbox", 0, "for players to join; not sent yet: khronos send "),
    ("replay five.khronos", 0, "MIGHT"),
)
"""Words after `khronos`, the exit code, and what is to be in its output."""

PLAY = ("play mine/game.khronos mine/turn.txt -o out.khronos", 0, "wrote out.khronos")


def main(python: Path, samples: Path) -> int:
    """Run everything; how many did not do as they should."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(samples / "five-players.khronos", folder / "five.khronos")
        shutil.copytree(samples / "middle", folder / "mine")
        khronos = python.absolute().parent / "khronos"
        wrong = [line for check in CHECKS for line in tried(khronos, folder, "home", *check)]
        wrong += tried(khronos, folder, "mine/keyring", *PLAY)
    print("\n".join(wrong) or f"{len(CHECKS) + 1} commands do as they should")
    return len(wrong)


def tried(khronos: Path, folder: Path, home: str, words: str, code: int, said: str) -> list[str]:
    """What is wrong with a command, if anything is."""
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KHRONOS"))
    }
    done = subprocess.run(
        [str(khronos), *words.split()],
        cwd=folder,
        env={**variables, "KHRONOS_HOME": str(folder / home), "LC_ALL": "C.UTF-8", "COLUMNS": "120"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout + done.stderr
    if done.returncode == code and said in told and "Traceback" not in told:
        return []
    return [
        f"khronos {words}: exit code {done.returncode} instead of {code}, or no {said!r} in:",
        told[-2000:],
    ]


if __name__ == "__main__":
    sys.exit(1 if main(Path(sys.argv[1]), Path(sys.argv[2])) else 0)
