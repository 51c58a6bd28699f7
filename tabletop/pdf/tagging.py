"""The structure of a document for those who have it read to them, as PDF/UA-1 asks for it (ISO 14289-1).

Idea: what is drawn says what it is while it is drawn: paragraphs, headings, rows of tables, pictures with their words.
Rows that follow each other on a page make one table; its columns are those of its first row, and a cell of a later row
spans the columns that it lies under. Rows without heads that begin elsewhere are another table. All else is an
artifact: ornament, or what belongs to the paper. Headings of a sheet begin with the first level and never skip one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from reportlab.pdfbase import pdfdoc

from tabletop.pdf.typography import Style

Role = Literal["H1", "H2", "P", "Table", "TR", "TH", "TD", "Figure"]

GREAT = 16  # points from which a title is the page's
NEAR = 0.01  # millimetres between the left edges of one column's cells
ORNAMENT = "/Artifact BMC"
FURNITURE = "/Artifact <</Type/Pagination>> BDC"


def level_of(style: Style) -> int:
    """1 or 2 for a title, 0 for what is no heading."""
    if style.family != "title":
        return 0
    return 1 if style.size >= GREAT else 2


class Element:
    """A part of the structure: other elements, and the numbers of marked pieces of its page, in reading order.

    `words` are an alternative to what it shows; `attributes` are as the file says them.
    """

    __slots__ = ("attributes", "kids", "role", "words")  # a long order has hundreds of thousands

    def __init__(self, role: Role, words: str = "", attributes: str = "") -> None:
        self.role = role
        self.words = words
        self.attributes = attributes
        self.kids: list[Element | int] = []


class PageElements:
    """The elements of a page, and which of them each marked piece belongs to."""

    def __init__(self) -> None:
        self.roots: list[Element] = []
        self.owners: list[Element] = []


class OpenTable(Element):
    """The table that rows are being added to; its columns are known by their left edges in millimetres."""

    __slots__ = ("columns", "headed")

    def __init__(self, lefts: Sequence[float], *, headed: bool) -> None:
        super().__init__("Table")
        self.columns = sorted({round(left, 2) for left in lefts})
        self.headed = headed

    def takes(self, lefts: Sequence[float]) -> bool:
        """Whether cells that begin here belong to it: without heads, only those that begin where its own do."""
        return self.headed or {round(left, 2) for left in lefts} <= set(self.columns)

    def cells_of(self, lefts: Sequence[float], *, head: bool) -> list[Element]:
        """The cells of a new row that each of the left edges falls into."""
        row = Element("TR")
        places = [max(bisect_right(self.columns, left + NEAR) - 1, 0) for left in lefts]
        starts = sorted({0, *places})
        cells = {}
        for start, end in zip(starts, (*starts[1:], len(self.columns)), strict=True):
            role, scope = self._role(start, head=head)
            span = f"/ColSpan {end - start}" if end - start > 1 else ""
            settings = scope + span
            cells[start] = Element(role, attributes=f"/O/Table{settings}" if settings else "")
        row.kids += cells.values()
        self.kids.append(row)
        return [cells[place] for place in places]

    def _role(self, column: int, *, head: bool) -> tuple[Role, str]:
        if head:
            return "TH", "/Scope/Column"
        return ("TD", "") if self.headed or column else ("TH", "/Scope/Row")


class Tags:
    """Marks in the pages of one document, and the tree that they make (ISO 32000-1, 14.6 to 14.8)."""

    def __init__(self) -> None:
        self.pages: list[PageElements] = []
        self._code: list[str] = []
        self._open: Element | str | None = None
        self._paragraph: Element | None = None
        self._figure: Element | None = None
        self._cell: Element | None = None
        self._cells: list[Element] = []
        self._table: OpenTable | None = None
        self._together = self._apart = False
        self._raised = self._level = 0

    def turn(self, code: list[str], *, is_new: bool) -> None:
        """What follows is on the next page, whose operators are these; `is_new` where another sheet begins."""
        self.pages.append(PageElements())
        self._code, self._table = code, None
        if is_new:
            self._raised = self._level = 0

    def repeat(self, page: int) -> None:
        """The next page is one that has been marked already, counted from 0."""
        self.pages.append(self.pages[page])

    def close(self) -> None:
        """No mark is open any more."""
        if self._open:
            self._code.append("EMC")
        self._open = None

    def text(self, style: Style) -> None:
        """Text follows: a paragraph of its own, or more of what is being written."""
        if self._apart:
            self.drawing()
            return
        element = self._element_for(style)
        if self._open is not element:
            self._mark(element)

    def _element_for(self, style: Style) -> Element:
        if self._figure:
            return self._figure
        if self._cell and not level_of(style):
            return self._cell
        if self._paragraph and self._together:
            return self._paragraph
        element = Element(self._role(level_of(style)))
        self._paragraph = element if self._together else None
        self._add(element)
        return element

    def _role(self, level: int) -> Role:
        if not level:
            return "P"
        self._raised = self._raised if self._level else level - 1
        self._level = max(1, min(level - self._raised, self._level + 1))
        return "H1" if self._level == 1 else "H2"

    def _add(self, element: Element) -> None:
        """Put it where the text is that is being written."""
        if self._cell:
            self._cell.kids.append(element)
        else:
            self._table = None
            self.pages[-1].roots.append(element)

    def _mark(self, element: Element) -> None:
        self.close()
        page = self.pages[-1]
        piece = len(page.owners)
        element.kids.append(piece)
        page.owners.append(element)
        self._code.append(f"/{element.role} <</MCID {piece}>> BDC")
        self._open = element

    def drawing(self) -> None:
        """Lines and pictures follow: of a figure, or ornament, which isn't read out."""
        if self._figure:
            if self._open is not self._figure:
                self._mark(self._figure)
            return
        mark = FURNITURE if self._apart else ORNAMENT
        if self._open != mark:
            self.close()
            self._code.append(mark)
            self._open = mark

    @contextmanager
    def together(self) -> Iterator[None]:
        """All text within is one paragraph."""
        before, self._together = self._together, True
        if not before:
            self.close()
            self._paragraph = None
        yield
        self._together = before

    @contextmanager
    def apart(self) -> Iterator[None]:
        """All text within belongs to the paper, not to what it says."""
        self._apart = True
        yield
        self._apart = False

    @contextmanager
    def figure(self, words: str, corners: Sequence[float]) -> Iterator[None]:
        """All within is a picture that these words stand for; its corners in points: left, bottom, right, top."""
        if self._apart or self._figure:
            yield
            return
        edges = " ".join(f"{length:.2f}" for length in corners)
        figure = Element("Figure", words, f"/O/Layout/Placement/Block/BBox[{edges}]")
        self.close()
        self._figure = figure
        yield
        self.close()
        self._figure = None
        if figure.kids:
            self._add(figure)

    @contextmanager
    def row(self, lefts: Sequence[float], *, head: bool) -> Iterator[None]:
        """Within, the cells of a row are written, which begin at these millimetres; a head begins a new table."""
        table = self._table
        if table is None or head or not table.takes(lefts):
            table = OpenTable(lefts, headed=head)
            self.pages[-1].roots.append(table)
        self._table = table
        self._cells = table.cells_of(lefts, head=head)
        yield
        self._cells = []

    @contextmanager
    def cell(self, number: int) -> Iterator[None]:
        """All text within stands in the row's cell of this number, counted from 0."""
        self._cell = self._cells[number]
        yield
        self.close()
        self._cell = None


class Written(pdfdoc.PDFObject):
    """An object of the document in the words that the file has for it."""

    def __init__(self) -> None:
        self.words = ""

    def format(self, document: Any) -> bytes:
        return self.words.encode()


def _kept(document: Any, written: pdfdoc.PDFObject) -> str:
    """How the file refers to an object from now on; its number doesn't change any more."""
    number, version = document.idToObjectNumberAndVersion[document.Reference(written).name]
    return f"{number} {version} R"


def add_tree(document: Any, tags: Tags) -> None:
    """The structure of all pages, once they are written."""
    root, whole = Written(), Written()
    of_root, of_whole = _kept(document, root), _kept(document, whole)
    order: list[str] = []
    leaves = []
    for number, (page, marked) in enumerate(zip(document.Pages.pages, tags.pages, strict=True)):
        page.StructParents, page.Tabs = number, pdfdoc.PDFName("S")
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        references: dict[Element, str] = {}
        here = _kept(document, page)
        order += [_written(document, element, of_whole, here, references) for element in marked.roots]
        leaves.append(f"{number}[{' '.join(references[element] for element in marked.owners)}]")
    whole.words = f"<</Type/StructElem/S/Document/P {of_root}/K[{' '.join(order)}]>>"
    tree = f"/ParentTreeNextKey {len(leaves)}/ParentTree<</Nums[{''.join(leaves)}]>>"
    root.words = f"<</Type/StructTreeRoot/K {of_whole}{tree}>>"
    document.Catalog.StructTreeRoot = root
    document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": pdfdoc.PDFtrue})


def _written(document: Any, element: Element, parent: str, page: str, references: dict[Element, str]) -> str:
    """How the file refers to an element, written with all below it; `references` takes theirs."""
    written = Written()
    reference = references[element] = _kept(document, written)
    kids = [
        str(kid) if isinstance(kid, int) else _written(document, kid, reference, page, references)
        for kid in element.kids
    ]
    here = f"/Pg {page}" if any(isinstance(kid, int) for kid in element.kids) else ""
    attributes = f"/A<<{element.attributes}>>" if element.attributes else ""
    words = f"/Alt<FEFF{element.words.encode('utf-16-be').hex().upper()}>" if element.words else ""
    held = f"/K[{' '.join(kids)}]" if kids else ""
    written.words = f"<</S/{element.role}/P {parent}{here}{attributes}{words}{held}>>"
    return reference
