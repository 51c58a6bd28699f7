"""Every format that rosters of Armies of Arcana are exchanged in: how a file is recognised, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from msgspec.structs import replace

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Character, Models, Mount, Roster, Upgrade, read_roster, walk
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import own_names
from tabletop.arcana.formats.battlescribe.foreign import text_of_ros
from tabletop.arcana.formats.battlescribe.ros import read_ros, write_ros
from tabletop.arcana.formats.battlescribe.rosz import is_zip, unzip_roster, zip_one_file
from tabletop.arcana.formats.battlescribe.xmltree import read_xml
from tabletop.arcana.formats.listing.reader import read_listing
from tabletop.arcana.formats.listing.writer import write_markdown, write_text
from tabletop.arcana.formats.mail.reader import exact_readings, read_mail
from tabletop.arcana.formats.mail.several import split_lists
from tabletop.arcana.formats.spreadsheet.reader import is_sheet, read_csv
from tabletop.arcana.formats.spreadsheet.writer import write_csv, write_summary
from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.languages import marked
from tabletop.pdf.attachments import attached_files, is_pdf
from tabletop.rosters.digest import same_choices
from tabletop.rosters.files import LARGEST_XML, ROSTER_FILE, FileFormat, ReadFile, decode_text
from tabletop.rosters.problems import MOST_PROBLEMS, MOST_SUGGESTED, ProblemLine, problem_of
from tabletop.rosters.reading import ReadList, UnreadLine
from tabletop.spelling import Spellings

JSON_LIST = re.compile(r"\[\s*(?:[\[{\"\]]|[-0-9.eE]+\s*[,\]]\s*[\[{\"0-9\]]|$)")
OTHER_KINDS = {  # what people send instead, by how it begins
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"RIFF": "a picture or a sound",
    b"\x1f\x8b": "a compressed file (gzip)",
    b"Rar!": "a compressed file (RAR)",
    b"7z\xbc\xaf\x27\x1c": "a compressed file (7-Zip)",
    b"\xd0\xcf\x11\xe0": "a document of an older version of Word or Excel",
    b"{\\rtf": "a document in RTF",
}
MOST_MAIL_LINES = 5_000


class Format(StrEnum):
    """What a file that somebody sends may be."""

    JSON = "json"
    TEXT = "text"
    MARKDOWN = "markdown"
    CSV = "csv"
    ROS = "ros"
    ROSZ = "rosz"
    PDF = "pdf"


XML_FORMATS = (Format.ROS, Format.ROSZ)
MAIL_FORMATS = (Format.TEXT, Format.MARKDOWN)
Outcome = tuple[Roster | None, tuple[ProblemLine, ...]]


FORMATS: dict[str, FileFormat] = {
    "json": ROSTER_FILE,
    "text": FileFormat(
        marked("Text"), ".txt", "text/plain; charset=utf-8", lambda *given: write_text(*given).encode(), paste=True
    ),
    "markdown": FileFormat(
        "Markdown", ".md", "text/markdown; charset=utf-8", lambda *given: write_markdown(*given).encode(), paste=True
    ),
    "csv": FileFormat(
        marked("Spreadsheet"), ".csv", "text/csv; charset=utf-8", lambda *given: write_csv(*given).encode("utf-8-sig")
    ),
    "summary": FileFormat(
        marked("Prices only"),
        "-summary.csv",
        "text/csv; charset=utf-8",
        lambda *given: write_summary(*given).encode("utf-8-sig"),
    ),
    "ros": FileFormat("BattleScribe", ".ros", "application/xml", write_ros),
    "rosz": FileFormat(
        "BattleScribe", ".rosz", "application/zip", lambda *given: zip_one_file("roster.ros", write_ros(*given))
    ),
}


def read_any(name: str, content: bytes, catalogue: Catalogue) -> ReadFile:
    """A file as a roster that can be priced, or with everything that is wrong in it; nothing is raised.

    The format is recognised by the content, never by the name. Prices in a file aren't believed.
    """
    read = ReadFile(name=name, format=_kind_of_bytes(content) or Format.TEXT)
    try:
        kind = recognise_format(content)
        read = replace(read, format=kind)
        roster, problems = _outcome(kind, content, catalogue)
    except MalformedError as error:
        return replace(read, problems=(problem_of(error),))
    if roster is not None:
        problems = tuple(_catalogue_problems(roster, catalogue))[:MOST_PROBLEMS]
    return replace(read, roster=None if problems else roster, problems=problems)


def read_loosely(name: str, content: bytes, catalogue: Catalogue) -> ReadList:
    """A file as people write them: what the formats' own readers read as they do, any other text line by line.

    A roster of another program is read by the names in it, as lines that say what it chooses.

    MalformedError for what is no text, too large or empty. Prices in it are compared, never believed.
    """
    kind = recognise_format(content)
    read = read_any(name, content, catalogue)
    if kind in XML_FORMATS and read.roster is None and (text := _foreign_text(kind, content)):
        _check_length(text)
        return replace(read_mail(name, text, catalogue), text=text, format=kind)
    if kind not in MAIL_FORMATS and not _begins_with_bracket(kind, content):
        unread = [UnreadLine(line.line, line.text or line.reason, _meant(line)) for line in read.problems]
        return ReadList(
            roster=read.roster,
            unread=tuple(unread),
            problems=read.problems,
            format=kind,
            strict=read.roster is not None,
        )
    text = decode_text(content)
    if read.roster is None:
        _check_length(text)
    mail = replace(read_mail(name, text, catalogue), text=text, format=kind)
    if read.roster is None:
        whole = () if mail.roster else tuple(problem for problem in read.problems if not problem.line)
        return replace(mail, problems=whole)
    if mail.roster is not None and same_choices(mail.roster, read.roster):
        readings = tuple(replace(reading, exact=True) for reading in mail.readings)
        return replace(mail, roster=read.roster, readings=readings, strict=True)
    readings = tuple(exact_readings(text))
    return ReadList(roster=read.roster, readings=readings, text=text, format=kind, strict=True, player=mail.player)


def _rosters_in_pdf(content: bytes) -> list[bytes]:
    """The rosters that travel in a printed PDF; MalformedError where there is none."""
    if attached := attached_files(content, most=LARGEST_FILE):
        return attached
    reason = "the PDF has no roster inside: it wasn't printed here, or another program has saved it without the roster"
    raise MalformedError("", f"{reason}; send the list as text, or as its file")


def _check_length(text: str) -> None:
    """MalformedError for more lines than a list has that somebody wrote: each is compared with every profile."""
    if (count := text.count("\n")) > MOST_MAIL_LINES:
        raise MalformedError("", f"the text has {count:,} lines; a list has at most {MOST_MAIL_LINES:,}")


def _foreign_text(kind: Format, content: bytes) -> str:
    """What another program's roster chooses, in lines; empty where the file is damaged, or no roster."""
    try:
        file = unzip_roster(content) if kind == Format.ROSZ else content
        return text_of_ros(read_xml(decode_text(file, LARGEST_XML)))
    except MalformedError:
        return ""


def split_file(content: bytes, catalogue: Catalogue) -> tuple[bytes, ...]:
    """The lists in a text, each as a text of its own, and the rosters in a printed PDF; any other file as it is."""
    try:
        kind = recognise_format(content)
        if kind == Format.PDF:
            return tuple(_rosters_in_pdf(content))
        if kind not in MAIL_FORMATS and not _begins_with_bracket(kind, content):
            return (content,)
        lists = split_lists(decode_text(content), catalogue)
    except MalformedError:
        return (content,)
    return tuple(text.encode() for text in lists) if len(lists) > 1 else (content,)


def _begins_with_bracket(kind: Format, content: bytes) -> bool:
    """Whether a line that begins with a time or a price in brackets was taken for JSON, whose brackets hold values."""
    text = decode_text(content).lstrip("\ufeff \t\r\n") if kind == Format.JSON else ""
    return text.startswith("[") and not JSON_LIST.match(text)


def _meant(problem: ProblemLine) -> tuple[str, ...]:
    return (problem.suggestion,) if problem.suggestion else ()


def recognise_format(content: bytes) -> Format:
    """The format of a file by how it begins; MalformedError where it isn't text or a zip, or is too large."""
    if kind := _kind_of_bytes(content):
        if kind == Format.PDF and len(content) > LARGEST_XML:
            raise MalformedError("", f"the file is larger than {LARGEST_XML:,} bytes")
        return kind
    if other := next((words for sign, words in OTHER_KINDS.items() if content.startswith(sign)), ""):
        raise MalformedError("", f"this is {other}, not a list; send the list as text, or as the file of a list")
    text = decode_text(content, LARGEST_XML).lstrip("\ufeff \t\r\n")
    kind = _kind_of_text(text)
    if kind != Format.ROS and len(content) > LARGEST_FILE:
        raise MalformedError("", f"the file is larger than {LARGEST_FILE:,} bytes")
    if not text:
        raise MalformedError("", "the file is empty")
    return kind


def _kind_of_bytes(content: bytes) -> Format | None:
    return Format.ROSZ if is_zip(content) else Format.PDF if is_pdf(content) else None


def _kind_of_text(text: str) -> Format:
    if text.startswith("<"):
        return Format.ROS
    if text.startswith(("{", "[")):
        return Format.JSON
    if is_sheet(text):
        return Format.CSV
    return Format.MARKDOWN if re.search(r"^#", text, re.MULTILINE) else Format.TEXT


def _outcome(kind: Format, content: bytes, catalogue: Catalogue) -> Outcome:
    if kind == Format.ROSZ:
        return read_ros(unzip_roster(content), catalogue)
    if kind == Format.ROS:
        return read_ros(content, catalogue)
    if kind == Format.PDF:
        return read_roster(_rosters_in_pdf(content)[0]), ()
    text = decode_text(content)
    if kind == Format.JSON:
        return read_roster(text), ()
    return read_csv(text, catalogue) if kind == Format.CSV else read_listing(text, catalogue)


def _catalogue_problems(roster: Roster, catalogue: Catalogue) -> Iterator[ProblemLine]:
    """Every profile that the catalogue doesn't have; where it has all, why else the roster can't be resolved."""
    try:
        resolve(roster, catalogue)
    except MalformedError as error:
        yield from _unknown_profiles(roster, catalogue) or [problem_of(error)]


def _unknown_profiles(roster: Roster, catalogue: Catalogue) -> list[ProblemLine]:
    known = catalogue.rows.keys() | own_names(roster.designs, roster.own_list).keys()
    unknown = [
        (f"{path}.profile", part.profile)
        for path, part in walk(roster)
        if isinstance(part, Models | Character | Upgrade | Mount) and part.profile not in known
    ]
    spellings = Spellings(known) if unknown else None
    return [
        ProblemLine(
            0,
            path,
            f"there is no profile “{slug}”",
            spellings.closest(slug) if spellings and number < MOST_SUGGESTED else "",
        )
        for number, (path, slug) in enumerate(unknown[:MOST_PROBLEMS])
    ]
