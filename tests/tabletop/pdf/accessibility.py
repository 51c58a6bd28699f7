"""Reads the structure of a PDF back, and finds what of PDF/UA-1 (ISO 14289-1) it breaks, as far as a program can see.

veraPDF isn't needed: objects are read with pdfminer, and the operators of pages are scanned here. Section numbers are
those of the standard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any

from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfpage import PDFPage
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import PSLiteral

TOKENS = re.compile(rb"\((?:[^\\()]|\\.)*\)|<<.*?>>|<[0-9A-Fa-f]*>|\[|\]|/[^\s/\[\]<>()]+|[^\s/\[\]<>()]+", re.DOTALL)
PAINTING = {b"S", b"f*", b"B*", b"f", b"B", b"s", b"b", b"b*", b"F", b"Do", b"Tj", b"TJ", b"'", b'"', b"sh", b"BI"}
KIDS: dict[str, set[str]] = {"Table": {"TR"}, "TR": {"TH", "TD"}}
PARENTS = {"TR": "Table", "TH": "TR", "TD": "TR"}
STANDARD = {"Document", "H1", "H2", "P", "Table", "TR", "TH", "TD", "Figure"}


class Node:
    """An element of the structure as it was read: its kids in order, and the marks that it owns, by their page."""

    def __init__(self, held: dict[str, Any], pages: dict[int, int]) -> None:
        self.role = resolve1(held["S"]).name
        self.alt = _text(held.get("Alt"))
        self.attributes: dict[str, Any] = resolve1(held.get("A")) or {}
        self.page = pages[held["Pg"].objid] if "Pg" in held else None
        kids = resolve1(held.get("K", []))
        self.kids: list[Node | int] = [
            kid if isinstance(kid, int) else Node(resolve1(kid), pages)
            for kid in (kids if isinstance(kids, list) else [kids])
        ]

    @property
    def nodes(self) -> list[Node]:
        return [kid for kid in self.kids if isinstance(kid, Node)]

    def walk(self) -> Iterator[Node]:
        """The element and all below it, in reading order."""
        yield self
        for node in self.nodes:
            yield from node.walk()

    @property
    def scope(self) -> str:
        scope = resolve1(self.attributes.get("Scope"))
        return scope.name if scope else ""

    @property
    def span(self) -> int:
        return int(resolve1(self.attributes.get("ColSpan", 1)))


def _text(value: Any) -> str:
    words = resolve1(value) or b""
    return words[2:].decode("utf-16-be") if words.startswith(b"\xfe\xff") else words.decode("latin-1")


class Read:
    """A PDF as a reader of its structure meets it."""

    def __init__(self, pdf: bytes) -> None:
        self.document = PDFDocument(PDFParser(BytesIO(pdf)))
        self.catalog = self.document.catalog
        self.pages = list(PDFPage.create_pages(self.document))
        self.root = resolve1(self.catalog["StructTreeRoot"])
        numbers: dict[Any, int] = {page.pageid: number for number, page in enumerate(self.pages)}
        self.whole = Node(resolve1(self.root["K"]), numbers)

    def metadata(self) -> str:
        return str(resolve1(self.catalog["Metadata"]).get_data().decode())

    def tables(self) -> list[Node]:
        return [node for node in self.whole.walk() if node.role == "Table"]


def faults(pdf: bytes) -> list[str]:
    """What breaks the standard, each with the section that asks for it."""
    read = Read(pdf)
    return [
        *_of_catalogue(read),
        *_of_marks(read),
        *_of_parents(read),
        *_of_headings(read.whole),
        *_of_tables(read.whole),
        *_of_figures(read.whole),
        *_of_fonts(read),
    ]


def _of_catalogue(read: Read) -> Iterator[str]:
    preferences = resolve1(read.catalog["ViewerPreferences"])
    title = read.document.info[0]["Title"]
    words = title.decode("utf-16") if title.startswith((b"\xfe\xff", b"\xff\xfe")) else title.decode("latin-1")
    metadata = read.metadata()
    if "<pdfuaid:part>1</pdfuaid:part>" not in metadata:
        yield "5: no PDF/UA identifier"
    if not words or _escaped(words) not in metadata:
        yield "7.1: no title in the metadata"
    if preferences.get("DisplayDocTitle") is not True:
        yield "7.1: the title isn't shown"
    if not read.catalog.get("Lang"):
        yield "7.2: no language"
    if resolve1(read.catalog["MarkInfo"]).get("Marked") is not True:
        yield "6.2: not marked"


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _of_marks(read: Read) -> Iterator[str]:
    """Whatever is painted is an artifact or a piece of the structure, and no mark is used twice (7.1)."""
    owned = [(node.page, kid) for node in read.whole.walk() for kid in node.kids if isinstance(kid, int)]
    if len(owned) != len(set(owned)):
        yield "7.1: a piece stands in the structure twice"
    seen = set()
    for number, page in enumerate(read.pages):
        marks, loose = marks_of(b"\n".join(resolve1(stream).get_data() for stream in page.contents))
        yield from (f"7.1: page {number + 1} paints {operator} outside of every mark" for operator in loose)
        seen |= {(number, mark) for mark in marks}
        if page.attrs.get("Tabs") is None:
            yield f"7.18.3: page {number + 1} has no order of tabs"
    if seen != set(owned):
        yield f"7.1: marks and structure differ: {sorted(seen ^ set(owned))[:5]}"


def marks_of(code: bytes) -> tuple[list[int], set[str]]:
    """The numbers of the marked pieces of a page, and the operators that paint outside of all marks."""
    marks: list[int] = []
    loose: set[str] = set()
    depth, last = 0, b""
    for token in TOKENS.findall(code):
        if token == b"BDC":
            depth += 1
            if number := re.search(rb"/MCID (\d+)", last):
                marks.append(int(number[1]))
        elif token == b"BMC":
            depth += 1
        elif token == b"EMC":
            depth -= 1
        elif token in PAINTING and depth != 1:
            loose.add(token.decode())
        last = token
    return marks, loose | ({"a mark without an end"} if depth else set())


def _of_parents(read: Read) -> Iterator[str]:
    """The way back: each piece of a page leads to the element that owns it (ISO 32000-1, 14.7.4.4)."""
    numbers = resolve1(resolve1(read.root["ParentTree"])["Nums"])
    parents = dict(zip(numbers[::2], numbers[1::2], strict=True))
    for number, page in enumerate(read.pages):
        for piece, parent in enumerate(resolve1(parents[page.attrs["StructParents"]])):
            held = resolve1(parent)
            kids = [kid for kid in resolve1(held.get("K", [])) if not isinstance(kid, PDFObjRef)]
            if piece not in kids or held["Pg"].objid != page.pageid:
                yield f"7.1: page {number + 1}'s piece {piece} leads to another element"


def _of_headings(whole: Node) -> Iterator[str]:
    levels = [int(node.role[1]) for node in whole.walk() if re.fullmatch("H[1-6]", node.role)]
    if levels and levels[0] != 1:
        yield "7.4.2: the first heading isn't of the first level"
    if any(after > before + 1 for before, after in pairwise(levels)):
        yield "7.4.2: a level of headings is skipped"


def _of_tables(whole: Node) -> Iterator[str]:
    for node in whole.walk():
        if node.role not in STANDARD:
            yield f"7.1: {node.role} is no standard role"
        for kid in node.nodes:
            if kid.role not in KIDS.get(node.role, STANDARD) or PARENTS.get(kid.role, node.role) != node.role:
                yield f"7.2: {kid.role} stands in {node.role}"
        if node.role in KIDS and len(node.nodes) < len(node.kids):
            yield f"7.2: {node.role} holds bare content"
        if node.role == "Table":
            yield from _of_table(node)


def _of_table(table: Node) -> Iterator[str]:
    """Rows of one length, and for each figure a head above it or at the start of its row (7.2, 7.5)."""
    if len({sum(cell.span for cell in row.nodes) for row in table.nodes}) != 1:
        yield "7.2: rows of a table differ in length"
    heads: set[int] = set()
    for row in table.nodes:
        column, has_head = 0, any(cell.scope == "Row" for cell in row.nodes)
        for cell in row.nodes:
            places = set(range(column, column + cell.span))
            if cell.role == "TH" and cell.scope not in ("Row", "Column"):
                yield "7.5: a head without a scope"
            if cell.role == "TH" and cell.scope == "Column":
                heads |= places
            if cell.role == "TD" and not has_head and not places & heads:
                yield "7.5: a cell without a head"
            column += cell.span


def _of_figures(whole: Node) -> Iterator[str]:
    for node in whole.walk():
        if node.role == "Figure":
            if not node.alt.strip():
                yield "7.3: a picture without words"
            if len(resolve1(node.attributes.get("BBox")) or ()) != 4:
                yield "7.3: a picture without its place"


def _of_fonts(read: Read) -> Iterator[str]:
    """Embedded and leading back to letters (7.21.4.1, 7.21.7); reportlab's own first font shows nothing."""
    for page in read.pages:
        for font in (resolve1(font) for font in (resolve1(resolve1(page.resources).get("Font")) or {}).values()):
            name = font.get("BaseFont", PSLiteral("?")).name
            descriptor = resolve1(font.get("FontDescriptor")) or {}
            if "FontFile2" not in descriptor:
                yield f"7.21.4.1: {name} isn't embedded"
            if "ToUnicode" not in font:
                yield f"7.21.7: {name} doesn't lead back to letters"
            elif re.search(rb"> <(0000|FEFF|FFFE)>", resolve1(font["ToUnicode"]).get_data(), re.IGNORECASE):
                yield f"7.21.7: {name} leads to no letter"
