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
from functools import lru_cache
from typing import Any, Literal

from reportlab.pdfbase import pdfdoc

from tabletop.pdf.typography import Style
from tabletop.pdf.writing import PlainObjects

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
        self.columns = tuple(sorted({round(left, 2) for left in lefts}))
        self.headed = headed

    def takes(self, lefts: Sequence[float]) -> bool:
        """Whether cells that begin here belong to it: without heads, only those that begin where its own do."""
        return self.headed or {round(left, 2) for left in lefts} <= set(self.columns)

    def cells_of(self, lefts: Sequence[float], *, head: bool) -> list[Element]:
        """The cells of a new row that each of the left edges falls into."""
        row = Element("TR")
        made, places = _cells(self.columns, tuple(lefts), head=head, headed=self.headed)
        cells = [Element(role, attributes=attributes) for role, attributes in made]
        row.kids += cells
        self.kids.append(row)
        return [cells[place] for place in places]


@lru_cache(maxsize=1000)
def _cells(
    columns: tuple[float, ...], lefts: tuple[float, ...], *, head: bool, headed: bool
) -> tuple[tuple[tuple[Role, str], ...], tuple[int, ...]]:
    """The role and the attributes of each cell of a row, and which of them each of the left edges falls into."""
    places = [max(bisect_right(columns, left + NEAR) - 1, 0) for left in lefts]
    starts = sorted({0, *places})
    made = []
    for start, end in zip(starts, (*starts[1:], len(columns)), strict=True):
        role, scope = _role(start, head=head, headed=headed)
        settings = scope + (f"/ColSpan {end - start}" if end - start > 1 else "")
        made.append((role, f"/O/Table{settings}" if settings else ""))
    return tuple(made), tuple(map(starts.index, places))


def _role(column: int, *, head: bool, headed: bool) -> tuple[Role, str]:
    if head:
        return "TH", "/Scope/Column"
    return ("TD", "") if headed or column else ("TH", "/Scope/Row")


class Tags:
    """Marks in the pages of one document, and the tree that they make (ISO 32000-1, 14.6 to 14.8)."""

    def __init__(self) -> None:
        self.pages: list[PageElements] = []
        self._code: list[str] = []
        self._open: Element | str | None = None
        self.paragraph: Element | None = None
        self._figure: Element | None = None
        self.open_cell: Element | None = None
        self.cells: list[Element] = []
        self._table: OpenTable | None = None
        self.is_together = self.is_apart = False
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
        if self.is_apart:
            self.drawing()
            return
        element = self._figure or (self.open_cell if style.family != "title" else None) or self._element_for(style)
        if self._open is not element:
            self._mark(element)

    def _element_for(self, style: Style) -> Element:
        if self.paragraph and self.is_together:
            return self.paragraph
        element = Element(self._role(level_of(style)))
        self.paragraph = element if self.is_together else None
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
        if self.open_cell:
            self.open_cell.kids.append(element)
        else:
            self._table = None
            self.pages[-1].roots.append(element)

    def _mark(self, element: Element) -> None:
        owners = self.pages[-1].owners
        piece = len(owners)
        element.kids.append(piece)
        owners.append(element)
        ended = "EMC\n" if self._open else ""
        self._code.append(f"{ended}/{element.role} <</MCID {piece}>> BDC")
        self._open = element

    def drawing(self) -> None:
        """Lines and pictures follow: of a figure, or ornament, which isn't read out."""
        if self._figure:
            if self._open is not self._figure:
                self._mark(self._figure)
            return
        mark = FURNITURE if self.is_apart else ORNAMENT
        if self._open != mark:
            self.close()
            self._code.append(mark)
            self._open = mark

    def together(self) -> Together:
        """All text within is one paragraph."""
        return Together(self)

    def apart(self) -> Apart:
        """All text within belongs to the paper, not to what it says."""
        return Apart(self)

    @contextmanager
    def figure(self, words: str, corners: Sequence[float]) -> Iterator[None]:
        """All within is a picture that these words stand for; its corners in points: left, bottom, right, top."""
        if self.is_apart or self._figure:
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

    def row(self, lefts: Sequence[float], *, head: bool) -> InRow:
        """Within, the cells of a row are written, which begin at these millimetres; a head begins a new table."""
        table = self._table
        if table is None or head or not table.takes(lefts):
            table = OpenTable(lefts, headed=head)
            self.pages[-1].roots.append(table)
        self._table = table
        return InRow(self, table.cells_of(lefts, head=head))

    def cell(self, number: int) -> InCell:
        """All text within stands in the row's cell of this number, counted from 0."""
        return InCell(self, self.cells[number])


# What a page is written within: cards have dozens of each, for which classes take a third of a generator's time.


class Together:
    __slots__ = ("before", "tags")

    def __init__(self, tags: Tags) -> None:
        self.tags = tags

    def __enter__(self) -> None:
        self.before, self.tags.is_together = self.tags.is_together, True
        if not self.before:
            self.tags.close()
            self.tags.paragraph = None

    def __exit__(self, *failure: object) -> None:
        self.tags.is_together = self.before


class Apart:
    __slots__ = ("tags",)

    def __init__(self, tags: Tags) -> None:
        self.tags = tags

    def __enter__(self) -> None:
        self.tags.is_apart = True

    def __exit__(self, *failure: object) -> None:
        self.tags.is_apart = False


class InRow:
    __slots__ = ("cells", "tags")

    def __init__(self, tags: Tags, cells: list[Element]) -> None:
        self.tags, self.cells = tags, cells

    def __enter__(self) -> None:
        self.tags.cells = self.cells

    def __exit__(self, *failure: object) -> None:
        self.tags.cells = []


class InCell:
    __slots__ = ("cell", "tags")

    def __init__(self, tags: Tags, cell: Element) -> None:
        self.tags, self.cell = tags, cell

    def __enter__(self) -> None:
        self.tags.open_cell = self.cell

    def __exit__(self, *failure: object) -> None:
        self.tags.close()
        self.tags.open_cell = None


def add_tree(document: Any, tags: Tags, plain: PlainObjects) -> None:
    """The structure of all pages, once they are written: an object for each element, in reading order."""
    of_root, of_whole = plain.add(), plain.add()
    order: list[str] = []
    leaves = []
    for number, (page, marked) in enumerate(zip(document.Pages.pages, tags.pages, strict=True)):
        page.StructParents, page.Tabs = number, pdfdoc.PDFName("S")
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        here, references = plain.reference(page), dict[Element, str]()
        order += [_written(plain, element, of_whole, here, references) for element in marked.roots]
        leaves.append(f"{number}[{' '.join(map(references.__getitem__, marked.owners))}]")
    plain.say(of_whole, f"<</Type/StructElem/S/Document/P {of_root}/K[{' '.join(order)}]>>")
    tree = f"/ParentTreeNextKey {len(leaves)}/ParentTree<</Nums[{''.join(leaves)}]>>"
    plain.say(of_root, f"<</Type/StructTreeRoot/K {of_whole}{tree}>>")
    document.Catalog.StructTreeRoot = of_root
    document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": pdfdoc.PDFtrue})


def _written(plain: PlainObjects, element: Element, parent: str, page: str, references: dict[Element, str]) -> str:
    """How the file refers to an element, written with all below it; `references` takes theirs."""
    reference = references[element] = plain.add()
    here, kids = "", []
    for kid in element.kids:
        if isinstance(kid, Element):
            kids.append(_written(plain, kid, reference, page, references))
        else:
            here = f"/Pg {page}"
            kids.append(str(kid))
    attributes = f"/A<<{element.attributes}>>" if element.attributes else ""
    words = f"/Alt<FEFF{element.words.encode('utf-16-be').hex().upper()}>" if element.words else ""
    held = f"/K[{' '.join(kids)}]" if kids else ""
    plain.say(reference, f"<</S/{element.role}/P {parent}{here}{attributes}{words}{held}>>")
    return reference
