"""A mail server for the robot, and a game in which its player has got the first letter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from khronos_pbem.cli.mail import mail_robot
from tests.mail.servers import Post, smtp_server
from tests.remote.requests import run_inside
from tests.remote.scenes import Scene, copied_scene, make_scene
from tests.support.playing import NAMES


@pytest.fixture(autouse=True)
def _no_process_for_a_request(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are carried out inside the process of the test, unless it asks for `processes`."""
    if "processes" not in request.fixturenames:
        monkeypatch.setattr(mail_robot, "run_program", run_inside)


@pytest.fixture
def processes() -> None:
    """Each request is carried out by a process of its own, as robots do it."""


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    """A post office with a running SMTP server, configured in the environment."""
    with TemporaryDirectory(prefix="khronos-post-") as folder:
        Path(folder).chmod(0o755)  # dovecot reads as another user
        office = Post(Path(folder) / "post")
        controller = smtp_server(office)
        for name in NAMES[:3]:
            office.box(name)
        for key, value in {"HOST": "127.0.0.1", "PORT": str(controller.port), "SECURITY": "none"}.items():
            monkeypatch.setenv(f"KHRONOS_SMTP_{key}", value)
        yield office
        controller.stop()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The homes of a game that waits for a turn; tests only copy them."""
    return make_scene(tmp_path_factory.mktemp("scene"))


@pytest.fixture
def scene(homes: Path, post: Post, tmp_path: Path) -> Scene:
    """A copy of this game, in which the robot has written its first letter."""
    return copied_scene(homes, tmp_path, post)
