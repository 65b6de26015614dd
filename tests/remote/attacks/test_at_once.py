"""Two robots of one home at the same time, as real processes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from khronos_pbem.errors import Conflict
from khronos_pbem.remote.answers.run_request import run_program
from khronos_pbem.storage.files import inherited_lock
from tests.mail.servers import Post
from tests.remote.scenes import blocks_of, copied_scene, make_scene, robot_process
from tests.support.shell import PATIENCE, ROOT

HOLDER = """
import subprocess, sys
from pathlib import Path
from khronos_pbem.storage.files import inherited_lock
with inherited_lock("robot", Path(sys.argv[1]), "busy") as kept:
    subprocess.run([sys.executable, "-c", "print(flush=True); input()"], pass_fds=kept)
"""
"""A process that holds a lock, while another one that it has started waits for a line."""


def test_a_lock_is_held_until_the_last_process_that_inherits_it_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as robot:
        assert robot.stdout is not None
        robot.stdout.readline()
        robot.send_signal(signal.SIGKILL)
        with pytest.raises(Conflict, match="busy"), inherited_lock("robot", tmp_path, "busy"):
            pass
        robot.communicate(b"\n", PATIENCE)
    _await_lock(tmp_path)


def _await_lock(home: Path) -> None:
    """Return when the lock is free."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with inherited_lock("robot", home, "busy"):
                return
        except Conflict:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_the_lock_goes_to_processes_that_carry_out_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python"
    program.write_text('#!/bin/sh\nls /proc/self/fd; echo "$@"; cat\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    with inherited_lock("robot", tmp_path, "busy") as kept:
        done = run_program({}, kept)(["play", "x"], "end\n")
        assert {str(each) for each in kept} <= set(done.text.split())
        assert "-P -m khronos_pbem play x\nend\n" in done.text
        assert not {str(each) for each in kept} & set(run_program({})([], "").text.split())


def test_one_answer_is_carried_out_by_one_of_several_robots(
    post: Post, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, two_cores: None
) -> None:
    scene = copied_scene(make_scene(tmp_path_factory.mktemp("scene")), tmp_path, post)
    before = len(blocks_of(scene.mover))
    scene.phone.answer("play end")
    scene.phone.answer("play travel 1 faith; end")
    letters = post.letters
    robots = [robot_process(scene.mover) for _ in range(4)]
    outputs = [robot.communicate(timeout=PATIENCE)[0].decode() for robot in robots]
    assert [robot.returncode for robot in robots] == [0] * 4, outputs
    assert len(blocks_of(scene.mover)) == before + 1
    assert sum("your turn was sent" in each for each in outputs) == 1
    assert post.letters == letters + 2  # the turn, and the letter about it
