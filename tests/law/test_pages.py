"""The pages of the law: kept equal where they stand twice, and every paragraph found by its number."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_pbem.errors import UsageError
from khronos_pbem.manual.plain_text import plain_lines, without_emphasis
from khronos_pbem.manual.rule_pages import (
    FOLDER,
    PAGES,
    Page,
    Paragraph,
    citable_names,
    find_paragraph,
    page,
    parse_page,
)

ROOT = Path(__file__).parent.parent.parent
SHARED = ROOT.parent / "shared"
ELSEWHERE = {"VILLAGE": ("my-village.md", "MY_VILLAGE.md")}
"""What the documentation and the authors call a page, where it is not its own name."""


def documented(name: str) -> tuple[str, str]:
    """The names of a page's file in the documentation, and among the shared pages."""
    return ELSEWHERE.get(name, (f"{name.lower()}.md", f"{name}.md"))


@pytest.mark.parametrize("name", PAGES)
def test_the_documentation_has_the_same_pages(name: str) -> None:
    ours = FOLDER / "en" / f"{name.lower()}.md"
    assert (ROOT / "docs" / documented(name)[0]).read_bytes() == ours.read_bytes()


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_those_that_the_authors_share(name: str) -> None:
    shared = SHARED / documented(name)[1]
    if not shared.exists():
        pytest.skip("the shared pages are not beside this repository")
    assert (FOLDER / "en" / f"{name.lower()}.md").read_bytes() == shared.read_bytes()


def numbers(chapter: int, last: int) -> list[str]:
    return [str(chapter), *(f"{chapter}.{number}" for number in range(1, last + 1))]


COUNTS = {1: 6, 2: 0, 3: 4, 4: 2, 5: 9, 6: 5, 7: 9, 8: 8, 9: 4, 10: 3, 11: 3, 12: 0, 13: 22}


def test_every_paragraph_of_the_rules_is_found() -> None:
    """RULES 1–13, those too that stand in the middle of a line (13.9), and example lists."""
    assert list(page("RULES").paragraphs) == [
        number for chapter, count in COUNTS.items() for number in numbers(chapter, count)
    ]


def test_every_paragraph_of_the_other_pages_is_found() -> None:
    assert list(page("FORMATS").paragraphs) == ["1", "2", "3", "4"]
    promises = [f"P{number}" for number in range(1, 8)]
    plain = [str(number) for number in range(2, 9)]
    assert list(page("DECK").paragraphs) == ["1", *promises, *plain, *numbers(9, 6), *numbers(10, 7)]


VILLAGE = (7, 3, 4, 3, 2, 4, 9, 15, 8, 4, 5, 5, 5, 3, 3, 0, 0, 12, 25)


def test_every_paragraph_of_the_second_game_is_found() -> None:
    """VILLAGE 1–19, those too whose number is in bold (11.2, 13.4) or begins an item (19.25)."""
    assert list(page("VILLAGE").paragraphs) == [
        number for chapter, count in enumerate(VILLAGE, 1) for number in numbers(chapter, count)
    ]


@pytest.mark.parametrize("name", PAGES)
def test_nothing_of_a_page_is_lost(name: str) -> None:
    """The chapters together are the page behind its introduction."""
    found = page(name)
    whole = "".join(
        f"## {chapter.number} {chapter.title}\n{chapter.text}\n" for chapter in found.chapters
    ).split()
    text = (FOLDER / "en" / f"{name.lower()}.md").read_text(encoding="utf-8")
    assert whole == text[text.index("## 1 ") :].split()


def paragraph(words: str) -> Paragraph:
    found = find_paragraph(words)
    assert isinstance(found, Paragraph)
    return found


@pytest.mark.parametrize(
    ("words", "name", "begins", "ends"),
    [
        ("6.4", "RULES 6.4", "6.4 **Dominion**", "with itself."),
        ("(RULES 6.4)", "RULES 6.4", "6.4 **Dominion**", "with itself."),
        ("rules 13.8", "RULES 13.8", "13.8 Blue's monastery", "on might only."),
        ("13.9", "RULES 13.9", "13.9 The same", "religious building."),
        ("1.2", "RULES 1.2", "1.2 A building", "being worth half."),
        ("10.3", "RULES 10.3", "10.3 On reason", "in their place."),
        ("12", "RULES 12", "| | edition 1", "same effect |"),
        ("DECK 5", "DECK 5", "* `deal`", "the third seat starts."),
        ("deck9.2", "DECK 9.2", "9.2 **Going on", "for whom."),
        ("DECK p3", "DECK P3", "| | promise", "its owner |"),
        ("VILLAGE 8.3", "VILLAGE 8.3", "8.3 At any moment", "in other players' turns.)"),
        ("village 18.9", "VILLAGE 18.9", "**18.9** `parse(text(o))`", "leaves out."),
        ("VILLAGE 19.20", "VILLAGE 19.20", "* **19.20** One villager", "`hire` is refused."),
        (" FORMATS  2 ", "FORMATS 2", "Write one order per line", "`a`–`z2`–`7`, and `]`."),
    ],
)
def test_a_citation_is_found(words: str, name: str, begins: str, ends: str) -> None:
    found = paragraph(words)
    assert found.name == name
    assert found.text.startswith(begins)
    assert found.text.endswith(ends)


def test_a_table_belongs_to_its_paragraph() -> None:
    assert "| civil (blue) | hamlet 1 | town 3 | city 5 |" in paragraph("1.2").text


def test_a_page_without_a_number() -> None:
    found = find_paragraph("deck")
    assert isinstance(found, Page)
    assert [chapter.number for chapter in found.chapters] == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("6.9", "there is no paragraph RULES 6.9 — the closest paragraph numbers are 6.3, 6.4, 6.5"),
        ("14", "there is no paragraph RULES 14 — the closest paragraph numbers are 11, 12, 13"),
        ("0.1", "there is no paragraph RULES 0.1 — the closest paragraph numbers are 1.1, 1.2, 1.3"),
        ("FORMATS 2.1", "there is no paragraph FORMATS 2.1 — the closest paragraph numbers are 1, 2, 3"),
        ("DECK P8", "there is no paragraph DECK P8 — the closest paragraph numbers are P5, P6, P7"),
        ("RULES P1", "there is no paragraph RULES P1 — the closest paragraph numbers are 1, 2, 3"),
        ("DOCK 5", "there is no page 'DOCK' — did you mean DECK?"),
        (
            "6.4.1",
            "'6.4.1' is not a valid paragraph number — give a paragraph such as 6.4 or DECK 5, from one of",
        ),
        ("", "'' is not a valid paragraph number — give a paragraph such as"),
        ("9" * 5000, "99' is not a valid paragraph number"),
    ],
)
def test_what_there_is_not(words: str, line: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_paragraph(words)
    assert line in str(caught.value)
    assert len(str(caught.value)) < 300


def test_completion() -> None:
    assert citable_names("6.")[:2] == ["6.1", "6.2"]
    assert citable_names("deck 9") == ["DECK 9", *(f"DECK 9.{number}" for number in range(1, 7))]
    assert set(citable_names()) >= {"1", "13.22", "FORMATS 4", "DECK P7", "RULES", "DECK"}
    assert citable_names("x") == []


def test_only_the_next_number_begins_a_paragraph() -> None:
    """What looks like a number elsewhere is a reference."""
    one = "## 1 One\n1.1 See 1.2. 1.3 Not yet. 1.2 **Second**, by 1.3 (1.4).\n\n"
    text = f"# A page\n\nIntro.\n\n{one}## 2 Two\n2.5 no\n"
    found = parse_page(text, "RULES", "en")
    assert found.title == "A page"
    assert {number: each.text for number, each in found.paragraphs.items()} == {
        "1": "1.1 See 1.2. 1.3 Not yet.\n\n1.2 **Second**, by 1.3 (1.4).",
        "1.1": "1.1 See 1.2. 1.3 Not yet.",
        "1.2": "1.2 **Second**, by 1.3 (1.4).",
        "2": "2.5 no",
    }


# --- as plain text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [30, 72, 110])
@pytest.mark.parametrize("name", PAGES)
def test_plain_text_has_every_word(name: str, width: int) -> None:
    for chapter in page(name).chapters:
        for block in chapter.blocks:
            rows = [row for row in block.splitlines() if not row.startswith("```")]
            shown = "".join(plain_lines(block, width))
            assert sorted(filter(str.isalnum, shown)) == sorted(filter(str.isalnum, "".join(rows)))


@pytest.mark.parametrize("name", PAGES)
def test_plain_text_fits_its_width(name: str) -> None:
    for chapter in page(name).chapters:
        for block in chapter.blocks:
            inside = False
            for line in plain_lines(block, 80):
                inside = inside or line.startswith(("edition = 2", "format =", "game ="))
                assert inside or len(line) <= 80


def test_emphasis_goes_and_code_stays() -> None:
    assert (
        without_emphasis("**`receive` never plays**: *now* `a*b*c` 2*3")
        == "`receive` never plays: now `a*b*c` 2*3"
    )


def test_a_table_is_aligned() -> None:
    table = "| a | b |\n|---|---|\n| one \\| two | three |\n| x | a cell that is long |"
    assert plain_lines(table, 24) == [
        "a          b",
        "one | two  three",
        "x          a cell that",
        "           is long",
    ]


def test_items_of_a_list_keep_their_lines() -> None:
    assert plain_lines("* one two\nthree\n* four\n\n1. five", 10) == [
        "* one two",
        "  three",
        "* four",
        "",
        "1. five",
    ]


def test_no_line_ends_inside_a_command_that_fits_nor_before_a_sign() -> None:
    assert plain_lines("now type `one two` here", 17) == ["now type", "`one two` here"]
    assert plain_lines("now type `one two three` here", 18) == ["now type `one two", "three` here"]
    assert plain_lines("tu vois : rien ; tout", 16) == ["tu vois : rien ;", "tout"]
    assert plain_lines("tu vois : rien ; tout", 15) == ["tu vois :", "rien ; tout"]
