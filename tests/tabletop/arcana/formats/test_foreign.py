"""Rosters that others have written or carried: by the names in a .ros, out of a printed PDF, out of one paste."""

from __future__ import annotations

import random
import re
import zlib
from contextlib import suppress
from pathlib import Path

import pytest

from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.formats.battlescribe.ros import write_ros
from tabletop.arcana.formats.battlescribe.rosz import zip_one_file
from tabletop.arcana.formats.listing.writer import write_markdown, write_text
from tabletop.arcana.formats.registry import read_any, read_loosely, split_file
from tabletop.decoding import MalformedError
from tabletop.pdf.attachments import Attachment, attached_files
from tabletop.pdf.document import Sheet, render
from tabletop.pdf.paper import PAPERS
from tabletop.rosters.digest import same_choices
from tabletop.rosters.reading import with_line
from tests.catalogue import SAMPLES, printed_catalogue
from tests.laws import of_each

CATALOGUE = printed_catalogue()
ROSTERS = {path.stem: read_roster(path.read_bytes()) for path in sorted(SAMPLES.glob("*.json"))}
MESSY = Path(__file__).parents[3] / "corpus" / "messy"
A_CREW_FOR_ONE_OF_TWO = "halflings-and-centaurs"  # other programs count a crew as one of the unit


def foreign(roster: Roster) -> bytes:
    """A .ros as another program has it: its own ids, no notes of ours."""
    xml = write_ros(roster, CATALOGUE).decode()
    return re.sub(
        r'entryId="[^"]*"', 'entryId="1f-2e"', re.sub(r"<customNotes>.*?</customNotes>", "", xml, flags=re.S)
    ).encode()


@pytest.mark.parametrize("name", [name for name in ROSTERS if name != A_CREW_FOR_ONE_OF_TWO])
def test_a_ros_of_another_program_is_read_by_its_names(name: str) -> None:
    read = read_loosely(f"{name}.ros", foreign(ROSTERS[name]), CATALOGUE)
    assert same_choices(read.roster, ROSTERS[name])
    assert (read.unread, read.prices, read.strict) == ((), (), False)
    assert read_loosely("a.rosz", zip_one_file("a.ros", foreign(ROSTERS[name])), CATALOGUE).roster == read.roster


def test_what_a_ros_has_that_we_have_not_is_listed_with_its_line() -> None:
    xml = foreign(ROSTERS["dwarves"]).decode().replace('name="Pikemen"', 'name="Wall Guard"')
    read = read_loosely("a.ros", xml.encode(), CATALOGUE)
    assert ["Wall Guard" in line.text for line in read.unread] == [True]
    assert read.text.split("\n")[read.unread[0].line - 1] == read.unread[0].text
    assert read.roster is not None
    assert {price.line: (price.says, price.ours) for price in read.prices}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (foreign(ROSTERS["dwarves"])[:2000], "cut off"),
        (zip_one_file("a.ros", foreign(ROSTERS["dwarves"]))[:900], "cut off"),
        (b"<roster", "cut off"),
        (b"<html><body>5 Axemen</body></html>", "outermost"),
        (b"%PDF-1.7\n%\xe2\xe3", "cut off"),
        (b"%PDF-1.7\n%%EOF\n", "wasn't printed here"),
        (b"\xff\xd8\xff\xe0JFIF", "picture (JPEG)"),
    ],
)
def test_a_damaged_file_says_what_it_is_and_what_is_wrong(content: bytes, words: str) -> None:
    (problem,) = read_any("a file", content, CATALOGUE).problems
    assert words in problem.reason
    with suppress(MalformedError):
        assert read_loosely("a file", content, CATALOGUE).roster is None


def printed(*contents: bytes) -> bytes:
    files = tuple(Attachment(f"{number}.json", "application/json", content) for number, content in enumerate(contents))
    return render(Sheet(title="A", paper=PAPERS["a4"], pages=(lambda surface: None,), attachments=files))


def test_the_rosters_in_a_printed_pdf_come_out_as_they_went_in() -> None:
    files = [(SAMPLES / f"{name}.json").read_bytes() for name in ("dwarves", "orcs")]
    pdf = printed(*files)
    assert pdf == printed(*files)
    assert list(split_file(pdf, CATALOGUE)) == files
    assert read_any("a.pdf", pdf, CATALOGUE).roster == ROSTERS["dwarves"]
    assert attached_files(printed(), most=100) == []


def test_a_bomb_in_a_pdf_is_not_unpacked() -> None:
    packed = zlib.compress(b" " * 50_000_000)
    head = b"%%PDF-1.7\n1 0 obj\n<</Type/EmbeddedFile/Filter/FlateDecode/Length %d>>stream\n" % len(packed)
    with pytest.raises(MalformedError, match="larger than 1,000 bytes"):
        attached_files(head + packed + b"\nendstream\n%%EOF", most=1000)
    for broken in (packed[:50], b"no zlib"):
        start = b"%%PDF-1.7\n<</Type/EmbeddedFile/Filter/FlateDecode/Length %d>>stream\n" % len(broken)
        with pytest.raises(MalformedError, match=r"larger|broken"):
            attached_files(start + broken + b"\nendstream\n%%EOF", most=10)
    other = b"%PDF-1.7\n<</Type/Other/EmbeddedFile 1/Length 2>>stream\nabendstream\n%%EOF"
    assert attached_files(other, most=10) == []
    short = b"%PDF-1.7\n<</Type/EmbeddedFile/Length 2>>stream\nabcd\nendstream\n%%EOF"
    with pytest.raises(MalformedError, match="the file attached to the PDF is broken"):
        attached_files(short, most=10)
    assert attached_files(short.replace(b"Length 2", b"Length 4"), most=10) == [b"abcd"]


@of_each("path", sorted(MESSY.glob("*.txt")), ids=lambda path: path.stem)
def test_one_list_stays_one(path: Path) -> None:
    assert split_file(path.read_bytes(), CATALOGUE) == (path.read_bytes(),)


@pytest.mark.parametrize("between", ["\n\n", "\n-----\n\n"])
def test_several_lists_in_one_paste_are_several(between: str) -> None:
    texts = [write(roster, CATALOGUE).strip() for roster in ROSTERS.values() for write in (write_text, write_markdown)]
    for seed in range(5):
        some = random.Random(seed).sample(texts, 4)
        parts = [
            part.decode().removesuffix("-----").strip() for part in split_file(between.join(some).encode(), CATALOGUE)
        ]
        assert parts == some


def test_mails_below_each_other_are_parted_at_their_heads() -> None:
    names = ("rob", "jan", "kim", "mia", "orcs", "cold", "big", "short", "wood", "sums", "undead", "tide")
    mails = [f"From: {name}@example.org\nSubject: list\n\n{(MESSY / f'{name}.txt').read_text()}" for name in names]
    parts = split_file("\n".join(mails).encode(), CATALOGUE)
    assert [part.decode().partition("@")[0] for part in parts] == [f"From: {name}" for name in names]
    assert "".join(part.decode().replace("\n", "") for part in parts) == "".join(mails).replace("\n", "")


def test_a_line_put_in_place_of_another_keeps_what_stands_before_it() -> None:
    text = "a\r\n> - 8 gunners\n  x\n"
    assert with_line(text, 2, "8  Handgunner\n!") == "a\n> - 8 Handgunner !\n  x\n"
    assert with_line(text, 3, "y") == "a\n> - 8 gunners\n  y\n"
    assert with_line(text, 9, "y") == with_line(text, 0, "y") == "a\n> - 8 gunners\n  x\n"


@pytest.mark.parametrize(
    ("line", "differs"),
    [
        ("Characters: 302 pts", {}),
        ("Characters (300 points)", {2: (300, 302)}),
        ("Characters", {}),
    ],
)
def test_a_subtotal_is_compared_with_what_stands_below_its_heading(
    line: str, differs: dict[int, tuple[int, int]]
) -> None:
    lines = ["Dwarves", line, "Dwarf Lord w/ counterspell, on bear", "Infantry", "16 Axemen", "Subtotal 300"]
    read = read_loosely("a.txt", "\n".join(lines).encode(), CATALOGUE)
    assert read.roster is not None
    assert len(read.roster.units) == 2
    assert {price.line: (price.says, price.ours) for price in read.prices} == differs | {6: (300, 320)}


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("From: Mia Short <mia@example.org>\nDwarves\n5 Axemen", "Mia Short"),
        ("Dwarves\n5 Axemen\n\nCheers,\nRob", "Rob"),
        ("Hi, here it is! Thanks, Jan\nDwarves\n5 Axemen", "Jan"),
        ("Dwarves\n5 Axemen", ""),
    ],
)
def test_a_list_says_who_signed_it(text: str, player: str) -> None:
    assert read_loosely("a.txt", text.encode(), CATALOGUE).player == player


def test_what_somebody_rides_tells_the_army_too() -> None:
    read = read_loosely("a.txt", b"Chieftain on riding beast\n", CATALOGUE)
    assert read.roster is not None
    assert read.roster.army == "orcs"
    assert [reading.exact for reading in read.readings] == [False, False]
