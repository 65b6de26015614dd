"""The pictures of the documentation show the screen as it is now."""

from __future__ import annotations

from tests.make_screens import FOLDER, drawn, pictures, words


def test_the_pictures_are_those_of_today() -> None:
    """`python -m tests.make_screens` draws them anew."""
    page = "".join((FOLDER / name).read_text(encoding="utf-8") for name in ("composing.md", "learning.md"))
    for path, screen in pictures():
        assert path.name in page
        assert words(path.read_text(encoding="utf-8")) == words(drawn(screen)), path.name
